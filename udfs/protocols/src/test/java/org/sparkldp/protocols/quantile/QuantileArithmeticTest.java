package org.sparkldp.protocols.quantile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * What rounds decide and what they say, found again from the definitions in their Javadoc, for
 * counts of every kind: on a line, beside it, at the ends, from few people and from many.
 */
class QuantileArithmeticTest {
  private static final double CONFIDENCE = 0.9;
  private static final String NOT_STRAIGHT = "not smooth";

  /** Which case of the last row was met. */
  private enum Met {
    STRAIGHT,
    NOT_STRAIGHT,
    LOWER,
    UPPER,
    FLAT
  }

  private static QuantileRound round(String spec) {
    return (QuantileRound) Protocols.of(spec);
  }

  private static Accumulator<Integer> reports(QuantileRound round, long... cells) {
    Accumulator<Integer> reports = round.newAccumulator();
    for (int i = 0; i < cells.length; i++) {
      reports.add(i, cells[i]);
    }
    return reports;
  }

  /** A share and its variance, from people who report "not above" and "above". */
  private record Seen(double share, double variance) {
    static Seen of(double epsilon, long below, long above) {
      double n = below + above;
      double q = 1 / (1 + Math.exp(epsilon));
      double m = (below + 2) / (n + 4);
      return new Seen((below / n - q) / (1 - 2 * q), m * (1 - m) / n / Math.pow(1 - 2 * q, 2));
    }

    boolean isBelow(double p, double errors) {
      return share + errors * Math.sqrt(variance) < p;
    }

    boolean isNear(double p, double errors) {
      return !isBelow(p, errors) && !isAbove(p, errors);
    }

    boolean isAbove(double p, double errors) {
      return share - errors * Math.sqrt(variance) > p;
    }
  }

  /** Counts of a point at whose left is this share of so many people, without noise. */
  private static void put(long[] cells, int point, double epsilon, double share, long people) {
    double q = 1 / (1 + Math.exp(epsilon));
    long below = Math.round(people * (q + Math.max(0, Math.min(1, share)) * (1 - 2 * q)));
    cells[2 * point] = below;
    cells[2 * point + 1] = people - below;
  }

  /** Of seven points in [from, to]: what the pilot leaves. */
  private static double[] pilot(long[] cells, double from, double to, double p, double epsilon) {
    double[] x = new double[7];
    Seen[] seen = new Seen[7];
    int below = -1;
    for (int i = 0; i < 7; i++) {
      x[i] = from + (i + 1) / 8.0 * (to - from);
      seen[i] = Seen.of(epsilon, cells[2 * i], cells[2 * i + 1]);
      below = seen[i].isBelow(p, 3.5) ? i : below;
    }
    int above = 7;
    for (int i = 6; i > below; i--) {
      above = seen[i].isAbove(p, 3.5) ? i : above;
    }
    double start = below == -1 ? from : x[below];
    double end = above == 7 ? to : x[above];
    return new double[] {start, end};
  }

