package org.sparkldp.jobs.job;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.accumulate.Accumulated;
import org.sparkldp.jobs.accumulate.Accumulation;
import org.sparkldp.jobs.collected.Collecting;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.plan.Counting;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanChange;
import org.sparkldp.jobs.privatize.Looks;
import org.sparkldp.jobs.privatize.PeriodOutcomes;
import org.sparkldp.jobs.privatize.PrivateTable;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.privatize.Privatized;
import org.sparkldp.jobs.privatize.Unwritten;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.TextRelations;
import org.sparkldp.jobs.watch.Listener;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.Tiers;

/**
 * A plan's way as a library call: values to reports, accumulators and estimates, all rounds. It
 * does what {@code ldp run} does, in the session it is given, and prints nothing.
 *
 * <pre>{@code
 * Plan plan = PlanFiles.read(spark, "country.conf");
 * Estimated done = Job.of(spark, plan).run(spark.table("people"), "s3a://lake/ldp/country");
 * done.result().groups().get(0).estimate().rows().forEach(System.out::println);
 * }</pre>
 *
 * <p>Input: a table with the plan's columns. Output: the folders {@code privatized}, {@code
 * accumulated} and {@code estimated} under one folder, those of a later round under {@code round-2}
 * and so on. A second run over the same folder draws for people who came later, and for nobody
 * else. The key is the application's, or the file of {@link #withKey}; the ledger is the
 * application's. Refusals are those of {@link Privatization}, {@link Accumulation} and {@link
 * Estimation}.
 */
public final class Job {
  private static final PeriodOutcomes NOBODY_ASKED = new PeriodOutcomes(List.of(), List.of());

  private final SparkSession spark;
  private final Plan plan;
  private final String keyFile;
  private final Days days;
  private final List<String> groupBy;
  private final Listener listener;
  private final boolean isStream;

  private Job(
      SparkSession spark,
      Plan plan,
      String keyFile,
      Days days,
      List<String> groupBy,
      Listener listener,
      boolean isStream) {
    days.requireOf(plan);
    Accumulation.requireGroups(plan, groupBy);
    Require.that(groupBy.isEmpty() || plan.task().facet(Collecting.class).isEmpty())
        .orRefuse(
            "a whole table is of all people, not of groups. Provided: %s; make it one of the plan's"
                + " attributes, and ask with GROUP BY.",
            groupBy);
    this.spark = spark;
    this.plan = plan;
    this.keyFile = keyFile;
    this.days = days;
    this.groupBy = List.copyOf(groupBy);
    this.listener = listener;
    this.isStream = isStream;
  }

  /** All of a plan's periods, and everybody as one group. */
  public static Job of(SparkSession spark, Plan plan) {
    return new Job(spark, plan, "", Days.ALL, List.of(), Listener.NOBODY, false);
  }

  /** With the release key of a file; empty for the application's own. */
  public Job withKey(String file) {
    return new Job(spark, plan, file, days, groupBy, listener, isStream);
  }

  /** Of some periods. */
  public Job during(Days some) {
    return new Job(spark, plan, keyFile, some, groupBy, listener, isStream);
  }

  /** With an estimate of each group of people, by public columns. */
  public Job groupedBy(List<String> columns) {
    return new Job(spark, plan, keyFile, days, columns, listener, isStream);
  }

  /** Heard by somebody. */
  public Job heardBy(Listener somebody) {
    return new Job(spark, plan, keyFile, days, groupBy, somebody, isStream);
  }

  /** Of batches that may be repeated. */
  Job ofStream() {
    return new Job(spark, plan, keyFile, days, groupBy, listener, true);
  }

  private Job round(Plan round) {
    return new Job(spark, round, keyFile, days, groupBy, listener, isStream);
  }

  /** Values to estimates, all rounds, under a folder. */
  public Estimated run(Dataset<Row> people, String folder) {
    return run(() -> people, folder);
  }

  /**
   * The same, of a table that need not be there any more. A period that is refused stops no other:
   * what was drawn is estimated, and then the run ends as the first one that was left out.
   */
  public Estimated run(PrivateTable people, String folder) {
    Estimated done = ask(people, false, folder);
    done.periods().requireAll();
    return done;
  }

