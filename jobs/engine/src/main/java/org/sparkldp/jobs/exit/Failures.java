package org.sparkldp.jobs.exit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.sparkldp.protocols.query.PoolSpentException;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * The output of a failed command: one sentence and an exit code. Only sentences of our own are
 * shown, which hold no values, and what Spark says of names that the user gave; all else may hold a
 * value, a person's line taken for a header, or a key, so it is named by its condition alone, and
 * by what a disk or a network said of it ({@link Causes}).
 */
public final class Failures {
  /** Conditions of Spark whose messages hold names of tables, paths and functions only. */
  private static final Set<String> OF_NAMES =
      Set.of(
          "TABLE_OR_VIEW_NOT_FOUND",
          "PATH_NOT_FOUND",
          "UNABLE_TO_INFER_SCHEMA",
          "UNRESOLVED_ROUTINE",
          "PARSE_SYNTAX_ERROR",
          "WRONG_NUM_ARGS",
          "CATALOG_NOT_FOUND",
          "SCHEMA_NOT_FOUND",
          "TABLE_OR_VIEW_ALREADY_EXISTS");

  /** What Spark says of a file that is not of the format it is read as. */
  private static final String NO_FOOTER = "FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER";

  /** The jars beside spark-ldp.jar, by the packages in them. */
  private static final Map<String, String> JARS =
      Map.of(
          "org/sparkldp/analysis/", "optimizer",
          "org/sparkldp/optimizer/", "optimizer",
          "org/sparkldp/release/", "release");

  private Failures() {}

  /**
   * The text that the user sees.
   *
   * @param withheld what may hold a value, for the user alone; empty where the sentence says all
   */
  public record FailureText(int code, String sentence, String withheld) {
    FailureText(int code, String sentence) {
      this(code, sentence, "");
    }
  }

  /** The first of the causes that may speak. */
  public static FailureText of(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof Ended ended) {
        return new FailureText(ended.code(), ended.getMessage());
      }
      boolean isStack = cause instanceof StackOverflowError;
      if (isStack || cause instanceof OutOfMemoryError) {
        return new FailureText(
            Exit.FAILED,
            "the JVM needs more "
                + (isStack ? "stack" : "memory")
                + " than it has; ask for less, or start it with more ("
                + (isStack ? "-Xss16m" : "-Xmx8g")
                + ").");
      }
      if (cause instanceof NoClassDefFoundError) {
        for (Map.Entry<String, String> jar : JARS.entrySet()) {
          if (String.valueOf(cause.getMessage()).startsWith(jar.getKey())) {
            return new FailureText(
                Exit.BAD_INPUT,
                "spark-ldp-"
                    + jar.getValue()
                    + ".jar must be on the class path, too. Provided: none; name it in --jars.");
          }
        }
      }
      boolean isOurs = isOurs(cause);
      if (isOurs && (cause instanceof Refusal || cause instanceof PoolSpentException)) {
        return new FailureText(Exit.REFUSED, cause.getMessage());
      }
      if (isOurs
          && (cause instanceof IllegalArgumentException || cause instanceof AnalysisException)) {
        return new FailureText(Exit.BAD_INPUT, cause.getMessage());
      }
      if (isOurs
          && (cause instanceof UncheckedIOException || cause instanceof IllegalStateException)) {
        return new FailureText(Exit.FAILED, cause.getMessage() + because(cause));
      }
      if (cause instanceof AnalysisException analysis) {
        return ofAnalysis(analysis);
      }
    }
    return withheld(Exit.FAILED, failure);
  }

  /**
   * Whether our own code refused. An exception of a library, be it called by us, has another class
   * on top of its trace.
   */
  private static boolean isOurs(Throwable cause) {
    StackTraceElement[] trace = cause.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().startsWith("org.sparkldp.");
  }

  private static FailureText ofAnalysis(AnalysisException analysis) {
    String condition = SparkLine.condition(analysis);
    if (OF_NAMES.contains(condition)) {
      return new FailureText(Exit.BAD_INPUT, ReleaseKey.hidden(analysis.getSimpleMessage()));
    }
    // Spark's own sentence would go on with the table's columns, which a CSV takes from its rows.
    if (condition.startsWith("UNRESOLVED_COLUMN")) {
      return new FailureText(
          Exit.BAD_INPUT,
          "the table must have the columns that are named. Missing: "
              + analysis.getMessageParameters().get("objectName")
              + ".");
    }
    return withheld(Exit.BAD_INPUT, analysis);
  }

  /** What holds no value: of a full disk, say. */
  private static String because(Throwable failure) {
    return Causes.of(failure).map(" (%s)"::formatted).orElse("");
  }

  private static FailureText withheld(int code, Throwable failure) {
    String condition = failure.getClass().getSimpleName();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SparkThrowable spark && !SparkLine.condition(spark).isEmpty()) {
        condition = SparkLine.condition(spark);
      }
    }
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    return new FailureText(
        code,
        "a step failed with "
            + condition
            + because(failure)
            + (condition.equals(NO_FOOTER)
                ? ": a file without --read format=... is taken for Parquet, and this one is none"
                : "")
            + ". Its message is withheld, for it may hold values.",
        ReleaseKey.hidden(trace.toString()));
  }
}
