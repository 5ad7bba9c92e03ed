package org.sparkldp.protocols.words;

import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.wire.Wire;

/** The protocol for words: the declaration, and names in specs. */
public final class Words {
  /** In specs. */
  static final String NAME = "words";

  private Words() {}

  /** {@code words(epsilon,length,alphabet,encoding,users,false_alarm,rounds,kept,state)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              NAME,
              90,
              "words that many people hold, without a list of words, in rounds that lengthen the"
                  + " beginnings of frequent ones")
          .takes(
              Parameter.EPSILON,
              Parameter.integer(
                      "length",
                      "the longest word, in bytes of UTF-8, at most 32, or in symbols of the"
                          + " alphabet; always given, but not with identifiers")
                  .from(1)
                  .to(WordCode.MOST_BITS)
                  .optional(),
              Parameter.text("alphabet", "symbols that words are made of, such as a-z")
                  .optional("any bytes but 0"),
              Parameter.word(
                  "encoding",
                  "text (the default); bytes, exactly length of them; or identifier, a whole number"
                      + " of 64 bits",
                  "text",
                  "bytes",
                  "identifier"),
              Parameter.integer(
                      "users",
                      "people expected, in all rounds together; rounds are designed for them")
                  .from(1)
                  .example("20000"),
              Parameter.real("false_alarm", "chance that any word is listed that nobody holds")
                  .from(1e-9)
                  .to(0.5)
                  .usually(WordsQuestion.USUAL_FALSE_ALARM),
              Parameter.integer("rounds", "how many, with kept")
                  .from(2)
                  .to(WordsDesign.MOST_ROUNDS)
                  .optional("the fewest with nearly the best reach"),
              Parameter.integer("kept", "beginnings that a round keeps at most, with rounds")
                  .from(2)
                  .to(WordsDesign.MOST_KEPT)
                  .optional(),
              InRounds.STATE)
          .sends(
              new Wire(
                  "INT: a cell of [pgr](counts.md#pgr) for the round's candidates and one item more, for the"
                      + " words of no candidate; see [a word's item](#a-words-item)",
                  "those of pgr, for the word's item",
                  "reports by cell"))
          .variants("length=3,alphabet=ab,rounds=2,kept=4", "length=1,rounds=2,kept=4", "length=1")
          .makes(given -> WordsQuestion.of(given).first());
}
