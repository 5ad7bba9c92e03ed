package org.sparkldp.jobs.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a plan's table is read. It decides nothing of a report, so it is not part of a plan's
 * fingerprint.
 *
 * @param options of Spark's reader, which the command line overrules
 * @param dropsMalformed whether rows of a CSV with more or fewer fields than its header are left
 *     out, and not refused
 */
public record Reading(Map<String, String> options, boolean dropsMalformed) {
  /** The key of plans with options. */
  static final String READ = "read";

  /** The key of plans that says what becomes of malformed rows. */
  static final String MALFORMED = "malformed";

  /** Where a plan does not say. */
  static final Reading DEFAULT = new Reading(Map.of(), false);

  public Reading {
    options = Map.copyOf(options);
  }

  static Reading read(Settings plan) {
    return new Reading(
        plan.has(READ) ? plan.section(READ).allTexts() : Map.of(),
        plan.has(MALFORMED)
            && plan.choice(MALFORMED, List.of("fail", "drop"), word -> word).equals("drop"));
  }

  /** The keys from which an equal reading would be read. */
  Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    if (!options.isEmpty()) {
      settings.put(READ, options);
    }
    if (dropsMalformed) {
      settings.put(MALFORMED, "drop");
    }
    return settings;
  }
}
