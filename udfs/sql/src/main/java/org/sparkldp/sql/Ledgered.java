package org.sparkldp.sql;

import org.sparkldp.protocols.check.Require;

/**
 * Check whether this application keeps a ledger of what is spent. The jobs write it; SQL cannot,
 * for a query says nothing of the population and may be run any number of times, so there {@code
 * ldp_randomize} is refused.
 */
public final class Ledgered {
  /** The entry of the SparkConf with the ledger's place. */
  public static final String LEDGER = "spark.ldp.ledger";

  /** The environment variable with it, which the SparkConf overrules. */
  public static final String VARIABLE = "LDP_LEDGER";

  /** The entry of the SparkConf that lets SQL draw what no ledger records. */
  static final String SQL = "spark.ldp.ledger.sql";

  private static final String UNRECORDED = "unrecorded";

  private Ledgered() {}

  /** The ledger's place; empty where there is none. No session can change it. */
  public static String place() {
    String environment = System.getenv(VARIABLE);
    return KeyLocation.conf().get(LEDGER, environment == null ? "" : environment).strip();
  }

  /** Refuses reports that no ledger would record, unless the operator allows them. */
  static void requireUnrecorded() {
    if (!place().isEmpty() && !KeyLocation.conf().get(SQL, "").strip().equals(UNRECORDED)) {
      throw new NotEnabled(
          Require.refusal(
              "reports must be drawn by jobs where a ledger is kept, for it does not see those of"
                  + " SQL. Provided: ldp_randomize under %s; let privatize make the reports, or"
                  + " start the application with %s=%s and add them up yourself.",
              LEDGER, SQL, UNRECORDED),
          "ldp_randomize where a ledger is kept, which does not see the reports of SQL,",
          SQL,
          UNRECORDED
              + " when the application starts, or letting the job privatize make the"
              + " reports,");
    }
  }
}
