package org.sparkldp.jobs.draft;

import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Ready domains of what tables often hold, such as countries and ages. They are public lists and
 * ranges; lists are the Java platform's own.
 */
public final class DomainDrafts {
  private static final String FORM = "form";

  /** Larger domains say too little of each item. */
  private static final int MOST = 1 << 20;

  private static final List<DomainDrafts> ALL =
      List.of(
          new DomainDrafts(
              "countries",
              Map.of("code", "alpha-2"),
              "codes of ISO 3166-1; code=alpha-3 for three letters",
              DomainDrafts::countries),
          new DomainDrafts(
              "ages",
              sorted("width", "10", "to", "100"),
              "years in bins of a width, from 0",
              DomainDrafts::ages),
          new DomainDrafts(
              "incomes",
              Map.of("to", "200000"),
              "bins that are finer where most people are",
              DomainDrafts::incomes),
          new DomainDrafts(
              "hours", Map.of(), "of a day, 0 to 23", given -> DomainDraft.range(0, 23)),
          new DomainDrafts(
              "weekdays",
              Map.of(FORM, "long"),
              "Monday to Sunday; form=short for Mon, form=number for 1 to 7",
              given ->
                  named(
                      given.get(FORM),
                      7,
                      style ->
                          Stream.of(DayOfWeek.values())
                              .map(day -> day.getDisplayName(style, Locale.ENGLISH))
                              .toList())),
          new DomainDrafts(
              "months",
              Map.of(FORM, "number"),
              "1 to 12; form=long for January, form=short for Jan",
              given ->
                  named(
                      given.get(FORM),
                      12,
                      style ->
                          Stream.of(Month.values())
                              .map(month -> month.getDisplayName(style, Locale.ENGLISH))
                              .toList())),
          new DomainDrafts(
              "places",
              sorted("south", "-90", "north", "90", "west", "-180", "east", "180", "step", "10"),
              "a grid, of two columns: latitude and longitude in degrees",
              DomainDrafts::places));

  private final String name;
  private final Map<String, String> defaults;
  private final String description;
  private final Function<Map<String, String>, DomainDraft> make;

  private DomainDrafts(
      String name,
      Map<String, String> defaults,
      String description,
      Function<Map<String, String>, DomainDraft> make) {
    this.name = name;
    this.defaults = defaults;
    this.description = description;
    this.make = make;
  }

  /** All of them. */
  public static List<DomainDrafts> all() {
    return ALL;
  }

  /** The domain of a text such as {@code ages} or {@code ages(width=5)}. */
  public static DomainDraft of(String text) {
    ProtocolSpec written = text.contains("(") ? ProtocolSpec.parse(text) : ProtocolSpec.named(text);
    DomainDrafts found =
        ALL.stream()
            .filter(draft -> draft.name.equals(written.name()))
            .findFirst()
            .orElseThrow(
                () ->
                    Require.refusal(
                        "a ready domain must be one of %s. Provided value: %s; give other domains"
                            + " by --items, or by --lower and --upper.",
                        ALL.stream().map(DomainDrafts::name).collect(Collectors.joining(", ")),
                        text));
    Map<String, String> given = new LinkedHashMap<>(found.defaults);
    written
        .arguments()
        .forEach(
            (key, value) -> {
              Require.that(given.containsKey(key))
                  .orRefuse(
                      "%s knows the parameters %s. Provided: %s.",
                      found.name, new TreeSet<>(found.defaults.keySet()), key);
              given.put(key, value);
            });
    return found.make.apply(given);
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Its name with its parameters' defaults. */
  public String usage() {
    return defaults.isEmpty()
        ? name
        : defaults.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(",", name + "(", ")"));
  }

  /** What it is, in a few words. */
  public String description() {
    return description;
  }

  private static DomainDraft countries(Map<String, String> given) {
    Locale.IsoCountryCode form =
        choice(
            "code",
            given.get("code"),
            Map.of(
                "alpha-2",
                Locale.IsoCountryCode.PART1_ALPHA2,
                "alpha-3",
                Locale.IsoCountryCode.PART1_ALPHA3));
    Set<String> codes = Locale.getISOCountries(form);
    return DomainDraft.items(List.copyOf(new TreeSet<>(codes)).stream().sorted().toList());
  }

  private static DomainDraft ages(Map<String, String> given) {
    double width = number("width", given);
    double to = number("to", given);
    return DomainDraft.bins(0, to, count(to / width, "width must divide the years from 0"));
  }

  /** Like those of surveys: a twentieth of the range at first, a quarter at last. */
  private static DomainDraft incomes(Map<String, String> given) {
    double to = number("to", given);
    List<Double> edges = new ArrayList<>();
    for (int twentieths : new int[] {0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20}) {
      edges.add(to * twentieths / 20);
    }
    return DomainDraft.edges(edges);
  }

  private static DomainDraft places(Map<String, String> given) {
    double step = number("step", given);
    return axis(given, "south", "north", step).and(axis(given, "west", "east", step));
  }

  private static DomainDraft axis(Map<String, String> given, String low, String high, double step) {
    double from = number(low, given);
    double to = number(high, given);
    return DomainDraft.bins(
        from, to, count((to - from) / step, "step must divide the degrees of both ways"));
  }

  private static DomainDraft named(
      String form, int size, Function<TextStyle, List<String>> inStyle) {
    if (form.equals("number")) {
      return DomainDraft.range(1, size);
    }
    return DomainDraft.items(
        inStyle.apply(
            choice(FORM, form, Map.of("long", TextStyle.FULL, "short", TextStyle.SHORT))));
  }

  private static int count(double parts, String rule) {
    long count = Math.round(parts);
    Require.that(count >= 1 && count <= MOST && Math.abs(parts - count) < 1e-9 * count)
        .orRefuse("%s, into at most %s bins. Provided: %s bins.", rule, MOST, parts);
    return (int) count;
  }

  private static double number(String key, Map<String, String> given) {
    try {
      return Double.parseDouble(given.get(key));
    } catch (NumberFormatException e) {
      throw Require.refusal(e, "%s must be a number. Provided value: %s.", key, given.get(key));
    }
  }

  private static <E> E choice(String key, String given, Map<String, E> known) {
    Require.that(known.containsKey(given))
        .orRefuse(
            "%s must be one of %s. Provided value: %s.", key, new TreeSet<>(known.keySet()), given);
    return known.get(given);
  }

  private static Map<String, String> sorted(String... pairs) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }
}
