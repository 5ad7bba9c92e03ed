package org.sparkldp.jobs.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.sparkldp.jobs.table.Input;
import picocli.CommandLine.Option;

/** Which table of people a command reads, and how. */
final class InputOption {
  @Option(
      names = "--input",
      required = true,
      paramLabel = "TABLE_OR_PATH",
      description = "the table of values: a catalogue name, or a path (Parquet, .csv, .json, .orc)")
  private String table;

  @Option(
      names = "--read",
      paramLabel = "OPTION=VALUE",
      description =
          "how the table is read, repeatable: Spark's options, such as delimiter, encoding and"
              + " header of a CSV, or versionAsOf of a Delta table")
  private Map<String, String> options = new LinkedHashMap<>();

  /** A catalogue name, or a path. */
  String table() {
    return table;
  }

  /** The table with its options. */
  Input input() {
    return input(Map.of());
  }

  /** The table with its options, which overrule those of a plan. */
  Input input(Map<String, String> ofPlan) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(ofPlan);
    all.putAll(options);
    return new Input(table, all);
  }
}
