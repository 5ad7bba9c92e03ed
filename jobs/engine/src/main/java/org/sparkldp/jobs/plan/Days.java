package org.sparkldp.jobs.plan;

import static java.time.format.DateTimeFormatter.BASIC_ISO_DATE;
import static java.time.format.DateTimeFormatter.ISO_LOCAL_DATE;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;

/**
 * The periods of a plan that a command is about: all, or some as {@code 2026-01-01} and {@code
 * 2026-01-01..2026-01-07}, both ends included. Whole numbers are compared by size, and other
 * periods as texts of one length, so that dates written year first are in order.
 */
public final class Days {
  /** Every period. */
  public static final Days ALL = new Days(List.of());

  private static final String TO = "..";

  /** A number of days, of weeks or the like; longer ones may be dates or hours. */
  private static final String SHORT = "0|[1-9][0-9]{0,6}";

  /** Periods of a range that is written out. */
  private static final int MOST = 10_000;

  private final List<DayRange> ranges;

  private record DayRange(String first, String last) {
    boolean holds(String period) {
      return isInOrder(first, period) && isInOrder(period, last);
    }

    private boolean isOne() {
      return first.equals(last);
    }

    /** What it holds; nothing where nobody knows, as of weeks or hours, or where it is too much. */
    private List<String> spelled() {
      List<String> all = List.of(first);
      if (!isOne() && first.matches(SHORT) && last.matches(SHORT)) {
        all =
            IntStream.rangeClosed(Integer.parseInt(first), Integer.parseInt(last))
                .limit(MOST + 1)
                .mapToObj(Integer::toString)
                .toList();
      } else if (!isOne()) {
        DateTimeFormatter as = first.length() == 8 ? BASIC_ISO_DATE : ISO_LOCAL_DATE;
        try {
          all =
              LocalDate.parse(first, as)
                  .datesUntil(LocalDate.parse(last, as).plusDays(1))
                  .limit(MOST + 1)
                  .map(as::format)
                  .toList();
        } catch (DateTimeParseException noDays) {
          return List.of();
        }
      }
      return all.size() <= MOST ? all : List.of();
    }

    @Override
    public String toString() {
      return first.equals(last) ? first : first + TO + last;
    }
  }

  private Days(List<DayRange> ranges) {
    this.ranges = List.copyOf(ranges);
  }

  /** Reads periods and ranges; none means all. */
  public static Days of(List<String> texts) {
    List<DayRange> ranges = new ArrayList<>();
    for (String text : texts) {
      int to = text.indexOf(TO);
      String first = to < 0 ? text : text.substring(0, to);
      String last = to < 0 ? text : text.substring(to + TO.length());
      Require.that(!first.isEmpty() && !last.isEmpty() && isInOrder(first, last))
          .orRefuse(
              "days must be one period, or the first and the last of several with .. between, both"
                  + " numbers or of one length. Provided value: %s.",
              text);
      ranges.add(new DayRange(first, last));
    }
    return new Days(ranges);
  }

  /** Refuses some periods of a plan that has none. */
  public void requireOf(Plan plan) {
    if (!isAll()) {
      plan.requirePeriods();
    }
  }

  /** Whether it is every period. */
  public boolean isAll() {
    return ranges.isEmpty();
  }

  /** Whether a period is among them. */
  public boolean contains(String period) {
    return isAll() || ranges.stream().anyMatch(range -> range.holds(period));
  }

  /** Whole numbers by size, and else texts of one length: w10 is not between w1 and w3. */
  public static boolean isInOrder(String a, String b) {
    boolean areNumbers = a.matches("[0-9]+") && b.matches("[0-9]+");
    return areNumbers
        ? new BigInteger(a).compareTo(new BigInteger(b)) <= 0
        : a.length() == b.length() && a.compareTo(b) <= 0;
  }

  /** Whether single periods are named, and no range. */
  public boolean areNamed() {
    return !isAll() && named().size() == ranges.size();
  }

  /**
   * Each by its name, ranges of dates or of whole numbers written out; another range, which is
   * refused, would also hold what somebody makes up.
   */
  public List<String> each() {
    for (DayRange range : ranges) {
      Require.that(!range.spelled().isEmpty())
          .orRefuse(
              "a range of periods must be of dates or whole numbers, and of at most %s. Provided"
                  + " value: %s; name the periods one by one.",
              MOST, range);
    }
    List<String> periods = spelled();
    for (String period : periods) {
      Require.that(period.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}"))
          .orRefuse(
              "a period must be a short word of letters, digits and . _ -. Provided value: %s.",
              period);
    }
    return periods;
  }

  /** The days in ranges, as far as anybody knows what lies in them. */
  public List<String> inRanges() {
    return ranges.stream()
        .filter(range -> !range.isOne())
        .flatMap(range -> range.spelled().stream())
        .toList();
  }

  /** Each by its name; none where there is a range of which nobody knows what lies in it. */
  public List<String> spelled() {
    List<List<String>> all = ranges.stream().map(DayRange::spelled).toList();
    return all.contains(List.of()) ? List.of() : all.stream().flatMap(List::stream).toList();
  }

  /**
   * The days that are meant and are not among some; neighbours in a range as the range they are.
   */
  public List<String> without(Collection<String> found) {
    List<String> missing = new ArrayList<>();
    for (DayRange range : ranges) {
      List<String> gap = new ArrayList<>();
      List<String> periods = range.spelled();
      for (int i = 0; i <= periods.size(); i++) {
        if (i < periods.size() && !found.contains(periods.get(i))) {
          gap.add(periods.get(i));
        } else if (!gap.isEmpty()) {
          missing.add(new DayRange(gap.get(0), gap.get(gap.size() - 1)).toString());
          gap.clear();
        }
      }
    }
    return missing;
  }

  /** These without some that were named one by one; ranges stay as they are. */
  public Days except(Collection<String> periods) {
    return new Days(
        ranges.stream()
            .filter(range -> !(range.isOne() && periods.contains(range.first)))
            .toList());
  }

  /** The days that were named one by one, not as a range. */
  public List<String> named() {
    return ranges.stream().filter(DayRange::isOne).map(DayRange::first).toList();
  }

  @Override
  public String toString() {
    return isAll() ? "all" : String.join(",", ranges.stream().map(DayRange::toString).toList());
  }
}
