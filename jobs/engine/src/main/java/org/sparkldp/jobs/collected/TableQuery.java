package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.InSet;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.MutableProjection;
import org.apache.spark.sql.catalyst.expressions.MutableProjection$;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.ApproximatePercentile;
import org.apache.spark.sql.catalyst.expressions.aggregate.Average;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.expressions.aggregate.Percentile;
import org.apache.spark.sql.catalyst.expressions.aggregate.PercentileBase;
import org.apache.spark.sql.catalyst.expressions.aggregate.Sum;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.NumericType;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.table.Repeatable;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Plans;
import org.sparkldp.sql.catalyst.Scala;
import org.sparkldp.sql.catalyst.SparkLine;
import scala.Option;

/**
 * What a SELECT counts: which people, in which groups, and what of them. Each of its measures is a
 * quantile, or one sum over people divided by another; what is neither is refused in a sentence,
 * before anything is computed.
 */
final class TableQuery {
  /** Levels that a refusal names. */
  private static final int MOST_NAMED = 20;

  /** Predicates that a slip of the pen in a label makes untrue of everybody. */
  private static final Set<String> COMPARISONS =
      Set.of(
          "EqualTo",
          "EqualNullSafe",
          "Like",
          "ILike",
          "LikeAny",
          "RLike",
          "StartsWith",
          "EndsWith",
          "Contains");

  private final SparkSession spark;
  private final List<TableAttribute> attributes;
  private final LogicalPlan leaf;

  /** The columns: each attribute's value, and after them the lower end of its cell. */
  private final List<Attribute> columns;

  final List<Expression> keys = new ArrayList<>();

  /** Attributes that are grouped by as they are: each of their cells is a group. */
  final Set<Integer> byCell = new TreeSet<>();

  /** The columns that are no measures; computed from the keys. */
  final List<Expression> keyColumns = new ArrayList<>();

  final List<QueryMeasure> measures = new ArrayList<>();

  /** What is summed over people, by all measures. */
  final List<SummedPart> parts = new ArrayList<>();

  /**
   * What is evaluated at points, as Spark computes it: who is counted, the groups, of each part who
   * is counted and its value, and the columns that are no measures.
   */
  final List<Expression> evaluated;

  /** What each of these does with numbers. */
  private final List<NumberUse> uses;

  /**
   * What is summed over people.
   *
   * @param filter who is counted; those who have a value
   * @param value DOUBLE
   * @param isAffine whether its value is affine in numbers
   * @param isExact whether ends of cells make its sum unbiased
   * @param numbers the numbers that its value hangs on
   */
  record SummedPart(
      Expression filter,
      Expression value,
      boolean isAffine,
      boolean isExact,
      Set<Integer> numbers) {

    /** Whether the sum has two bounds: its value is known no better than its cells. */
    boolean hasBounds() {
      return !isExact && !numbers.isEmpty();
    }

    /** Whether its value is taken at the ends of cells. */
    boolean hasEnds() {
      return isExact && !numbers.isEmpty();
    }
  }

  /** In the place of a part's number in a sum: the constant 1. */
  static final int ONE = -1;

  /**
   * A sum over people divided by another. Each is how often parts and {@link #ONE} are in it, so
   * that a count is itself by one, and a mean the sum of values by that of their people.
   */
  record SumRatio(Map<Integer, Double> over, Map<Integer, Double> under) {
    private static final Map<Integer, Double> UNIT = Map.of(ONE, 1.0);

    static SumRatio of(int part) {
      return new SumRatio(Map.of(part, 1.0), UNIT);
    }

    /** Null where it is no number. */
    static SumRatio constant(double number) {
      return Double.isFinite(number) ? new SumRatio(Map.of(ONE, number), UNIT) : null;
    }

    /** The number that it is; NaN where it hangs on people. */
    private double number() {
      return over.keySet().equals(UNIT.keySet()) && under.equals(UNIT) ? over.get(ONE) : Double.NaN;
    }

    private SumRatio times(double by) {
      return Double.isFinite(by) ? new SumRatio(sum(Map.of(), over, by), under) : null;
    }

