package org.sparkldp.jobs.plan;

import java.util.Map;
import java.util.Optional;

/**
 * The settings for reading a plan's table. It decides nothing of a report, so it is not part of a
 * plan's fingerprint.
 *
 * @param options of Spark's reader, which the command line overrules
 * @param dropsMalformed whether rows of a CSV with more or fewer fields than its header are left
 *     out, and not refused
 * @param hasIntegerIds whether ids are taken as whole numbers or as texts; as the table has them
 *     where the plan does not say, and of CSV and JSON as texts
 */
public record Reading(
    @Key(
            name = READ,
            otherwise = "{}",
            decides = false,
            says =
                "how the table is read, such as `{ delimiter = \";\", encoding = ISO-8859-1 }`: the"
                    + " options of [`--read`](#values), which overrules it. `init` writes what it"
                    + " found")
        Map<String, String> options,
    @Key(
            name = "malformed",
            otherwise = "fail",
            words = {"fail", "drop"},
            decides = false,
            says =
                "rows of a CSV with more or fewer fields than the header: `fail` refuses the table,"
                    + " `drop` leaves them out")
        boolean dropsMalformed,
    @Key(
            name = "id_type",
            words = {"text", "integer"},
            decides = false,
            says =
                "how ids are taken, where the table's type shall not decide: `integer` takes 7 and"
                    + " 007 for one person, and refuses an id that is no whole number; `text` takes"
                    + " ids as they are spelled. Ids of CSV and JSON are texts")
        Optional<Boolean> hasIntegerIds) {
  /** The key of plans with options, whose texts may hold any character. */
  static final String READ = "read";

  public Reading {
    options = Map.copyOf(options);
  }
}
