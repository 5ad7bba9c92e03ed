package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.exit.Failures;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanChange;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.NoSuchDays;
import org.sparkldp.jobs.watch.Listener;
import org.sparkldp.protocols.Attached;
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

  /** Writes the reports of a table, or finds that they are there. */
  public Privatized run(Dataset<Row> values, Output output) {
    return run(() -> values, output, Days.ALL).get(0);
  }

  /**
   * Writes the reports of a table's periods, or finds that they are there. A period that is refused
   * does not stop the others: the run ends as the first of them would.
   *
   * @param values the table of values, which may be deleted once all is drawn
   * @param output where the reports go
   * @param days which periods
   */
  public List<Privatized> run(PrivateTable values, Output output, Days days) {
    PeriodOutcomes outcomes = ask(values, output, days);
    outcomes.requireAll();
    return outcomes.done();
  }

  /** The same, for a caller that goes on with the periods that were asked. */
  public PeriodOutcomes ask(PrivateTable values, Output output, Days days) {
    Notes.of(plan).forEach(listener::says);
    List<Run> all = output.runs();
    output.requirePlan("reports", all, plan.fingerprint(), old -> PlanChange.of(old, plan));
    requireOwn(all, output);
    purse.committed(paid(all));
    PeriodOutcomes outcomes = draw(values, output, all, days);
    sayMissing(outcomes, output);
    return outcomes;
  }

  private PeriodOutcomes draw(PrivateTable values, Output output, List<Run> all, Days days) {
    Set<String> done = new TreeSet<>();
    of(all, days).forEach(run -> done.add(run.period()));
    // The next round was planned from these reports.
    boolean isRoundDone = plan.round() > 0 && !done.isEmpty();
    if (isRoundDone || (isDone(done, days) && !values.exists())) {
      return each(
          isRoundDone ? Set.of("") : done,
          output,
          (period, progress) -> period(null, output, all, period, progress).closed(values));
    }
    Dataset<Row> table;
    try {
      Dataset<Row> rows = values.rows();
      check(rows);
      table = PlanColumns.named(plan, rows);
    } catch (Exception e) { // Spark's too, which Scala does not declare
      PeriodOutcomes alone =
          reason(e).map(why -> alone(values, output, all, days, why)).orElse(PeriodOutcomes.NOBODY);
      if (alone.equals(PeriodOutcomes.NOBODY)) {
        throw e;
      }
      return alone;
    }
    KeyLocation key = plan.randomness() == Plan.Randomness.KEYED ? KeyLocation.find(keyFile) : null;
    if (!plan.hasPeriods()) {
      return each(
          Set.of(""),
          output,
          (period, progress) ->
              period(key, output, all, period, progress).run(table, values, false));
    }
    Periods periods = new Periods(plan, table, days);
    Set<String> asked = new TreeSet<>(isStream ? Set.of() : done);
    asked.addAll(periods.found(values.counts()));
    noteAbsent(periods, asked, all, output);
    Set<String> there = Set.copyOf(asked);
    asked.addAll(periods.named());
    NoSuchDays.require(!asked.isEmpty(), days);
    if (all.isEmpty()) {
      sayAgain(table, there, output);
    }
    Set<String> answered = answered(key, periods, output, all, there);
    return each(
        asked,
        output,
        (period, progress) -> {
          NoSuchDays.require(there.contains(period), Periods.value(period));
          Privatized outcome =
              period(key, output, all, period, progress)
                  .run(periods.rows(period), values, answered.contains(period));
          output.takeIn(period);
          return outcome;
        });
  }

  /** What cannot be said of all periods together, each one says by itself. */
  private Set<String> answered(
      KeyLocation key, Periods periods, Output output, List<Run> all, Set<String> there) {
    try {
      return isStream ? Set.of() : AnsweredDays.of(plan, key, periods, output, all, there);
    } catch (Exception e) {
      if (reason(e).isEmpty()) {
        throw e;
      }
      return Set.of();
    }
  }

  private Period period(
      KeyLocation key, Output output, List<Run> all, String period, String progress) {
    if (!isStream) { // whose batches are many, and read who has answered anyway
      output.requireFiles(
          REPORTS, all.stream().filter(run -> run.period().equals(period)).toList());
    }
    return new Period(this, key, output, all, period, progress);
  }

  private interface PeriodStep {
    Privatized run(String period, String progress);
  }

  private PeriodOutcomes each(Set<String> periods, Output output, PeriodStep step) {
    List<Privatized> done = new ArrayList<>();
    List<LeftOut> leftOut = new ArrayList<>();
    for (String period : periods) {
      int number = done.size() + leftOut.size() + 1;
      String progress = periods.size() > 1 ? " (" + number + " of " + periods.size() + ")" : "";
      try {
        done.add(step.run(period, progress));
      } catch (Exception e) {
        Failures.FailureText why = reason(e).orElse(null);
        if (why == null) {
          throw e;
        }
        leftOut.add(leaveOut(period, progress, why, true, output));
        continue;
      }
      listener.ended(done.get(done.size() - 1));
    }
    return new PeriodOutcomes(done, leftOut);
  }

  /** Why a period is left out and others are not; nothing where a machine failed. */
  private Optional<Failures.FailureText> reason(Exception e) {
    return Optional.of(e instanceof NoSuchDays ? LeftOut.ABSENT : Failures.of(e))
        .filter(why -> plan.hasPeriods() && why.code() != Exit.FAILED && why.withheld().isEmpty());
  }

  /**
   * Of a table that cannot be opened the named days, each by itself, so that a bad file is that
   * day's; nobody where none of them can be, and none was before.
   */
  private PeriodOutcomes alone(
      PrivateTable values, Output output, List<Run> all, Days days, Failures.FailureText why) {
    List<String> each = isStream ? List.of() : days.spelled();
    List<Privatized> done = new ArrayList<>();
    List<LeftOut> leftOut = new ArrayList<>();
    Map<String, Failures.FailureText> refused = new TreeMap<>();
    for (String day : each) {
      try {
        if (each.size() > 1) {
          Days one = Days.of(List.of(day));
          PeriodOutcomes outcomes = draw(values.during(one), output, all, one);
          done.addAll(outcomes.done());
          leftOut.addAll(outcomes.leftOut());
        } else {
          refused.put(day, why);
        }
      } catch (Exception e) {
        Failures.FailureText alone = reason(e).orElse(null);
        if (alone == null) {
          throw e;
        }
        refused.put(day, alone);
      }
    }
    if (!done.isEmpty() || !all.isEmpty()) {
      Set<String> known = all.stream().map(Run::period).collect(Collectors.toSet());
      refused.forEach(
          (day, reason) -> {
            String period = plan.period() + "=" + day;
            if (known.contains(period) && reason.equals(LeftOut.ABSENT)) {
              done.add(period(null, output, all, period, "").alreadyDone()); // values are deleted
              listener.ended(done.get(done.size() - 1));
            } else {
              leftOut.add(leaveOut(period, "", reason, !known.contains(period), output));
            }
          });
    }
    leftOut.removeIf(left -> left.isAbsent() && days.inRanges().contains(left.day()));
    leftOut.sort(Comparator.comparing(LeftOut::period));
    return new PeriodOutcomes(done, leftOut);
  }

  /**
   * @param isKept whether it stays known: of a period that was asked nobody can say whether there
   *     are others, where its rows cannot be read
   */
  private LeftOut leaveOut(
      String period, String progress, Failures.FailureText why, boolean isKept, Output output) {
    LeftOut left = LeftOut.of(plan, period, progress, why);
    if (isKept) {
      output.leaveOut(period, left.said());
    }
    listener.ended(left);
    return left;
  }

  /** A range may have periods without rows; that they are missing stays known. */
  private void noteAbsent(Periods periods, Set<String> asked, List<Run> all, Output output) {
    if (isStream) {
      return;
    }
    Set<String> known = new TreeSet<>(asked);
    all.forEach(run -> known.add(run.period()));
    List<String> absent = new ArrayList<>(periods.absent(known));
    if (!absent.isEmpty()) {
      output.leftOut().forEach(run -> absent.remove(run.period()));
    }
    absent.forEach(period -> leaveOut(period, "", LeftOut.IN_A_RANGE, true, output));
  }

  /** Says, before anybody is asked into a new folder, who may have been asked before. */
  private void sayAgain(Dataset<Row> table, Set<String> periods, Output output) {
    List<String> columns = List.copyOf(plan.task().values().require(plan, table));
    Set<String> earlier = new TreeSet<>(periods);
    if (!purse.isThere() && !earlier.isEmpty()) { // the last is this night's own
      earlier.remove(List.copyOf(earlier).get(earlier.size() - 1));
    }
    List<String> again =
        purse.isThere()
            ? purse.others(Spend.of(plan, columns, "", "", output.toString()), earlier)
            : List.copyOf(earlier);
    if (!again.isEmpty() && !isStream) {
      listener.says(
          "the folder is new, and "
              + String.join(", ", again)
              + (purse.isThere() ? " were asked before" : " come before the last period")
              + ": whoever another plan asked then gives epsilon again; name later days alone"
              + " (--days) to begin after them");
    }
  }

  /** Says which periods are still left out that this run could do nothing about. */
  private void sayMissing(PeriodOutcomes outcomes, Output output) {
    Set<String> asked = new TreeSet<>();
    outcomes.done().forEach(period -> asked.add(period.period()));
    outcomes.leftOut().forEach(period -> asked.add(period.period()));
    if (plan.hasPeriods() && !isStream) {
      List<LeftOut.LeftOutRecord> missing =
          output.leftOut().stream()
              .filter(run -> !asked.contains(run.period()))
              .map(run -> run.as(LeftOut.LeftOutRecord.class))
              .toList();
      byReason(missing, LeftOut.LeftOutRecord::period, LeftOut.LeftOutRecord::sentence)
          .forEach(words -> listener.says("still left out: " + words));
    }
  }

  /** Periods and why they were left out; those of one reason together. */
  static <T> List<String> byReason(
      List<T> all, Function<T, String> period, Function<T, String> reason) {
    Map<String, List<String>> periods =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    reason, LinkedHashMap::new, Collectors.mapping(period, Collectors.toList())));
    return periods.entrySet().stream()
        .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
        .toList();
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

  /** The runs of some periods. */
  public static List<Run> of(List<Run> runs, Days days) {
    return runs.stream()
        .filter(run -> run.period().isEmpty() || days.contains(Periods.value(run.period())))
        .toList();
  }

  /** What the ledger knows of runs, as far as they had one. */
  static List<Purse.Paid> paid(List<Run> runs) {
    return runs.stream()
        .map(run -> run.as(PrivatizeRecord.class).ledger())
        .filter(Objects::nonNull)
        .toList();
  }

  /** The people whom a plan of one period asks, of a whole table; refused where there is nobody. */
  public static long people(Plan plan, Dataset<Row> table) {
    Dataset<Row> values = PlanColumns.named(plan, table);
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
    Dataset<Row> named = PlanColumns.named(plan, values);
    looks().requireWhole(values);
    check(plan, named, values.queryExecution().analyzed().deterministic());
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
                  RoundState.decode(Attached.of(plan.protocol())).accumulators().get(0))
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
