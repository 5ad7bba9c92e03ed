package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.protocols.sums.NumberSums;
import org.sparkldp.tables.Answer;
import org.sparkldp.tables.LinearAnswers;

/**
 * Answers a query over a collected table: one row a group and measure, with a standard error and a
 * 95 % interval. The column {@code source} says where an answer comes from.
 *
 * <p>{@value #MEASURED}: asked tables contain the question. The answer is linear in the reports and
 * unbiased, and its error is exact. There are three exceptions. People of a cell that a predicate
 * cuts are taken for evenly spread. The error of a sum with cells' ends is an upper bound. A
 * quantile inverts counts.
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

  private static final double CONFIDENCE = 0.95;
  private static final double Z = StandardNormal.quantile((1 + CONFIDENCE) / 2);

  private static final double MOST = 1 << 28; // some ten seconds

  /**
   * How much wider intervals of the model are than percentiles of redrawn fits. These draw the fit
   * towards independence as the reports' own noise has done, so they lie to one side: of 460 crowds
   * of 20,000 people at epsilon 2 percentiles held .943 of counts and .924 of means; 1.1 times as
   * far, in 200 crowds not seen before, .955 and .935.
   */
  private static final double WIDER = 1.1;

  private final FittedTable fitted;
  private final TableQuery query;
  private final Weights weights;
  private final LinearAnswers linear;
  private final double people;
  private final double[] shares; // of the model, over the query's attributes

  /** A number with its interval; NaN where something is not known. */
  private record Stated(double value, double error, double lower, double upper, String note) {
    static final Stated NOBODY =
        new Stated(Double.NaN, Double.NaN, Double.NaN, Double.NaN, "nobody is counted");

    Stated scaled(double by) {
      return new Stated(value * by, error * by, lower * by, upper * by, note);
    }
  }

  private record AnswerCell(Stated stated, String source, double best) {}

  /** A measure of a group that no asked table answers. */
  private record Unmeasured(int group, int measure, GroupMeasure question) {}

  private TableAnswers(FittedTable fitted, TableQuery query) {
    this.fitted = fitted;
    this.query = query;
    this.people = fitted.table().people();
    weights = new Weights(fitted.table().schema(), query);
    shares = fitted.model().shares(weights.set);
    linear = new LinearAnswers(fitted.table().schema().domain(), fitted.table().asked(), people);
  }

  /** Answers a query. */
  static AnswerRows of(SparkSession spark, FittedTable fitted, String sql) {
    TableQuery query = new TableQuery(spark, fitted.table().schema(), sql);
    return new TableAnswers(fitted, query).rows();
  }

  /** Rows with their type. */
  record AnswerRows(List<Row> rows, StructType type) {}

  private AnswerRows rows() {
    List<Weights.PeopleGroup> groups = weights.groups();
    int measures = query.measures.size();
    Require.that((double) groups.size() * measures * weights.size() <= MOST)
        .orRefuse(
            "a query's groups times its measures times its columns' cells must be at most %s: group"
                + " by less, or name fewer columns. Provided: %s groups, %s measures and %s cells.",
            (long) MOST, groups.size(), measures, weights.size());
    AnswerCell[][] cells = new AnswerCell[groups.size()][measures];
    List<Unmeasured> left = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      int part = 0;
      for (int m = 0; m < measures; m++) {
        TableQuery.QueryMeasure measure = query.measures.get(m);
        GroupMeasure question = new GroupMeasure(groups.get(g), measure, part);
        Optional<Stated> measured = question.measured();
        if (measured.isPresent()) {
          cells[g][m] = new AnswerCell(measured.get(), MEASURED, question.of(shares)[0]);
        } else {
          left.add(new Unmeasured(g, m, question));
        }
        part += measure.parts().size();
      }
    }
    byModel(left, cells);
    List<Object[]> wide = new ArrayList<>();
    for (int g = 0; g < cells.length; g++) {
      wide.add(wide(groups.get(g), cells[g]));
    }
    List<Row> rows = new ArrayList<>();
    for (int g : query.chosen(wide)) {
      for (TableQuery.Shown shown : query.shown) {
        if (shown.isMeasure()) {
          rows.add(row(groups.get(g), shown, cells[g][shown.number()]));
        }
      }
    }
    StructType type = new StructType();
    for (TableQuery.Shown shown : query.shown) {
      if (!shown.isMeasure()) {
        type = type.add(shown.name(), query.typeOf(shown.output()));
      }
    }
    type =
        type.add("measure", DataTypes.StringType)
            .add("answer", DataTypes.DoubleType)
            .add("standard_error", DataTypes.DoubleType)
            .add("lower", DataTypes.DoubleType)
            .add("upper", DataTypes.DoubleType)
            .add("source", DataTypes.StringType)
            .add("note", DataTypes.StringType)
            .add("best", DataTypes.DoubleType);
    return new AnswerRows(rows, type);
  }

  /** A group as a row of the aggregate, for what is above it. */
  private Object[] wide(Weights.PeopleGroup group, AnswerCell[] cells) {
    Object[] row = new Object[query.keyColumns.size() + cells.length];
    for (int i = 0; i < query.keyColumns.size(); i++) {
      row[query.keyColumns.get(i).output()] = group.shown()[i];
    }
    for (int m = 0; m < cells.length; m++) {
      int output = query.measures.get(m).output();
      row[output] = typed(cells[m].stated.value, query.typeOf(output));
    }
    return row;
  }

  private static Object typed(double value, DataType type) {
    if (Double.isNaN(value)) {
      return null;
    }
    if (type instanceof LongType) {
      return Math.round(value);
    }
    return type instanceof DecimalType decimal
        ? Decimal.apply(java.math.BigDecimal.valueOf(value), decimal.precision(), decimal.scale())
            .toJavaBigDecimal()
        : type.equals(DataTypes.IntegerType) ? (Object) (int) Math.round(value) : (Object) value;
  }

  private Row row(Weights.PeopleGroup group, TableQuery.Shown shown, AnswerCell cell) {
    List<Object> values = new ArrayList<>();
    for (TableQuery.Shown each : query.shown) {
      if (!each.isMeasure()) {
        values.add(group.shown()[each.number()]);
      }
    }
    Stated stated = cell.stated;
    values.add(shown.name());
    values.add(known(stated.value));
    values.add(known(stated.error));
    values.add(known(stated.lower));
    values.add(known(stated.upper));
    values.add(cell.source);
    values.add(String.join("; ", notes(group, cell)));
    values.add(known(cell.best));
    return RowFactory.create(values.toArray());
  }

  private static Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }

  private Set<String> notes(Weights.PeopleGroup group, AnswerCell cell) {
    Set<String> notes = new LinkedHashSet<>();
    TableSchema schema = fitted.table().schema();
    int at = 0;
    for (int attribute : query.byCell) {
      TableAttribute of = schema.attributes().get(attribute);
      notes.add(of.name() + ": " + of.label(group.startCells().get(at++)));
    }
    if (cell.source.equals(MODEL)) {
      notes.add(
          fitted.model().holds(weights.set)
              ? "assumes that the model's tree describes the people"
              : "assumes that what no asked table ties is independent");
      notes.addAll(fitted.notes());
    }
    for (int attribute : weights.set) {
      TableAttribute of = schema.attributes().get(attribute);
      if (of.hasOutside()) {
        notes.add(
            of.name() + ": values in no cell are taken for missing, which SUM and AVG leave out");
      }
    }
    if (weights.isCut()) {
      notes.add("a predicate or group cuts a cell, whose people are taken for evenly spread");
    }
    if (query.isSelected()) {
      notes.add(
          "selected by its answer (HAVING, or ORDER BY and LIMIT): its interval does not know of that");
    }
    notes.add(cell.stated.note);
    notes.remove("");
    return notes;
  }

  /** A measure of a group. */
  private final class GroupMeasure {
    private final TableQuery.QueryMeasure measure;
    private final boolean isBounded;

    /** The cells that have a weight; all weights are of these. */
    private final int[] cells;

    /** Of sums the weights; with bounds those of the least and the largest value after them. */
    private final List<double[]> sums = new ArrayList<>();

    private final double[] below; // what a ratio is divided by, or a quantile's people

    GroupMeasure(Weights.PeopleGroup group, TableQuery.QueryMeasure measure, int part) {
      this.measure = measure;
      isBounded = weights.hasBounds(part);
      List<double[]> all = new ArrayList<>();
      switch (measure.kind()) {
        case COUNT, QUANTILE -> all.add(weights.of(group, part, Weights.WeightKind.COUNT));
        default -> {
          all.add(weights.of(group, part, Weights.WeightKind.SUM));
          if (isBounded) {
            all.add(weights.of(group, part, Weights.WeightKind.LEAST));
            all.add(weights.of(group, part, Weights.WeightKind.MOST));
          }
        }
      }
      if (measure.kind() == TableQuery.MeasureKind.RATIO) {
        all.add(weights.of(group, part + 1, Weights.WeightKind.SUM));
      }
      cells =
          IntStream.range(0, all.get(0).length)
              .filter(v -> all.stream().anyMatch(each -> each[v] != 0))
              .toArray();
      all.replaceAll(each -> Arrays.stream(cells).mapToDouble(v -> each[v]).toArray());
      switch (measure.kind()) {
        case RATIO -> below = all.remove(all.size() - 1);
        case QUANTILE -> {
          below = all.remove(0);
          int[] of = weights.cellsOf(measure.attribute());
          int count = quantileOf().cells();
          for (int edge = 1; edge < count; edge++) {
            double[] under = below.clone();
            for (int i = 0; i < under.length; i++) {
              under[i] *= (of[cells[i]] < edge ? 1 : 0) - measure.quantile();
            }
            all.add(under);
          }
        }
        default -> below = null;
      }
      sums.addAll(all);
    }

    private Optional<Answer> answer(double[] some) {
      double[] all = new double[weights.size()];
      for (int i = 0; i < cells.length; i++) {
        all[cells[i]] = some[i];
      }
      return linear.answer(weights.set, all).map(answer -> withEnds(answer, all));
    }

    private double dot(double[] some, double[] shares) {
      double sum = 0;
      for (int i = 0; i < cells.length; i++) {
        sum += some[i] * shares[cells[i]];
      }
      return sum;
    }

    /** By asked tables alone, if they contain the question. */
    Optional<Stated> measured() {
      List<Stated> stated = new ArrayList<>();
      List<Answer> edges = new ArrayList<>();
      for (double[] sum : sums) {
        if (measure.kind() == TableQuery.MeasureKind.RATIO) {
          Optional<Stated> ratio = ratio(sum);
          if (ratio.isEmpty()) {
            return Optional.empty();
          }
          stated.add(ratio.get());
        } else {
          Optional<Answer> answer = answer(sum);
          if (answer.isEmpty()) {
            return Optional.empty();
          }
          edges.add(answer.get());
          stated.add(normal(answer.get()).scaled(people));
        }
      }
      return measure.kind() == TableQuery.MeasureKind.QUANTILE
          ? answer(below).map(all -> quantile(edges, all.value()))
          : Optional.of(bounded(stated));
    }

    /** With bounds: from the least value's lower end to the largest one's upper end. */
    private Stated bounded(List<Stated> stated) {
      Stated middle = stated.get(0);
      return isBounded
          ? new Stated(
              middle.value,
              middle.error,
              stated.stream().mapToDouble(Stated::lower).min().orElseThrow(),
              stated.stream().mapToDouble(Stated::upper).max().orElseThrow(),
              "a number without its cells' ends: from the least to the most that its cells allow")
          : middle;
    }

    /** Fieller's interval, by the error of numerator less ratio times denominator. */
    private Optional<Stated> ratio(double[] sum) {
      Optional<Answer> under = answer(below);
      Optional<Answer> over = answer(sum);
      if (under.isEmpty() || over.isEmpty()) {
        return Optional.empty();
      }
      double count = under.get().value();
      if (count == 0) {
        return Optional.of(Stated.NOBODY);
      }
      double ofCount = square(under.get().standardError());
      double ratio = over.get().value() / count;
      Optional<Answer> rest = answer(difference(sum, ratio));
      for (int i = 0; i < 3 && rest.isPresent(); i++) {
        ratio += rest.get().value() / count;
        rest = answer(difference(sum, ratio));
      }
      if (rest.isEmpty()) {
        return Optional.empty();
      }
      double step = Math.max(Math.abs(ratio) * 1e-3, rest.get().standardError() / Math.abs(count));
      double covariance = 0;
      if (step > 0) {
        Optional<Answer> less = answer(difference(sum, ratio - step));
        Optional<Answer> more = answer(difference(sum, ratio + step));
        covariance =
            (square(less.orElseThrow().standardError())
                    - square(more.orElseThrow().standardError()))
                / (4 * step);
      }
      NumberSums.SumRow row =
          NumberSums.mean(
              "", count, ofCount, 0, square(rest.get().standardError()), covariance, Z, "");
      return Optional.of(
          new Stated(
              row.estimate() + ratio,
              row.standardError(),
              row.lower() + ratio,
              row.upper() + ratio,
              row.note()));
    }

    private double[] difference(double[] sum, double ratio) {
      double[] difference = sum.clone();
      for (int i = 0; i < difference.length; i++) {
        difference[i] -= ratio * below[i];
      }
      return difference;
    }

    /** Where the people below an edge become as many as asked; its interval inverts theirs. */
    private Stated quantile(List<Answer> under, double all) {
      if (!(all > 0)) {
        return Stated.NOBODY;
      }
      double value = crossing(under, all, answer -> answer.value());
      double lower = crossing(under, all, answer -> answer.value() + Z * answer.standardError());
      double upper = crossing(under, all, answer -> answer.value() - Z * answer.standardError());
      DoubleSummaryStatistics range = range(0);
      boolean isWithin = lower > range.getMin() && upper < range.getMax();
      double error = isWithin ? (upper - lower) / 2 : Math.max(upper - value, value - lower);
      String note =
          quantileOf().isNumber() ? "within a cell people are taken for evenly spread" : "";
      return new Stated(value, error / Z, lower, upper, note);
    }

    private TableAttribute quantileOf() {
      return fitted.table().schema().attributes().get(measure.attribute());
    }

    /** The edges of cells, or the numbers themselves. */
    private List<Double> numbers() {
      return quantileOf().isNumber()
          ? quantileOf().edges()
          : quantileOf().labels().stream().map(Double::valueOf).toList();
    }

    /** The number at which a function of the edges, made monotone, is 0. */
    private double crossing(List<Answer> under, double all, ToDoubleFunction<Answer> of) {
      List<Double> edges = numbers();
      double[] at = new double[quantileOf().cells() + 1];
      at[0] = -measure.quantile() * all;
      at[at.length - 1] = (1 - measure.quantile()) * all;
      for (int i = 1; i < at.length - 1; i++) {
        at[i] = Math.max(at[0], Math.min(at[at.length - 1], of.applyAsDouble(under.get(i - 1))));
      }
      double[] back = at.clone();
      for (int i = 1; i < at.length; i++) {
        at[i] = Math.max(at[i], at[i - 1]);
        int j = at.length - 1 - i;
        back[j] = Math.min(back[j], back[j + 1]);
      }
      int i = 1;
      while (i < at.length - 1 && at[i] + back[i] < 0) {
        i++;
      }
      if (!quantileOf().isNumber()) {
        return edges.get(i - 1);
      }
      double before = at[i - 1] + back[i - 1];
      double after = at[i] + back[i];
      double part = after > before ? Math.max(0, Math.min(1, -before / (after - before))) : 0.5;
      return edges.get(i - 1) + part * (edges.get(i) - edges.get(i - 1));
    }

    /** By a model's shares: the answer, and with bounds those of the least and the largest. */
    double[] of(double[] shares) {
      double count = below == null ? 1 / people : dot(below, shares);
      if (measure.kind() == TableQuery.MeasureKind.QUANTILE) {
        List<Answer> under = sums.stream().map(sum -> new Answer(dot(sum, shares), 0)).toList();
        return new double[] {quantile(under, count).value};
      }
      return sums.stream().mapToDouble(sum -> dot(sum, shares) / count).toArray();
    }

    /**
     * The standard deviation of the truth of people who are drawn from the model: what an interval
     * for these people must have beyond that of the law.
     */
    double[] ofPeople(double[] shares) {
      if (measure.kind() == TableQuery.MeasureKind.QUANTILE) {
        return new double[1];
      }
      double count = below == null ? 1 / people : dot(below, shares);
      double[] deviations = new double[sums.size()];
      for (int i = 0; i < deviations.length; i++) {
        double[] sum = sums.get(i);
        double[] rest = below == null ? sum : difference(sum, dot(sum, shares) / count);
        double mean = dot(rest, shares);
        double square = 0;
        for (int v = 0; v < rest.length; v++) {
          square += rest[v] * rest[v] * shares[cells[v]];
        }
        deviations[i] = Math.sqrt(Math.max(0, square - mean * mean) / people) / count;
      }
      return deviations;
    }

    /** What an answer can be, whoever the people are. */
    private DoubleSummaryStatistics range(int i) {
      if (measure.kind() == TableQuery.MeasureKind.QUANTILE) {
        return numbers().stream().mapToDouble(Double::doubleValue).summaryStatistics();
      }
      double[] sum = sums.get(i);
      DoubleSummaryStatistics range =
          IntStream.range(0, sum.length)
              .filter(v -> below == null || below[v] > 0)
              .mapToDouble(v -> below == null ? people * sum[v] : sum[v] / below[v])
              .summaryStatistics();
      if (below == null && cells.length < weights.size()) {
        range.accept(0);
      }
      return range;
    }

    /** What a model says. */
    Stated stated(double[] values, double[][] intervals) {
      String note = Double.isFinite(values[0]) ? "" : Stated.NOBODY.note;
      double[] deviations = ofPeople(shares);
      List<Stated> stated = new ArrayList<>();
      for (int i = 0; i < values.length; i++) {
        double more = Z * deviations[i];
        double below = Math.hypot(WIDER * (values[i] - intervals[i][0]), more);
        double above = Math.hypot(WIDER * (intervals[i][1] - values[i]), more);
        DoubleSummaryStatistics range = range(i);
        double lower = Math.max(range.getMin(), values[i] - below);
        double upper = Math.min(range.getMax(), values[i] + above);
        stated.add(new Stated(values[i], (below + above) / (2 * Z), lower, upper, note));
      }
      return bounded(stated);
    }
  }

  /**
   * With the error of rounding people to ends of cells. Who was asked which table is drawn from all
   * people, but the rounding is not: beyond what linear answers know, it adds its own variance over
   * the number of people; at most that between the ends, which is taken.
   */
  private Answer withEnds(Answer answer, double[] all) {
    double rounding = weights.betweenEnds(all, shares) / people;
    return new Answer(answer.value(), Math.sqrt(square(answer.standardError()) + rounding));
  }

  private static double square(double x) {
    return x * x;
  }

  private static Stated normal(Answer answer) {
    double arm = Z * answer.standardError();
    return new Stated(
        answer.value(), answer.standardError(), answer.value() - arm, answer.value() + arm, "");
  }

  /** All that tables do not answer, from one look at each fit. */
  private void byModel(List<Unmeasured> left, AnswerCell[][] cells) {
    if (left.isEmpty()) {
      return;
    }
    double[] values = asked(left, shares);
    double[][] intervals =
        fitted
            .redraws()
            .map(
                redraws ->
                    redraws.intervals(model -> asked(left, model.shares(weights.set)), CONFIDENCE))
            .orElseGet(
                () ->
                    Arrays.stream(values)
                        .mapToObj(none -> new double[] {Double.NaN, Double.NaN})
                        .toArray(double[][]::new));
    int at = 0;
    for (Unmeasured each : left) {
      int count =
          each.question.measure.kind() == TableQuery.MeasureKind.QUANTILE
              ? 1
              : each.question.sums.size();
      Stated stated =
          each.question.stated(
              Arrays.copyOfRange(values, at, at + count),
              Arrays.copyOfRange(intervals, at, at + count));
      cells[each.group][each.measure] = new AnswerCell(stated, MODEL, stated.value);
      at += count;
    }
  }

  private static double[] asked(List<Unmeasured> left, double[] shares) {
    return left.stream().flatMapToDouble(each -> Arrays.stream(each.question.of(shares))).toArray();
  }
}
