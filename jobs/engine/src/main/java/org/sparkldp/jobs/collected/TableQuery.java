package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.UnresolvedHaving;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Divide;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.InSet;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Multiply;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.ApproximatePercentile;
import org.apache.spark.sql.catalyst.expressions.aggregate.Average;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.expressions.aggregate.Percentile;
import org.apache.spark.sql.catalyst.expressions.aggregate.Sum;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LocalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Offset;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias$;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.table.Repeatable;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Plans;
import org.sparkldp.sql.catalyst.Scala;
import org.sparkldp.sql.catalyst.SparkLine;
import scala.Option;

/**
 * A query over the columns of a collected table, as Spark's own parser and analyzer read it: which
 * people it counts, in which groups, and what of them. What reports cannot answer is refused in a
 * sentence, before anything is computed.
 */
final class TableQuery {
  /** What a query reads. */
  private static final String PEOPLE = "people";

  /** What the parser may read in a query. */
  private static final List<Class<? extends LogicalPlan>> PARSED =
      List.of(
          UnresolvedRelation.class,
          SubqueryAlias.class,
          Filter.class,
          Project.class,
          Aggregate.class,
          UnresolvedHaving.class,
          Distinct.class, // which has a refusal of its own
          Sort.class,
          GlobalLimit.class,
          LocalLimit.class,
          Offset.class);

  private final SparkSession spark;
  private final TableSchema schema;
  private final LogicalPlan leaf;

  /** The columns: each attribute's value, and after them the lower end of its cell. */
  private final List<Attribute> columns;

  private final LogicalPlan root;
  private final Aggregate aggregate;

  /** What is true of the people who are counted. */
  final Expression where;

  final List<Expression> keys = new ArrayList<>();

  /** Attributes that are grouped by as they are: each of their cells is a group. */
  final Set<Integer> byCell = new TreeSet<>();

  final List<Shown> shown = new ArrayList<>();
  final List<QueryMeasure> measures = new ArrayList<>();

  /** Of a key or a measure what is shown: its place among them, and its place in the aggregate. */
  record Shown(String name, boolean isMeasure, int number, int output) {}

  /** A column of the aggregate that is no measure; computed from the keys. */
  record KeyColumn(int output, Expression value) {}

  final List<KeyColumn> keyColumns = new ArrayList<>();

  /** What a measure does with its parts. */
  enum MeasureKind {
    COUNT,
    SUM,
    RATIO,
    QUANTILE
  }

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

