package org.sparkldp.jobs.collected;

import java.util.ArrayList;
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
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.InSet;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.ApproximatePercentile;
import org.apache.spark.sql.catalyst.expressions.aggregate.Average;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
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

  private final SparkSession spark;
  private final TableSchema schema;
  private final LogicalPlan leaf;

  /** The columns: each attribute's value, and after them the lower end of its cell. */
  private final List<Attribute> columns;

  /** What is true of the people who are counted. */
  final Expression where;

  final List<Expression> keys = new ArrayList<>();

  /** Attributes that are grouped by as they are: each of their cells is a group. */
  final Set<Integer> byCell = new TreeSet<>();

  /** The columns that are no measures; computed from the keys. */
  final List<Expression> keyColumns = new ArrayList<>();

  final List<QueryMeasure> measures = new ArrayList<>();

  /** What is summed over people, by all measures. */
  final List<SummedPart> parts = new ArrayList<>();

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
   * @param outputs the columns of the aggregate
   */
  TableQuery(
      SparkSession spark,
      TableSchema schema,
      LogicalPlan leaf,
      Expression where,
      List<Expression> keys,
      List<Expression> outputs) {
    this.spark = spark;
    this.schema = schema;
    this.leaf = leaf;
    columns = Scala.list(leaf.output());
    Stream.of(List.of(where), keys, outputs)
        .flatMap(List::stream)
        .flatMap(Plans::parts)
        .forEach(this::requireLevels);
    this.where = read(where);
    for (Expression each : keys) {
      int attribute = attributeOf(each);
      if (attribute >= 0 && schema.attributes().get(attribute).isNumber()) {
        byCell.add(attribute);
      }
    }
    keys.forEach(each -> this.keys.add(read(atStart(each, byCell))));
    for (Expression each : outputs) {
      if (isEstimate(each)) {
        measures.add(measure(each));
      } else {
        keyColumns.add(read(atStart(each, byCell)));
      }
    }
  }

  /** Refuses what a category never equals: a slip of the pen would count nobody, without a sign. */
  private void requireLevels(Expression comparison) {
    if (!(comparison instanceof EqualTo
        || comparison instanceof EqualNullSafe
        || comparison instanceof In)) {
      return;
    }
    List<Expression> sides = Scala.list(comparison.children());
    for (Expression side : sides) {
      int at = attributeOf(bare(side));
      if (at >= 0 && !schema.attributes().get(at).isNumber()) {
        sides.stream()
            .filter(each -> each.foldable() && !(each instanceof RuntimeReplaceable))
            .forEach(each -> requireLevel(schema.attributes().get(at), each));
      }
    }
  }

  private static void requireLevel(TableAttribute of, Expression constant) {
    Object value = constant.eval(null);
    List<Object> levels = IntStream.range(0, of.cells()).mapToObj(of::item).toList();
    if (value == null
        || levels.stream().anyMatch(level -> compared(level).equals(compared(value)))) {
      return;
    }
    int more = levels.size() - MOST_NAMED;
    throw Require.refusal(
        "%s is no level of %s; its levels are %s%s.%s",
        new Literal(value, constant.dataType()).sql(),
        of.name(),
        levels.stream()
            .limit(MOST_NAMED)
            .map(level -> new Literal(level, of.sparkType()).sql())
            .collect(Collectors.joining(", ")),
        more > 0 ? " and %s more".formatted(more) : "",
        of.labels().contains(ProductDomain.OTHER)
            ? " Each other value is within " + ProductDomain.OTHER + "."
            : "");
  }

  /** A value, so that numbers of different types are equal. */
  private static Object compared(Object value) {
    double number = number(value);
    return Double.isNaN(number) ? value : (Object) number;
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

  /**
   * A checked expression. What is affine in numbers is missing where these are, wherever in a cell
   * they lie, so its lower end tells.
   */
  private Expression read(Expression expression) {
    return atStartOfNulls(checked(expression));
  }

  private Expression atStartOfNulls(Expression e) {
    boolean isOfNull = e instanceof IsNull || e instanceof IsNotNull;
    return isOfNull && isAffine(e.children().head())
        ? atStart(e, numbersOf(e))
        : over(e, this::atStartOfNulls);
  }

  /** With the lower end of a cell in the place of some numbers. */
  private Expression atStart(Expression expression, Set<Integer> numbers) {
    int attribute = attributeOf(expression);
    return numbers.contains(attribute)
        ? columns.get(schema.attributes().size() + attribute)
        : over(expression, part -> atStart(part, numbers));
  }

  static Expression over(Expression of, UnaryOperator<Expression> change) {
    List<Expression> children = Scala.list(of.children()).stream().map(change).toList();
    return children.isEmpty() ? of : of.withNewChildren(Scala.seq(children));
  }

  /** The attribute that an expression is; -1 if it is something else. */
  private int attributeOf(Expression expression) {
    int column = columnOf(expression);
    return column < schema.attributes().size() ? column : -1;
  }

  private int columnOf(Expression expression) {
    return expression instanceof AttributeReference column
        ? columns.stream().map(Attribute::exprId).toList().indexOf(column.exprId())
        : -1;
  }

  /** Attributes that an expression speaks of; those of cells' ends, too. */
  Set<Integer> attributesOf(Expression expression) {
    int size = schema.attributes().size();
    return Plans.parts(expression)
        .map(this::columnOf)
        .filter(column -> column >= 0)
        .map(column -> column % size)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Numbers on which an expression hangs, and not only on their cells. */
  private Set<Integer> numbersOf(Expression expression) {
    return Plans.parts(expression)
        .map(this::attributeOf)
        .filter(a -> a >= 0 && schema.attributes().get(a).isNumber())
        .collect(Collectors.toSet());
  }

  private QueryMeasure measure(Expression value) {
    Expression bare = bare(value);
    if (bare instanceof AggregateExpression call) {
      Expression function = replaced(call.aggregateFunction());
      if (function instanceof PercentileBase || function instanceof ApproximatePercentile) {
        return quantile(call, function);
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
    boolean isRounded = Repeatable.contains(value, TableQuery::isRounding);
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
    return new SummedPart(read(filter), one, true, true, Set.of());
  }

  private SummedPart summed(Expression filter, Expression child) {
    Expression bare = bare(child);
    boolean isAffine = isAffine(bare);
    boolean isExact =
        isAffine && numbersOf(bare).stream().allMatch(a -> schema.attributes().get(a).isSummed());
    Expression value = new Cast(bare, DataTypes.DoubleType, Option.apply("UTC"), EvalMode.ANSI());
    Expression of = new And(filter, new IsNotNull(child));
    return new SummedPart(read(of), read(value), isAffine, isExact, numbersOf(bare));
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

  private QueryMeasure quantile(AggregateExpression call, Expression function) {
    double p = constant(function.children().apply(1));
    Require.that(p > 0 && p < 1)
        .orRefuse(
            "a percentile must be one number above 0 and below 1; ask each of several in a column"
                + " of its own. Provided: %s.",
            function.children().apply(1).sql());
    Expression bare = bare(function.children().head());
    int attribute = attributeOf(bare);
    Require.that(attribute >= 0 && schema.attributes().get(attribute).hasNumbers())
        .orRefuse(
            "a percentile must be of a column of numbers: in the plan, one with bins, or ordered"
                + " numbers. Provided: %s.",
            bare.sql());
    int people = part(counting(new And(filter(call), new IsNotNull(bare))));
    boolean isDown = function instanceof PercentileBase other && other.reverse();
    return new QueryMeasure(SumRatio.of(people), isDown ? 1 - p : p, attribute, false);
  }

  /**
   * How optimized expressions depend on the numbers in cells.
   *
   * @param cuts by number what it is compared with
   * @param used numbers that are used otherwise
   */
  record Use(Map<Integer, Set<Double>> cuts, Set<Integer> used) {
    Use() {
      this(new HashMap<>(), new HashSet<>());
    }
  }

  /** Adds what an optimized expression does with numbers. */
  void use(Expression of, Use use) {
    if (of instanceof BinaryComparison comparison) {
      boolean isLeft = comparison.right() instanceof Literal;
      Expression side = isLeft ? comparison.left() : comparison.right();
      Expression other = isLeft ? comparison.right() : comparison.left();
      if (other instanceof Literal literal && isCut(side, Stream.of(literal.value()), use)) {
        return;
      }
    }
    if (of instanceof In in
        && Scala.list(in.list()).stream().allMatch(each -> each instanceof Literal)
        && isCut(
            in.value(),
            Scala.list(in.list()).stream().map(each -> ((Literal) each).value()),
            use)) {
      return;
    }
    if (of instanceof InSet in && isCut(in.child(), Scala.list(in.hset().toSeq()).stream(), use)) {
      return;
    }
    boolean isOfNull = of instanceof IsNull || of instanceof IsNotNull;
    if (isOfNull && isCut(of.children().head(), Stream.of(), use)) {
      return; // a cell is missing as a whole
    }
    int attribute = attributeOf(of);
    if (attribute >= 0 && schema.attributes().get(attribute).isNumber()) {
      use.used.add(attribute);
    }
    Scala.list(of.children()).forEach(each -> use(each, use));
  }

  /** Whether a number is compared; then notes with what. */
  private boolean isCut(Expression side, Stream<Object> values, Use use) {
    int attribute = attributeOf(bare(side));
    if (attribute < 0 || !schema.attributes().get(attribute).isNumber()) {
      return false;
    }
    Set<Double> cuts = use.cuts.computeIfAbsent(attribute, none -> new TreeSet<>());
    values
        .map(each -> each instanceof Decimal decimal ? (Object) decimal.toDouble() : each)
        .filter(each -> each instanceof Number)
        .mapToDouble(each -> ((Number) each).doubleValue())
        .filter(Double::isFinite)
        .forEach(cuts::add);
    return true;
  }

  /** The attributes that the query speaks of, ascending. */
  int[] attributes() {
    Set<Integer> all = new TreeSet<>(deciding());
    measures.forEach(each -> all.addAll(attributesOf(each)));
    return all.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Attributes that decide who is counted in which group. */
  Set<Integer> deciding() {
    Set<Integer> all = attributesOf(where);
    keys.forEach(each -> all.addAll(attributesOf(each)));
    return all;
  }

  /** Attributes that a measure itself speaks of. */
  Set<Integer> attributesOf(QueryMeasure measure) {
    Set<Integer> all = new TreeSet<>(measure.isQuantile() ? Set.of(measure.attribute) : Set.of());
    measure
        .parts()
        .mapToObj(parts::get)
        .flatMap(part -> Stream.of(part.filter, part.value))
        .forEach(each -> all.addAll(attributesOf(each)));
    return all;
  }

  /** Numbers that decide who is counted in which group. */
  Set<Integer> deciding(SummedPart part) {
    return Stream.concat(Stream.of(where, part.filter), keys.stream())
        .flatMap(each -> numbersOf(each).stream())
        .collect(Collectors.toSet());
  }

  /** The columns in which a row of cells is laid out: values, and then lower ends of cells. */
  List<Attribute> columns() {
    return columns;
  }

  /** Expressions as projections, each over what the one before gives, the first over columns. */
  List<Project> projections(List<Expression> expressions) {
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
    LogicalPlan plan =
        SparkLine.rows(spark, new Project(Scala.seq(named), leaf)).queryExecution().optimizedPlan();
    List<Project> projections = new ArrayList<>();
    while (plan instanceof Project project) {
      projections.add(0, project);
      plan = project.child();
    }
    return projections;
  }
}
