package org.sparkldp.jobs.table;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sparkldp.protocols.check.Require;

/**
 * The format of a stored table, and the options of Spark's reader for it. A name's ending decides,
 * never what stands in the table.
 */
enum TableFormat {
  /** A table of the catalogue, perhaps one with versions. */
  CATALOGUE("", Versions.OPTIONS),
  PARQUET(Endings.PARQUET, "mergeSchema"),
  ORC(Endings.ORC, "mergeSchema"),
  CSV(
      Endings.CSV,
      "delimiter encoding header quote escape multiLine lineSep comment nullValue dateFormat"
          + " timestampFormat ignoreLeadingWhiteSpace ignoreTrailingWhiteSpace"),
  JSON(Endings.JSON, "encoding multiLine lineSep dateFormat timestampFormat"),
  /** A folder with a log of which files hold its rows; no ending says so. */
  DELTA("", Versions.OPTIONS);

  /** Options that ask for an older version. */
  private static final class Versions {
    static final String OPTIONS = "versionAsOf timestampAsOf";
  }

  /** The option that names the format of files. */
  static final String FORMAT = "format";

  /** Options that are true or false. */
  static final List<String> BOOLEANS =
      List.of(
          "header",
          "multiLine",
          "ignoreLeadingWhiteSpace",
          "ignoreTrailingWhiteSpace",
          "mergeSchema",
          "recursiveFileLookup");

  private final String endings;
  private final String options;

  TableFormat(String endings, String options) {
    this.endings = endings;
    this.options = options;
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" "));
  }

  /** The options that it takes. */
  Set<String> taken() {
    Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    taken.addAll(words(options));
    if (this != CATALOGUE) {
      taken.add(FORMAT);
    }
    if (!endings.isEmpty()) {
      taken.addAll(List.of("pathGlobFilter", "recursiveFileLookup"));
    }
    return taken;
  }

  /** The format that options or a name's ending say; none for a path that says nothing. */
  static Optional<TableFormat> of(String tableOrPath, Map<String, String> options) {
    if (!isPath(tableOrPath)) {
      return Optional.of(CATALOGUE);
    }
    String given = options.get(FORMAT);
    return given == null
        ? ofEnding(tableOrPath)
        : Optional.of(
            withEnding(Endings.ofFormat(given))
                .or(() -> DELTA.named(given) ? Optional.of(DELTA) : Optional.empty())
                .orElseThrow(
                    () ->
                        Require.refusal(
                            "format must be %s or delta. Provided value: %s.",
                            Endings.ALL.replace(".", ""), given)));
  }

  /** Whether it names files, not a table of the catalogue. */
  static boolean isPath(String tableOrPath) {
    return tableOrPath.contains("/")
        || tableOrPath.contains(File.separator)
        || ofEnding(tableOrPath).isPresent()
        || Endings.isPacked(tableOrPath);
  }

  /** The format of a file or folder, if its ending says one. */
  static Optional<TableFormat> ofEnding(String name) {
    return Endings.of(name).flatMap(TableFormat::withEnding);
  }

  private static Optional<TableFormat> withEnding(String ending) {
    return Arrays.stream(values())
        .filter(format -> Endings.isOf(format.endings, ending))
        .findFirst();
  }

  /** Refuses options that none of these formats takes. */
  static void requireOptions(Set<String> given, List<TableFormat> formats) {
    Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    formats.forEach(format -> taken.addAll(format.taken()));
    for (String option : given) {
      if (!taken.contains(option)) {
        throw Require.refusal(
            "an option of the input must be one that its format takes. Provided: %s for %s; known"
                + " are %s.",
            option, formats.size() > 1 ? "files" : formats.get(0), String.join(", ", taken));
      }
    }
  }

  /** The first of its endings. */
  String ending() {
    return endings.split(", ")[0];
  }

  /** Whether it is called that. */
  boolean named(String format) {
    return name().equalsIgnoreCase(format);
  }

  /** Options that were given, and those that files of a format with that ending need. */
  Map<String, String> all(String ending, Map<String, String> given) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (this == CSV) {
      all.putAll(Inputs.RFC_4180);
      if (ending.equals(Endings.TABS)) {
        all.put("delimiter", "\t");
      }
    }
    all.putAll(given);
    return all;
  }

  /** As messages call it. */
  @Override
  public String toString() {
    return this == CATALOGUE ? "a table of the catalogue" : name();
  }
}
