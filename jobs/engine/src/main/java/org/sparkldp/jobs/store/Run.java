package org.sparkldp.jobs.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A run that added to a folder of results: its record, which is there if and only if all of its
 * files are.
 *
 * @param period the folder's period that it is of, such as {@code day=2026-01-01}; empty where the
 *     folder has none
 * @param number of this period's runs, from 0
 * @param record what was said of it
 * @param dropped tables whose files have been deleted, for good
 */
public record Run(String period, int number, JsonNode record, Set<String> dropped) {
  /** In the record: the files of each table, below the table's folder. */
  static final String FILES = "files";

  /** The part that all records of runs have. */
  private record Common(String command, String plan, String id, String content, long reports) {}

  private Common common() {
    return as(Common.class);
  }

  /** What it says of itself, as far as the components of a type ask for it. */
  public <R extends Record> R as(Class<R> type) {
    return RunRecord.read(record, type);
  }

  /** Names the reports that it has drawn; empty of other runs. */
  public String id() {
    return common().id();
  }

  /** What the reports are, by name and content; of runs that do not say it, by name alone. */
  public String content() {
    Common common = common();
    return common.content().isEmpty() ? common.id() : common.content();
  }

  /** The command that it was of. */
  public String command() {
    return common().command();
  }

  /** Reports behind its tables. */
  public long reports() {
    return common().reports();
  }

  /** The fingerprint of its plan. */
  public String plan() {
    return common().plan();
  }

  /** Whether its files of a table are there to be read. */
  public boolean hasTable(String table) {
    return !dropped.contains(table) && !files(table).isEmpty();
  }

  private record Files(Map<String, List<String>> files) {}

  /** Its files of a table, below the table's folder. */
  public List<String> files(String table) {
    return as(Files.class).files().getOrDefault(table, List.of());
  }

  private record RunSums(Map<String, Sum> sums) {}

  /** What it says of the rows of a table that it wrote. */
  Sum sum(String table) {
    return as(RunSums.class).sums().getOrDefault(table, Sum.NOTHING);
  }

  /** Where its record is, below the folder. */
  String place() {
    return place(period, number);
  }

  static String place(String period, int number) {
    String name = number == 0 ? Output.RUN : "run-" + number + ".json";
    return period.isEmpty() ? name : Output.RUNS + "/" + period + "/" + name;
  }

  /** Where it is said that its files of a table have been deleted. */
  String placeOfDropped(String table) {
    return place() + "." + table + Records.DROPPED;
  }
}
