package org.sparkldp.jobs.table;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The endings of names of files that say what is in them. No other class knows one, and help,
 * refusals and pages name them all.
 */
public final class Endings {
  public static final String PARQUET = ".parquet";
  static final String ORC = ".orc";

  /** The ending of a CSV whose delimiter is a tab. */
  static final String TABS = ".tsv";

  static final String CSV = ".csv, " + TABS;
  public static final String JSON = ".json, .jsonl, .ndjson";

  /** The endings of all formats in which a table of values may be. */
  public static final String ALL = PARQUET + ", " + ORC + ", " + CSV + ", " + JSON;

  private static final Pattern NAME =
      Pattern.compile("(?s).*?(\\.[a-zA-Z]+)(\\.(?i:gz|bz2|zst|deflate|lz4|snappy|xz))?");

  private static final Pattern PACKED =
      Pattern.compile("(?is).*\\.(zip|tar|tgz|tbz2?|txz|tar\\.[a-z0-9]+|xz|7z|rar|z|br|lzo)");

  private Endings() {}

  /** Whether a name is that of an archive, or of a compression that nobody reads here. */
  static boolean isPacked(String name) {
    return PACKED.matcher(name).matches();
  }

  /** The ending of a name, in small letters; that of a compression is looked through. */
  public static Optional<String> of(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? Optional.of(matcher.group(1).toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  /** The ending of a format that an option names. */
  public static String ofFormat(String format) {
    return "." + format.toLowerCase(Locale.ROOT);
  }

  /** Whether an ending is one of these. */
  public static boolean isOf(String endings, String ending) {
    return List.of(endings.split(", ")).contains(ending);
  }
}
