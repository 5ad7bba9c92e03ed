package org.sparkldp.jobs.ingest;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataTypes;
import org.sparkldp.sql.LdpColumns;

/**
 * Says of reports, sorted by name, which of those with one name is counted. Reports of earlier
 * batches come first among equal names, then the others in the order of their lots. Each task has
 * its own, and equal names must be in one task.
 */
public final class Twins implements Serializable {
  /** Counted before. */
  static final int EARLIER = 0;

  /** The first of its name: counted. */
  static final int KEPT = 1;

  /** The same report again. */
  static final int REPEAT = 2;

  /** A report that was counted before. */
  static final int REPLAY = 3;

  /** Another report of the same name. */
  static final int DISPUTED = 4;

  private transient boolean isAnyBefore;
  private transient long firstHigh;
  private transient long firstLow;
  private transient long firstLot;
  private transient boolean isFirstNew;

  /** The column, INT. */
  static Column column(Column high, Column low, Column isNew, Column lot) {
    return LdpColumns.call(
        "ldp_twin", new Twins(), "state", DataTypes.IntegerType, false, high, low, isNew, lot);
  }

  /** What the next row is. */
  public int state(long high, long low, boolean isNew, long lot) {
    if (!isAnyBefore || high != firstHigh || low != firstLow) {
      isAnyBefore = true;
      firstHigh = high;
      firstLow = low;
      firstLot = lot;
      isFirstNew = isNew;
      return isNew ? KEPT : EARLIER;
    }
    if (!isNew) {
      return EARLIER;
    }
    if (lot != firstLot) {
      return DISPUTED;
    }
    return isFirstNew ? REPEAT : REPLAY;
  }

  @Override
  public String toString() {
    return "twins";
  }
}
