package org.sparkldp.jobs.ledger;

import com.typesafe.config.ConfigUtil;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.jobs.plan.Division;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.protocols.accounting.composition.Tally;
import org.sparkldp.protocols.check.Require;

/**
 * A limit of spending on each person of a population: in all or on one attribute, for one purpose,
 * in each day, month or year.
 *
 * @param population whose
 * @param attribute the private column, in small letters; empty for all together
 * @param purpose what for; empty for all together
 * @param per the window that the budget is for
 * @param epsilon in grains
 * @param delta in grains; what bounds on the total may take
 */
@Section("a budget")
public record Budget(
    @Key String population,
    @Key(otherwise = "\"\"") String attribute,
    @Key(otherwise = "\"\"") String purpose,
    @Key(otherwise = "ever") Per per,
    @Key(apart = "epsilon") long epsilon,
    @Key(apart = "delta") long delta) {

  /** Grains of a millionth, to which what is left is rounded down in words. */
  private static final long MILLIONTH = 1_000_000;

  /** A window of time: entries count to a day, and so to a month, a year and ever. */
  public enum Per {
    DAY(10),
    MONTH(7),
    YEAR(4),
    EVER(0);

    private final int letters;

    Per(int letters) {
      this.letters = letters;
    }

    /** The window of a day, such as 2026-01. */
    public String window(String day) {
      return day.substring(0, Math.min(letters, day.length()));
    }
  }

  public Budget {
    population = population.strip();
    attribute = attribute.strip().toLowerCase(Locale.ROOT);
    purpose = purpose.strip();
    Require.that(epsilon >= 0 && delta >= 0)
        .orRefuse("a budget must not be negative. Provided: %s, %s.", epsilon, delta);
  }

  /** Whether an entry counts for it, in some window. */
  public boolean covers(Spend spend) {
    return spend.account().population().equals(population)
        && (attribute.isEmpty() || spend.attributes().contains(attribute))
        && (purpose.isEmpty() || spend.account().purpose().equals(purpose));
  }

  /** What the entries of a window have spent together, in grains, at the budget's delta. */
  public long spent(List<Entry> entries, String window) {
    return together(
            entries.stream()
                .filter(e -> covers(e.spend()) && isIn(e, window))
                .map(e -> e.spend().isForLife() ? e : e.on(day -> per.window(day).equals(window)))
                .toList())
        .epsilonGrains(delta);
  }

  /**
   * Whether an entry counts in a window: by the days of its draws. What is of a lifetime counts in
   * every one: reports of any day may be read with all others.
   */
  public boolean isIn(Entry entry, String window) {
    return entry.spend().isForLife() || windows(entry).contains(window);
  }

  /** The windows of an entry's days. */
  public Set<String> windows(Entry entry) {
    return entry.days().stream().map(per::window).collect(Collectors.toCollection(TreeSet::new));
  }

  /** What is left of it in each of its windows; in that of today, if no entry counts for it. */
  public List<Remainder> left(List<Entry> all, LocalDate today) {
    Set<String> windows = new TreeSet<>();
    all.stream().filter(e -> covers(e.spend())).forEach(e -> windows.addAll(windows(e)));
    if (windows.isEmpty()) {
      windows.add(per.window(today.toString()));
    }
    return windows.stream().map(window -> left(all, window)).toList();
  }

  /** What is left of it in a window. */
  public Remainder left(List<Entry> entries, String window) {
    return new Remainder(this, window, spent(entries, window));
  }

  /** The remainder of a budget in one of its windows. */
  public record Remainder(Budget budget, String window, long spent) {
    /** In grains; 0 where more was spent. */
    public long epsilon() {
      return Math.max(0, budget.epsilon - Math.min(spent, budget.epsilon));
    }

    @Override
    public String toString() {
      return String.format(
          "epsilon %s of %s is left of the budget of %s",
          Spend.epsilonText(epsilon() / MILLIONTH * MILLIONTH),
          Spend.epsilonText(budget.epsilon),
          budget.name(window));
    }
  }

  /** The budget in a window, in words. */
  public String name(String window) {
    return population
        + (attribute.isEmpty() ? "" : ", attribute " + attribute)
        + (purpose.isEmpty() ? "" : ", purpose " + purpose)
        + (per == Per.EVER ? "" : ", " + Keys.word(per) + " " + window);
  }

  /** As a file of budgets has it. */
  @Override
  public String toString() {
    return String.format(
        "{population = %s, attribute = %s, purpose = %s, per = %s, epsilon = %s, delta = %s}",
        ConfigUtil.quoteString(population),
        ConfigUtil.quoteString(attribute),
        ConfigUtil.quoteString(purpose),
        Keys.word(per),
        Spend.epsilonText(epsilon),
        Spend.text(delta, Tally.DELTA_DIGITS));
  }

  /**
   * The window in which least is left once a spend is there: that of the day, and if it is of a
   * lifetime any window in which something is spent.
   *
   * @param entries with the spend
   * @param day on which its people are drawn
   */
  public Remainder left(List<Entry> entries, Spend spend, String day) {
    Stream<Entry> others = spend.isForLife() ? entries.stream() : Stream.empty();
    return Stream.concat(Stream.of(per.window(day)), others.flatMap(e -> windows(e).stream()))
        .distinct()
        .map(window -> left(entries, window))
        .max(Comparator.comparingLong(Remainder::spent))
        .orElseThrow();
  }

  /**
   * All together for the person who is worst off. Plans that ask different parts of one division
   * ask different people, so of those the dearest part counts. Entries of one lifetime are of the
   * same answers, so of those the dearest one counts.
   */
  public static Tally together(List<Entry> all) {
    return ofDifferent(withoutRepeatedLifetimes(all));
  }

  private static List<Entry> withoutRepeatedLifetimes(List<Entry> all) {
    List<Entry> different = new ArrayList<>();
    Map<String, Entry> lifetimes = new TreeMap<>();
    for (Entry entry : all) {
      entry
          .spend()
          .lifetime()
          .ifPresentOrElse(
              name -> lifetimes.merge(name, entry, (a, b) -> a.epsilon() >= b.epsilon() ? a : b),
              () -> different.add(entry));
    }
    different.addAll(lifetimes.values());
    return different;
  }

  private static Tally ofDifferent(List<Entry> entries) {
    Tally all = Tally.NONE;
    Map<String, List<Entry>> divided = new TreeMap<>();
    for (Entry entry : entries) {
      String division = entry.spend().division().name();
      if (division.isEmpty()) {
        all = all.plus(entry.tally());
      } else {
        divided.computeIfAbsent(division, name -> new ArrayList<>()).add(entry);
      }
    }
    for (List<Entry> parts : divided.values()) {
      all = all.plus(dearest(parts));
    }
    return all;
  }

  /** The part that spends most; one of those with which an entry begins. */
  private static Tally dearest(List<Entry> entries) {
    Tally dearest = Tally.NONE;
    for (int part :
        entries.stream().mapToInt(e -> e.spend().division().from()).distinct().toArray()) {
      Tally together = Tally.NONE;
      for (Entry entry : entries) {
        Division division = entry.spend().division();
        if (division.from() <= part && part < division.to()) {
          together = together.plus(entry.tally());
        }
      }
      dearest = dearest.max(together);
    }
    return dearest;
  }

  /**
   * The day of a period such as {@code day=2026-01-01} or {@code hour=2026-01-01-07}; the default
   * where its value begins with no date.
   */
  static String day(String period, LocalDate otherwise) {
    return date(period).orElse(otherwise).toString();
  }

  /** The date with which a period begins, if there is one. */
  static Optional<LocalDate> date(String period) {
    String value = period.substring(period.indexOf('=') + 1);
    try {
      return value.matches("[0-9]{8}")
          ? Optional.of(LocalDate.parse(value, DateTimeFormatter.BASIC_ISO_DATE))
          : value.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}([^0-9].*)?")
              ? Optional.of(LocalDate.parse(value.substring(0, Per.DAY.letters)))
              : Optional.empty();
    } catch (DateTimeParseException e) {
      return Optional.empty(); // such as 2026-99-99
    }
  }
}
