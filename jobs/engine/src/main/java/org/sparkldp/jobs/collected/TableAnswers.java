package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.protocols.check.Require;

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

  /** What is said of a measure of a group. */
  private record AnswerCell(
      GroupMeasure.Stated stated, String source, List<String> notes, double best) {

    Stream<Object> said(String name, String selected) {
      return Stream.of(
          name,
          known(stated.value()),
          known(stated.error()),
          known(stated.lower()),
          known(stated.upper()),
          source,
          Stream.concat(notes.stream(), Stream.of(selected))
              .filter(note -> !note.isEmpty())
              .collect(Collectors.joining("; ")),
          known(best));
    }
  }

  private TableAnswers(FittedTable fitted, TableQuery query) {
    this.fitted = fitted;
    this.query = query;
    weights = new Weights(fitted, query);
  }

  /** Answers a query. */
  static Dataset<Row> of(SparkSession spark, FittedTable fitted, String sql) {
    try {
      TableSelect select = new TableSelect(spark, fitted.table().schema(), sql);
      List<Object[]> groups = new ArrayList<>();
      for (TableQuery query : select.groupings()) {
        groups.addAll(new TableAnswers(fitted, query).groups(select));
      }
      return rows(spark, select, groups);
    } catch (RuntimeException e) {
      throw TableSelect.refused(e);
    }
  }

  /** One row a measure of each group that is left. */
  private static Dataset<Row> rows(SparkSession spark, TableSelect select, List<Object[]> groups) {
    List<TableSelect.Shown> keys = new ArrayList<>(select.shown());
    keys.removeIf(each -> select.isMeasure(each.output()));
    StructType type = new StructType();
    for (TableSelect.Shown key : keys) {
      type = type.add(key.name(), select.typeOf(key.output()));
    }
    for (StructField field : ANSWER.fields()) {
      type = type.add(field);
    }
    List<Object[]> numbers = new ArrayList<>();
    for (Object[] group : groups) {
      numbers.add(
          Arrays.stream(group)
              .map(each -> each instanceof AnswerCell cell ? cell.stated.value() : each)
              .toArray());
    }
    List<Row> rows = new ArrayList<>();
    List<Integer> chosen = select.chosen(numbers);
    String selected = select.isSelected() ? selected(numbers, chosen) : "";
    for (int g : chosen) {
      Object[] group = groups.get(g);
      for (TableSelect.Shown shown : select.shown()) {
        if (group[shown.output()] instanceof AnswerCell cell) {
          Stream<Object> key = keys.stream().map(each -> group[each.output()]);
          Stream<Object> said = cell.said(shown.name(), selected);
          rows.add(RowFactory.create(Stream.concat(key, said).toArray()));
        }
      }
    }
    return spark.createDataFrame(rows, type);
  }

  /** What HAVING and LIMIT do to answers; SQL leaves out a group where they are NULL. */
  private static String selected(List<Object[]> numbers, List<Integer> chosen) {
    Set<Integer> left = new HashSet<>(chosen);
    long unknown =
        IntStream.range(0, numbers.size())
            .filter(g -> !left.contains(g) && Arrays.asList(numbers.get(g)).contains(Double.NaN))
            .count();
    Require.that(!left.isEmpty() || unknown == 0)
        .orRefuse(
            "HAVING and LIMIT must leave a group: leave them out, or group by less. Provided: %s"
                + " groups, %s of them without an answer.",
            numbers.size(), unknown);
    return "selected by its answer (HAVING or LIMIT), which its interval ignores"
        + (unknown > 0 ? "; of the groups left out, %s have no answer".formatted(unknown) : "");
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
    GroupMeasure.Sources sources = new GroupMeasure.Sources(fitted, weights);
    List<GroupMeasure> questions = new ArrayList<>();
    for (Weights.PeopleGroup group : groups) {
      query.measures.forEach(each -> questions.add(new GroupMeasure(sources, query, group, each)));
    }
    Iterator<AnswerCell> answers = answers(questions, sources.shares()).iterator();
    List<Object[]> rows = new ArrayList<>();
    for (Weights.PeopleGroup group : groups) {
      Iterator<Object> keys = Arrays.asList(group.shown()).iterator();
      Object[] row = new Object[query.keyColumns.size() + measures];
      Arrays.setAll(row, i -> select.isMeasure(i) ? answers.next() : keys.next());
      rows.add(row);
    }
    return rows;
  }

  /** What asked tables answer, and then all that they do not, from one look at each fit. */
  private List<AnswerCell> answers(List<GroupMeasure> questions, double[] shares) {
    List<Optional<GroupMeasure.Stated>> measured =
        questions.stream().map(GroupMeasure::measured).toList();
    List<GroupMeasure> left =
        IntStream.range(0, questions.size())
            .filter(i -> measured.get(i).isEmpty())
            .mapToObj(questions::get)
            .toList();
    Iterator<GroupMeasure.Stated> modelled = byModel(left, shares).iterator();
    List<AnswerCell> cells = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      GroupMeasure question = questions.get(i);
      GroupMeasure.Stated stated = measured.get(i).orElseGet(modelled::next);
      boolean isMeasured = measured.get(i).isPresent();
      cells.add(
          new AnswerCell(
              stated,
              isMeasured ? MEASURED : MODEL,
              notes(question, stated, isMeasured),
              isMeasured ? question.of(shares)[0] : stated.value()));
    }
    return cells;
  }

  private List<GroupMeasure.Stated> byModel(List<GroupMeasure> questions, double[] shares) {
    double[] values = asked(questions, shares);
    double[][] none = new double[values.length][];
    Arrays.fill(none, new double[] {Double.NaN, Double.NaN});
    double[][] intervals =
        fitted
            .redraws()
            .filter(redraws -> values.length > 0)
            .map(
                redraws ->
                    redraws.intervals(
                        model -> asked(questions, model.shares(weights.set)),
                        GroupMeasure.CONFIDENCE))
            .orElse(none);
    List<GroupMeasure.Stated> stated = new ArrayList<>();
    int at = 0;
    for (GroupMeasure each : questions) {
      int end = at + each.answers();
      stated.add(
          each.stated(Arrays.copyOfRange(values, at, end), Arrays.copyOfRange(intervals, at, end)));
      at = end;
    }
    return stated;
  }

  private static double[] asked(List<GroupMeasure> questions, double[] shares) {
    return questions.stream().flatMapToDouble(each -> Arrays.stream(each.of(shares))).toArray();
  }

  /** What must be known of an answer, briefly; the page tells more. */
  private List<String> notes(
      GroupMeasure question, GroupMeasure.Stated stated, boolean isMeasured) {
    List<TableAttribute> all = fitted.table().schema().attributes();
    List<TableAttribute> named = question.attributes().stream().map(all::get).toList();
    List<String> notes = new ArrayList<>();
    int at = 0;
    for (int attribute : query.byCell) {
      TableAttribute of = all.get(attribute);
      notes.add(of.name() + ": " + of.label(question.group().startCells().get(at++)));
    }
    if (!isMeasured) {
      notes.add(
          fitted.model().holds(weights.set)
              ? "assumes that the model's tree describes the people"
              : "assumes that what no asked table ties is independent");
      notes.addAll(fitted.notes());
    }
    add(notes, named, TableAttribute::hasOutside, "values in no cell are taken for missing");
    Predicate<TableAttribute> hasOther = each -> each.labels().contains(ProductDomain.OTHER);
    add(
        notes,
        named,
        hasOther.and(TableAttribute::hasMissing),
        "(other) is what the plan does not list");
    add(
        notes,
        named,
        hasOther.and(each -> !each.hasMissing()),
        "(other) is what the plan does not list, or missing, which IS NULL does not find");
    if (question.isCut()) {
      notes.add("cuts a cell, whose people are taken to be spread as the whole column is");
    }
    if (question.measure().isRounded()) {
      notes.add("not rounded, so that its interval is right");
    }
    notes.add(stated.note());
    notes.removeIf(String::isEmpty);
    return notes;
  }

  private static void add(
      List<String> notes, List<TableAttribute> named, Predicate<TableAttribute> of, String note) {
    String names =
        named.stream().filter(of).map(TableAttribute::name).collect(Collectors.joining(", "));
    notes.add(names.isEmpty() ? "" : names + ": " + note);
  }
}
