package org.sparkldp.jobs.reduce;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.draw.InPeriod;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Alarm;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.LdpColumns;

/**
 * Looks for fake reports: reads reports once, and writes nothing. May be repeated, and needs no
 * key.
 */
public final class Inspection {
  private final Plan plan;

  public Inspection(Plan plan) {
    this.plan = plan;
    Require.that(plan.protocol().alarm().isPresent())
        .orRefuse(
            "a protocol must have an alarm. Provided value: %s; udfs/docs/lies.md lists those that"
                + " do.",
            plan.protocol().spec());
    Require.that(plan.reportsPerPerson() == 1)
        .orRefuse(
            "an alarm takes reports for those of different people. Provided: reports_per_person ="
                + " %s; look into reports of a plan without it.",
            plan.reportsPerPerson());
  }

  /**
   * What was found among the reports.
   *
   * @param raw the estimates, items named by the plan
   */
  public record Result(Alarm.Finding found, Estimate raw) {

    /** The estimates without what fake reports add to them, as estimated. */
    public Estimate repaired() {
      return found.repaired(raw);
    }
  }

  /** Reads the folders' reports of some periods. */
  public Result run(SparkSession spark, List<Output> inputs, Days days) {
    Written written = Written.in(inputs, plan);
    Dataset<Row> reports = written.read();
    if (inputs.size() > 1) { // runs of one folder are of different people or periods
      new Accumulation(plan).requireDistinct(reports);
    }
    Column chosen =
        InPeriod.among(plan, reports, days, "reports", "privatize or ingest them first");
    Protocol<?, ?> protocol = plan.protocol();
    Alarm<?> alarm = protocol.alarm().orElseThrow();
    if (plan.hasPeriods() && alarm.takesOneDay()) {
      List<String> found = InPeriod.found(plan, reports.where(chosen));
      Require.that(found.size() == 1)
          .orRefuse(
              "reports of %s must be of one period, because a device that sends several keeps its"
                  + " random bits. Provided periods: %s; name one with --days.",
              protocol.spec(), found.size());
    }
    // All are counted, to see that none is lost; others than the chosen are left out as if NULL.
    Column report = when(chosen, col("report"));
    Row row =
        reports
            .agg(
                LdpColumns.evidence(protocol, plan.fingerprint(), report, lit(1L)),
                LdpColumns.accumulate(protocol, plan.fingerprint(), report, lit(1L)),
                count(col("report")))
            .head();
    written.requireWhole(row.getLong(2));
    Accumulator<?> evidence = Protocols.readForMerging((byte[]) row.get(0));
    Accumulator<?> sums = Protocols.readAccumulator((byte[]) row.get(1), protocol);
    Answers answers = plan.task().answers(sums, List.of(), Estimation.CONFIDENCE);
    return new Result(alarm.find(evidence), answers.estimate());
  }
}
