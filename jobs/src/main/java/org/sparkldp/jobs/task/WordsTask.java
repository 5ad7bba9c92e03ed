package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Picture;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.WordsPopulation;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
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
      return new Picture.Bars("No word of " + about() + " that enough people hold", about())
          .charts(about(), Answers.raw(none), Optional.empty());
    }
    return new Picture.Bars("Words of " + about() + " that many hold", about())
        .charts(about(), answers, truth);
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
    public boolean mayKeepOutside() {
      return true;
    }

    @Override
    public OutsideRule outside(Settings plan) {
      OutsideRule rule = super.outside(plan);
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
              "words(epsilon=" + request.epsilon() + "," + code + ",users=1000000)",
              "users are those expected; length is that of the longest word, in bytes; alphabet=a-z"
                  + " finds rarer words",
              "category",
              List.of()));
    }

    @Override
    protected Optional<Population> population(WordsRound protocol, Population.Request request) {
      return Optional.of(WordsPopulation.of(protocol, request));
    }
  }
}
