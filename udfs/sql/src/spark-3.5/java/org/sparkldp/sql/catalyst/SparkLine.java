package org.sparkldp.sql.catalyst;

import java.nio.charset.Charset;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkRuntimeException;
import org.apache.spark.SparkThrowable;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StructType;
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

  /** What a function that SQL defined does; it defines none. */
  public static String body(Expression expression) {
    return "";
  }

  /** What a call of a function that SQL defined became; it defines none. */
  public static Expression called(Expression expression) {
    return expression;
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

  /** Rows as Spark holds them, as a table. */
  public static Dataset<Row> table(SparkSession session, RDD<InternalRow> rows, StructType type) {
    return session.internalCreateDataFrame(rows, type, false);
  }

  /** What a plan gives. */
  public static Dataset<Row> rows(SparkSession session, LogicalPlan plan) {
    return Dataset.ofRows(session, plan);
  }

  /** Requires an encoding of text that Spark reads; throws IllegalArgumentException. */
  public static void requireEncoding(SparkSession session, String encoding) {
    Charset.forName(encoding);
  }

  /** The encodings that it reads. */
  public static String encodings() {
    return "all that Java does";
  }

  /** The condition of a failure, by Spark 4's name for it; blank where it has none. */
  public static String condition(SparkThrowable failure) {
    String name = failure.getErrorClass() == null ? "" : failure.getErrorClass();
    return switch (name) {
      case "CANNOT_READ_FILE_FOOTER" -> "FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER";
      case "_LEGACY_ERROR_TEMP_2064" -> "FAILED_READ_FILE.NO_HINT";
      default -> name;
    };
  }

  /** The file that a failure of condition FAILED_READ_FILE is about. */
  public static String path(SparkThrowable failure) {
    Map<String, String> parameters = failure.getMessageParameters();
    return parameters.getOrDefault("path", parameters.get("file"));
  }
}
