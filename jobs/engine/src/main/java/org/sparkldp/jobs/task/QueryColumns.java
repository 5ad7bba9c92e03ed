package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Generator;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.WindowExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Repeatable;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.LdpColumns;
import org.sparkldp.sql.RowRandomizer;
import org.sparkldp.sql.catalyst.Scala;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * Statistical queries as one column: of each person the value of the query that is theirs.
 *
 * <p>Refused before any row is read: a query that is not SQL over the table's columns, that needs
 * more than one row, or that may have another value the next time. A query that fails on somebody's
 * row (a division by zero, a cast of text) has no value there, and counts as a value outside.
 */
final class QueryColumns {
  private static final String QUERY = "query";

  private static final String MANY_ROWS =
      "a query must need one person's row only: no aggregates, windows, subqueries or"
          + " generators.";

  private QueryColumns() {}

  /** Checks every query against the table; returns the columns that they speak of. */
  static Set<String> require(Dataset<Row> values, List<StatisticalQuery> queries) {
    Set<String> columns = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (StatisticalQuery query : queries) {
      Expression resolved = resolve(values, query);
      requireRepeatable(resolved, query);
      requireType(resolved, query);
      Scala.list(resolved.references().toSeq()).forEach(attribute -> columns.add(attribute.name()));
    }
    return columns;
  }

  /** The value of each person's own query, DOUBLE; NULL where it has none. */
  static Column value(Plan plan, List<StatisticalQuery> queries, Column id) {
    Column cohort =
        LdpColumns.call(
            "ldp_cohort",
            RowRandomizer.writeOnce(plan.protocol(), plan.fingerprint()),
            RowRandomizer.COHORT,
            DataTypes.IntegerType,
            true,
            id);
    Column value = when(cohort.equalTo(0), answer(queries.get(0)));
    for (int i = 1; i < queries.size(); i++) {
      value = value.when(cohort.equalTo(i), answer(queries.get(i)));
    }
    return value;
  }

  private static Column answer(StatisticalQuery query) {
    Column sql = LdpColumns.unfailing(expr(query.sql()));
    if (query.isPredicate()) {
      return when(sql, lit(1.0)).when(not(sql), lit(-1.0));
    }
    Column number = sql.cast(DataTypes.DoubleType);
    if (!query.isBounded()) {
      return number;
    }
    double lower = query.lower().orElseThrow();
    double width = query.upper().orElseThrow() - lower;
    return number.minus(lit(lower)).multiply(lit(2 / width)).minus(lit(1.0));
  }

  /** The query as the table's analysis sees it. */
  private static Expression resolve(Dataset<Row> values, StatisticalQuery query) {
    LogicalPlan analyzed;
    try {
      analyzed = values.select(expr(query.sql()).as(QUERY)).queryExecution().analyzed();
    } catch (Exception e) {
      // Analysis exceptions are checked in Scala, so Java cannot name them in a catch of its own.
      if (e instanceof AnalysisException analysis) {
        throw refusal(query, explanation(analysis, values));
      }
      throw e;
    }
    Expression found = analyzed.expressions().head();
    boolean isOfOneRow =
        analyzed instanceof Project
            && analyzed.expressions().size() == 1
            && found instanceof Alias
            && found.references().subsetOf(values.queryExecution().analyzed().outputSet())
            && !Repeatable.contains(found, QueryColumns::isOfManyRows);
    if (!isOfOneRow) {
      throw refusal(query, MANY_ROWS);
    }
    return ((Alias) found).child();
  }

  private static String explanation(AnalysisException analysis, Dataset<Row> values) {
    String condition = SparkLine.condition(analysis);
    if (condition.startsWith("MISSING_GROUP_BY") || condition.startsWith("MISSING_AGGREGATION")) {
      return MANY_ROWS;
    }
    return condition.startsWith("UNRESOLVED_COLUMN")
        ? "the table must have the columns that queries speak of. Missing: "
            + analysis.getMessageParameters().get("objectName")
            + "; it has "
            + Inputs.columns(values.schema())
            + "."
        : "a query must be valid SQL over the table's columns. Spark says: "
            + (Inputs.namesAreData(values.schema())
                ? condition
                : analysis.getSimpleMessage().lines().findFirst().orElse(condition));
  }

  private static boolean isOfManyRows(Expression e) {
    return e instanceof PlanExpression
        || e instanceof AggregateExpression
        || e instanceof WindowExpression
        || e instanceof Generator;
  }

  private static void requireRepeatable(Expression resolved, StatisticalQuery query) {
    if (!Repeatable.is(resolved)) {
      throw refusal(
          query,
          "a query must have the same value whenever it is asked: nothing random, and nothing that"
              + " depends on the time, the user or the session.");
    }
  }

  private static void requireType(Expression resolved, StatisticalQuery query) {
    boolean fits =
        query.isPredicate()
            ? resolved.dataType() instanceof BooleanType
            : resolved.dataType() instanceof NumericType;
    if (!fits) {
      throw refusal(
          query,
          (query.isPredicate()
                  ? "a predicate must be BOOLEAN. Its type: "
                  : "an expression must be a number (what is true or false is a predicate). Its"
                      + " type: ")
              + Inputs.name(resolved.dataType())
              + ".");
    }
  }

  private static IllegalArgumentException refusal(StatisticalQuery query, String sentence) {
    return Require.refusal(
        "%s Provided: %s = %s. Nothing was read.", sentence, query.name(), query.sql());
  }
}
