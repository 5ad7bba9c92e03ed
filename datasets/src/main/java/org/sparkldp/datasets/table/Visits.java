package org.sparkldp.datasets.table;

import java.io.Serializable;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorParameter;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Truth;
import org.sparkldp.datasets.law.CategoricalDistribution;
import org.sparkldp.datasets.law.Discrete;
import org.sparkldp.datasets.law.LogNormal;
import org.sparkldp.datasets.law.Mixture;

/**
 * One visit of each user of a fictional web product: who, when, from where, to which page, and
 * three numbers one would rather not send in the clear.
 *
 * <p>Drawn in this order, each from what is named before it; every marginal is exact:
 *
 * <ul>
 *   <li>day: five working days to two quieter ones, on a trend of 1 % per day;
 *   <li>country: popularity falls with rank i as (i + 2)^-1.2; age: a gamma-like hump at 32;
 *   <li>page | country: (rank + 1)^-1.05, three times that in the country's favourite section;
 *   <li>income | country, age: log-normal around the country's median, times an age factor;
 *   <li>device | age: phones give way to desktops; session_minutes | device: log-normal;
 *   <li>subscribed | country, age: more likely where incomes are higher.
 * </ul>
 *
 * <p>All figures are invented; the countries' names only make the table readable.
 */
public final class Visits {
  static final LocalDate FIRST_DAY = LocalDate.of(2026, 1, 1);

  private static final int DAY_STREAM = 1;
  private static final int COUNTRY_STREAM = 2;
  private static final int PAGE_STREAM = 3;
  private static final int AGE_STREAM = 4;
  private static final int INCOME_STREAM = 5;
  private static final int DEVICE_STREAM = 6;
  private static final int SESSION_STREAM = 7;
  private static final int SUBSCRIBED_STREAM = 8;

  /** Countries by falling popularity, each with its median income in thousand euros per year. */
  private static final String[] COUNTRIES = {
    "US:48", "IN:9", "BR:11", "DE:41", "GB:37", "JP:34", "FR:36", "ID:8", "MX:11", "CA:42",
    "KR:33", "IT:30", "ES:27", "TR:12", "AU:46", "NL:42", "PL:20", "VN:7", "PH:7", "TH:10",
    "AR:12", "CO:9", "EG:6", "NG:5", "PK:5", "BD:5", "ZA:10", "SE:41", "CH:66", "BE:40",
    "AT:41", "DK:47", "NO:50", "FI:39", "IE:43", "PT:20", "GR:18", "CZ:21", "RO:15", "CL:14"
  };

  private static final double HIGHEST_MEDIAN = 66;

  private static final List<String> SECTIONS =
      List.of(
          "home",
          "search",
          "product",
          "category",
          "cart",
          "account",
          "help",
          "blog",
          "offers",
          "checkout");

  private static final int PAGES = 200;
  private static final int YOUNGEST = 18;
  private static final int OLDEST = 90;
  private static final int AGES = OLDEST - YOUNGEST + 1;

  private static final List<String> DEVICES = List.of("phone", "desktop", "tablet", "tv");

  private static final List<LogNormal> SESSIONS =
      List.of(
          LogNormal.ofMedian(5, 0.9),
          LogNormal.ofMedian(12, 0.8),
          LogNormal.ofMedian(9, 0.8),
          LogNormal.ofMedian(35, 0.6));

  /** Standard deviation of the logarithm of income, given country and age. */
  private static final double INCOME_SIGMA = 0.55;

  static final GeneratorFamily FAMILY =
      new GeneratorFamily(
          "events",
          "one visit of each user of a fictional web product, with country, page, age and income",
          List.of(
              GeneratorParameter.integer(
                  "days", "days from 2026-01-01 on, one partition each", 30, 1, 366)),
          Visits::generator);

  private Visits() {}

  private static Generator generator(GeneratorSpec spec) {
    int dayCount = spec.integer("days");
    Choice day = Choice.of(DAY_STREAM, dayCount, Visits::dayWeight);
    Choice country = Choice.of(COUNTRY_STREAM, COUNTRIES.length, i -> StrictMath.pow(i + 2, -1.2));
    Choice page = country.deciding(PAGE_STREAM, pagesByCountry());
    Choice age = Choice.of(AGE_STREAM, AGES, Visits::ageWeight);
    Choice device = age.deciding(DEVICE_STREAM, devicesByAge());
    CountryAndAge people = new CountryAndAge(country, age);
    return new Generator(
        spec,
        List.of(
            new Column.OfLong(
                "user_id",
                "identifier, in [0, 2^63), one row per user, unrelated to the row's index",
                new Truth.Unique(),
                CounterRandom::permute),
            new Column.OfDate(
                "day",
                "day of the visit",
                new CategoricalDistribution(
                    IntStream.range(0, dayCount).mapToObj(FIRST_DAY::plusDays).toList(),
                    day.probabilities()),
                (seed, index) -> (int) FIRST_DAY.toEpochDay() + day.at(seed, index)),
            country.texts(
                "country",
                "two-letter code of ISO 3166-1, 40 countries",
                Arrays.stream(COUNTRIES).map(c -> c.substring(0, 2)).toList()),
            page.texts("page", "path of the page, 200 pages in 10 sections", pageNames()),
            age.numbers("age", "years, in [18, 90]", YOUNGEST),
            new Column.OfDouble(
                "income",
                "euros per year before tax, above 0, unbounded",
                people.incomeTruth(),
                people::income),
            device.texts("device", "phone, desktop, tablet or tv", DEVICES),
            device.laws(
                "session_minutes",
                "length of the visit in minutes, above 0, unbounded",
                SESSION_STREAM,
                SESSIONS),
            new Column.OfInt(
                "subscribed",
                "1 for a paying user, else 0",
                people.subscribedTruth(),
                people::subscribed)),
        List.of("day"));
  }

