package org.sparkldp.protocols.words;

import java.util.OptionalInt;
import org.sparkldp.protocols.Rounds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The question for words.
 *
 * @param spec the canonical spec of the first round
 * @param epsilon privacy loss of one report
 * @param code what words are
 * @param users people expected in all rounds
 * @param falseAlarm chance of any false word on the list
 * @param design the rounds
 */
record WordsQuestion(
    ProtocolSpec spec,
    double epsilon,
    WordCode code,
    int users,
    double falseAlarm,
    WordsDesign design) {
  static final double USUAL_FALSE_ALARM = 0.05;

  static WordsQuestion of(Parameters given) {
    double epsilon = given.epsilon();
    WordCode code = WordCode.of(given);
    int users = given.integer("users");
    double falseAlarm = given.real("false_alarm");
    Require.that(code.bits() >= 3)
        .orRefuse(
            "there must be more than 4 words to look for. Provided: words of %s bits; ask about few"
                + " words by a histogram.",
            code.bits());
    OptionalInt rounds = given.optionalInteger("rounds");
    OptionalInt kept = given.optionalInteger("kept");
    Require.that(rounds.isPresent() == kept.isPresent())
        .orRefuse("rounds and kept must be given both, or neither for the best.");
    WordsDesign.WordsRequest asked =
        new WordsDesign.WordsRequest(epsilon, code.count(), users, falseAlarm);
    WordsDesign design =
        rounds.isPresent()
            ? WordsDesign.of(asked, rounds.getAsInt(), kept.getAsInt())
            : WordsDesign.best(asked);
    Parameters all = given.with("rounds", design.rounds().size()).with("kept", design.kept());
    String alphabet = given.text("alphabet", "");
    all = alphabet.isEmpty() ? all : all.with("alphabet", Alphabet.of(alphabet));
    return new WordsQuestion(all.spec(), epsilon, code, users, falseAlarm, design);
  }

  WordsRound first() {
    return Rounds.<WordsCourse, WordsRound>of(spec, design.rounds().size(), design::roundOf)
        .startsWith(WordsCourse.start(this), WordsCourse::round)
        .remembers((numbers, kept) -> WordsCourse.state(this, numbers))
        .asks(WordsRound::new)
        .first();
  }
}