  /**
   * The same, for a caller that shows the estimates of the others before it ends so.
   *
   * @param each whether each period is a group of its own, in what is given back; in the folder it
   *     is, and keeps those of earlier runs
   */
  public Estimated ask(PrivateTable people, boolean each, String folder) {
    if (each) {
      plan.requirePeriods();
    }
    return run(people, new Looks(), each, folder);
  }

  private Estimated run(PrivateTable people, Looks looks, boolean each, String folder) {
    String under = plan.round() == 0 ? folder : folder + "/round-" + plan.round();
    Output reports = new Output(spark, under + "/privatized");
    if (plan.isOpen()) {
      return round(ofPeople(people, looks, reports)).run(people, looks, each, folder);
    }
    Output accumulators = new Output(spark, under + "/accumulated");
    PeriodOutcomes periods = draw(people, looks, reports);
    if (periods.done().isEmpty()) {
      periods.requireAll();
    }
    sum(List.of(reports), accumulators);
    Estimated done =
        answer(
            estimation(plan.postprocess()),
            List.of(accumulators),
            each,
            true,
            under + "/estimated",
            periods);
    return done.result()
        .next()
        .map(next -> round(next).run(people, looks, each, folder))
        .orElse(done);
  }

  /**
   * Values to answers, all rounds, without a folder: reports are drawn and added up in one job a
   * round, and only their sums leave it. Answers are those of {@link #run} over the same people,
   * for a plan that needs no folder; see {@link Unwritten}. Over other values they cost anew.
   */
  public Estimates.Group answer(Dataset<Row> people) {
    Require.that(groupBy.isEmpty() && days.isAll())
        .orRefuse(
            "answers without a folder are of everybody. Provided: groups %s, days %s; name a"
                + " folder.",
            groupBy, days);
    if (plan.isOpen()) {
      TextRelations.require(people);
      return round(plan.ofPeople(Privatization.people(plan, people))).answer(people);
    }
    new Estimation(spark, plan, plan.postprocess()); // which refuses steps before anybody is asked
    try (Unwritten drawn = Unwritten.open(plan, keyFile, people, listener)) {
      Plan round = plan;
      Accumulation.GroupSums sum = total(drawn, round);
      for (Optional<Plan> next = round.next(sum.reports());
          next.isPresent();
          next = round.next(sum.reports())) {
        round = next.get();
        sum = total(drawn, round);
      }
      drawn.confirm().forEach(listener::says);
      return new Estimation(spark, round, round.postprocess()).of(sum);
    }
  }

  private static Accumulation.GroupSums total(Unwritten drawn, Plan round) {
    Accumulation.GroupSums sum = new Accumulation(round).total(drawn.reports(round));
    drawn.requireWhole(round, sum.reports().n());
    return sum;
  }

  /** Values to reports of this plan's round, once only. */
  public List<Privatized> privatize(PrivateTable people, String folder) {
    PeriodOutcomes periods = draw(people, folder);
    periods.requireAll();
    return periods.done();
  }

  /** The same, for a caller that goes on with the periods that were not left out. */
  public PeriodOutcomes draw(PrivateTable people, String folder) {
    Output reports = new Output(spark, folder);
    Looks looks = new Looks();
    Job known = plan.isOpen() ? round(ofPeople(people, looks, reports)) : this;
    return known.draw(people, looks, reports);
  }

  /**
   * The plan of as many people as the first run into a folder has found, which it writes there
   * before anybody is asked: people who come later, or a run after a kill, make no other plan.
   */
  private Plan ofPeople(PrivateTable people, Looks looks, Output reports) {
    Require.that(!isStream)
        .orRefuse(
            "a plan of a stream must say users, the people expected, because nobody can count them"
                + " before they are asked. Provided: none; add users to its protocol.");
    return plan.ofPeople(Long.parseLong(reports.keep("people", () -> count(people.rows(), looks))));
  }

  private String count(Dataset<Row> people, Looks looks) {
    looks.requireWhole(people);
    return Long.toString(Privatization.people(plan, people));
  }

  private PeriodOutcomes draw(PrivateTable people, Looks looks, Output reports) {
    Privatization privatization = new Privatization(plan, keyFile).heardBy(listener).knowing(looks);
    return (isStream ? privatization.ofStream() : privatization).ask(people, reports, days);
  }

