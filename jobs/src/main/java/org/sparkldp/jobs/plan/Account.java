package org.sparkldp.jobs.plan;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whose budget a plan spends, for ledgers. It decides nothing of a report, so it is not part of a
 * plan's fingerprint.
 *
 * @param population the people whom ids name; ids of one population name the same people everywhere
 * @param purpose what the answers are for; empty where nobody says
 */
public record Account(String population, String purpose) {
  /** Keys of plans. */
  public static final String POPULATION = "population";

  /** Keys of plans. */
  public static final String PURPOSE = "purpose";

  /** Where a plan does not say. */
  public static final Account DEFAULT = new Account("people", "");

  /** Reads both keys. */
  public static Account read(Settings plan) {
    return new Account(
        plan.has(POPULATION) ? plan.text(POPULATION).strip() : DEFAULT.population,
        plan.string(PURPOSE, DEFAULT.purpose).strip());
  }

  /** The keys from which an equal account would be read. */
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    if (!population.equals(DEFAULT.population)) {
      settings.put(POPULATION, population);
    }
    if (!purpose.isEmpty()) {
      settings.put(PURPOSE, purpose);
    }
    return settings;
  }
}
