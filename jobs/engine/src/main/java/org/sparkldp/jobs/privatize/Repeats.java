package org.sparkldp.jobs.privatize;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataTypes;
import org.sparkldp.sql.LdpColumns;

/**
 * Counts names that occur more than once in sorted rows, as they go by: 1 at the second row of a
 * name, else 0. Each task has its own, and equal names must be in one task.
 */
public final class Repeats implements Serializable {
  private transient long lastFirst;
  private transient long lastSecond;
  private transient long times;

  /**
   * The column, BIGINT.
   *
   * @param name one or two columns BIGINT, by which the rows of a task are sorted
   */
  static Column column(Column... name) {
    return LdpColumns.call(
        "ldp_repeat", new Repeats(), "isSecond", DataTypes.LongType, false, name);
  }

  /** Whether it is the second of equal names. */
  public long isSecond(long name) {
    return isSecond(name, 0);
  }

  /** Whether it is the second of equal names. */
  public long isSecond(long first, long second) {
    boolean isSame = times > 0 && first == lastFirst && second == lastSecond;
    times = isSame ? times + 1 : 1;
    lastFirst = first;
    lastSecond = second;
    return times == 2 ? 1 : 0;
  }

  @Override
  public String toString() {
    return "repeats";
  }
}
