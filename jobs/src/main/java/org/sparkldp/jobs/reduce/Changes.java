package org.sparkldp.jobs.reduce;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_distinct;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.draw.Notes;
import org.sparkldp.jobs.draw.Origin;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.ChangeProtocol;
import org.sparkldp.protocols.check.Require;

/**
 * Reports of two periods to one accumulator of the changes between them; may be repeated, and needs
 * no key.
 *
 * <p>Input: folders of reports under one plan with a period and a lifetime epsilon, where a
 * person's reports have one name in all periods. Output: the table {@value
 * Accumulation#ACCUMULATORS} of one row, under a plan of its own, which {@link Estimation} reads as
 * any other. People who reported in one of the periods only are left out.
 */
public final class Changes {
  private static final String EARLIER = "__ldp_earlier";
  private static final String LATER = "__ldp_later";

  private final SparkSession spark;
  private final Plan plan;
  private final String earlier;
  private final String later;
  private final Plan change;

  /**
   * @param periods the first and the last of them, such as {@code 2026-01-01..2026-01-08}
   */
  public Changes(SparkSession spark, Plan plan, String periods) {
    this.spark = spark;
    this.plan = plan;
    plan.requirePeriods();
    String[] both = periods.split("\\.\\.", -1);
    Require.that(both.length == 2 && !both[0].isEmpty() && !both[1].isEmpty())
        .orRefuse(
            "a change is between two periods with .. between, such as 2026-01-01..2026-01-08."
                + " Provided value: %s.",
            periods);
    Require.that(!both[0].equals(both[1]))
        .orRefuse("a change is between two different periods. Provided value: %s.", periods);
    this.earlier = both[0];
    this.later = both[1];
    this.change =
        plan.task()
            .change(earlier, later)
            .map(plan::answering)
            .orElseThrow(
                () ->
                    Require.refusal(
                        "changes are estimated from both reports of each person, which only"
                            + " protocols with a lifetime epsilon link, and only for not too many"
                            + " items. Provided protocol: %s; compare the estimates of the two"
                            + " periods, or ask by loloha.",
                        plan.protocol().spec()));
  }

  /** Writes the accumulator, replacing what was there; the reports are people. */
  public Accumulated run(List<Output> inputs, Output output) {
    Written all = Written.in(inputs, plan);
    requireNamed(all);
    Written before = of(all, earlier);
    Written after = of(all, later);
    Dataset<Row> both =
        reports(before)
            .toDF("report_id", EARLIER)
            .join(reports(after).toDF("report_id", LATER), "report_id");
    long people = requirePeople(both);
    output.replace(
        Accumulation.ACCUMULATORS,
        new Output.Beside(change.text(), change.protocol().attachment()),
        staging -> {
          Stopwatch since = Stopwatch.start();
          Dataset<Row> pairs =
              both.select(
                  lit(change.fingerprint()).as("plan"),
                  col(EARLIER).multiply(answers()).plus(col(LATER).mod(answers())).as("report"));
          String table = staging + "/" + Accumulation.ACCUMULATORS;
          new Accumulation(change)
              .accumulators(pairs, List.of(), before.files() + after.files())
              .write()
              .parquet(table);
          long n = spark.read().parquet(table).agg(coalesce(sum("n"), lit(0L))).head().getLong(0);
          if (n != people) {
            throw Require.refusal(
                "reports must stay as they are while they are compared. Provided: %s pairs, and %s"
                    + " before; run it again.",
                n, people);
          }
          List<Run> runs = Stream.concat(before.runs().stream(), after.runs().stream()).toList();
          Origin origin = Origin.of(runs);
          return Output.Made.of(
              new Summed(
                  Summed.COMMAND,
                  change.fingerprint(),
                  plan.fingerprint(),
                  runs.stream().map(Run::id).toList(),
                  List.of(),
                  n,
                  List.of(),
                  origin.drawnAt(),
                  origin.inputs(),
                  Notes.in(runs),
                  since.seconds()),
              n);
        });
    return new Accumulated(change, output.name(), people, 0);
  }

  private int answers() {
    return plan.protocol().change().map(ChangeProtocol::answers).orElseThrow();
  }

  /** Refuses reports from outside, whose names say nothing of who gave them. */
  private void requireNamed(Written all) {
    long others = all.of(run -> run.period().isEmpty()).count();
    Require.that(others == 0)
        .orRefuse(
            "a change needs reports that privatize has made, for these have one name a person in"
                + " all periods. Provided reports from outside: %s; estimate each period of them"
                + " apart, and give the folders of privatize alone.",
            others);
  }

  /** What was written of a period. */
  private Written of(Written all, String value) {
    String period = plan.period() + "=" + value;
    Written some = all.of(run -> run.period().equals(period));
    Require.that(!some.isEmpty())
        .orRefuse(
            "there must be reports of both periods. Provided without any: %s; privatize it first.",
            period);
    return some;
  }

  private static Dataset<Row> reports(Written written) {
    // A day of very many people has longer names, which begin with the short ones.
    Dataset<Row> reports =
        written.read().select(expr("substring(report_id, 1, 8)").as("report_id"), col("report"));
    // Those whose partner is lost would look like people who answered once.
    written.requireWhole(reports.agg(count(col("report"))).head().getLong(0));
    return reports;
  }

  /** Refuses pairs that are not of one person under one key; returns how many there are. */
  private long requirePeople(Dataset<Row> both) {
    String part = " div " + answers();
    Row seen =
        both.agg(
                count(lit(1)),
                count_distinct(col("report_id")),
                count_if(expr(EARLIER + part + " <> " + LATER + part)))
            .head();
    if (seen.getLong(0) == 0) {
      throw Require.refusal(
          "there must be people with a report in both periods. Provided: none of %s and %s.",
          earlier, later);
    }
    if (seen.getLong(1) < seen.getLong(0)) {
      throw new Refusal(
          "a report may be counted once. Pairs of reports that occur more often: "
              + (seen.getLong(0) - seen.getLong(1))
              + "; leave out the folder of the rerun or the copy. Nothing was written.");
    }
    if (seen.getLong(2) > 0) {
      throw new Refusal(
          "both reports of a person must be drawn under one release key. Pairs that were not: "
              + seen.getLong(2)
              + "; give only the reports of one key. Nothing was written.");
    }
    return seen.getLong(0);
  }
}
