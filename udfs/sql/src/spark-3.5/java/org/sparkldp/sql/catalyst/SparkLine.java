package org.sparkldp.sql.catalyst;

import java.util.Map;
import java.util.Optional;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkRuntimeException;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.Option;

/**
 * What Spark 3.5 calls otherwise than Spark 4, under the names that all our code uses: the file of
 * this name in the other folder has the same methods. It decides nothing.
 */
public final class SparkLine {
  /** Conditions that 3.5 lacks, or has with other parameters, in the words of Spark 4. */
  private static final Map<String, String> OF_SPARK_4 =
      Map.of(
          "FEATURE_NOT_ENABLED",
          "The feature %s is not enabled. Consider setting the config %s to %s to enable this"
              + " capability.",
          "REQUIRED_PARAMETER_NOT_FOUND",
          "Cannot invoke routine %s because the parameter named %s is required, but the routine"
              + " call did not supply a value. Please update the routine call to supply an argument"
              + " value (either positionally at index %s or by name) and retry the query again.");

  private SparkLine() {}

  /** The builder of the one session of a process. */
  public static SparkSession.Builder builder() {
    return SparkSession.builder();
  }

  /** The session that a process has; it may have stopped. */
  public static Optional<SparkSession> started() {
    return Scala.optional(SparkSession.getDefaultSession());
  }

  /** What tells the session at work from others; blank where there is none. */
  public static String session() {
    return Scala.optional(SparkSession.getActiveSession())
        .map(active -> active.sessionUUID())
        .orElse("");
  }

  /** An expression as a column. */
  public static Column column(Expression expression) {
    return new Column(expression);
  }

  /** A column as an expression. */
  public static Expression expression(Column column) {
    return column.expr();
  }

  /** A table's plan after analysis. */
  public static LogicalPlan analyzed(Dataset<?> table) {
    return table.queryExecution().analyzed();
  }

  /** Whether what a plan gives is cached. */
  public static boolean isCached(SparkSession session, LogicalPlan plan) {
    return session.sharedState().cacheManager().lookupCachedData(plan).isDefined();
  }

  /** The refusal of a query that does not run; parameters in the order of {@link Condition}. */
  static AnalysisException refusal(String condition, Map<String, String> parameters) {
    String template = OF_SPARK_4.get(condition);
    return template == null
        ? new AnalysisException(condition, Scala.map(parameters))
        : new AnalysisException(
            "[" + condition + "] " + template.formatted(parameters.values().toArray()),
            Option.empty(),
            Option.empty(),
            Option.empty(),
            Option.apply(condition),
            Scala.map(parameters),
            new QueryContext[0]);
  }

  /** The refusal of a query that runs. */
  static SparkRuntimeException whileRunning(
      String condition, Map<String, String> parameters, Throwable cause) {
    return new SparkRuntimeException(
        condition,
        Scala.map(parameters),
        cause,
        new QueryContext[0],
        parameters.getOrDefault("reason", "")); // of which 3.5 has no place in a template
  }

  /** The condition of a failure; blank where it has none. */
  public static String condition(SparkThrowable failure) {
    return failure.getErrorClass() == null ? "" : failure.getErrorClass();
  }
}
