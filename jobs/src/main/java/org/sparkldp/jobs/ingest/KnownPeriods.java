package org.sparkldp.jobs.ingest;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.sparkldp.protocols.check.Require;

/**
 * The periods of which reports are taken: each by its name, and ranges of dates or of whole numbers
 * written out. A range of texts would also hold what a sender makes up.
 */
public final class KnownPeriods {
  private static final String TO = "..";
  private static final int MOST = 10_000;

  private KnownPeriods() {}

  /** Reads periods and ranges, such as {@code 2026-01-01..2026-01-07}. */
  public static List<String> of(List<String> texts) {
    List<String> periods = new ArrayList<>();
    for (String text : texts) {
      int to = text.indexOf(TO);
      if (to < 0) {
        periods.add(text);
      } else {
        periods.addAll(range(text, text.substring(0, to), text.substring(to + TO.length())));
      }
    }
    for (String period : periods) {
      Require.that(period.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}"))
          .orRefuse(
              "a period must be a short word of letters, digits and . _ -. Provided value: %s.",
              period);
    }
    return periods;
  }

  private static List<String> range(String text, String first, String last) {
    try {
      boolean areNumbers = (first + last).matches("[0-9]{1,18}") && !last.isEmpty();
      long from = areNumbers ? Long.parseLong(first) : LocalDate.parse(first).toEpochDay();
      long to = areNumbers ? Long.parseLong(last) : LocalDate.parse(last).toEpochDay();
      if (from <= to && to - from < MOST) {
        return LongStream.rangeClosed(from, to)
            .mapToObj(n -> areNumbers ? "" + n : LocalDate.ofEpochDay(n).toString())
            .toList();
      }
    } catch (DateTimeParseException | NumberFormatException e) {
      // Refused below.
    }
    throw Require.refusal(
        "a range of periods must be of dates or whole numbers, the first one first, and of at most"
            + " %s. Provided value: %s; name the periods one by one.",
        MOST, text);
  }
}
