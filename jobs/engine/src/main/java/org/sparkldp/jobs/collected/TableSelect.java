package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NullIf;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Expand;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias$;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedHint;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedWith;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Plans;
import org.sparkldp.sql.catalyst.Scala;
import org.sparkldp.sql.catalyst.SparkLine;
import scala.Option;
import scala.Product;

/**
 * One SELECT over the people of a collected table, as Spark's own parser and analyzer read it: an
 * aggregate of them, and what chooses and orders its rows. Whatever is not that is refused in a
 * sentence, before Spark analyzes it, since Spark runs some commands as it does so.
 */
final class TableSelect {
  private static final String PEOPLE = "people";

  /** Operators that choose and order rows. */
  private static final Set<String> CHOICES =
      Set.of("Filter", "Project", "Sort", "GlobalLimit", "LocalLimit", "Offset");

  /** What else the parser may read, beside names, WITH and hints; DISTINCT is refused later. */
  private static final Set<String> PARSED =
      Set.of(
          "Aggregate",
          "UnresolvedHaving",
          "SubqueryAlias",
          "UnresolvedSubqueryColumnAliases",
          "Distinct");

  private final SparkSession spark;
  private final TableSchema schema;
  private final LogicalPlan leaf;
  private final LogicalPlan root;
  private final Aggregate aggregate;
  private final List<TableQuery> groupings = new ArrayList<>();
  private boolean isSelected;

  TableSelect(SparkSession spark, TableSchema schema, String sql) {
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
    root = analyzed(sql);
    aggregate = aggregate();
    List<Expression> choices = choices();
    Require.that(shown().stream().anyMatch(each -> isMeasure(each.output)))
        .orRefuse(
            "a query must count or sum people: COUNT(*), SUM, AVG or a percentile must be one of"
                + " its columns. Provided: none of them.");
    int keys = aggregate.groupingExpressions().size();
    int all = 1 + keys + aggregate.output().size();
    for (List<Expression> set : overPeople(choices)) {
      groupings.add(
          new TableQuery(
              spark,
              schema,
              leaf,
              set.get(0),
              set.subList(1, 1 + keys),
              set.subList(1 + keys, all),
              set.subList(all, set.size())));
    }
  }

  /** What is asked of the aggregate's rows, over what its columns are. */
  private List<Expression> choices() {
    Map<ExprId, Expression> outputs =
        known(aggregate.output(), Scala.list(aggregate.aggregateExpressions()));
    List<Expression> choices = new ArrayList<>();
    boolean isLimited = false;
    for (LogicalPlan plan = root; plan != aggregate; plan = plan.children().head()) {
      isLimited |= plan.nodeName().equals("LocalLimit") || plan.nodeName().equals("Offset");
      boolean isSelecting = plan instanceof Filter || (plan instanceof Sort && isLimited);
      for (Expression each : Scala.list(plan.expressions())) {
        Expression choice = each instanceof SortOrder order ? order.child() : each;
        choices.add(written(TableQuery.checked(choice), outputs));
        isSelected |= isSelecting && TableQuery.isEstimate(choices.get(choices.size() - 1));
      }
    }
    return choices;
  }

  private LogicalPlan analyzed(String sql) {
    try {
      LogicalPlan parsed = spark.sessionState().sqlParser().parsePlan(sql);
      Require.that(!Plans.hold(parsed, part -> part instanceof PlanExpression))
          .orRefuse("a query must have no subquery in an expression. Provided: one.");
      return SparkLine.rows(spark, ofPeople(parsed, Map.of())).queryExecution().analyzed();
    } catch (Exception e) {
      // Analysis exceptions are checked in Scala, so Java cannot name them in a catch of its own.
      if (e instanceof AnalysisException analysis) {
        throw Require.refusal(
            e,
            "a query must be Spark SQL over people (%s). Spark says: %s",
            schema.sparkType().toDDL(),
            said(analysis.getSimpleMessage()));
      }
      throw e instanceof RuntimeException other ? other : new IllegalStateException(e);
    }
  }

  /** The refusal of what Spark cannot compute; whatever else went wrong as it is. */
  static RuntimeException refused(RuntimeException failure) {
    return failure instanceof SparkThrowable || failure instanceof ArithmeticException
        ? Require.refusal(
            failure,
            "a query must have a value for each cell of its columns. Spark says: %s",
            said(failure.getMessage()))
        : failure;
  }

  /** Spark's sentence, without its code and place. */
  private static String said(String message) {
    return message
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("^\\[[A-Z0-9_.]+\\] ", "")
        .replaceFirst(" SQLSTATE: .*", "");
  }