  /** Reports to accumulators. */
  public Accumulated accumulate(List<String> reports, String folder) {
    return sum(Output.all(spark, reports), new Output(spark, folder));
  }

  private Accumulated sum(List<Output> reports, Output accumulators) {
    Accumulated outcome = new Accumulation(plan).run(reports, groupBy, accumulators);
    listener.ended(outcome);
    return outcome;
  }

  /**
   * Accumulators to estimates.
   *
   * @param each whether each period is a group of its own
   * @param steps names of consistency steps to show beside the raw estimates
   */
  public Estimated estimate(
      List<String> accumulators, boolean each, List<String> steps, String folder) {
    return answer(
        estimation(steps), Output.all(spark, accumulators), each, false, folder, NOBODY_ASKED);
  }

  /**
   * Accumulators of several plans, which differ in their protocol alone, to the counts of all their
   * people, under the plan of the largest epsilon.
   *
   * @param assumed of the tiers: {@link Tiers#DIFFERENT} or {@link Tiers#ALIKE}
   */
  public Estimated estimateTiers(
      List<String> accumulators, boolean each, List<String> steps, String assumed, String folder) {
    Require.that(!accumulators.isEmpty())
        .orRefuse("tiers must be one or more folders of accumulators. Provided: none.");
    List<Plan> plans =
        accumulators.stream()
            .map(path -> PlanFiles.beside(spark, path, Accumulation.ACCUMULATORS))
            .toList();
    Plan most =
        Collections.max(
            plans, Comparator.comparingDouble(one -> one.protocol().guarantee().epsilon()));
    plans.forEach(one -> requireTier(most, one));
    Estimation estimation =
        new Estimation(
            spark,
            most,
            steps,
            plans.stream().map(Plan::fingerprint).toList(),
            Optional.of(assumed));
    return round(most)
        .answer(estimation, Output.all(spark, accumulators), each, false, folder, NOBODY_ASKED);
  }

  private static void requireTier(Plan first, Plan other) {
    Require.that(Counting.scales(first.task()) && first.turns().isEmpty())
        .orRefuse(
            "tiers must be of a histogram of everybody who is asked. Provided: task = %s%s.",
            first.task().kind().name(), first.turns().isPresent() ? " in turns" : "");
    Require.that(other.numbers().isEmpty())
        .orRefuse(
            "tiers give counts alone. Provided: numbers = %s; leave them out of the plan and"
                + " accumulate again.",
            other.numbers());
    boolean isSame =
        other.task().kind().name().equals(first.task().kind().name())
            && other
                .but()
                .task(other.task().withProtocol(first.protocol()))
                .build()
                .fingerprint()
                .equals(first.fingerprint());
    Require.that(isSame)
        .orRefuse(
            "plans of tiers must differ in their protocol alone. Provided: %s; estimate them apart.",
            PlanChange.of(first.text(), other));
  }

  /** The same as a step of {@link #run}, in whose folder each period keeps its estimates. */
  public Estimated estimate(String accumulators, String folder) {
    return answer(
        estimation(plan.postprocess()),
        Output.all(spark, List.of(accumulators)),
        false,
        true,
        folder,
        NOBODY_ASKED);
  }

  /** The table of a question that has one, of everybody's last reports. */
  private void collect(Estimates result, String folder) {
    Optional<Collecting> collecting = plan.task().facet(Collecting.class);
    if (collecting.isPresent() && result.next().isEmpty()) {
      Accumulator<?> reports = result.groups().get(0).reports().orElseThrow();
      Output.Beside beside = new Output.Beside(plan.text(), Attached.of(plan.protocol()));
      collecting
          .get()
          .collect(spark, reports, folder, beside, plan.fingerprint())
          .forEach(listener::says);
    }
  }

  private Estimation estimation(List<String> steps) {
    return new Estimation(spark, plan, steps);
  }

  private Estimated answer(
      Estimation estimation,
      List<Output> accumulators,
      boolean each,
      boolean isOfEach,
      String folder,
      PeriodOutcomes periods) {
    Stopwatch since = Stopwatch.start();
    Output estimates = new Output(spark, folder);
    Estimates result = estimation.run(accumulators, days, each, isOfEach, estimates);
    collect(result, folder);
    Estimated done = new Estimated(plan, result, folder, since.seconds(), periods);
    listener.ended(done);
    return done;
  }
}