    /** A part that counts those whom a filter leaves. */
    static SummedPart counting(Expression filter) {
      Expression one = Literal.create(1.0, DataTypes.DoubleType);
      return new SummedPart(filter, one, true, true, Set.of());
    }
  }

  /**
   * An aggregate.
   *
   * @param output its place in the aggregate's columns
   * @param parts one, or numerator and denominator
   * @param quantile of a quantile
   * @param attribute of a quantile
   */
  record QueryMeasure(
      MeasureKind kind, int output, List<SummedPart> parts, double quantile, int attribute) {}

  TableQuery(SparkSession spark, TableSchema schema, String sql) {
    this.spark = spark;
    this.schema = schema;
    StructType type = schema.sparkType();
    for (TableAttribute each : schema.attributes()) {
      type = type.add("__start_" + each.name(), each.sparkType());
    }
    leaf =
        SparkLine.table(
                spark,
                spark
                    .sparkContext()
                    .<InternalRow>emptyRDD(
                        scala.reflect.ClassTag$.MODULE$.apply(InternalRow.class)),
                type)
            .queryExecution()
            .analyzed();
    columns = Scala.list(leaf.output());
    root = analyzed(sql);
    aggregate = aggregate();
    LogicalPlan below = aggregate.child();
    Expression condition = Literal.create(true, DataTypes.BooleanType);
    while (below instanceof SubqueryAlias || below instanceof Filter) {
      if (below instanceof Filter filter) {
        condition =
            new org.apache.spark.sql.catalyst.expressions.And(condition, filter.condition());
      }
      below = below.children().head();
    }
    Require.that(below instanceof Project project && project.child() == leaf)
        .orRefuse(
            "a query must select from people, with WHERE, GROUP BY, HAVING, ORDER BY and LIMIT, and"
                + " nothing else. Provided: %s.",
            below.nodeName());
    where = checked(condition);
    read();
  }

  private LogicalPlan analyzed(String sql) {
    try {
      LogicalPlan parsed = spark.sessionState().sqlParser().parsePlan(sql);
      requireSelect(parsed);
      Require.that(!Plans.hold(parsed, part -> part instanceof PlanExpression))
          .orRefuse("a query must have no subquery. Provided: one.");
      return SparkLine.rows(spark, ofPeople(parsed)).queryExecution().analyzed();
    } catch (Exception e) {
      // Analysis exceptions are checked in Scala, so Java cannot name them in a catch of its own.
      if (e instanceof AnalysisException analysis) {
        throw Require.refusal(
            e,
            "a query must be Spark SQL over the columns %s of people. Spark says: %s",
            String.join(", ", schema.domain().names()),
            analysis.getSimpleMessage().lines().findFirst().orElse(""));
      }
      throw e instanceof RuntimeException other ? other : new IllegalStateException(e);
    }
  }

  /** Whatever else a parser reads, such as DROP TABLE or SET, Spark may run as it analyzes it. */
  private static void requireSelect(LogicalPlan parsed) {
    Require.that(PARSED.stream().anyMatch(each -> each.isInstance(parsed)))
        .orRefuse(
            "a query must select from people, with WHERE, GROUP BY, HAVING, ORDER BY and LIMIT, and"
                + " nothing else. Provided: %s.",
            parsed.nodeName());
    Scala.list(parsed.children()).forEach(TableQuery::requireSelect);
  }

  /** Puts the columns in the place of the table that a query names. */
  private LogicalPlan ofPeople(LogicalPlan plan) {
    if (plan instanceof UnresolvedRelation relation) {
      String name = String.join(".", Scala.list(relation.multipartIdentifier()));
      Require.that(name.equalsIgnoreCase(PEOPLE))
          .orRefuse("a query must read people, and no other table. Provided: %s.", name);
      List<NamedExpression> values =
          new ArrayList<>(columns.subList(0, schema.attributes().size()));
      return SubqueryAlias$.MODULE$.apply(PEOPLE, new Project(Scala.seq(values), leaf));
    }
    return over(plan, this::ofPeople);
  }

  private static LogicalPlan over(LogicalPlan plan, UnaryOperator<LogicalPlan> change) {
    List<LogicalPlan> children = Scala.list(plan.children()).stream().map(change).toList();
    return children.isEmpty() ? plan : plan.withNewChildren(Scala.seq(children));
  }

  /** The one aggregate; above it are only choices and orders of its rows. */
  private Aggregate aggregate() {
    LogicalPlan plan = root;
    while (!(plan instanceof Aggregate)) {
      boolean isOrder =
          plan instanceof Sort
              || plan instanceof GlobalLimit
              || plan instanceof LocalLimit
              || plan instanceof Offset
              || plan instanceof Filter
              || (plan instanceof Project project
                  && Scala.list(project.projectList()).stream()
                      .allMatch(each -> each instanceof AttributeReference));
      Require.that(isOrder && plan != leaf)
          .orRefuse(
              "a query must count or sum people: COUNT(*), SUM, AVG or a percentile, in one SELECT"
                  + " without windows, joins, unions, subqueries or DISTINCT. Provided: %s.",
              plan.nodeName());
      for (Expression each : Scala.list(plan.expressions())) {
        checked(each instanceof SortOrder order ? order.child() : each);
      }
      plan = plan.children().head();
    }
    return (Aggregate) plan;
  }

  private void read() {
    for (Expression each : Scala.list(aggregate.groupingExpressions())) {
      int attribute = attributeOf(each);
      if (attribute >= 0 && schema.attributes().get(attribute).isNumber()) {
        byCell.add(attribute);
      }
    }
    Scala.list(aggregate.groupingExpressions()).forEach(each -> keys.add(checked(ofCells(each))));
    List<NamedExpression> outputs = Scala.list(aggregate.aggregateExpressions());
    for (int i = 0; i < outputs.size(); i++) {
      Expression value =
          outputs.get(i) instanceof Alias alias ? alias.child() : (Expression) outputs.get(i);
      if (Repeatable.contains(value, part -> part instanceof AggregateExpression)) {
        measures.add(measure(i, value));
      } else {
        keyColumns.add(new KeyColumn(i, checked(ofCells(value))));
      }
    }
    List<Attribute> known = Scala.list(aggregate.output());
    for (Attribute column : Scala.list(root.output())) {
      int output =
          IntStream.range(0, known.size())
              .filter(i -> known.get(i).exprId().equals(column.exprId()))
              .findFirst()
              .orElseThrow();
      int measure =
          IntStream.range(0, measures.size())
              .filter(i -> measures.get(i).output == output)
              .findFirst()
              .orElse(-1);
      int key =
          IntStream.range(0, keyColumns.size())
              .filter(i -> keyColumns.get(i).output == output)
              .findFirst()
              .orElse(-1);
      shown.add(new Shown(column.name(), measure >= 0, Math.max(measure, key), output));
    }
    Require.that(shown.stream().anyMatch(Shown::isMeasure))
        .orRefuse(
            "a query must count or sum people: COUNT(*), SUM, AVG or a percentile must be one of"
                + " its columns. Provided: none of them.");
  }

  /** Whether rows were selected by what was estimated: by HAVING, or by ORDER BY and LIMIT. */
  boolean isSelected() {
    boolean isLimited = false;
    for (LogicalPlan plan = root; plan != aggregate; plan = plan.children().head()) {
      isLimited |= plan instanceof LocalLimit || plan instanceof Offset;
      if ((plan instanceof Filter || (isLimited && plan instanceof Sort))
          && Plans.holds(plan, part -> part instanceof Attribute a && isEstimate(a))) {
        return true;
      }
    }
    return false;
  }

  private boolean isEstimate(Attribute column) {
    return measures.stream()
        .anyMatch(each -> aggregate.output().apply(each.output).exprId().equals(column.exprId()));
  }

  /** The type of a column of the aggregate. */
  DataType typeOf(int output) {
    return aggregate.output().apply(output).dataType();
  }

  /**
   * The rows that HAVING and LIMIT leave, in the order of ORDER BY.
   *
   * @param rows of the aggregate's columns
   */
  List<Integer> chosen(List<Object[]> rows) {
    if (root == aggregate) {
      return IntStream.range(0, rows.size()).boxed().toList();
    }
    StructType one = new StructType().add("__row", DataTypes.IntegerType, false);
    Attribute number =
        Scala.list(spark.createDataFrame(List.of(), one).queryExecution().analyzed().output())
            .get(0);
    List<Attribute> output = new ArrayList<>(Scala.list(aggregate.output()));
    output.add(number);
    List<Row> wide = new ArrayList<>();
    for (Object[] row : rows) {
      Object[] numbered = Arrays.copyOf(row, row.length + 1);
      numbered[row.length] = wide.size();
      wide.add(org.apache.spark.sql.RowFactory.create(numbered));
    }
    LogicalPlan relation =
        LocalRelation$.MODULE$.fromExternalRows(Scala.seq(output), Scala.seq(wide));
    LogicalPlan plan = numbered(root, relation, number);
    Dataset<Row> left =
        SparkLine.rows(spark, new Project(Scala.seq(List.<NamedExpression>of(number)), plan));
    return left.collectAsList().stream().map(row -> row.getInt(0)).toList();
  }

  private LogicalPlan numbered(LogicalPlan plan, LogicalPlan relation, Attribute number) {
    if (plan == aggregate) {
      return relation;
    }
    LogicalPlan below = over(plan, child -> numbered(child, relation, number));
    if (below instanceof Project project) {
      List<NamedExpression> list = new ArrayList<>(Scala.list(project.projectList()));
      list.add(number);
      return new Project(Scala.seq(list), project.child());
    }
    return below;
  }

  private Expression checked(Expression expression) {
    Require.that(Repeatable.is(expression))
        .orRefuse(
            "an expression must have the same value whenever it is asked: nothing random, and"
                + " nothing that depends on the time, the user or the session. Provided: %s.",
            expression.sql());
    return expression;
  }

  /** The attribute that an expression is; -1 if it is something else. */
  private int attributeOf(Expression expression) {
    if (expression instanceof AttributeReference attribute) {
      for (int a = 0; a < schema.attributes().size(); a++) {
        if (columns.get(a).exprId().equals(attribute.exprId())) {
          return a;
        }
      }
    }
    return -1;
  }

  /** Attributes that an expression speaks of; those of cells' ends, too. */
  Set<Integer> attributesOf(Expression expression) {
    Set<Integer> found = new TreeSet<>();
    Plans.parts(expression)
        .forEach(
            part -> {
              if (part instanceof AttributeReference attribute) {
                for (int a = 0; a < columns.size(); a++) {
                  if (columns.get(a).exprId().equals(attribute.exprId())) {
                    found.add(a % schema.attributes().size());
                  }
                }
              }
            });
    return found;
  }

  private Set<Integer> numbersOf(Expression expression) {
    Set<Integer> numbers = attributesOf(expression);
    numbers.removeIf(a -> !schema.attributes().get(a).isNumber());
    return numbers;
  }

  /** With the lower end of a cell in the place of a number that is grouped by as it is. */
  private Expression ofCells(Expression expression) {
    int attribute = attributeOf(expression);
    if (byCell.contains(attribute)) {
      return columns.get(schema.attributes().size() + attribute);
    }
    List<Expression> children =
        Scala.list(expression.children()).stream().map(this::ofCells).toList();
    return children.isEmpty() ? expression : expression.withNewChildren(Scala.seq(children));
  }

  private QueryMeasure measure(int output, Expression value) {
    if (value instanceof AggregateExpression call) {
      Expression filter = filter(call);
      Expression function = function(call);
      if (function instanceof Count count) {
        return new QueryMeasure(MeasureKind.COUNT, output, List.of(counted(filter, count)), 0, -1);
      }
      if (function instanceof Sum sum) {
        return new QueryMeasure(
            MeasureKind.SUM, output, List.of(summed(filter, sum.child())), 0, -1);
      }
      if (function instanceof Average average) {
        SummedPart sum = summed(filter, average.child());
        return new QueryMeasure(
            MeasureKind.RATIO, output, List.of(sum, SummedPart.counting(sum.filter)), 0, -1);
      }
      if (function instanceof Percentile percentile) {
        double p = quantile(percentile.percentageExpression());
        return quantile(output, filter, percentile.child(), percentile.reverse() ? 1 - p : p);
      }
      if (function instanceof ApproximatePercentile percentile) {
        double p = quantile(percentile.percentageExpression());
        return quantile(output, filter, percentile.child(), p);
      }
    }
    if (value instanceof Cast cast && isWidening(cast)) {
      return measure(output, cast.child());
    }
    if (value instanceof Divide divide) {
      List<SummedPart> parts = new ArrayList<>();
      for (Expression side : List.of(divide.left(), divide.right())) {
        Expression part = bare(side);
        if (Repeatable.contains(part, each -> each instanceof AggregateExpression)) {
          QueryMeasure measure = measure(output, part);
          if (measure.kind == MeasureKind.COUNT || measure.kind == MeasureKind.SUM) {
            parts.add(measure.parts.get(0));
          }
        }
      }
      if (parts.size() == 2) {
        Require.that(parts.get(1).isExact || parts.get(1).numbers.isEmpty())
            .orRefuse(
                "what a SUM is divided by must be a COUNT, or a SUM that is linear in columns with"
                    + " sum = true in the plan. Provided: %s.",
                divide.right().sql());
        return new QueryMeasure(MeasureKind.RATIO, output, parts, 0, -1);
      }
    }
    throw Require.refusal(
        "a column must be a group's, or COUNT, SUM, AVG, a percentile, or one COUNT or SUM divided"
            + " by another. Provided: %s.",
        value.sql());
  }

  /** What an aggregate is after Spark has put its own in the place of its short forms. */
  private static Expression function(AggregateExpression call) {
    AggregateFunction function = call.aggregateFunction();
    Expression found = function;
    while (found instanceof RuntimeReplaceable other) {
      found = other.replacement();
    }
    return found;
  }

  private Expression filter(AggregateExpression call) {
    Require.that(!call.isDistinct())
        .orRefuse("a query must not count or sum DISTINCT values. Provided: %s.", call.sql());
    Optional<Expression> filter = Scala.optional(call.filter());
    return filter.map(this::checked).orElse(Literal.create(true, DataTypes.BooleanType));
  }

  private SummedPart counted(Expression filter, Count count) {
    Expression all = filter;
    for (Expression child : Scala.list(count.children())) {
      if (!child.foldable() || child.nullable()) {
        all = and(all, child);
      }
    }
    return SummedPart.counting(all);
  }

  private Expression and(Expression filter, Expression hasValue) {
    return new org.apache.spark.sql.catalyst.expressions.And(
        filter, new IsNotNull(checked(hasValue)));
  }

  private SummedPart summed(Expression filter, Expression child) {
    Expression bare = bare(child);
    boolean isAffine = isAffine(bare);
    boolean isExact =
        isAffine && numbersOf(bare).stream().allMatch(a -> schema.attributes().get(a).isSummed());
    Expression value = new Cast(bare, DataTypes.DoubleType, Option.apply("UTC"), EvalMode.ANSI());
    return new SummedPart(and(filter, child), value, isAffine, isExact, numbersOf(bare));
  }

  /** Whether a cast leaves each number as it is. */
  private static boolean isWidening(Cast cast) {
    DataType from = cast.child().dataType();
    DataType to = cast.dataType();
    return from instanceof NumericType
        && (to instanceof DoubleType || (to instanceof NumericType && Cast.canUpCast(from, to)));
  }

  /** Without casts that leave each number as it is. */
  private static Expression bare(Expression expression) {
    return expression instanceof Cast cast && isWidening(cast) ? bare(cast.child()) : expression;
  }

  /** Whether an expression is affine in numbers, so that it may be rounded to the ends of cells. */
  private boolean isAffine(Expression e) {
    if (numbersOf(e).isEmpty() || e instanceof AttributeReference) {
      return true;
    }
    List<Expression> parts = Scala.list(e.children());
    if (e instanceof If || e instanceof CaseWhen) {
      return parts.stream()
          .allMatch(
              part ->
                  part.dataType() instanceof BooleanType
                      ? numbersOf(part).isEmpty()
                      : isAffine(part));
    }
    boolean isOne =
        e instanceof UnaryMinus
            || e instanceof Add
            || e instanceof Subtract
            || (e instanceof Cast cast && isWidening(cast))
            || (e instanceof Multiply && parts.stream().anyMatch(part -> numbersOf(part).isEmpty()))
            || (e instanceof Divide && numbersOf(parts.get(1)).isEmpty());
    return isOne && parts.stream().allMatch(this::isAffine);
  }

  private static double quantile(Expression percentage) {
    Object value = percentage.foldable() ? percentage.eval(null) : null;
    if (value instanceof Decimal decimal) {
      value = decimal.toDouble();
    }
    if (value instanceof Number p && p.doubleValue() > 0 && p.doubleValue() < 1) {
      return p.doubleValue();
    }
    throw Require.refusal(
        "a percentile must be one number above 0 and below 1. Provided: %s.", percentage.sql());
  }

  private QueryMeasure quantile(int output, Expression filter, Expression child, double p) {
    Expression bare = bare(child);
    int attribute = attributeOf(bare);
    Require.that(attribute >= 0 && schema.attributes().get(attribute).hasNumbers())
        .orRefuse(
            "a percentile must be of a column of numbers: in the plan, one with bins, or ordered"
                + " numbers. Provided: %s.",
            child.sql());
    SummedPart all = SummedPart.counting(and(filter, bare));
    return new QueryMeasure(MeasureKind.QUANTILE, output, List.of(all), p, attribute);
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
    int attribute = attributeOf(of);
    if (attribute >= 0 && schema.attributes().get(attribute).isNumber()) {
      use.used.add(attribute);
    }
    boolean isOfNull = of instanceof IsNull || of instanceof IsNotNull;
    if (!isOfNull || !isNullWithParts(of.children().head())) {
      Scala.list(of.children()).forEach(each -> use(each, use));
    }
  }

  /** Whether an expression is missing only where a column is. */
  private static boolean isNullWithParts(Expression of) {
    boolean isSuch =
        of instanceof Attribute
            || (of instanceof Literal literal && literal.value() != null)
            || of instanceof Add
            || of instanceof Subtract
            || of instanceof Multiply
            || of instanceof UnaryMinus
            || (of instanceof Cast cast && isWidening(cast));
    return isSuch && Scala.list(of.children()).stream().allMatch(TableQuery::isNullWithParts);
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
    Set<Integer> all = new HashSet<>(attributesOf(where));
    keys.forEach(each -> all.addAll(attributesOf(each)));
    for (QueryMeasure measure : measures) {
      if (measure.attribute >= 0) {
        all.add(measure.attribute);
      }
      for (SummedPart part : measure.parts) {
        all.addAll(attributesOf(part.filter));
        all.addAll(attributesOf(part.value));
      }
    }
    return all.stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  /** All parts of all measures. */
  List<SummedPart> parts() {
    return measures.stream().flatMap(measure -> measure.parts.stream()).toList();
  }

  /** Numbers that decide who is counted in which group. */
  Set<Integer> deciding(SummedPart part) {
    Set<Integer> all = numbersOf(where);
    keys.forEach(each -> all.addAll(numbersOf(each)));
    all.addAll(numbersOf(part.filter));
    return all;
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
