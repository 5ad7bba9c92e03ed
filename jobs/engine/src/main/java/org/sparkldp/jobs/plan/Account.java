package org.sparkldp.jobs.plan;

/**
 * The account in a ledger that a plan spends from. It decides nothing of a report, so it is not
 * part of a plan's fingerprint.
 *
 * @param population the people whom ids name; ids of one population name the same people everywhere
 * @param purpose what the answers are for; empty where nobody says
 */
public record Account(
    @Key(
            otherwise = "people",
            decides = false,
            says = "for a [ledger](ledger.md): the people whom the ids name")
        String population,
    @Key(otherwise = "\"\"", decides = false, says = "for a ledger: what the answers are for")
        String purpose) {

  /** Where a plan does not say. */
  public static final Account DEFAULT = new Account("people", "");

  public Account {
    population = population.strip();
    purpose = purpose.strip();
  }
}
