package org.sparkldp.jobs.table;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sparkldp.protocols.check.Require;

/**
 * A table that a user names, and how to read it: a catalogue name or a path, and options of Spark's
 * reader. Only options are taken that can bring no value into a type or a message.
 *
 * @param table the name or path
 * @param options by Spark's names, in any case
 */
public record Input(String table, Map<String, String> options) {
  public Input {
    Map<String, String> inAnyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    inAnyCase.putAll(options);
    options = Collections.unmodifiableMap(inAnyCase);
    TableFormat.requireOptions(
        options.keySet(),
        TableFormat.of(table, options)
            .map(List::of)
            // The files' own names will say more.
            .orElse(List.of(TableFormat.PARQUET, TableFormat.CSV, TableFormat.JSON)));
    for (String option : TableFormat.BOOLEANS) {
      String value = options.getOrDefault(option, "true");
      Require.that(value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false"))
          .orRefuse("%s must be true or false. Provided value: %s.", option, value);
    }
  }

  /** A table that needs no options. */
  public static Input of(String table) {
    return new Input(table, Map.of());
  }

  /** Refuses options that are not of the format. */
  Input require(TableFormat format) {
    TableFormat.requireOptions(options.keySet(), List.of(format));
    return this;
  }

  /** The name or path. */
  @Override
  public String toString() {
    return table;
  }
}
