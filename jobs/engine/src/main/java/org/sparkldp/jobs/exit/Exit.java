package org.sparkldp.jobs.exit;

/** Exit codes of commands. Scripts depend on them, so that none changes its meaning. */
public final class Exit {
  /** Done, or already done. */
  public static final int DONE = 0;

  /** Failed. */
  public static final int FAILED = 1;

  /** Bad usage, plan or input. */
  public static final int BAD_INPUT = 2;

  /** Refused by a privacy rule. */
  public static final int REFUSED = 3;

  private Exit() {}
}