  /** Checks the last row against Fieller's interval, or against single points. */
  private static Met check(
      QuantileRound last, long[] cells, double p, double epsilon, boolean smooth) {
    double[] given = last.course().numbers();
    double u = given[0];
    double v = given[1];
    double unit = last.upper() - last.lower();
    Accumulator<Integer> reports = reports(last, cells);
    Estimate.Row row = last.estimate(reports, CONFIDENCE).rows().get(0);
    Seen low = Seen.of(epsilon, cells[0], cells[1]);
    Seen high = Seen.of(epsilon, cells[2], cells[3]);
    double z = NormalDistribution.of(0, 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2);

    double noise = low.variance + high.variance;
    double weight = 1 / noise;
    double pilotWeight = 1 / (given[5] * given[5]);
    double seen = high.share - low.share;
    double d = (weight * seen + pilotWeight * given[4]) / (weight + pilotWeight);
    double varD = 1 / (weight + pilotWeight);
    double m = (low.share + high.share) / 2;
    double varM = noise / 4 + Math.pow(d * d / 8 / Math.min(p, 1 - p), 2);
    double lambda = (p - m) / d;
    double a = d * d - z * z * varD;
    double hu = curve(p, given, u);
    double hv = curve(p, given, v);
    double own = Math.sqrt(noise / 4 + lambda * lambda * varD) / Math.abs(d) * (hv - hu);
    double pilot = 3 * given[8] * p * (1 - p) / given[7];
    double trust = pilot * pilot / (own * own + pilot * pilot);
    double h = p + trust * ((hu + hv) / 2 + lambda * (hv - hu) - p);
    double place = inverse(p, given, h);
    boolean straight =
        Math.abs(seen - given[4]) <= 3 * Math.sqrt(noise + given[5] * given[5])
            && d > 0
            && a > 0
            && Math.abs(lambda) < 2
            && place > 0
            && place < 1;
    double error =
        Math.hypot(trust * own, (1 - trust) * pilot / 3)
            / (curve(p, given, place) * (1 - curve(p, given, place)) / given[7])
            * unit;
    if (straight && smooth) {
      double b = -2 * d * (p - m);
      double c = (p - m) * (p - m) - z * z * varM;
      double root = Math.sqrt(b * b - 4 * a * c);
      double from = at(p, given, (hu + hv) / 2 + (-b - root) / (2 * a) * (hv - hu));
      double to = at(p, given, (hu + hv) / 2 + (-b + root) / (2 * a) * (hv - hu));
      assertRow(last, row, place, error, from, to);
      assertEquals(note(from, to), row.note());
      return Met.STRAIGHT;
    }
    // A point has 9/10 of the chance of error on its own side, a 200th of it on the other.
    double oneSided =
        NormalDistribution.of(0, 1).inverseCumulativeProbability(1 - 0.9 * (1 - CONFIDENCE));
    double other =
        NormalDistribution.of(0, 1).inverseCumulativeProbability(1 - (1 - CONFIDENCE) / 200);
    double from = !low.isBelow(p, oneSided) ? given[2] : high.isBelow(p, other) ? v : u;
    double to = !high.isAbove(p, oneSided) ? given[3] : low.isAbove(p, other) ? u : v;
    double margin = from < to ? 0 : v - u;
    double first = Math.max(0, Math.min(from, to) - margin);
    double second = Math.min(1, Math.max(from, to) + margin);
    String end = note(first, second);
    if (straight) {
      assertRow(last, row, place, error, Math.min(first, place), Math.max(second, place));
      assertEquals(end, row.note());
      return Met.STRAIGHT;
    }
    double half = (second - first) / 2 * unit;
    boolean isLowerEnd = first <= 0 && low.share > p;
    boolean isUpperEnd = second >= 1 && (v < 1 ? high : low).share < p;
    if (isLowerEnd != isUpperEnd) {
      assertRow(last, row, isLowerEnd ? 0 : 1, half, first, second);
      assertEquals(end, row.note());
      return isLowerEnd ? Met.LOWER : Met.UPPER;
    }
    if (low.isNear(p, z) && high.isNear(p, z)) {
      assertRow(last, row, (u + v) / 2, half, first, second);
      assertTrue(row.note().contains("as in a gap"), row.note());
      return Met.FLAT;
    }
    if (!end.isEmpty()) {
      assertTrue(Double.isNaN(row.estimate()));
      assertEquals(end, row.note());
      assertEquals(last.lower() + unit * first, row.lower(), 1e-9 * unit);
      assertEquals(last.lower() + unit * second, row.upper(), 1e-9 * unit);
      return first <= 0 ? Met.LOWER : Met.UPPER;
    }
    assertRow(last, row, (first + second) / 2, (second - first) / 2 * unit, first, second);
    assertEquals(smooth, row.note().contains(NOT_STRAIGHT), row.note());
    return Met.NOT_STRAIGHT;
  }

  /** The pilot's logistic curve: where it is p, and its scale, are numbers 6 and 7. */
  private static double curve(double p, double[] given, double x) {
    return p / (p + (1 - p) * Math.exp(-(x - given[6]) / given[7]));
  }

