package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Counting;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Taken;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.words.WordsDesign;
import org.sparkldp.protocols.words.WordsRound;

/** The words that many people hold, found in rounds, without a list of words. */
public record WordsTask(WordValues values, WordsRound protocol)
    implements Task, Counting, Recruiting {
  /** Of the intervals of answers. */
  private static final double CONFIDENCE = 0.95;

  /** The share of the people that a word may need to have. */
  private static final double MOST_SHARED = 0.5;

  /** The share of the users expected that must be there. */
  private static final double LEAST = 0.25;

  @Override
  public WordsKind kind() {
    return new WordsKind();
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    Estimate listed = protocol.listed(reports, confidence);
    return Answers.raw(
        new Estimate(
            listed.n(),
            listed.confidence(),
            listed.rows().stream().filter(row -> row.lower() > 0).toList()));
  }

  @Override
  public Optional<String> announcement() {
    return protocol.round() == 1 && values.open().isEmpty()
        ? Optional.of(reach())
        : Optional.empty();
  }

  private String reach() {
    return String.format(
        Locale.ROOT,
        "words are looked for in %d rounds; of %,d people, a word that %,d hold is found with"
            + " probability %s at least, whatever the others hold; a count's standard error is"
            + " about %,d",
        protocol.rounds(),
        protocol.users(),
        (long) Math.ceil(reach(protocol.users())),
        WordsDesign.FOUND,
        (long) Math.sqrt(protocol.variancePerPerson() * protocol.users()));
  }

  /** From how many of so many people on a word is found: errors go with the root of the people. */
  private double reach(long people) {
    return protocol.reach(CONFIDENCE) * Math.sqrt((double) people / protocol.users());
  }

  @Override
  public Optional<String> expected(long people) {
    double reach = reach(people);
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%,d people: a word must be shared by about %s of them, %s %%, to be found",
            people,
            Forecast.text(reach),
            Forecast.text(100 * reach / people)));
  }

  @Override
  public void requirePeople(long people) {
    boolean isEnough = reach(people) <= MOST_SHARED * people && people >= LEAST * protocol.users();
    if (protocol.round() == 1 && !values.isAnyway() && !isEnough) {
      throw Require.refusal(
          "people must be so many that a word which half of them share is found, and a quarter at"
              + " least of the users for whom the plan's rounds are made. Provided: users = %s, and"
              + " %s; leave users out, and the first run takes the people there are, ask more"
              + " people, or say --anyway. Nothing was written.",
          protocol.users(), expected(people).orElseThrow());
    }
  }

  @Override
  public Optional<LongFunction<Task>> open() {
    return values.open().map(written -> people -> ofPeople(written, people));
  }

  private Task ofPeople(ProtocolSpec written, long people) {
    ProtocolSpec full = written.with(WordValues.USERS, Math.min(people, Integer.MAX_VALUE));
    return new WordsTask(values.known(), (WordsRound) Protocols.of(full));
  }

  @Override
  public Optional<Task> anyway() {
    return Optional.of(new WordsTask(values.anyway(), protocol));
  }

  @Override
  public List<String> notes() {
    return List.of(
        "With probability "
            + (1 - protocol.falseAlarm())
            + " at least, each word of the list is held by somebody.",
        "A word that is missing may still be held by many: "
            + reach()
            + ". Words whose intervals hold 0 are not listed. Intervals allow for the fact that"
            + " only words with a large estimate are listed; the estimates of the last words of the"
            + " list are rather too large.");
  }

  /** Words in plans. */
  public static final class WordsKind extends TaskKind<WordValues, WordsRound> {
    /** As the service loader makes it. */
    public WordsKind() {
      super(
          "words",
          WordsRound.class,
          "words are found by the protocol words",
          WordValues::read,
          (values, round) -> new WordsTask(values.in(round), round),
          "column");
    }

    /** Where nobody has counted the people yet, a number that makes a plan and asks nobody. */
    @Override
    protected ProtocolSpec asked(ProtocolSpec written, WordValues values, Settings plan) {
      return values.open().isPresent() && written.name().equals(name())
          ? written.with(WordValues.USERS, 1_000_000)
          : written;
    }

    @Override
    public Taken taken() {
      return Taken.ITEMS;
    }
  }
}
