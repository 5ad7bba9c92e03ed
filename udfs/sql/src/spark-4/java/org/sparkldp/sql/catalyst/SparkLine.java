package org.sparkldp.sql.catalyst;

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
import org.apache.spark.sql.catalyst.analysis.SQLFunctionExpression;
import org.apache.spark.sql.catalyst.analysis.SQLScalarFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.AnalysisHelper$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.util.CharsetProvider;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.types.StructType;

/**
 * The names that differ between Spark 4 and Spark 3.5, under the names that all our code uses: the
 * file of this name in the other folder has the same methods. It decides nothing.
 */
public final class SparkLine {
  private SparkLine() {}

  /**
   * The builder of the one session of a process. By its name: Spark would look for it, a second.
   */
  public static org.apache.spark.sql.classic.SparkSession.Builder builder() {
    return org.apache.spark.sql.classic.SparkSession.builder();
  }

  /** The session that a process has; it may have stopped. */
  public static Optional<SparkSession> started() {
    return Scala.optional(org.apache.spark.sql.classic.SparkSession.getDefaultSession());
  }

  /** What tells the session at work from others; blank where there is none. */
  public static String session() {
    return Scala.optional(org.apache.spark.sql.classic.SparkSession.getActiveSession())
        .map(active -> active.sessionUUID())
        .orElse("");
  }

  /** An expression as a column. */
  public static Column column(Expression expression) {
    return ExpressionUtils.column(expression);
  }

  /** A column as an expression. */
  public static Expression expression(Column column) {
    return ExpressionUtils.expression(column);
  }

  /** What a function that SQL defined does, as its text; blank of any other expression. */
  public static String body(Expression expression) {
    return expression instanceof SQLFunctionExpression call
        ? call.function().exprText().getOrElse(() -> "")
            + call.function().queryText().getOrElse(() -> "")
        : "";
  }

  /** What a call of a function that SQL defined became; any other expression as it is. */
  public static Expression called(Expression expression) {
    return expression instanceof SQLScalarFunction call ? call.child() : expression;
  }

  /** Whether what a plan gives is cached. */
  public static boolean isCached(SparkSession session, LogicalPlan plan) {
    var classic = (org.apache.spark.sql.classic.SparkSession) session;
    // To look it up, 4.2 transforms a copy of the plan, which it asks of us to allow in a check.
    return AnalysisHelper$.MODULE$.allowInvokingTransformsInAnalyzer(
        () -> classic.sharedState().cacheManager().lookupCachedData(classic, plan).isDefined());
  }

  /** The refusal of a query that does not run; parameters in the order of {@link Condition}. */
  static AnalysisException refusal(String condition, Map<String, String> parameters) {
    return new AnalysisException(condition, Scala.map(parameters));
  }

  /** The refusal of a query that runs. */
  static SparkRuntimeException whileRunning(
      String condition, Map<String, String> parameters, Throwable cause) {
    return new SparkRuntimeException(
        condition, Scala.map(parameters), cause, new QueryContext[0], "");
  }

  /** Rows as Spark holds them, as a table. */
  public static Dataset<Row> table(SparkSession session, RDD<InternalRow> rows, StructType type) {
    var classic = (org.apache.spark.sql.classic.SparkSession) session;
    return classic.internalCreateDataFrame(rows, type, false);
  }

  /** What a plan gives. */
  public static Dataset<Row> rows(SparkSession session, LogicalPlan plan) {
    return org.apache.spark.sql.classic.Dataset.ofRows(
        (org.apache.spark.sql.classic.SparkSession) session, plan);
  }

  /** Requires an encoding of text that Spark reads; throws IllegalArgumentException. */
  public static void requireEncoding(SparkSession session, String encoding) {
    boolean all = session.sessionState().conf().legacyJavaCharsets();
    CharsetProvider.forName(encoding, all, "encoding");
  }

  /** The encodings that it reads. */
  public static String encodings() {
    return CharsetProvider.VALID_CHARSETS().mkString("[", ", ", "]")
        + ", and with --conf spark.sql.legacy.javaCharsets=true all that Java does";
  }

  /** The condition of a failure; blank where it has none. */
  public static String condition(SparkThrowable failure) {
    return failure.getCondition() == null ? "" : failure.getCondition();
  }

  /** The file that a failure of condition FAILED_READ_FILE is about. */
  public static String path(SparkThrowable failure) {
    return failure.getMessageParameters().get("path");
  }
}