    /** Null, as below, where the result is no such ratio. */
    SumRatio times(SumRatio other) {
      return Double.isNaN(number()) ? times(other.number()) : other.times(number());
    }

    SumRatio plus(SumRatio other) {
      if (other.under.equals(under)) {
        return new SumRatio(sum(over, other.over, 1), under);
      }
      if (Double.isNaN(other.number())) {
        return Double.isNaN(number()) ? null : other.plus(this);
      }
      return new SumRatio(sum(over, under, other.number()), under);
    }

    SumRatio by(SumRatio other) {
      if (other.under.equals(under) && Double.isNaN(other.number())) {
        return new SumRatio(over, other.over);
      }
      SumRatio inverse = new SumRatio(/* over= */ other.under, /* under= */ other.over);
      return Double.isNaN(number()) ? times(1 / other.number()) : inverse.times(number());
    }

    private static Map<Integer, Double> sum(
        Map<Integer, Double> some, Map<Integer, Double> others, double by) {
      Map<Integer, Double> sum = new TreeMap<>(some);
      others.forEach((part, times) -> sum.merge(part, by * times, Double::sum));
      return sum;
    }
  }

  /**
   * An aggregate.
   *
   * @param of of a quantile its people
   * @param quantile of a quantile; else 0
   * @param attribute of a quantile
   * @param isRounded whether SQL rounds it, which answers are not
   */
  record QueryMeasure(SumRatio of, double quantile, int attribute, boolean isRounded) {
    boolean isQuantile() {
      return quantile > 0;
    }

    /** All parts that are in it. */
    IntStream parts() {
      return Stream.of(of.over, of.under)
          .flatMap(sum -> sum.keySet().stream())
          .mapToInt(part -> part)
          .filter(part -> part != ONE);
    }
  }

  /**
   * @param leaf has the columns
   * @param where what is true of the people who are counted
   * @param outputs the columns of the aggregate
   * @param choices what decides which rows are shown
   */
  TableQuery(
      SparkSession spark,
      TableSchema schema,
      LogicalPlan leaf,
      Expression where,
      List<Expression> keys,
      List<Expression> outputs,
      List<Expression> choices) {
    this.spark = spark;
    attributes = schema.attributes();
    this.leaf = leaf;
    columns = Scala.list(leaf.output());
    for (Expression each : keys) {
      if (isNumber(attributeOf(each))) {
        byCell.add(attributeOf(each));
      }
    }
    keys.forEach(each -> this.keys.add(checked(atStart(each, byCell))));
    for (Expression each : outputs) {
      if (isEstimate(each)) {
        measures.add(measure(each));
      } else {
        keyColumns.add(checked(atStart(each, byCell)));
      }
    }
    List<Expression> all = new ArrayList<>(List.of(checked(where)));
    all.addAll(this.keys);
    parts.forEach(part -> all.add(part.filter));
    parts.forEach(part -> all.add(part.value));
    all.addAll(keyColumns);
    evaluated = optimized(all);
    uses = evaluated.stream().map(this::use).toList();
    Stream.of(List.of(where), keys, outputs, choices)
        .flatMap(List::stream)
        .flatMap(Plans::parts)
        .forEach(this::requireLevel);
  }

  /** Refuses a comparison that is true of no level: it would count nobody, without a sign. */
  private void requireLevel(Expression comparison) {
    if (comparison instanceof In in) {
      Scala.list(in.list()).forEach(item -> requireLevel(new EqualTo(in.value(), item)));
      return;
    }
    Set<Integer> of = attributesOf(List.of(comparison));
    if (of.size() != 1 || !COMPARISONS.contains(comparison.nodeName())) {
      return;
    }
    TableAttribute attribute = attributes.get(of.iterator().next());
    DataType type = attribute.sparkType();
    List<Literal> levels =
        IntStream.range(0, attribute.isNumber() ? 0 : attribute.cells())
            .mapToObj(cell -> new Literal(attribute.item(cell), type))
            .toList();
    boolean isOfNull =
        Scala.list(comparison.children()).stream()
            .anyMatch(each -> attributesOf(List.of(each)).isEmpty() && isPerhaps(new IsNull(each)));
    if (levels.isEmpty()
        || isOfNull
        || Stream.concat(levels.stream(), Stream.of(new Literal(null, type)))
            .anyMatch(level -> isPerhaps(at(comparison, level)))) {
      return;
    }
    int more = levels.size() - MOST_NAMED;
    throw Require.refusal(
        "%s is true of no level of %s; its levels are %s%s.%s",
        over(comparison, TableQuery::bare).sql().replaceFirst("^\\((.*)\\)$", "$1"),
        attribute.name(),
        levels.stream()
            .limit(MOST_NAMED)
            .map(level -> attribute.column().isText() ? level.sql() : level.toString())
            .collect(Collectors.joining(", ")),
        more > 0 ? " and %s more".formatted(more) : "",
        attribute.labels().contains(ProductDomain.OTHER)
            ? " Each other value is within " + ProductDomain.OTHER + "."
            : "");
  }