  /**
   * Puts the columns in the place of people, and what WITH has named in the place of its names.
   *
   * @param named what these names are here
   */
  private LogicalPlan ofPeople(LogicalPlan plan, Map<String, LogicalPlan> named) {
    if (plan instanceof UnresolvedWith with) {
      Map<String, LogicalPlan> known = new HashMap<>(named);
      for (Object each : Scala.list((scala.collection.Seq<?>) with.cteRelations())) {
        Product pair = (Product) each; // of two parts, or three from Spark 4.1 on
        LogicalPlan of = ofPeople((LogicalPlan) pair.productElement(1), known);
        known.put(name((String) pair.productElement(0)), of);
      }
      return ofPeople(with.child(), known);
    }
    if (plan instanceof UnresolvedHint hint) { // which changes no answer
      return ofPeople(hint.child(), named);
    }
    if (plan instanceof UnresolvedRelation relation) {
      String name = name(String.join(".", Scala.list(relation.multipartIdentifier())));
      if (named.containsKey(name)) {
        return named.get(name);
      }
      Require.that(name.equals(PEOPLE))
          .orRefuse("a query must read people, and no other table. Provided: %s.", name);
      List<Attribute> values = Scala.list(leaf.output()).subList(0, schema.attributes().size());
      return SubqueryAlias$.MODULE$.apply(
          PEOPLE, new Project(Scala.seq(new ArrayList<NamedExpression>(values)), leaf));
    }
    requireSelect(
        PARSED.contains(plan.nodeName()) || CHOICES.contains(plan.nodeName()), called(plan));
    return over(plan, child -> ofPeople(child, named));
  }

  private static void requireSelect(boolean isPart, String operator) {
    Require.that(isPart)
        .orRefuse(
            "a query must select from people, with WITH, WHERE, GROUP BY, HAVING, ORDER BY and"
                + " LIMIT, and nothing else. Provided: %s.",
            operator);
  }

