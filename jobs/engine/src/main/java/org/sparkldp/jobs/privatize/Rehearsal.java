package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.TextRelations;

/**
 * The faults that a plan would find in a table, for the holder of its values: exact counts, which
 * no epsilon protects. It draws nothing and writes nothing, and whoever calls it shows the lines to
 * the one at the terminal and to nobody else.
 *
 * @param rows that are not malformed
 * @param malformed rows of a CSV with more or fewer fields than its header
 * @param nullIds rows without an id
 * @param crowdedIds ids with more rows (of a period) than a person may have
 * @param missing rows with a private column that is NULL or NaN, as is what has not its type
 * @param outside rows with a value that the question does not know, and that is not missing
 * @param columns both of each column, where the question knows the levels of several
 */
public record Rehearsal(
    long rows,
    long malformed,
    long nullIds,
    long crowdedIds,
    long missing,
    long outside,
    List<OfColumn> columns) {

  /** The rows with such a value in one column. */
  record OfColumn(String name, long missing, long outside) {}

  /** Looks at the rows of some periods; refuses what a run would before it reads any. */
  public static Rehearsal of(Plan plan, Inputs.CountedTable people, Days days) {
    TextRelations.require(people.rows());
    return plan.isOpen()
        ? look(plan.ofPeople(Privatization.people(plan, people.rows())), people, days)
        : look(plan, people, days);
  }

  private static Rehearsal look(Plan plan, Inputs.CountedTable people, Days days) {
    Dataset<Row> rows = PlanColumns.named(plan, people.rows());
    PlanColumns.require(plan, rows);
    Dataset<Row> table =
        rows.where(InPeriod.among(plan, rows, days, "rows", "name others by --days"));
    Dataset<Row> asked = new Drawing(plan, null, "", 1, false).rows(table);
    Column isMissing =
        PlanColumns.isMissing(plan.task().values().require(plan, table), asked.schema());
    List<Column> byColumn = new ArrayList<>();
    Column isOutside =
        not(isMissing).and(plan.task().values().isOutside(plan, asked.schema(), col(Drawing.ITEM)));
    Map<String, Column> outside = PlanColumns.outside(plan, asked.schema());
    for (Map.Entry<String, Column> each : outside.entrySet()) {
      Column isMissingHere = Columns.isMissing(each.getKey(), asked.schema());
      Column isOutsideHere = not(isMissingHere).and(each.getValue());
      isOutside = isOutside.or(isOutsideHere);
      byColumn.add(count_if(isMissingHere));
      byColumn.add(count_if(isOutsideHere));
    }
    List<Column> counts =
        new ArrayList<>(
            List.of(
                count(lit(1)),
                count_if(col(Drawing.ID).isNull()),
                count_if(isMissing),
                count_if(isOutside)));
    int first = counts.size();
    counts.addAll(byColumn);
    Row seen = asked.agg(counts.get(0), counts.stream().skip(1).toArray(Column[]::new)).head();
    List<OfColumn> columns = new ArrayList<>();
    for (String name : outside.keySet()) {
      int at = first + 2 * columns.size();
      columns.add(new OfColumn(name, seen.getLong(at), seen.getLong(at + 1)));
    }
    return new Rehearsal(
        seen.getLong(0),
        people.counts().malformed(),
        seen.getLong(1),
        plan.isOfRows() ? 0 : crowded(plan, asked),
        seen.getLong(2),
        seen.getLong(3),
        columns);
  }

  /** By an aggregate: Spark counts the rows that a filter lets pass, for whoever reads metrics. */
  private static long crowded(Plan plan, Dataset<Row> asked) {
    List<Column> whose = new ArrayList<>(List.of(col(Drawing.ID)));
    if (plan.hasPeriods()) {
      whose.add(Inputs.column(plan.period()));
    }
    Column isCrowded = col(Drawing.ID).isNotNull().and(col("times").gt(plan.reportsPerPerson()));
    return asked
        .groupBy(whose.toArray(Column[]::new))
        .agg(count(lit(1)).as("times"))
        .agg(count_if(isCrowded))
        .head()
        .getLong(0);
  }

  /** What was found, a line each. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(line("rows", rows, ""));
    lines.add(line("malformed rows, with more or fewer fields than the header", malformed, ""));
    lines.add(line("rows without an id", nullIds, share(nullIds)));
    lines.add(line("people with too many rows", crowdedIds, ""));
    lines.add(line("rows whose value is missing, or not of its type", missing, share(missing)));
    addByColumn(lines, OfColumn::missing);
    lines.add(line("rows whose value the plan does not know", outside, share(outside)));
    addByColumn(lines, OfColumn::outside);
    return lines;
  }

  private void addByColumn(List<String> lines, ToLongFunction<OfColumn> count) {
    columns.stream()
        .filter(column -> count.applyAsLong(column) > 0)
        .map(column -> named(column.name, count.applyAsLong(column)))
        .forEach(lines::add);
  }

  private String named(String column, long count) {
    return line("  in " + column, count, share(count));
  }

  private String share(long count) {
    return String.format(Locale.ROOT, " (%.1f %%)", rows == 0 ? 0.0 : 100.0 * count / rows);
  }

  private static String line(String what, long count, String share) {
    return String.format(Locale.ROOT, "%-58s %,12d%s", what, count, share);
  }
}