  private static double inverse(double p, double[] given, double share) {
    return given[6] + given[7] * Math.log(share / (1 - share) * (1 - p) / p);
  }

  /** The place of a share, inside the range. */
  private static double at(double p, double[] given, double share) {
    return share <= 0 ? 0 : share >= 1 ? 1 : Math.max(0, Math.min(1, inverse(p, given, share)));
  }

  private static String note(double from, double to) {
    return from <= 0
        ? "the quantile may lie at or below the lower end of the range."
        : to >= 1 ? "the quantile may lie at or above the upper end of the range." : "";
  }

  private static void assertRow(
      QuantileRound round, Estimate.Row row, double at, double error, double from, double to) {
    double unit = round.upper() - round.lower();
    assertEquals(round.lower() + at * unit, row.estimate(), 1e-7 * unit);
    assertEquals(error, row.standardError(), 1e-7 * unit);
    assertEquals(round.lower() + from * unit, row.lower(), 1e-7 * unit);
    assertEquals(round.lower() + to * unit, row.upper(), 1e-7 * unit);
  }

  /** Lines of any slope, with steps and noise, at three p; each case is met. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 1.0, 1, any",
    "0.2, 2.0, 2, any",
    "0.9, 0.5, 3, any",
    "0.5, 1.0, 1, smooth",
    "0.2, 2.0, 2, smooth",
    "0.9, 0.5, 3, smooth"
  })
  void theSearchDecidesAndSaysWhatItsFormulasSay(double p, double epsilon, long seed, String law) {
    QuantileRound first =
        round(
            "quantile(p=%s,epsilon=%s,lower=-20,upper=300,rounds=3,law=%s)"
                .formatted(p, epsilon, law.equals("smooth") ? "smooth,step=1e-8" : law));
    SimulationSource source = new SimulationSource(seed);
    Map<Met, Integer> met = new EnumMap<>(Met.class);
    for (int trial = 0; trial < 600; trial++) {
      double slope = 4 * Math.pow(People.unit(source), 2) * (trial % 7 == 0 ? -1 : 1);
      double middle = People.unit(source) * 1.4 - 0.2;
      double noise = trial % 3 == 0 ? 0.1 : 0.01;
      QuantileRound round = first;
      for (int r = 0; r < 2; r++) {
        long people = 1000L << (trial % 9);
        long[] cells = new long[14];
        for (int i = 0; i < 7; i++) {
          double place = round.place(i) - middle;
          double off = noise * (People.unit(source) - 0.5);
          put(cells, i, epsilon, p + place * slope + off, people);
        }
        double[] numbers = round.course().numbers();
        QuantileRound next = (QuantileRound) round.next(reports(round, cells));
        if (r == 1) {
          double[] expected = pilot(cells, numbers[0], numbers[1], p, epsilon);
          for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], next.course().numbers()[2 + i], 1e-9, "number " + i);
          }
        }
        round = next;
      }
      long[] cells = new long[4];
      double jump = trial % 4 == 0 ? 0.5 * (People.unit(source) - 0.3) : 0;
      long people = 300L << (trial % 11);
      put(cells, 0, epsilon, p + (round.place(0) - middle) * slope - jump, people);
      put(cells, 1, epsilon, p + (round.place(1) - middle) * slope + jump, people + 7);
      met.merge(check(round, cells, p, epsilon, law.equals("smooth")), 1, Integer::sum);
    }
    for (Met one : Met.values()) {
      assertTrue(met.getOrDefault(one, 0) >= 1, met::toString);
    }
  }

  /** The first round keeps from the last point below to the first above, and half a cell. */
  @ParameterizedTest
  @CsvSource({"0, 0, 0, 0.1875", "7, 7, 0.8125, 1", "0, 7, 0, 1", "3, 4, 0.3125, 0.6875"})
  void locatingKeepsTheEndsWhereNoPointIsSure(int below, int above, double from, double to) {
    QuantileRound first = round("median(epsilon=1.0,lower=0,upper=1)");
    long[] cells = new long[14];
    for (int i = 0; i < 7; i++) {
      put(cells, i, 1, i < below ? 0.1 : i >= above ? 0.9 : 0.5, 10_000);
    }
    double[] numbers = ((QuantileRound) first.next(reports(first, cells))).course().numbers();

    assertEquals(from, numbers[0], 1e-15);
    assertEquals(to, numbers[1], 1e-15);
  }