  private static String name(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** What an operator is, in words. */
  private static String called(LogicalPlan plan) {
    String words = plan.nodeName().replace("Unresolved", "").replaceAll("(?<=[a-z])(?=[A-Z])", " ");
    return name(words)
        .replace("one row relation", "no table")
        .replace("project", "columns computed in another SELECT than the one that counts");
  }

  private static LogicalPlan over(LogicalPlan plan, UnaryOperator<LogicalPlan> change) {
    return plan.mapChildren(change::apply);
  }

  /** The one aggregate; above it are only choices and orders of its rows. */
  private Aggregate aggregate() {
    LogicalPlan plan = root;
    while (!(plan instanceof Aggregate)) {
      boolean isChoice =
          plan instanceof SubqueryAlias
              || (CHOICES.contains(plan.nodeName())
                  && (!(plan instanceof Project project)
                      || Scala.list(project.projectList()).stream()
                          .allMatch(each -> each instanceof AttributeReference)));
      List<String> operators = Plans.operators(plan).map(QueryPlan::nodeName).toList();
      boolean isCounted = operators.contains("Aggregate");
      Require.that(isChoice && isCounted)
          .orRefuse(
              "a query must count or sum people in one SELECT: COUNT(*), SUM, AVG or a percentile,"
                  + " without windows, joins, unions or DISTINCT. Provided: %s.",
              !isCounted
                  ? "rows of people"
                  : operators.contains("Window") ? "a window" : called(plan));
      plan = plan.children().head();
    }
    return (Aggregate) plan;
  }

  /**
   * Who is counted, in which groups, and the aggregate's columns, over the columns of people: what
   * lies below the aggregate is written into them. One list for each set of ROLLUP and its kin.
   *
   * @param choices what is asked of the aggregate's rows
   */
  private List<List<Expression>> overPeople(List<Expression> choices) {
    List<Expression> all = new ArrayList<>();
    all.add(Literal.create(true, DataTypes.BooleanType));
    all.addAll(Scala.list(aggregate.groupingExpressions()));
    for (NamedExpression each : Scala.list(aggregate.aggregateExpressions())) {
      all.add(unnamed(each));
    }
    all.addAll(choices);
    List<List<Expression>> sets = List.of(all);
    LogicalPlan below = aggregate.child();
    for (; below != leaf; below = below.children().head()) {
      LogicalPlan here = below;
      if (here instanceof Filter filter) {
        sets.forEach(set -> set.set(0, new And(filter.condition(), set.get(0))));
      } else if (here instanceof Project project) {
        sets = written(sets, project.output(), List.of(project.projectList()));
      } else if (here instanceof Expand expand) {
        sets = written(sets, expand.output(), Scala.list(expand.projections()));
      } else {
        requireSelect(here instanceof SubqueryAlias, "a second " + called(here));
      }
    }
    return sets;
  }

  /** Each list with what columns are in the place of the columns, once for each such projection. */
  private static List<List<Expression>> written(
      List<List<Expression>> sets,
      scala.collection.Seq<Attribute> output,
      List<? extends scala.collection.Seq<?>> projections) {
    List<List<Expression>> all = new ArrayList<>();
    for (List<Expression> set : sets) {
      for (scala.collection.Seq<?> projection : projections) {
        Map<ExprId, Expression> known = known(output, Scala.list(projection));
        all.add(new ArrayList<>(set.stream().map(each -> written(each, known)).toList()));
      }
    }
    return all;
  }

  /** What columns are. */
  static Map<ExprId, Expression> known(
      scala.collection.Seq<Attribute> columns, List<?> expressions) {
    Map<ExprId, Expression> known = new HashMap<>();
    for (int i = 0; i < expressions.size(); i++) {
      known.put(columns.apply(i).exprId(), unnamed(expressions.get(i)));
    }
    return known;
  }

  static Expression unnamed(Object of) {
    return of instanceof Alias alias ? alias.child() : (Expression) of;
  }

  /** An expression with what columns are in the place of the columns. */
  static Expression written(Expression of, Map<ExprId, Expression> known) {
    if (of instanceof AttributeReference column) {
      return known.getOrDefault(column.exprId(), of);
    }
    if (of instanceof NullIf guard
        && TableQuery.isZero(guard.right())
        && TableQuery.isEstimate(of)) {
      return written(guard.left(), known); // answers say where the divisor is 0
    }
    return TableQuery.over(of, part -> written(part, known));
  }

  /** What is counted, by sets of groups: one, or each of ROLLUP's, CUBE's or GROUPING SETS'. */
  List<TableQuery> groupings() {
    return groupings;
  }

  /** A column that is shown, and its place in the aggregate. */
  record Shown(String name, int output) {}

  List<Shown> shown() {
    List<ExprId> known = Scala.list(aggregate.output()).stream().map(Attribute::exprId).toList();
    return Scala.list(root.output()).stream()
        .map(each -> new Shown(each.name(), known.indexOf(each.exprId())))
        .toList();
  }

  boolean isMeasure(int output) {
    return TableQuery.isEstimate((Expression) aggregate.aggregateExpressions().apply(output));
  }

  /** The type of a column of the aggregate. */
  DataType typeOf(int output) {
    return aggregate.output().apply(output).dataType();
  }

  /** Whether rows were selected by what was estimated: by HAVING, or by ORDER BY and LIMIT. */
  boolean isSelected() {
    return isSelected;
  }

  /**
   * The rows that HAVING and LIMIT leave, in the order of ORDER BY.
   *
   * @param rows of the aggregate's columns; a number where one was estimated
   */
  List<Integer> chosen(List<Object[]> rows) {
    if (root == aggregate) {
      return IntStream.range(0, rows.size()).boxed().toList();
    }
    List<Attribute> output = new ArrayList<>(Scala.list(aggregate.output()));
    Attribute number =
        new AttributeReference(
            "__row",
            DataTypes.IntegerType,
            false,
            org.apache.spark.sql.types.Metadata.empty(),
            NamedExpression.newExprId(),
            Scala.seq(List.of()));
    output.add(number);
    List<Row> wide = new ArrayList<>();
    for (Object[] row : rows) {
      Object[] numbered = Arrays.copyOf(row, row.length + 1);
      for (int i = 0; i < row.length; i++) {
        numbered[i] = isMeasure(i) ? typed((double) row[i], typeOf(i)) : row[i];
      }
      numbered[row.length] = wide.size();
      wide.add(RowFactory.create(numbered));
    }
    LogicalPlan plan =
        ofRows(root, LocalRelation$.MODULE$.fromExternalRows(Scala.seq(output), Scala.seq(wide)));
    Dataset<Row> left =
        SparkLine.rows(spark, new Project(Scala.seq(List.<NamedExpression>of(number)), plan));
    return left.collectAsList().stream().map(row -> row.getInt(0)).toList();
  }

  /** The same choices of other rows; projections above the aggregate only leave columns out. */
  private LogicalPlan ofRows(LogicalPlan plan, LogicalPlan rows) {
    if (plan == aggregate) {
      return rows;
    }
    return plan instanceof Project
        ? ofRows(plan.children().head(), rows)
        : over(plan, child -> ofRows(child, rows));
  }

  private static Object typed(double value, DataType type) {
    if (Double.isNaN(value)) {
      return null;
    }
    double number = type instanceof IntegralType ? Math.rint(value) : value;
    Literal literal = Literal.create(number, DataTypes.DoubleType);
    Cast cast = new Cast(literal, type, Option.apply("UTC"), EvalMode.TRY());
    return CatalystTypeConverters.convertToScala(cast.eval(null), type);
  }
}
