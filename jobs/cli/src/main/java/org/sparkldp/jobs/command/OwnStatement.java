package org.sparkldp.jobs.command;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * A statement that a user wrote. What Spark says of it before any row is read is shown if all of
 * its names are the statement's own; so it is the same whatever values the tables have, even those
 * of a person whom a file without a header has for its columns' names.
 */
public final class OwnStatement {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_]+");

  /** Parameters of Spark's messages that Spark's own source or a count fills, and no name. */
  private static final Set<String> OF_SPARK =
      Set.of(
          "functionNames",
          "config",
          "configVal",
          "docroot",
          "paramIndex",
          "expectedNum",
          "actualNum");

  /** A count, which stands bare, where a name would be in quotes. */
  private static final Pattern COUNT = Pattern.compile("-?\\d{1,4}");

  /** The words of Spark's types, which messages write in capitals. */
  private static final Pattern TYPE =
      Pattern.compile(
          "ANSI|ANY|ARRAY|BIGINT|BINARY|BOOLEAN|CHAR|COLLECTION|DATE|DAY|DECIMAL|DOUBLE|FLOAT|HOUR|INT"
              + "|INTEGRAL|INTERVAL|MAP|MINUTE|MONTH|NULL|NUMERIC|SECOND|SMALLINT|STRING|STRUCT"
              + "|TIMESTAMP|TIMESTAMP_NTZ|TINYINT|TO|VARCHAR|VOID|YEAR|or|type|\\d{1,2}");

  private OwnStatement() {}

  /** The statement's result, not yet computed; refused in Spark's words, or as Spark refused it. */
  public static Dataset<Row> of(SparkSession spark, String statement) {
    Require.that(!ReleaseKey.isIn(statement))
        .orRefuse(
            "a statement stands in plans and logs, so it must not hold a text like a release key's,"
                + " 64 hexadecimal digits. Provided: one; compare with its beginning (LIKE 'abc%'),"
                + " or read it from a table.");
    try {
      return spark.sql(statement);
    } catch (Exception failure) { // Spark's, which Scala does not declare
      if (failure instanceof AnalysisException analysis && isOfOwnWords(analysis, statement)) {
        throw Require.refusal(
            analysis, "%s", ReleaseKey.hidden(analysis.getSimpleMessage().strip()));
      }
      throw failure;
    }
  }

  private static boolean isOfOwnWords(AnalysisException analysis, String statement) {
    // Of a column that is not there, Failures says which; Spark would go on with the others.
    String condition = SparkLine.condition(analysis);
    if (condition.isEmpty() || condition.startsWith("UNRESOLVED_COLUMN")) {
      return false;
    }
    Set<String> own = new HashSet<>(words(statement.toLowerCase(Locale.ROOT)));
    own.add("any_value"); // which Spark advises
    return analysis.getMessageParameters().entrySet().stream()
        .allMatch(
            parameter -> {
              String value = String.valueOf(parameter.getValue());
              return OF_SPARK.contains(parameter.getKey())
                  || COUNT.matcher(value).matches()
                  || own.containsAll(words(value.toLowerCase(Locale.ROOT)))
                  || words(value).stream().allMatch(word -> TYPE.matcher(word).matches());
            });
  }

  private static List<String> words(String text) {
    return WORD.matcher(text).results().map(word -> word.group()).toList();
  }
}