  @Test
  void oneReportAtEachPointIsEnoughForALastRow() {
    QuantileRound round = round("median(epsilon=1.0,lower=0,upper=1,rounds=3)");
    for (int r = 0; r < 2; r++) {
      long[] cells = new long[14];
      for (int i = 0; i < 7; i++) {
        put(cells, i, 1, round.place(i), 4000);
      }
      round = (QuantileRound) round.next(reports(round, cells));
    }

    for (long[] cells : new long[][] {{1, 0, 0, 0}, {0, 0, 0, 1}, {0, 5, 0, 0}}) {
      assertTrue(note(round, cells).contains("too few people"));
    }
    for (long[] cells : new long[][] {{1, 0, 0, 1}, {0, 1, 1, 0}, {1, 0, 1, 0}}) {
      assertTrue(!note(round, cells).contains("too few people"));
    }
  }

  private static String note(QuantileRound round, long... cells) {
    return round.estimate(reports(round, cells)).rows().get(0).note();
  }

  /** From shares without noise the curve is found again, whatever the quantile and the interval. */
  @ParameterizedTest
  @CsvSource({"0.5, 0.4, 0.1", "0.01, 0.2, 0.05", "0.99, 0.9, 0.02", "0.3, 0.31, 0.4"})
  void theCurveOfExactSharesIsTheirs(double p, double at, double scale) {
    LogisticFit truth = new LogisticFit(p, at, scale, 0);
    double[] x = new double[7];
    QuantileRound.Share[] shares = new QuantileRound.Share[7];
    for (int i = 0; i < 7; i++) {
      x[i] = (i + 1) / 8.0;
      shares[i] = new QuantileRound.Share(truth.share(x[i]), 1e-8);
    }
    LogisticFit fit = LogisticFit.of(p, 0, 1, x, shares);

    assertEquals(at, fit.at(), 1e-4);
    assertEquals(scale, fit.scale(), 1e-3);
    assertEquals(p, fit.share(fit.at()), 1e-12);
    assertEquals(0.37, fit.place(fit.share(0.37)), 1e-9);
    double slope = (fit.share(0.37 + 1e-6) - fit.share(0.37 - 1e-6)) / 2e-6;
    assertEquals(slope, fit.density(0.37), 1e-5 * slope);
  }

  /** Shares that say nothing give a curve all the same, with an error as large as the interval. */
  @Test
  void theCurveOfNoiseHasAnErrorAsLargeAsTheInterval() {
    double[] x = {0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875};
    QuantileRound.Share[] shares = new QuantileRound.Share[7];
    Arrays.fill(shares, new QuantileRound.Share(0.5, 100));
    LogisticFit fit = LogisticFit.of(0.5, 0, 1, x, shares);

    assertTrue(fit.at() >= 0 && fit.at() <= 1);
    assertTrue(fit.error() >= 1, fit::toString);
  }

