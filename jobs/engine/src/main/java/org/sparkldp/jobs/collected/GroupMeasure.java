package org.sparkldp.jobs.collected;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.sparkldp.jobs.collected.Weights.WeightKind;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.protocols.sums.NumberSums;
import org.sparkldp.tables.Answer;
import org.sparkldp.tables.Density;
import org.sparkldp.tables.LinearAnswers;

/**
 * A measure of a group: one sum of the shares of cells divided by another, or a quantile. It is
 * answered from asked tables by their linear answers, or by the shares of a model, always with a 95
 * % interval.
 */
final class GroupMeasure {
  static final double CONFIDENCE = 0.95;
  private static final double Z = StandardNormal.quantile((1 + CONFIDENCE) / 2);

  /**
   * How much wider intervals of the model are than percentiles of redrawn fits. These draw the fit
   * towards independence as the reports' own noise has done, so they lie to one side: of 460 crowds
   * of 20,000 people at epsilon 2 percentiles held .943 of counts and .924 of means; 1.1 times as
   * far, in 200 crowds not seen before, .955 and .935.
   */
  private static final double WIDER = 1.1;

  /**
   * How far the logarithm of the odds to be in a part of a cell is off, as a standard error: the
   * column's density is a guess, and a group's is its own. Of ranges of one to three correlated
   * Laplace numbers, a million people, it was .19 to .38.
   */
  private static final double PART = 1 / 3.0;

  /** A number with its interval; NaN where something is not known. */
  record Stated(double value, double error, double lower, double upper, String note) {
    static final Stated NOBODY =
        new Stated(Double.NaN, Double.NaN, Double.NaN, Double.NaN, "nobody is counted");
  }

  /**
   * What all measures of a query are answered from.
   *
   * @param people of the whole table
   * @param shares of the model, over the query's attributes
   */
  record Sources(
      TableSchema schema, Weights weights, LinearAnswers linear, double people, double[] shares) {
    Sources(FittedTable fitted, Weights weights) {
      this(
          fitted.table().schema(),
          weights,
          new LinearAnswers(
              fitted.table().schema().domain(), fitted.table().asked(), fitted.table().people()),
          fitted.table().people(),
          fitted.model().shares(weights.set));
    }
  }

  /**
   * A sum over the levels of a group.
   *
   * @param parts how much the weights grow with the logarithm of the odds to be in a part of a cell
   * @param constant what is added for everybody
   */
  private record GroupSum(double[] weights, double[] parts, double constant) {
    GroupSum less(double times, GroupSum other) {
      double[] rest = weights.clone();
      double[] restOfParts = parts.clone();
      Arrays.setAll(rest, i -> rest[i] - times * other.weights[i]);
      Arrays.setAll(restOfParts, i -> restOfParts[i] - times * other.parts[i]);
      return new GroupSum(rest, restOfParts, constant - times * other.constant);
    }
  }

  private final Sources from;
  private final TableQuery query;
  private final Weights.PeopleGroup group;
  private final TableQuery.QueryMeasure measure;

  /** The levels of the group; all weights are of these. */
  private final int[] levels;

  /**
   * What is divided: the sum, and with bounds the least and the largest that it may be. Of a
   * quantile for each inner edge the people below it, less the quantile's part of all.
   */
  private final List<GroupSum> over = new ArrayList<>();

  private final GroupSum under; // of a quantile its people

  GroupMeasure(
      Sources from, TableQuery query, Weights.PeopleGroup group, TableQuery.QueryMeasure measure) {
    this.from = from;
    this.query = query;
    this.group = group;
    this.measure = measure;
    levels = group.levels();
    GroupSum sum = sum(measure.of().over(), WeightKind.SUM, WeightKind.SUM);
    if (measure.isQuantile()) {
      under = sum;
      int[] cells = from.weights.cellsOf(Set.of(measure.attribute()), levels);
      for (int edge = 1; edge < quantileOf().cells(); edge++) {
        over.add(below(cells, edge));
      }
      return;
    }
    under = sum(measure.of().under(), WeightKind.SUM, WeightKind.SUM);
    over.add(sum);
    if (measure.parts().anyMatch(part -> query.parts.get(part).hasBounds())) {
      over.add(sum(measure.of().over(), WeightKind.LEAST, WeightKind.MOST));
      over.add(sum(measure.of().over(), WeightKind.MOST, WeightKind.LEAST));
    }
  }