  /** With a level in the place of the column. */
  private static Expression at(Expression of, Literal level) {
    Expression plain = replaced(of);
    return plain instanceof AttributeReference ? level : over(plain, part -> at(part, level));
  }

  /** Whether a predicate is true, as far as its value is known here. */
  private static boolean isPerhaps(Expression predicate) {
    try {
      return Boolean.TRUE.equals(at(predicate, null).eval(null));
    } catch (Exception e) { // of a part that perhaps is never reached
      return true;
    }
  }

  /** Whether an expression hangs on people, beside those of its group. */
  static boolean isEstimate(Expression value) {
    return Repeatable.contains(value, part -> part instanceof AggregateExpression);
  }

  static Expression checked(Expression expression) {
    Require.that(Repeatable.is(expression))
        .orRefuse(
            "an expression must have the same value whenever it is asked: nothing random, and"
                + " nothing that depends on the time, the user or the session. Provided: %s.",
            expression.sql());
    return expression;
  }

  /** With the lower end of a cell in the place of some numbers. */
  private Expression atStart(Expression expression, Set<Integer> numbers) {
    int attribute = attributeOf(expression);
    return numbers.contains(attribute)
        ? columns.get(attributes.size() + attribute)
        : over(expression, part -> atStart(part, numbers));
  }

  static Expression over(Expression of, UnaryOperator<Expression> change) {
    return of.mapChildren(change::apply);
  }

  /** The attribute that an expression is; -1 if it is something else. */
  private int attributeOf(Expression expression) {
    int column = columnOf(expression);
    return column < attributes.size() ? column : -1;
  }

  private int columnOf(Expression expression) {
    return expression instanceof AttributeReference column
        ? columns.stream().map(Attribute::exprId).toList().indexOf(column.exprId())
        : -1;
  }

  private boolean isNumber(int attribute) {
    return attribute >= 0 && attributes.get(attribute).isNumber();
  }

