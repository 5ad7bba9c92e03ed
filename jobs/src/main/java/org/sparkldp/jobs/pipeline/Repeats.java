package org.sparkldp.jobs.pipeline;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataTypes;
import org.sparkldp.sql.LdpColumns;

/**
 * Counts names that occur more than once in sorted rows, as they go by: 1 at the second row of a
 * name, else 0. Each task has its own, and equal names must be in one task.
 */
public final class Repeats implements Serializable {
  private transient byte[] lastName;
  private transient long lastWord;
  private transient long times;

  /**
   * The column, BIGINT.
   *
   * @param name BINARY or BIGINT, by which the rows of a task are sorted
   */
  static Column column(Column name) {
    return LdpColumns.call(
        "ldp_repeat", new Repeats(), "isSecond", DataTypes.LongType, false, name);
  }

  /** Whether it is the second of equal names. */
  public long isSecond(byte[] name) {
    times = Arrays.equals(name, lastName) ? times + 1 : 1;
    lastName = name;
    return times == 2 ? 1 : 0;
  }

  /** Whether it is the second of equal names. */
  public long isSecond(long name) {
    times = times > 0 && name == lastWord ? times + 1 : 1;
    lastWord = name;
    return times == 2 ? 1 : 0;
  }

  @Override
  public String toString() {
    return "repeats";
  }
}
