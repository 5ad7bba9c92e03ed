package org.sparkldp.sql.catalyst;

import org.apache.spark.sql.catalyst.expressions.CurrentDate;
import org.apache.spark.sql.catalyst.expressions.CurrentTimestampLike;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.LocalTimestamp;

/** Expressions that Spark calls deterministic although the time of the query is in them. */
public final class Clock {
  private Clock() {}

  /** Whether an expression is the time, or the day, of the query. */
  public static boolean isReadBy(Expression e) {
    return e instanceof CurrentTimestampLike
        || e instanceof LocalTimestamp
        || e instanceof CurrentDate
        || e.prettyName().equals("current_time"); // a class that Spark 4.0 lacks
  }
}
