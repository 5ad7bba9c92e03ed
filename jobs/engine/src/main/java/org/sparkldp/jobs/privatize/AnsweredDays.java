package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;
import static org.sparkldp.jobs.privatize.Privatization.REPORTS;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.store.Sum;
import org.sparkldp.sql.KeyLocation;

/**
 * The periods whose rows are those of the people who have answered, found for all periods at once:
 * one pass over the table and one over the reports, where a look at each period takes several. Of
 * any other period, and wherever that cannot be said so simply, nothing is said; {@link Period}
 * looks at it.
 *
 * <p>Rows and reports are compared by number and by the names that their reports have, which are
 * keyed: two sets of names have one sum by chance once in 2^64.
 */
final class AnsweredDays {
  private static final String PERIOD = "__ldp_period";

  private AnsweredDays() {}

  /**
   * The days of some periods.
   *
   * @param key null under write-once randomness
   * @param all runs in the folder
   */
  static Set<String> of(
      Plan plan,
      KeyLocation key,
      Periods table,
      Output output,
      List<Run> all,
      Collection<String> asked) {
    boolean isSimple =
        key != null
            && plan.takesLateRows()
            && !plan.isForLife()
            && plan.round() == 0
            && plan.reportsPerPerson() == 1
            && !plan.outside().drops();
    Map<String, List<Run>> runs =
        all.stream()
            .filter(run -> isSimple && asked.contains(run.period()))
            .filter(run -> plan.block(run.period()).isEmpty())
            .collect(Collectors.groupingBy(Run::period));
    runs.values().removeIf(some -> !some.stream().allMatch(run -> run.hasTable(REPORTS)));
    if (runs.size() < 2) {
      return Set.of();
    }
    Dataset<Row> people =
        new Drawing(plan, key, "", Drawing.LEAST_A_FILE, false).rows(table.rows(runs.keySet()));
    Column period = concat(lit(plan.period() + "="), InPeriod.value(plan));
    Column name = ReportId.keyed(key, plan.fingerprint()).word(col(Drawing.ID), period);
    Column word = xxhash64(ReportId.bytes(name));
    Column isRefused = plan.outside().isFail() ? Drawing.isOutside() : lit(false);
    Map<String, Sum> rows = sums(people, period, when(isRefused, lit(0L)).otherwise(word));
    List<Run> read = runs.values().stream().flatMap(List::stream).toList();
    Map<String, Sum> reports = sums(output.read(REPORTS, read), period, xxhash64(col("report_id")));
    return rows.keySet().stream()
        .filter(each -> rows.get(each).equals(reports.get(each)))
        .collect(Collectors.toSet());
  }

  private static Map<String, Sum> sums(Dataset<Row> rows, Column period, Column word) {
    return rows.groupBy(period.as(PERIOD)).agg(Sum.of(word)).collectAsList().stream()
        .filter(row -> !row.isNullAt(0))
        .collect(Collectors.toMap(row -> row.getString(0), row -> Sum.read(row.get(1))));
  }
}
