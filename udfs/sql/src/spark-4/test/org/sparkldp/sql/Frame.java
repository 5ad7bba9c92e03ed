package org.sparkldp.sql;

import java.util.Set;
import org.apache.spark.SparkThrowableHelper;
import org.sparkldp.sql.catalyst.Condition;
import org.sparkldp.sql.catalyst.Scala;

/**
 * What Spark's own words around a refusal are; the file of this name in the other folder is 3.5's.
 */
final class Frame {
  private Frame() {}

  /** The refusal that a statement throws: that very exception, in no other. */
  static Throwable refusal(Exception thrown) {
    return thrown;
  }

  /** A refusal as Spark 4 shows it. */
  static String ofSpark4(String sentence, Condition condition) {
    return sentence;
  }

  /** The condition's SQLSTATE in this Spark. */
  static String sqlState(Condition condition) {
    return condition.sqlState();
  }

  /** Skips a test if this Spark has no template with the condition's parameters. */
  static void assumeTemplate(Condition condition) {}

  /** The parameters of this Spark's template. */
  static Set<String> parameters(Condition condition) {
    return Set.copyOf(Scala.list(SparkThrowableHelper.getMessageParameters(condition.condition())));
  }
}
