package org.sparkldp.sql;

import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.SparkException;
import org.apache.spark.SparkThrowableHelper;
import org.junit.jupiter.api.Assumptions;
import org.sparkldp.sql.catalyst.Condition;

/**
 * What Spark's own words around a refusal are; the file of this name in the other folder is 4's.
 */
final class Frame {
  private Frame() {}

  /** The refusal that a statement throws; one of a row is the cause of its failed job's. */
  static Throwable refusal(Exception thrown) {
    return thrown.getClass() == SparkException.class ? thrown.getCause() : thrown;
  }

  /** A refusal as Spark 4 shows it: 3.5 shows no SQLSTATE, and one sentence is in another order. */
  static String ofSpark4(String sentence, Condition condition) {
    return sentence.replaceFirst(": Parameter (\\w+) requires", ": The $1 parameter requires")
        + " SQLSTATE: "
        + condition.sqlState();
  }

  /** The condition's SQLSTATE in this Spark. */
  static String sqlState(Condition condition) {
    return condition == Condition.NOT_ENABLED || condition == Condition.REDRAWN
        ? null
        : condition.sqlState();
  }

  /** Skips a test if this Spark has no template with the condition's parameters. */
  static void assumeTemplate(Condition condition) {
    Assumptions.assumeFalse(
        Set.of(Condition.NOT_ENABLED, Condition.NAME_MISSING, Condition.FAILED_ON_MACHINE)
            .contains(condition),
        "Spark 3.5 has no such condition, or with other parameters");
  }

  /** The parameters of this Spark's template. */
  static Set<String> parameters(Condition condition) {
    String template = SparkThrowableHelper.errorReader().getMessageTemplate(condition.condition());
    return Pattern.compile("<(\\w+)>")
        .matcher(template)
        .results()
        .map((MatchResult parameter) -> parameter.group(1))
        .collect(Collectors.toSet());
  }
}
