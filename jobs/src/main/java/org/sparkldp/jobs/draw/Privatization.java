package org.sparkldp.jobs.draw;

import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Counts;
import org.sparkldp.jobs.watch.Listener;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.KeyLocation;

/**
 * Values to reports, once a person and period.
 *
 * <p>Input: a table with the plan's columns. Output: the table {@value #REPORTS} with report_id
 * BINARY, plan STRING (fingerprint), round INT, report (INT, BIGINT or BINARY as the protocol
 * says), and the plan's public columns; which file a row is in, in what order, and how many files
 * there are, says nothing of the input's order, files or values.
 *
 * <p>Refused before any report is made: missing columns, wrong types, an empty table, NULL ids,
 * and, where the plan says fail, values outside the domain; all as counts. That look at the table
 * is one job without a shuffle, and one for all rounds of a run over files; randomizing is the
 * second, with one shuffle (two where crowded ids are bounded, none of a small file), and counts
 * ids with more rows than the plan allows (exit 3) before anything is published. Fresh coins are
 * drawn in its last stage, which goes straight to storage: nothing reads such a report before it is
 * written.
 *
 * <p>A run over a period that has reports draws for the people who have none, if the plan takes
 * late rows. Who has answered is known by the names of keyed reports; under write-once randomness a
 * table {@value #PEOPLE} of salted ids is kept for it.
 */
public final class Privatization {
  /** The table of reports in an output folder. */
  public static final String REPORTS = "reports";

  /** The table of those who have answered, where fresh reports do not show it. */
  static final String PEOPLE = "people";

  public static final String COMMAND = "privatize";

  final Plan plan;
  final Purse purse = Purse.ofApplication();
  private final String keyFile;
  private Listener listener = Listener.NOBODY;
  private Optional<Looks> looks = Optional.empty();
  private long leastAFile = Drawing.LEAST_A_FILE;
  private boolean isStream;
  private boolean isExpected;

  /** Keyed by the application's key, if the plan is keyed. */
  public Privatization(Plan plan) {
    this(plan, "");
  }

  /**
   * @param keyFile the release key's file, or empty for the application's own
   */
  public Privatization(Plan plan, String keyFile) {
    this.plan = plan;
    this.keyFile = keyFile;
  }

  /** Heard by somebody: of each period when it has ended. */
  public Privatization heardBy(Listener somebody) {
    listener = somebody;
    return this;
  }

  /** Of one of several rounds, with what earlier ones have seen of the table. */
  public Privatization knowing(Looks seen) {
    looks = Optional.of(seen);
    return this;
  }

  /** What earlier rounds have seen; nothing where this is the only one. */
  Looks looks() {
    return looks.orElseGet(Looks::new);
  }

  /** For batches of a stream, in which a person may come again. */
  public Privatization ofStream() {
    isStream = true;
    return this;
  }

  boolean isStream() {
    return isStream;
  }

  /** Many files of few rows, for tests of what happens between them. */
  Privatization withFilesOf(long rows) {
    leastAFile = rows;
    return this;
  }

  /** The table of values. */
  public interface People {
    /** The rows. */
    Dataset<Row> rows();

    /** Its name, for the record. */
    default String source() {
      return "";
    }

    /** Its rows by its format's own count, once they have been asked for. */
    default Counts counts() {
      return Counts.NONE;
    }

    /** Whether it is still there: values may be deleted once reports are drawn. */
    default boolean exists() {
      return true;
    }
  }

  /** Writes the reports of a table, or finds that they are there. */
  public Privatized run(Dataset<Row> values, Output output) {
    return run(() -> values, output, Days.ALL).get(0);
  }

  /**
   * Writes the reports of a table's periods, or finds that they are there.
   *
   * @param values the table of values, which may be deleted once all is drawn
   * @param output where the reports go
   * @param days which periods
   */
  public List<Privatized> run(People values, Output output, Days days) {
    Notes.of(plan).forEach(listener::says);
    List<Run> all = output.runs();
    Output.requirePlan("reports", all, plan.fingerprint());
    requireOwn(all, output);
    if (!isStream) { // whose batches are many, and read who has answered anyway
      output.requireFiles(REPORTS, of(all, days));
    }
    purse.committed(paid(all));
    Set<String> done = new TreeSet<>();
    of(all, days).forEach(run -> done.add(run.period()));
    // The next round was planned from these reports.
    boolean isRoundDone = plan.round() > 0 && !done.isEmpty();
    if (isRoundDone || (isDone(done, days) && !values.exists())) {
      return each(
          isRoundDone ? Set.of("") : done,
          (period, progress) ->
              new Period(this, null, output, all, period, progress).alreadyDone());
    }
    Dataset<Row> table = values.rows();
    check(table);
    KeyLocation key = plan.randomness() == Plan.Randomness.KEYED ? KeyLocation.find(keyFile) : null;
    if (!plan.hasPeriods()) {
      return each(
          Set.of(""),
          (period, progress) ->
              new Period(this, key, output, all, period, progress).run(table, values));
    }
    Periods periods = new Periods(plan, table, days);
    Set<String> asked = new TreeSet<>(isStream ? Set.of() : done);
    asked.addAll(periods.found(values.counts()));
    periods.requireNamed(asked);
    return each(
        asked,
        (period, progress) ->
            new Period(this, key, output, all, period, progress).run(periods.rows(period), values));
  }

