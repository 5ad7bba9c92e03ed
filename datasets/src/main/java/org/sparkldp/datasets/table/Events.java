package org.sparkldp.datasets.table;

import java.io.Serializable;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.Truth;
import org.sparkldp.datasets.law.AliasTable;
import org.sparkldp.datasets.law.CategoricalDistribution;
import org.sparkldp.datasets.law.Discrete;
import org.sparkldp.datasets.law.LogNormal;
import org.sparkldp.datasets.law.Mixture;
import org.sparkldp.datasets.law.Probabilities;

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
public final class Events {
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
              Parameter.integer("days", "days from 2026-01-01 on, one partition each", 30, 1, 366)),
          Events::generator);

  private Events() {}

  private static Generator generator(GeneratorSpec spec) {
    Model model = new Model(spec.integer("days"));
    return new Generator(
        spec,
        List.of(
            new Column.OfLong(
                "user_id",
                "identifier, in [0, 2^63), one row per user, unrelated to the row's index",
                new Truth.Unique(),
                CounterRandom::permute),
            new Column.OfDate("day", "day of the visit", model.dayTruth(), model::day),
            new Column.OfString(
                "country",
                "two-letter code of ISO 3166-1, 40 countries",
                model.countryTruth(),
                (seed, index) -> model.countryName(model.country(seed, index))),
            new Column.OfString(
                "page",
                "path of the page, 200 pages in 10 sections",
                model.pageTruth(),
                (seed, index) -> model.pageName(model.page(seed, index))),
            new Column.OfInt("age", "years, in [18, 90]", model.ageTruth(), model::age),
            new Column.OfDouble(
                "income",
                "euros per year before tax, above 0, unbounded",
                model.incomeTruth(),
                model::income),
            new Column.OfString(
                "device",
                "phone, desktop, tablet or tv",
                model.deviceTruth(),
                (seed, index) -> DEVICES.get(model.device(seed, index))),
            new Column.OfDouble(
                "session_minutes",
                "length of the visit in minutes, above 0, unbounded",
                model.sessionTruth(),
                model::session),
            new Column.OfInt(
                "subscribed",
                "1 for a paying user, else 0",
                model.subscribedTruth(),
                model::subscribed)),
        List.of("day"));
  }

  /** The tables behind the columns; ages and countries by their ordinals. */
  private static final class Model implements Serializable {
    private static final long serialVersionUID = 1L;

    private final double[] dayProbabilities;
    private final double[] countryProbabilities;
    private final double[][] pageProbabilities;
    private final double[] ageProbabilities;
    private final double[][] deviceProbabilities;

    private final AliasTable days;
    private final AliasTable countries;
    private final AliasTable[] pagesOfCountry;
    private final AliasTable ages;
    private final AliasTable[] devicesOfAge;

    private final List<String> countryNames;
    private final List<String> pageNames;

    /** By country and age. */
    private final LogNormal[][] incomes;

    private final double[][] subscriptions;

    Model(int dayCount) {
      dayProbabilities = probabilities(dayCount, Model::dayWeight);
      countryProbabilities = probabilities(COUNTRIES.length, i -> StrictMath.pow(i + 2, -1.2));
      ageProbabilities =
          probabilities(
              AGES,
              i -> {
                double adult = YOUNGEST + i - 14.0;
                return StrictMath.pow(adult, 1.6) * StrictMath.exp(-adult / 11);
              });
      days = new AliasTable(dayProbabilities);
      countries = new AliasTable(countryProbabilities);
      ages = new AliasTable(ageProbabilities);

      countryNames = List.of(COUNTRIES).stream().map(c -> c.substring(0, 2)).toList();
      // Pages are numbered by popularity: the sections' front pages first, then their inner pages.
      pageNames =
          IntStream.range(0, PAGES)
              .mapToObj(
                  page -> {
                    String front = "/" + SECTIONS.get(page % SECTIONS.size());
                    int inner = page / SECTIONS.size();
                    return inner == 0 ? front : front + "/" + inner;
                  })
              .toList();

      pageProbabilities = new double[COUNTRIES.length][];
      pagesOfCountry = new AliasTable[COUNTRIES.length];
      incomes = new LogNormal[COUNTRIES.length][AGES];
      subscriptions = new double[COUNTRIES.length][AGES];
      for (int country = 0; country < COUNTRIES.length; country++) {
        int favourite = country % SECTIONS.size();
        pageProbabilities[country] =
            probabilities(
                PAGES,
                page ->
                    StrictMath.pow(page + 1, -1.05)
                        * (page % SECTIONS.size() == favourite ? 3 : 1));
        pagesOfCountry[country] = new AliasTable(pageProbabilities[country]);
        double median = Integer.parseInt(COUNTRIES[country].substring(3));
        for (int age = 0; age < AGES; age++) {
          double wealth = median * ageFactor(age);
          incomes[country][age] = LogNormal.ofMedian(1000 * wealth, INCOME_SIGMA);
          subscriptions[country][age] = 0.04 + 0.3 * wealth / HIGHEST_MEDIAN;
        }
      }

      deviceProbabilities = new double[AGES][];
      devicesOfAge = new AliasTable[AGES];
      for (int age = 0; age < AGES; age++) {
        double phone = 0.75 - 0.006 * age;
        double tablet = 0.1 + 0.001 * age;
        double tv = 0.03;
        deviceProbabilities[age] = new double[] {phone, 1 - phone - tablet - tv, tablet, tv};
        devicesOfAge[age] = new AliasTable(deviceProbabilities[age]);
      }
    }

    private static double dayWeight(int day) {
      DayOfWeek weekday = FIRST_DAY.plusDays(day).getDayOfWeek();
      boolean weekend = weekday == DayOfWeek.SATURDAY || weekday == DayOfWeek.SUNDAY;
      return (weekend ? 0.7 : 1) * StrictMath.pow(1.01, day);
    }

    /** 1 at fifty, in (0.5, 1] everywhere. */
    private static double ageFactor(int age) {
      double distance = (YOUNGEST + age - 50) / 40.0;
      return StrictMath.exp(-0.6 * distance * distance);
    }

    private static double[] probabilities(int count, IntToDoubleFunction weight) {
      return Probabilities.normalize(IntStream.range(0, count).mapToDouble(weight).toArray());
    }

    /** Days since 1970-01-01. */
    int day(long seed, long index) {
      return (int) FIRST_DAY.toEpochDay() + days.draw(CounterRandom.bits(seed, index, DAY_STREAM));
    }

    int country(long seed, long index) {
      return countries.draw(CounterRandom.bits(seed, index, COUNTRY_STREAM));
    }

    String countryName(int country) {
      return countryNames.get(country);
    }

    int page(long seed, long index) {
      return pagesOfCountry[country(seed, index)].draw(
          CounterRandom.bits(seed, index, PAGE_STREAM));
    }

    String pageName(int page) {
      return pageNames.get(page);
    }

    /** Years. */
    int age(long seed, long index) {
      return YOUNGEST + ages.draw(CounterRandom.bits(seed, index, AGE_STREAM));
    }

    double income(long seed, long index) {
      return incomes[country(seed, index)][age(seed, index) - YOUNGEST].quantile(
          CounterRandom.unit(seed, index, INCOME_STREAM));
    }

    int device(long seed, long index) {
      return devicesOfAge[age(seed, index) - YOUNGEST].draw(
          CounterRandom.bits(seed, index, DEVICE_STREAM));
    }

    double session(long seed, long index) {
      return SESSIONS
          .get(device(seed, index))
          .quantile(CounterRandom.unit(seed, index, SESSION_STREAM));
    }

    int subscribed(long seed, long index) {
      double probability = subscriptions[country(seed, index)][age(seed, index) - YOUNGEST];
      return CounterRandom.unit(seed, index, SUBSCRIBED_STREAM) < probability ? 1 : 0;
    }

    Truth dayTruth() {
      List<LocalDate> values =
          IntStream.range(0, dayProbabilities.length).mapToObj(FIRST_DAY::plusDays).toList();
      return new CategoricalDistribution(values, dayProbabilities);
    }

    Truth countryTruth() {
      return new CategoricalDistribution(countryNames, countryProbabilities);
    }

    Truth pageTruth() {
      return new CategoricalDistribution(
          pageNames, marginal(countryProbabilities, pageProbabilities));
    }

    Truth ageTruth() {
      return new Discrete(YOUNGEST, ageProbabilities);
    }

    Truth incomeTruth() {
      List<LogNormal> parts = new ArrayList<>();
      double[] weights = new double[COUNTRIES.length * AGES];
      for (int country = 0; country < COUNTRIES.length; country++) {
        for (int age = 0; age < AGES; age++) {
          weights[parts.size()] = countryProbabilities[country] * ageProbabilities[age];
          parts.add(incomes[country][age]);
        }
      }
      return new Mixture(parts, weights);
    }

    Truth deviceTruth() {
      return new CategoricalDistribution(DEVICES, marginal(ageProbabilities, deviceProbabilities));
    }

    Truth sessionTruth() {
      return new Mixture(SESSIONS, marginal(ageProbabilities, deviceProbabilities));
    }

    Truth subscribedTruth() {
      double yes = 0;
      for (int country = 0; country < COUNTRIES.length; country++) {
        for (int age = 0; age < AGES; age++) {
          yes +=
              countryProbabilities[country] * ageProbabilities[age] * subscriptions[country][age];
        }
      }
      return new Discrete(0, new double[] {1 - yes, yes});
    }

    /** Sum over causes of P(cause) P(effect | cause). */
    private static double[] marginal(double[] causes, double[][] effectsOfCause) {
      double[] effects = new double[effectsOfCause[0].length];
      for (int cause = 0; cause < causes.length; cause++) {
        for (int effect = 0; effect < effects.length; effect++) {
          effects[effect] += causes[cause] * effectsOfCause[cause][effect];
        }
      }
      return effects;
    }
  }
}
