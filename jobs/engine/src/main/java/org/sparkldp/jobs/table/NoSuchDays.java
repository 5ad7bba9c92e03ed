package org.sparkldp.jobs.table;

/** The refusal of periods of which a table has no rows. */
public final class NoSuchDays extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private NoSuchDays(Object periods) {
    super("the table must have rows of the periods that are asked for. Provided: " + periods + ".");
  }

  /** Refuses periods, of a command or one by its name, of which there are no rows. */
  public static void require(boolean areThere, Object periods) {
    if (!areThere) {
      throw new NoSuchDays(periods);
    }
  }
}