  /** The people below an edge, less the quantile's part of all. */
  private GroupSum below(int[] cells, int edge) {
    double[] below = new double[cells.length];
    double[] parts = new double[cells.length];
    for (int i = 0; i < cells.length; i++) {
      double times = (cells[i] < edge ? 1 : 0) - measure.quantile();
      below[i] = times * under.weights[i];
      parts[i] = times * under.parts[i];
    }
    return new GroupSum(below, parts, 0);
  }

  /** A sum, of which some kind of parts that are added, another of those taken. */
  private GroupSum sum(Map<Integer, Double> form, WeightKind added, WeightKind taken) {
    double[] sum = new double[levels.length];
    double[] ofParts = new double[levels.length];
    form.forEach(
        (part, times) -> {
          if (part != TableQuery.ONE) {
            double[] of = from.weights.of(group, part, times > 0 ? added : taken);
            double[] others = from.weights.of(group, part, WeightKind.OTHERS);
            Arrays.setAll(sum, i -> sum[i] + times * of[i]);
            Arrays.setAll(ofParts, i -> ofParts[i] + times * of[i] * others[i]);
          }
        });
    double constant = form.getOrDefault(TableQuery.ONE, 0.0) / from.people;
    return new GroupSum(sum, ofParts, constant);
  }

  Weights.PeopleGroup group() {
    return group;
  }

  TableQuery.QueryMeasure measure() {
    return measure;
  }

  /** The attributes that it hangs on, ascending. */
  Set<Integer> attributes() {
    return query.attributesOf(measure);
  }

  /** Whether it counts people in a part of a cell. */
  boolean isCut() {
    return measure.parts().anyMatch(from.weights::isCut);
  }

  private TableAttribute quantileOf() {
    return from.schema.attributes().get(measure.attribute());
  }

  private static double square(double x) {
    return x * x;
  }

  /**
   * A sum from asked tables, with the errors of rounding people to ends of cells and of parts of
   * cells. Who was asked which table is drawn from all people, but the rounding is not: beyond what
   * linear answers know, it adds its own variance over the number of people; at most that between
   * the ends, which is taken.
   */
  private Optional<Answer> answer(GroupSum sum) {
    double rounding = from.weights.betweenEnds(group, sum.weights, from.shares) / from.people;
    return from.linear
        .answer(from.weights.set, levels, sum.weights)
        .map(
            found ->
                new Answer(
                    found.value() + sum.constant,
                    Math.sqrt(square(found.standardError()) + rounding + square(ofParts(sum)))));
  }

  /**
   * The standard error that parts of cells give: all may be off alike, and each by itself. Cells
   * are those of the measure's own attributes, whatever is asked beside it.
   */
  private double ofParts(GroupSum sum) {
    int[] own = isCut() ? from.weights.cellsOf(attributes(), levels) : new int[levels.length];
    Map<Integer, Double> parts = new TreeMap<>();
    for (int i = 0; i < levels.length; i++) {
      if (sum.parts[i] != 0) {
        parts.merge(own[i], sum.parts[i] * from.shares[levels[i]], Double::sum);
      }
    }
    double alike = parts.values().stream().mapToDouble(part -> part).sum();
    double each = parts.values().stream().mapToDouble(GroupMeasure::square).sum();
    return PART * Math.sqrt(alike * alike + each);
  }

  private double dot(GroupSum sum, double[] shares) {
    double all = sum.constant;
    for (int i = 0; i < levels.length; i++) {
      all += sum.weights[i] * shares[levels[i]];
    }
    return all;
  }

  /** By asked tables alone, if they contain the question. */
  Optional<Stated> measured() {
    Optional<Answer> count = answer(under);
    List<Answer> edges = new ArrayList<>();
    List<Stated> stated = new ArrayList<>();
    for (GroupSum sum : over) {
      if (measure.isQuantile()) {
        answer(sum).ifPresent(edges::add);
      } else {
        count.flatMap(of -> ratio(sum, of)).ifPresent(stated::add);
      }
    }
    if (count.isEmpty() || edges.size() + stated.size() < over.size()) {
      return Optional.empty();
    }
    return Optional.of(
        measure.isQuantile() ? quantile(edges, count.get().value()) : bounded(stated));
  }

