package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.tables.LinearAnswers;

/**
 * Answers a query over a collected table: one row a group and measure, with a standard error and a
 * 95 % interval. The column {@code source} says where an answer comes from.
 *
 * <p>{@value #MEASURED}: asked tables contain the question. The answer is linear in the reports and
 * unbiased, and its error is exact. There are three exceptions. People of a cell that a predicate
 * cuts are taken to be spread as those of the whole column, with an assumed error. The error of a
 * sum with cells' ends is an upper bound. A quantile inverts counts.
 *
 * <p>{@value #MODEL}: they do not. The answer is the model's, and its interval is made of
 * percentiles of redrawn fits.
 *
 * <p>The last column, {@code best}, is the model's number, beside a measured answer too. It is
 * never below 0, and it is biased.
 */
final class TableAnswers {
  static final String MEASURED = "measured";
  static final String MODEL = "model";

  private static final double MOST = 1 << 28; // some ten seconds

  private final FittedTable fitted;
  private final TableQuery query;
  private final Weights weights;

  private static final StructType ANSWER =
      StructType.fromDDL(
          "measure STRING, answer DOUBLE, standard_error DOUBLE, lower DOUBLE, upper DOUBLE,"
              + " source STRING, note STRING, best DOUBLE");

  /** What the row of a measure says. */
  private record AnswerCell(
      GroupMeasure.Stated stated, String source, Set<String> notes, double best) {

    Stream<Object> said(String name, boolean isSelected) {
      Set<String> all = new LinkedHashSet<>(notes);
      if (isSelected) {
        all.add(
            "selected by its answer (HAVING, or ORDER BY and LIMIT): its interval does not know of"
                + " that");
      }
      return Stream.of(
          name,
          known(stated.value()),
          known(stated.error()),
          known(stated.lower()),
          known(stated.upper()),
          source,
          String.join("; ", all),
          known(best));
    }
  }

  /** A measure of a group that no asked table answers, and its place among the answers. */
  private record Unmeasured(GroupMeasure question, Object[] row, int output) {}

  private TableAnswers(FittedTable fitted, TableQuery query) {
    this.fitted = fitted;
    this.query = query;
    weights = new Weights(fitted, query);
  }

  /** Rows with their type. */
  record AnswerRows(List<Row> rows, StructType type) {}

  /** Answers a query. */
  static AnswerRows of(SparkSession spark, FittedTable fitted, String sql) {
    try {
      TableSelect select = new TableSelect(spark, fitted.table().schema(), sql);
      List<Object[]> groups = new ArrayList<>();
      for (TableQuery query : select.groupings()) {
        groups.addAll(new TableAnswers(fitted, query).groups(select));
      }
      return rows(select, groups);
    } catch (RuntimeException e) {
      throw TableSelect.refused(e);
    }
  }

  /** One row a measure of each group that is left. */
  private static AnswerRows rows(TableSelect select, List<Object[]> groups) {
    StructType type = new StructType();
    List<TableSelect.Shown> keys = new ArrayList<>(select.shown());
    keys.removeIf(each -> select.isMeasure(each.output()));
    for (TableSelect.Shown key : keys) {
      type = type.add(key.name(), select.typeOf(key.output()));
    }
    for (StructField field : ANSWER.fields()) {
      type = type.add(field);
    }
    List<Row> rows = new ArrayList<>();
    for (int g : select.chosen(groups.stream().map(TableAnswers::values).toList())) {
      Object[] group = groups.get(g);
      for (TableSelect.Shown shown : select.shown()) {
        if (group[shown.output()] instanceof AnswerCell cell) {
          Stream<Object> key = keys.stream().map(each -> group[each.output()]);
          Stream<Object> said = cell.said(shown.name(), select.isSelected());
          rows.add(RowFactory.create(Stream.concat(key, said).toArray()));
        }
      }
    }
    return new AnswerRows(rows, type);
  }

  private static Object[] values(Object[] group) {
    return Arrays.stream(group)
        .map(each -> each instanceof AnswerCell cell ? cell.stated.value() : each)
        .toArray();
  }