  private static double dayWeight(int day) {
    DayOfWeek weekday = FIRST_DAY.plusDays(day).getDayOfWeek();
    boolean weekend = weekday == DayOfWeek.SATURDAY || weekday == DayOfWeek.SUNDAY;
    return (weekend ? 0.7 : 1) * StrictMath.pow(1.01, day);
  }

  private static double ageWeight(int age) {
    double adult = YOUNGEST + age - 14.0;
    return StrictMath.pow(adult, 1.6) * StrictMath.exp(-adult / 11);
  }

  /** By popularity: the sections' front pages first, then their inner pages. */
  private static List<String> pageNames() {
    return IntStream.range(0, PAGES)
        .mapToObj(
            page -> {
              String front = "/" + SECTIONS.get(page % SECTIONS.size());
              int inner = page / SECTIONS.size();
              return inner == 0 ? front : front + "/" + inner;
            })
        .toList();
  }

  private static double[][] pagesByCountry() {
    double[][] pages = new double[COUNTRIES.length][];
    Arrays.setAll(
        pages,
        country ->
            Choice.weighted(
                PAGES,
                page ->
                    StrictMath.pow(page + 1, -1.05)
                        * (page % SECTIONS.size() == country % SECTIONS.size() ? 3 : 1)));
    return pages;
  }

  private static double[][] devicesByAge() {
    double[][] devices = new double[AGES][];
    for (int age = 0; age < AGES; age++) {
      double phone = 0.75 - 0.006 * age;
      double tablet = 0.1 + 0.001 * age;
      double tv = 0.03;
      devices[age] = new double[] {phone, 1 - phone - tablet - tv, tablet, tv};
    }
    return devices;
  }

  /** Laws that depend on both country and age; both by their ordinals. */
  private static final class CountryAndAge implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Choice country;
    private final Choice age;
    private final LogNormal[][] incomes = new LogNormal[COUNTRIES.length][AGES];
    private final double[][] subscriptions = new double[COUNTRIES.length][AGES];

    CountryAndAge(Choice country, Choice age) {
      this.country = country;
      this.age = age;
      for (int c = 0; c < COUNTRIES.length; c++) {
        double median = Integer.parseInt(COUNTRIES[c].substring(3));
        for (int a = 0; a < AGES; a++) {
          double wealth = median * ageFactor(a);
          incomes[c][a] = LogNormal.ofMedian(1000 * wealth, INCOME_SIGMA);
          subscriptions[c][a] = 0.04 + 0.3 * wealth / HIGHEST_MEDIAN;
        }
      }
    }

    /** 1 at fifty, in (0.5, 1] everywhere. */
    private static double ageFactor(int age) {
      double distance = (YOUNGEST + age - 50) / 40.0;
      return StrictMath.exp(-0.6 * distance * distance);
    }

    double income(long seed, long index) {
      return incomes[country.at(seed, index)][age.at(seed, index)].quantile(
          CounterRandom.unit(seed, index, INCOME_STREAM));
    }

    int subscribed(long seed, long index) {
      double probability = subscriptions[country.at(seed, index)][age.at(seed, index)];
      return CounterRandom.unit(seed, index, SUBSCRIBED_STREAM) < probability ? 1 : 0;
    }

    private double probability(int c, int a) {
      return country.probabilities()[c] * age.probabilities()[a];
    }

    Truth incomeTruth() {
      List<LogNormal> parts = new ArrayList<>();
      double[] weights = new double[COUNTRIES.length * AGES];
      for (int c = 0; c < COUNTRIES.length; c++) {
        for (int a = 0; a < AGES; a++) {
          weights[parts.size()] = probability(c, a);
          parts.add(incomes[c][a]);
        }
      }
      return new Mixture(parts, weights);
    }

    Truth subscribedTruth() {
      double yes = 0;
      for (int c = 0; c < COUNTRIES.length; c++) {
        for (int a = 0; a < AGES; a++) {
          yes += probability(c, a) * subscriptions[c][a];
        }
      }
      return new Discrete(0, new double[] {1 - yes, yes});
    }
  }
}
