package org.sparkldp.jobs.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The rows of a table by its format's own count, before anybody has looked at a value.
 *
 * @param rows that are people; {@value #UNKNOWN} where the format has no count of its own
 * @param malformed rows of a CSV with more or fewer fields than its header, which are left out
 * @param repeats rows of a CSV that are its header once more, which are left out
 * @param marks files that end with a mark (Ctrl-Z), which is left out
 * @param alike rows that are equal to the header and people, in a table of private columns alone;
 *     it is for a rehearsal
 */
public record Counts(long rows, long malformed, long repeats, long marks, long alike) {
  private static final long UNKNOWN = -1;

  /** Of a table that nobody counts but by reading it. */
  public static final Counts NONE = new Counts(UNKNOWN, 0, 0, 0, 0);

  /** Whether the format has a count of its own. */
  public boolean areKnown() {
    return rows != UNKNOWN;
  }

  /** What was left out, a sentence each. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (malformed > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "malformed = drop: %,d rows had more or fewer fields than the header, and nobody"
                  + " knows whose they are; they were left out",
              malformed));
    }
    if (repeats > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "rows that were the header once more, as where files are joined: %,d; they were left"
                  + " out",
              repeats));
    }
    if (marks > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "files that end with a mark of old systems (Ctrl-Z): %,d; it was left out",
              marks));
    }
    return notes;
  }

  /** What a rehearsal says besides: it may show what people hold. */
  public List<String> rehearsed() {
    List<String> lines = new ArrayList<>(notes());
    if (alike > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "rows equal to the header, which are asked as people, as no column is public: %,d",
              alike));
    }
    return lines;
  }
}