  /**
   * The most rounds, up to 8, that have four times the people of sure points, and enough for each;
   * 3 at least. Those that narrow the range have 12 % of the people or more.
   */
  @Test
  void roundsAndTheirPeopleFollowFromHowManyAnswer() {
    int[] chosen = new int[9];
    for (int users = 850; users < 600_000; users += users / 5) {
      QuantileRound round = round("median(epsilon=1.0,lower=0,upper=1,users=" + users + ")");
      double c = (Math.E + 1) / (Math.E - 1);
      double least = 7 * c * c / 4 * 9; // 1.5 standard errors, c/(2 √(n/7)), are 1/2
      int expected = 9;
      double[] people;
      double fewest;
      do {
        expected--;
        int last = expected < 5 ? 1 : 2;
        int locating = expected - 1 - last;
        people = new double[expected];
        Arrays.fill(people, Math.min(0.2 * users / locating, 16 * least));
        double narrowing = locating * people[0];
        if (narrowing < 0.12 * users) { // grow evenly to 12 % of all, or at once
          double growth = 1;
          for (double step = 64; step > 1e-13; step /= 2) {
            double sum = people[0] * (Math.pow(growth + step, locating) - 1) / (growth + step - 1);
            growth += sum < 0.12 * users ? step : 0;
          }
          people[0] = locating == 1 ? 0.12 * users : people[0];
          for (int i = 1; i < locating; i++) {
            people[i] = people[i - 1] * growth;
          }
          narrowing = 0.12 * users;
        }
        double rest = users - narrowing;
        people[locating] = rest / (last + 3);
        people[expected - 1] = rest * (last == 1 ? 0.75 : 0.8 * 0.6);
        people[expected - 2] = last == 1 ? rest / 4 : rest * 0.8 * 0.4;
        fewest = Arrays.stream(people).min().orElseThrow();
      } while (expected > 3
          && (people[0] < Math.min(4 * least, 16 * least) || fewest < 56 + 4 * Math.sqrt(56) + 8));
      assertEquals(56, round.allocation().least());
      assertEquals(expected, round.rounds(), users + " users");
      chosen[expected]++;
      QuantileQuestion question = round.course().question();
      for (int r = 1; r <= expected; r++) {
        assertEquals(
            people[r - 1],
            round.allocation().people(question, r),
            1e-6 * users,
            "round " + r + " of " + users);
      }
    }
    assertTrue(chosen[8] > 0 && chosen[3] > 0 && chosen[5] > 0, () -> Arrays.toString(chosen));
  }

  /**
   * Rounds before the pilot have 12 % of a million people, each more than the one before; flat
   * shares, the wrong twin, would be a few thousandths. Of 10,000 they have 12 % at least, too.
   */
  @ParameterizedTest
  @CsvSource({"3, 1", "4, 2", "5, 2", "6, 3", "7, 4", "8, 5", "9, 5", "10, 5"})
  void roundsThatNarrowGetTheirPartOfAnyNumberOfPeople(int rounds, int before) {
    double flat = 16 * 7 * Math.pow((Math.E + 1) / (Math.E - 1), 2) / 4 * 9 / 1e6;
    for (int users : new int[] {10_000, 1_000_000, 100_000_000}) {
      QuantileRound round =
          round("median(epsilon=1,lower=0,upper=1,rounds=" + rounds + ",users=" + users + ")");
      QuantileQuestion question = round.course().question();
      double sum = 0;
      for (int r = 1; r <= before; r++) {
        sum += round.allocation().people(question, r) / users;
      }
      if (users == 10_000) {
        assertTrue(sum > 0.12 - 1e-9 && sum < 0.2 + 1e-9, "" + sum);
      } else {
        assertEquals(0.12, sum, 1e-9);
        double first = round.allocation().people(question, 1) / users;
        assertEquals(before == 1 ? 0.12 : flat * 1e6 / users, first, 1e-9);
      }
    }
  }

  /** As many as a smaller number of rounds serves are served, or hear at once which one does. */
  @Test
  void noNumberOfRoundsRefusesPeopleThatASmallerOneServes() {
    for (int users = 300; users < 2_000; users += 7) {
      String spec = "median(epsilon=4.0,lower=0,upper=1,users=" + users;
      boolean isServed = refusal(spec + ",rounds=3)").isEmpty();
      assertEquals(isServed, refusal(spec + ")").isEmpty(), users + " users");
      String eight = refusal(spec + ",rounds=8)");
      if (!eight.isEmpty() && isServed) {
        Matcher remedy = Pattern.compile("take ([0-9]+) rounds").matcher(eight);
        assertTrue(remedy.find(), eight);
        assertEquals("", refusal(spec + ",rounds=" + remedy.group(1) + ")"));
      } else {
        assertFalse(eight.contains("rounds, ask"), eight);
      }
    }
  }

  private static String refusal(String spec) {
    try {
      round(spec);
      return "";
    } catch (IllegalArgumentException refusal) {
      return refusal.getMessage();
    }
  }
}