  private static Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** Each group as a row of the aggregate, with a cell in the place of each measure. */
  private List<Object[]> groups(TableSelect select) {
    List<Weights.PeopleGroup> groups = weights.groups();
    int measures = query.measures.size();
    Require.that((double) groups.size() * measures * weights.size() <= MOST)
        .orRefuse(
            "a query's groups times its measures times its columns' cells must be at most %s: group"
                + " by less, or name fewer columns. Provided: %s groups, %s measures and %s cells.",
            (long) MOST, groups.size(), measures, weights.size());
    CollectedTable table = fitted.table();
    double[] shares = fitted.model().shares(weights.set);
    LinearAnswers linear =
        new LinearAnswers(table.schema().domain(), table.asked(), table.people());
    GroupMeasure.Sources sources =
        new GroupMeasure.Sources(table.schema(), weights, linear, table.people(), shares);
    List<Object[]> rows = new ArrayList<>();
    List<Unmeasured> left = new ArrayList<>();
    for (Weights.PeopleGroup group : groups) {
      Object[] row = new Object[query.keyColumns.size() + measures];
      int key = 0;
      int measure = 0;
      for (int i = 0; i < row.length; i++) {
        if (!select.isMeasure(i)) {
          row[i] = group.shown()[key++];
          continue;
        }
        GroupMeasure question =
            new GroupMeasure(sources, query, group, query.measures.get(measure++));
        Optional<GroupMeasure.Stated> measured = question.measured();
        if (measured.isPresent()) {
          row[i] = cell(question, measured.get(), MEASURED, question.of(shares)[0]);
        } else {
          left.add(new Unmeasured(question, row, i));
        }
      }
      rows.add(row);
    }
    byModel(left, shares);
    return rows;
  }

  /** All that tables do not answer, from one look at each fit. */
  private void byModel(List<Unmeasured> left, double[] shares) {
    if (left.isEmpty()) {
      return;
    }
    double[] values = asked(left, shares);
    double[][] intervals =
        fitted
            .redraws()
            .map(
                redraws ->
                    redraws.intervals(
                        model -> asked(left, model.shares(weights.set)), GroupMeasure.CONFIDENCE))
            .orElseGet(
                () ->
                    IntStream.range(0, values.length)
                        .mapToObj(none -> new double[] {Double.NaN, Double.NaN})
                        .toArray(double[][]::new));
    int at = 0;
    for (Unmeasured each : left) {
      int end = at + each.question.answers();
      GroupMeasure.Stated stated =
          each.question.stated(
              Arrays.copyOfRange(values, at, end), Arrays.copyOfRange(intervals, at, end));
      each.row[each.output] = cell(each.question, stated, MODEL, stated.value());
      at = end;
    }
  }

  private static double[] asked(List<Unmeasured> left, double[] shares) {
    return left.stream().flatMapToDouble(each -> Arrays.stream(each.question.of(shares))).toArray();
  }

  private AnswerCell cell(
      GroupMeasure question, GroupMeasure.Stated stated, String source, double best) {
    Set<String> notes = new LinkedHashSet<>();
    List<TableAttribute> attributes = fitted.table().schema().attributes();
    int at = 0;
    for (int attribute : query.byCell) {
      TableAttribute of = attributes.get(attribute);
      notes.add(of.name() + ": " + of.label(question.group().startCells().get(at++)));
    }
    if (source.equals(MODEL)) {
      notes.add(
          fitted.model().holds(weights.set)
              ? "assumes that the model's tree describes the people"
              : "assumes that what no asked table ties is independent");
      notes.addAll(fitted.notes());
    }
    for (int attribute : question.attributes()) {
      TableAttribute of = attributes.get(attribute);
      if (of.hasOutside()) {
        notes.add(
            of.name() + ": values in no cell are taken for missing, which SUM and AVG leave out");
      }
      if (of.labels().contains(ProductDomain.OTHER)) {
        notes.add(
            of.name()
                + ": (other) is each value that the plan does not list"
                + (of.hasMissing() ? "" : ", and a missing one, which IS NULL does not find"));
      }
    }
    if (question.isCut()) {
      notes.add(
          "a predicate or group cuts a cell, whose people are taken to be spread as the whole column is,"
              + " give or take a third of the odds");
    }
    if (question.measure().isRounded()) {
      notes.add("not rounded, so that its interval is right; round what you show");
    }
    notes.add(stated.note());
    notes.remove("");
    return new AnswerCell(stated, source, notes, best);
  }
}
