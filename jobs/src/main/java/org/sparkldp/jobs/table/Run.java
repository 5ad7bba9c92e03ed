package org.sparkldp.jobs.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
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
  /** In the record: the command, such as privatize. */
  public static final String COMMAND = "command";

  /** In the record: the name of the reports that were drawn. */
  public static final String ID = "id";

  /** In the record: a checksum of all that was drawn. */
  public static final String CONTENT = "content";

  /** In the record: the files of each table, below the table's folder. */
  static final String FILES = "files";

  /** Names the reports that it has drawn; empty of other runs. */
  public String id() {
    return record.path(ID).asText();
  }

  /** What the reports are, by name and content; of runs that do not say it, by name alone. */
  public String content() {
    return record.path(CONTENT).asText(id());
  }

  /** The command that it was of. */
  public String command() {
    return record.path(COMMAND).asText();
  }

  /** Reports behind its tables. */
  public long reports() {
    return record.path("reports").asLong();
  }

  /** The fingerprint of its plan. */
  public String plan() {
    return record.path("plan").asText();
  }

  /** Whether its files of a table are there to be read. */
  public boolean hasTable(String table) {
    return !dropped.contains(table) && !files(table).isEmpty();
  }

  /** The words of a list in its record. */
  public List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    record.path(key).forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** Its files of a table, below the table's folder. */
  List<String> files(String table) {
    List<String> names = new ArrayList<>();
    record.path(FILES).path(table).forEach(name -> names.add(name.asText()));
    return names;
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