  /** Attributes that expressions speak of; those of cells' ends, too. */
  private Set<Integer> attributesOf(List<Expression> expressions) {
    return expressions.stream()
        .flatMap(Plans::parts)
        .map(this::columnOf)
        .filter(column -> column >= 0)
        .map(column -> column % attributes.size())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Numbers on which an expression hangs, and not only on their cells. */
  private Set<Integer> numbersOf(Expression expression) {
    return Plans.parts(expression)
        .map(this::attributeOf)
        .filter(this::isNumber)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private QueryMeasure measure(Expression value) {
    boolean isRounded = Repeatable.contains(value, TableQuery::isRounding);
    Expression bare = bare(value);
    while (isRounding(bare)) {
      bare = bare(bare.children().head());
    }
    if (bare instanceof AggregateExpression call) {
      Expression function = replaced(call.aggregateFunction());
      if (function instanceof PercentileBase || function instanceof ApproximatePercentile) {
        return quantile(call, function, isRounded);
      }
    }
    SumRatio of = ratio(bare);
    for (int part : of.under.keySet()) {
      Require.that(part == ONE || !parts.get(part).hasBounds())
          .orRefuse(
              "what a SUM is divided by must be a COUNT, or a SUM that is linear in columns with"
                  + " sum = true in the plan. Provided: %s.",
              value.sql());
    }
    return new QueryMeasure(of, 0, -1, isRounded);
  }

  /** An expression over aggregates as one sum by another. */
  private SumRatio ratio(Expression value) {
    Expression of = bare(value);
    if (of instanceof AggregateExpression call) {
      Expression function = replaced(call.aggregateFunction());
      if (function instanceof Count count) {
        return SumRatio.of(part(counting(counted(filter(call), count))));
      }
      if (function instanceof Sum sum) {
        return SumRatio.of(part(summed(filter(call), sum.child())));
      }
      if (function instanceof Average average) {
        SummedPart sum = summed(filter(call), average.child());
        return SumRatio.of(part(sum)).by(SumRatio.of(part(counting(sum.filter))));
      }
    }
    SumRatio found = isEstimate(of) ? arithmetic(of) : SumRatio.constant(constant(of));
    if (found == null) {
      throw Require.refusal(
          "a column must be a group's, a percentile, or COUNT, SUM and AVG with numbers added to"
              + " them and multiplied, or one sum divided by another: ask its parts in columns of"
              + " their own. Provided: %s.",
          value.sql());
    }
    return found;
  }

  /** Null where it is no ratio of sums. */
  private SumRatio arithmetic(Expression of) {
    List<Expression> parts = Scala.list(of.children());
    return switch (of.nodeName()) {
      case "Add" -> ratio(parts.get(0)).plus(ratio(parts.get(1)));
      case "Subtract" -> ratio(parts.get(0)).plus(ratio(parts.get(1)).times(-1));
      case "UnaryMinus" -> ratio(parts.get(0)).times(-1);
      case "Multiply" -> ratio(parts.get(0)).times(ratio(parts.get(1)));
      case "Divide" -> ratio(parts.get(0)).by(ratio(parts.get(1)));
      case "Round", "BRound" -> ratio(parts.get(0));
      case "Coalesce" -> isZero(parts.get(1)) ? ratio(parts.get(0)) : null;
      default -> null;
    };
  }

  private static boolean isRounding(Expression of) {
    return of.nodeName().endsWith("Round");
  }

  /** The number that an expression always is; NaN where it is none. */
  private static double constant(Expression of) {
    return number(of.foldable() ? of.eval(null) : null);
  }

  private static double number(Object value) {
    if (value instanceof Decimal decimal) {
      return decimal.toDouble();
    }
    return value instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  static boolean isZero(Expression of) {
    return constant(of) == 0;
  }

  private int part(SummedPart part) {
    if (!parts.contains(part)) {
      parts.add(part);
    }
    return parts.indexOf(part);
  }

  /** What an expression is after Spark has put its own in the place of its short forms. */
  private static Expression replaced(Expression of) {
    return of instanceof RuntimeReplaceable other ? replaced(other.replacement()) : of;
  }

  private Expression filter(AggregateExpression call) {
    Require.that(!call.isDistinct())
        .orRefuse("a query must not count or sum DISTINCT values. Provided: %s.", call.sql());
    return Scala.optional(call.filter())
        .map(Expression.class::cast)
        .orElse(Literal.create(true, DataTypes.BooleanType));
  }

  private Expression counted(Expression filter, Count count) {
    Expression all = filter;
    for (Expression child : Scala.list(count.children())) {
      if (!child.foldable() || child.nullable()) {
        all = new And(all, new IsNotNull(child));
      }
    }
    return all;
  }

  /** A part that counts those whom a filter leaves. */
  private SummedPart counting(Expression filter) {
    Expression one = Literal.create(1.0, DataTypes.DoubleType);
    return new SummedPart(checked(filter), one, true, true, Set.of());
  }

  private SummedPart summed(Expression filter, Expression child) {
    Expression bare = bare(child);
    boolean isAffine = isAffine(bare);
    boolean isExact =
        isAffine && numbersOf(bare).stream().allMatch(a -> attributes.get(a).isSummed());
    Expression value = new Cast(bare, DataTypes.DoubleType, Option.apply("UTC"), EvalMode.ANSI());
    Expression of = new And(filter, new IsNotNull(child));
    return new SummedPart(checked(of), checked(value), isAffine, isExact, numbersOf(bare));
  }

  /** Whether a cast leaves each number as it is. */
  private static boolean isWidening(Cast cast) {
    DataType from = cast.child().dataType();
    DataType to = cast.dataType();
    return from instanceof NumericType
        && (to instanceof DoubleType || (to instanceof NumericType && Cast.canUpCast(from, to)));
  }

  /** Without short forms, and casts that leave each number as it is. */
  private static Expression bare(Expression of) {
    if (of instanceof RuntimeReplaceable && isEstimate(of)) {
      return bare(replaced(of));
    }
    return of instanceof Cast cast && isWidening(cast) ? bare(cast.child()) : of;
  }

  /** Whether an expression is affine in numbers, so that it may be rounded to the ends of cells. */
  private boolean isAffine(Expression e) {
    if (numbersOf(e).isEmpty() || e instanceof AttributeReference) {
      return true;
    }
    List<Expression> parts = Scala.list(e.children());
    return switch (e.nodeName()) {
      case "Add", "Subtract", "UnaryMinus" -> parts.stream().allMatch(this::isAffine);
      case "Multiply" ->
          parts.stream().anyMatch(part -> numbersOf(part).isEmpty())
              && parts.stream().allMatch(this::isAffine);
      case "Divide" -> numbersOf(parts.get(1)).isEmpty() && isAffine(parts.get(0));
      case "Cast" -> isWidening((Cast) e) && isAffine(parts.get(0));
      case "If", "CaseWhen" ->
          parts.stream()
              .allMatch(
                  part ->
                      part.dataType() instanceof BooleanType
                          ? numbersOf(part).isEmpty()
                          : isAffine(part));
      default -> false;
    };
  }

  private QueryMeasure quantile(AggregateExpression call, Expression function, boolean isRounded) {
    Require.that(
            !(function instanceof Percentile each) || constant(each.frequencyExpression()) == 1)
        .orRefuse(
            "a percentile must count each person once: leave its third argument out. Provided: %s.",
            call.sql());
    double p = constant(function.children().apply(1));
    Require.that(p > 0 && p < 1)
        .orRefuse(
            "a percentile must be one number above 0 and below 1; ask each of several in a column"
                + " of its own. Provided: %s.",
            function.children().apply(1).sql());
    Expression bare = bare(function.children().head());
    int attribute = attributeOf(bare);
    Require.that(attribute >= 0 && attributes.get(attribute).hasNumbers())
        .orRefuse(
            "a percentile must be of a column of numbers: in the plan, one with bins, or ordered"
                + " numbers. Provided: %s.",
            bare.sql());
    int people = part(counting(new And(filter(call), new IsNotNull(bare))));
    boolean isDown = function instanceof PercentileBase other && other.reverse();
    return new QueryMeasure(SumRatio.of(people), isDown ? 1 - p : p, attribute, isRounded);
  }

  /** The attributes that the query speaks of, ascending. */
  int[] attributes() {
    return measures.stream()
        .flatMap(each -> attributesOf(each).stream())
        .mapToInt(Integer::intValue)
        .sorted()
        .distinct()
        .toArray();
  }

  /** Attributes that a measure hangs on, by itself or by who is counted in which group. */
  Set<Integer> attributesOf(QueryMeasure measure) {
    Set<Integer> all = attributesOf(evaluated.subList(0, 1 + keys.size()));
    measure
        .parts()
        .forEach(part -> all.addAll(attributesOf(List.of(filter(part), values().get(part)))));
    if (measure.isQuantile()) {
      all.add(measure.attribute);
    }
    return all;
  }

  /** Attributes that decide to which group somebody belongs. */
  Set<Integer> keyed() {
    return attributesOf(evaluated.subList(1, 1 + keys.size()));
  }

  private Expression filter(int part) {
    return evaluated.get(1 + keys.size() + part);
  }

  private int placeOfValue(int part) {
    return 1 + keys.size() + parts.size() + part;
  }

  /** The values of parts, as they are evaluated. */
  List<Expression> values() {
    return evaluated.subList(placeOfValue(0), placeOfValue(parts.size()));
  }

  /** Numbers on which it depends who is counted in which group. */
  private Set<Integer> deciding(int part) {
    Set<Integer> all = new HashSet<>(uses.get(1 + keys.size() + part).all());
    uses.subList(0, 1 + keys.size()).forEach(use -> all.addAll(use.all()));
    return all;
  }

  /** Whether the numbers of a part's value do not decide who is counted. */
  boolean isApart(int part) {
    return Collections.disjoint(parts.get(part).numbers, deciding(part));
  }

  /** Numbers on which a part hangs otherwise than by a factor. */
  Set<Integer> fine(int part) {
    Set<Integer> all = deciding(part);
    all.addAll(parts.get(part).isAffine ? Set.of() : parts.get(part).numbers);
    return all;
  }

  /** What a number is compared with, somewhere. */
  Set<Double> cuts(int attribute) {
    return uses.stream()
        .flatMap(use -> use.cuts.getOrDefault(attribute, Set.of()).stream())
        .collect(Collectors.toSet());
  }

  /** How many points of each cell of a number are evaluated, not counting those at its cuts. */
  int points(int attribute) {
    int points = 1;
    for (int i = 0; i < uses.size(); i++) {
      int part = i - placeOfValue(0);
      boolean isAffine = part >= 0 && part < parts.size() && parts.get(part).isAffine;
      if (uses.get(i).used.contains(attribute)) {
        points = Math.max(points, isAffine ? CellPoints.COARSE : CellPoints.FINE);
      }
    }
    return points;
  }

  /**
   * How an expression hangs on the numbers in cells.
   *
   * @param cuts by number what it is compared with
   * @param used numbers that are used in another way
   */
  private record NumberUse(Map<Integer, Set<Double>> cuts, Set<Integer> used) {
    Set<Integer> all() {
      Set<Integer> all = new HashSet<>(cuts.keySet());
      all.addAll(used);
      return all;
    }
  }

  private NumberUse use(Expression of) {
    NumberUse use = new NumberUse(new HashMap<>(), new HashSet<>());
    add(of, use);
    return use;
  }

  private void add(Expression of, NumberUse use) {
    List<Expression> sides = new ArrayList<>(Scala.list(of.children()));
    sides.removeIf(each -> each instanceof Literal);
    if ((of instanceof IsNull || of instanceof IsNotNull) && isAffine(of.children().head())) {
      return; // a cell is missing as a whole
    }
    boolean isComparison =
        of instanceof BinaryComparison || of instanceof In || of instanceof InSet;
    int compared = sides.size() == 1 ? attributeOf(bare(sides.get(0))) : -1;
    if (isComparison && isNumber(compared)) {
      Stream<?> values =
          of instanceof InSet in
              ? Scala.list(in.hset().toSeq()).stream()
              : Scala.list(of.children()).stream().map(TableQuery::constant);
      values
          .mapToDouble(TableQuery::number)
          .filter(Double::isFinite)
          .forEach(use.cuts.computeIfAbsent(compared, none -> new TreeSet<>())::add);
      return;
    }
    if (isNumber(attributeOf(of))) {
      use.used.add(attributeOf(of));
    }
    sides.forEach(each -> add(each, use));
  }

  /** The same expressions as Spark computes them. */
  private List<Expression> optimized(List<Expression> expressions) {
    List<NamedExpression> named = new ArrayList<>();
    for (Expression each : expressions) {
      named.add(
          new Alias(
              each,
              "c" + named.size(),
              NamedExpression.newExprId(),
              Scala.seq(List.of()),
              Option.empty(),
              Scala.seq(List.of())));
    }
    Project project = new Project(Scala.seq(named), leaf);
    return written(SparkLine.rows(spark, project).queryExecution().optimizedPlan());
  }

  /** The columns of projections over columns of the table. */
  private static List<Expression> written(LogicalPlan plan) {
    if (!(plan instanceof Project project)) {
      return new ArrayList<>(Scala.list(plan.output()));
    }
    Map<ExprId, Expression> below =
        TableSelect.known(project.child().output(), written(project.child()));
    return Scala.list(project.projectList()).stream()
        .map(each -> TableSelect.written(TableSelect.unnamed(each), below))
        .toList();
  }

  /** Optimized expressions, compiled. */
  MutableProjection compiled(List<Expression> optimized) {
    return MutableProjection$.MODULE$.create(Scala.seq(optimized), Scala.seq(columns));
  }
}
