package org.sparkldp.jobs.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sparkldp.jobs.design.Design;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.WordsPopulation;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.words.WordsDesign;
import org.sparkldp.protocols.words.WordsRound;

/** Which words do many people hold? Found in rounds, without a list of words. */
record WordsTask(WordValues values, WordsRound protocol) implements Task {

  @Override
  public Kind kind() {
    return new Kind();
  }

  @Override
  public boolean countsPeople() {
    return true;
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    return Answers.raw(protocol.listed(reports, confidence));
  }

  @Override
  public List<Chart> charts(Answers answers, Optional<double[]> truth) {
    Estimate all = answers.estimate();
    if (all.rows().isEmpty()) {
      Estimate none =
          new Estimate(
              all.n(), all.confidence(), List.of(new Estimate.Row("(no word)", 0, 0, 0, 0)));
      return List.of(
          Charts.bars(
              "No word of " + about() + " that enough people hold",
              about(),
              Answers.raw(none),
              Optional.empty()));
    }
    return List.of(Charts.bars("Words of " + about() + " that many hold", about(), answers, truth));
  }

  @Override
  public Optional<String> announcement() {
    return protocol.round() == 1 ? Optional.of(reach()) : Optional.empty();
  }

  private String reach() {
    WordsDesign design = protocol.design();
    return String.format(
        Locale.ROOT,
        "words are looked for in %d rounds; of %,d people, a word that %,d hold is found with"
            + " probability %s at least, whatever the others hold; a count's standard error is"
            + " about %,d",
        design.rounds().size(),
        protocol.users(),
        (long) Math.ceil(design.reach()),
        WordsDesign.FOUND,
        (long) Math.sqrt(protocol.variancePerPerson() * protocol.users()));
  }

  @Override
  public List<String> notes() {
    return List.of(
        "With probability "
            + (1 - protocol.falseAlarm())
            + " at least, each word of the list is held by somebody.",
        "A word that is missing may still be held by many: "
            + reach()
            + ". Intervals allow for the fact that only words with a large estimate are listed;"
            + " the estimates of the last words of the list are rather too large.");
  }

  @Override
  public List<Page.Fact> facts(long reports) {
    return List.of(
        new Page.Fact("rounds", Integer.toString(protocol.rounds())),
        new Page.Fact("beginnings kept in a round", Integer.toString(protocol.design().kept())));
  }

  /** Words in plans. */
  public static final class Kind extends TaskKind<WordValues, WordsRound> {
    private static final List<String> COLUMNS = Design.columnsWith("rounds", "kept", "found_from");

    /** Rounds more than the best number that are shown. */
    private static final int MORE = 3;

    private static final long MOST_USERS = Integer.MAX_VALUE;

    /** As the service loader makes it. */
    public Kind() {
      super(
          "words",
          WordsRound.class,
          "words are found by the protocol words",
          (plan, outside) -> new WordValues(plan.text("column"), false),
          (values, round) -> new WordsTask(values.in(round), round),
          "column");
    }

    @Override
    public OutsideRule outside(Settings plan) {
      OutsideRule rule = plan.as(OutsideRule.class);
      if (rule.keepsMissing()) {
        throw plan.mistake(
            "missing", "missing = category belongs to domains, and words have none: leave it out.");
      }
      return rule;
    }

    @Override
    public Optional<TaskDraft> draft(DraftRequest request) {
      String code = request.isWhole() ? "encoding=identifier" : "length=8";
      return Optional.of(
          new TaskDraft(
              "Which values of "
                  + request.column()
                  + " do many people hold? In rounds: each person answers in one of them.",
              List.of(TaskDraft.column(request.column())),
              "words(epsilon="
                  + request.epsilon()
                  + ","
                  + code
                  + request.users(",users=1000000")
                  + ")",
              "length is that of the longest word, in bytes; alphabet=a-z finds rarer words",
              "category",
              List.of()));
    }

    /**
     * The best design, then those of other numbers of rounds that keep as many candidates, by the
     * people from whom on a word is found. Domain is the longest word, in bytes. An error asked for
     * is that of a share.
     */
    @Override
    public Optional<Design> design(Design.Request request) {
      request.requireSizeAlone();
      long users = request.users().orElseGet(() -> usersNeeded(request));
      WordsRound best = round(request, users, "");
      List<List<Object>> rows = new ArrayList<>();
      rows.add(row(request, users, best));
      int kept = best.design().kept();
      for (int rounds = 2; rounds <= best.rounds() + MORE; rounds++) {
        if (rounds != best.rounds()) {
          try {
            rows.add(
                row(request, users, round(request, users, ",rounds=" + rounds + ",kept=" + kept)));
          } catch (IllegalArgumentException tooFewRounds) {
            // Not possible with so many candidates; the next may be.
          }
        }
      }
      return Optional.of(new Design(COLUMNS, rows));
    }

    /** People with whom the best design has the error asked for, about the fewest. */
    private static long usersNeeded(Design.Request request) {
      double error = request.error().getAsDouble();
      round(request, MOST_USERS, ""); // whose refusal is of the other options
      Require.that(reaches(request, MOST_USERS, error))
          .orRefuse(
              "an error must be reached by at most %s people. Provided value: %s; give a larger"
                  + " one.",
              MOST_USERS, error);
      long few = 0;
      long enough = MOST_USERS;
      while (enough - few > 1) {
        long middle = few + (enough - few) / 2;
        if (reaches(request, middle, error)) {
          enough = middle;
        } else {
          few = middle;
        }
      }
      return enough;
    }

    private static boolean reaches(Design.Request request, long users, double error) {
      try {
        return round(request, users, "").variancePerPerson() <= users * error * error;
      } catch (IllegalArgumentException tooFewPeople) {
        return false;
      }
    }

    private static WordsRound round(Design.Request request, long users, String more) {
      return (WordsRound)
          Protocols.of(
              "words(epsilon="
                  + request.epsilon()
                  + ",length="
                  + request.requiredDomain()
                  + ",users="
                  + users
                  + more
                  + ")");
    }

    private static List<Object> row(Design.Request request, long users, WordsRound round) {
      return Design.row(
          "words",
          request,
          round.spec(),
          round.reportType().bytes(),
          Math.sqrt(round.variancePerPerson() / users),
          users,
          round.rounds(),
          round.design().kept(),
          round.design().reach());
    }

    @Override
    protected Optional<Population> population(WordsRound protocol, Population.Request request) {
      return Optional.of(WordsPopulation.of(protocol, request));
    }
  }
}