  /** With bounds: from the least value's lower end to the largest one's upper end. */
  private static Stated bounded(List<Stated> stated) {
    Stated middle = stated.get(0);
    return stated.stream().distinct().count() > 1
        ? new Stated(
            middle.value,
            middle.error,
            stated.stream().mapToDouble(Stated::lower).min().orElseThrow(),
            stated.stream().mapToDouble(Stated::upper).max().orElseThrow(),
            "from the least to the most that cells allow")
        : middle;
  }

  /**
   * Fieller's interval, by the error of the sum less ratio times what it is divided by: the ratio
   * is that at which asked tables answer this with 0.
   */
  private Optional<Stated> ratio(GroupSum sum, Answer count) {
    if (count.value() == 0) {
      return Optional.of(Stated.NOBODY);
    }
    double ratio = 0;
    Optional<Answer> rest = answer(sum);
    for (int i = 0; i < 4 && rest.filter(GroupMeasure::isOff).isPresent(); i++) {
      ratio += rest.get().value() / count.value();
      rest = answer(sum.less(ratio, under));
    }
    if (rest.isEmpty()) {
      return Optional.empty();
    }
    double error = rest.get().standardError();
    double step = Math.max(Math.abs(ratio) * 1e-3, error / Math.abs(count.value()));
    double covariance = 0;
    if (step > 0 && count.standardError() > 0) {
      Answer less = answer(sum.less(ratio - step, under)).orElseThrow();
      Answer more = answer(sum.less(ratio + step, under)).orElseThrow();
      covariance = (square(less.standardError()) - square(more.standardError())) / (4 * step);
    }
    NumberSums.SumRow row =
        NumberSums.mean(
            "", count.value(), square(count.standardError()), 0, square(error), covariance, Z, "");
    String note =
        row.note().isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                "what it is divided by is %,.0f ± %,.0f, too near 0 %s",
                count.value() * from.people,
                count.standardError() * from.people,
                Double.isNaN(row.estimate()) ? "for an answer" : "for its interval to be sure");
    return Optional.of(
        new Stated(
            row.estimate() + ratio,
            row.standardError(),
            row.lower() + ratio,
            row.upper() + ratio,
            note));
  }

  private static boolean isOff(Answer rest) {
    return Math.abs(rest.value()) > 1e-12 * rest.standardError();
  }

  /** Where the people below an edge become as many as asked; its interval inverts theirs. */
  private Stated quantile(List<Answer> below, double all) {
    if (!(all > 0)) {
      return Stated.NOBODY;
    }
    double value = crossing(below, all, 0, 0);
    double lower = value - Math.hypot(value - crossing(below, all, Z, 0), ofCell(below, all, -Z));
    double upper = value + Math.hypot(value - crossing(below, all, -Z, 0), ofCell(below, all, Z));
    DoubleSummaryStatistics range = range(0);
    boolean isWithin = lower > range.getMin() && upper < range.getMax();
    double error = isWithin ? (upper - lower) / 2 : Math.max(upper - value, value - lower);
    String note =
        quantileOf().isNumber()
            ? "people of a cell are taken to be spread as the whole column is"
            : "";
    return new Stated(
        value, error / Z, Math.max(range.getMin(), lower), Math.min(range.getMax(), upper), note);
  }

  /** The edges of cells, or the numbers themselves. */
  private List<Double> numbers() {
    return quantileOf().isNumber()
        ? quantileOf().edges()
        : quantileOf().labels().stream().map(Double::valueOf).toList();
  }

  /** How far a quantile moves if people are spread in another way within its cell. */
  private double ofCell(List<Answer> below, double all, double errors) {
    return crossing(below, all, 0, errors * PART) - crossing(below, all, 0, 0);
  }

  /**
   * The number at which people below the edges, made monotone, are as many as asked.
   *
   * @param errors how many standard errors are added to them
   * @param odds what is added to the logarithm of the odds to be below, within the cell
   */
  private double crossing(List<Answer> below, double all, double errors, double odds) {
    List<Double> edges = numbers();
    double[] at = new double[quantileOf().cells() + 1];
    at[0] = -measure.quantile() * all;
    at[at.length - 1] = (1 - measure.quantile()) * all;
    for (int i = 1; i < at.length - 1; i++) {
      Answer of = below.get(i - 1);
      double people = of.value() + errors * of.standardError();
      at[i] = Math.max(at[0], Math.min(at[at.length - 1], people));
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
    part = part / (part + (1 - part) * Math.exp(-odds));
    Density density = from.weights.densities.get(measure.attribute());
    double from = edges.get(i - 1);
    double to = edges.get(i) + (i == quantileOf().cells() ? quantileOf().step() : 0);
    double number = density.quantile(from, to, part);
    OptionalInt digits = quantileOf().digits();
    if (digits.isPresent()) { // people of the number 5 lie between 5 and 6
      BigDecimal whole = BigDecimal.valueOf(number).setScale(digits.getAsInt(), RoundingMode.FLOOR);
      number = Math.max(from, Math.min(edges.get(i), whole.doubleValue()));
    }
    return number;
  }

  /** How many numbers answer it. */
  int answers() {
    return measure.isQuantile() ? 1 : over.size();
  }

  /** By a model's shares: the answer, and with bounds those of the least and the largest. */
  double[] of(double[] shares) {
    double count = dot(under, shares);
    if (measure.isQuantile()) {
      List<Answer> below = over.stream().map(sum -> new Answer(dot(sum, shares), 0)).toList();
      return new double[] {quantile(below, count).value};
    }
    return over.stream().mapToDouble(sum -> dot(sum, shares) / count).toArray();
  }

  /** A sum of people who are drawn from the model, with the error of parts of cells. */
  private Answer drawn(GroupSum sum) {
    double mean = 0;
    double square = 0;
    for (int v = 0; v < levels.length; v++) {
      mean += sum.weights[v] * from.shares[levels[v]];
      square += square(sum.weights[v]) * from.shares[levels[v]];
    }
    double drawn = Math.max(0, square - mean * mean) / from.people;
    return new Answer(mean + sum.constant, Math.hypot(Math.sqrt(drawn), ofParts(sum)));
  }

  /** What an interval for these people must have beyond that of the law. */
  private Stated ofPeople(int i) {
    double count = dot(under, from.shares);
    if (measure.isQuantile()) {
      return quantile(over.stream().map(this::drawn).toList(), count);
    }
    double value = dot(over.get(i), from.shares) / count;
    double error = drawn(over.get(i).less(value, under)).standardError() / count;
    return new Stated(value, error, value - Z * error, value + Z * error, "");
  }

  /** What an answer can be, whoever the people are. */
  private DoubleSummaryStatistics range(int i) {
    if (measure.isQuantile()) {
      return numbers().stream().mapToDouble(Double::doubleValue).summaryStatistics();
    }
    GroupSum sum = over.get(i);
    DoubleSummaryStatistics range = new DoubleSummaryStatistics();
    for (int v = 0; v <= levels.length; v++) { // and after them the levels of other groups
      double count = under.constant + (v < levels.length ? under.weights[v] : 0);
      if (count < 0) {
        return DoubleStream.of(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
            .summaryStatistics();
      }
      if (count > 0 && (v < levels.length || levels.length < from.weights.size())) {
        range.accept((sum.constant + (v < levels.length ? sum.weights[v] : 0)) / count);
      }
    }
    return range;
  }

  /** What a model says. */
  Stated stated(double[] values, double[][] intervals) {
    List<Stated> stated = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      Stated people = ofPeople(i);
      double below = Math.hypot(WIDER * (values[i] - intervals[i][0]), people.value - people.lower);
      double above = Math.hypot(WIDER * (intervals[i][1] - values[i]), people.upper - people.value);
      DoubleSummaryStatistics range = range(i);
      double lower = Math.max(range.getMin(), values[i] - below);
      double upper = Math.min(range.getMax(), values[i] + above);
      String note = Double.isFinite(values[i]) ? people.note : Stated.NOBODY.note;
      stated.add(new Stated(values[i], (below + above) / (2 * Z), lower, upper, note));
    }
    return bounded(stated);
  }
}