  private interface Step {
    Privatized run(String period, String progress);
  }

  private List<Privatized> each(Set<String> periods, Step step) {
    List<Privatized> outcomes = new ArrayList<>();
    for (String period : periods) {
      int number = outcomes.size() + 1;
      String progress = periods.size() > 1 ? " (" + number + " of " + periods.size() + ")" : "";
      Privatized outcome = step.run(period, progress);
      outcomes.add(outcome);
      listener.ended(outcome);
    }
    return outcomes;
  }

  /** Says how many people will be asked, of the first of several periods. */
  void expect(long people) {
    if (!isExpected) {
      Notes.expected(plan, people).forEach(listener::says);
    }
    isExpected = true;
  }

  /** What makes the reports of a period. */
  Drawing drawing(KeyLocation key, String period) {
    return new Drawing(plan, key, period, leastAFile, isStream);
  }

  /** Who has answered elsewhere is known to nobody here. */
  private static void requireOwn(List<Run> runs, Output output) {
    if (runs.stream().anyMatch(run -> !run.command().equals(COMMAND))) {
      throw new Refusal(
          "what privatize draws must have a folder of its own, because nobody knows who has"
              + " answered elsewhere. "
              + output
              + " holds results of another command; choose another folder, and give both to"
              + " accumulate if it holds reports from outside.");
    }
  }

  /** Whether all that is asked for is done, as far as that can be said without the table. */
  private boolean isDone(Set<String> done, Days days) {
    return plan.hasPeriods()
        ? days.areNamed() && done.size() == Set.copyOf(days.named()).size()
        : !done.isEmpty();
  }

  /** Those of runs that are of some periods. */
  public static List<Run> of(List<Run> runs, Days days) {
    return runs.stream()
        .filter(run -> run.period().isEmpty() || days.contains(Periods.value(run.period())))
        .toList();
  }

  /** What the ledger knows of runs, as far as they had one. */
  static List<Purse.Paid> paid(List<Run> runs) {
    return runs.stream().map(run -> run.as(Drawn.class).ledger()).filter(Objects::nonNull).toList();
  }

  /** The people whom a plan of one period asks; refused where there is nobody. */
  public static long people(Plan plan, Dataset<Row> values) {
    long people =
        plan.block("")
            .map(block -> values.where(BlockOf.isIn(block, Columns.id(plan, values.schema()))))
            .orElse(values)
            .select(lit(1))
            .count();
    Require.that(people > 0)
        .orRefuse("the table must have rows of people who are asked. Provided: none.");
    return people;
  }

  /** Refuses what can be refused before any row is read. */
  public void check(Dataset<Row> values) {
    check(plan, values, values.queryExecution().analyzed().deterministic());
  }

  static void check(Plan plan, Dataset<Row> values, boolean isSame) {
    Require.that(isSame)
        .orRefuse(
            "a table of people must be the same each time it is read, because it is read more than"
                + " once. Provided: one that Spark calls nondeterministic (rand(), uuid() or the"
                + " like); write it to a table first.");
    requireSameQuestion(plan);
    PlanColumns.require(plan, values);
  }

  /** A later round must divide people as the earlier ones did, or somebody might answer twice. */
  private static void requireSameQuestion(Plan plan) {
    if (plan.round() > 1) {
      String earlier =
          Protocols.readForMerging(
                  RoundState.decode(plan.protocol().attachment()).accumulators().get(0))
              .context();
      if (!earlier.equals(plan.firstFingerprint())) {
        throw new Refusal(
            "a later round must ask the question of the earlier ones, or a person might answer in"
                + " two. The earlier rounds' plan is "
                + earlier
                + ", this plan's first round would be "
                + plan.firstFingerprint()
                + "; use the plan that estimate wrote, as it is.");
      }
    }
  }
}
