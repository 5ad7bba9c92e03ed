package org.sparkldp.protocols.postprocess;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.frequency.UnaryEncoding;
import org.sparkldp.protocols.statistics.StandardNormal;

class BestTest {
  private static final double Z = StandardNormal.twoSided(0.95);

  /** How often {@code oue} says yes to an item that one does not hold, at epsilon 1. */
  private static final double OUE_Q = 1 / (1 + Math.E);

  private static final int LIST = 197708164;
  private static final int PATH = 1876810182;

  /** How many people hold each item, by its place in [0, 1]. */
  private record Shape(String name, boolean isOrdered, DoubleUnaryOperator density) {
    long[] people(int k, long n) {
      double[] p =
          IntStream.range(0, k).mapToDouble(v -> density.applyAsDouble((v + 0.5) / k)).toArray();
      double all = Arrays.stream(p).sum();
      return Arrays.stream(p).mapToLong(x -> Math.round(n * x / all)).toArray();
    }
  }

  private static final Shape RICH = new Shape("rich", false, u -> Math.pow(u + 0.01, -1.2));

  /** Shapes on which nothing of {@link Best} was tuned. */
  private static final List<Shape> SHAPES =
      List.of(
          RICH,
          new Shape("equal", false, u -> 1),
          new Shape("few", false, u -> Math.exp(-60 * u)),
          new Shape("two classes", false, u -> u < 0.15 ? 6 : 1),
          new Shape("mostly empty", false, u -> u < 0.1 ? 1 : 0),
          new Shape("log normal", false, u -> Math.exp(1.5 * StandardNormal.quantile(u))),
          new Shape("root", true, Math::sqrt),
          new Shape("ages", true, u -> u < 0.15 ? 0.6 + 2 * u : u < 0.6 ? 1 : 2.5 * (1 - u)),
          new Shape("incomes", true, u -> u * u * Math.exp(-9 * u)),
          new Shape("weeks", true, u -> 2 + Math.cos(20 * u)),
          new Shape("triangle", true, u -> 1 - Math.abs(2 * u - 1)),
          new Shape("plateaus", true, u -> u < 0.35 ? 1 : u < 0.4 ? 5 : u < 0.75 ? 2 : 0),
          new Shape("spike on slope", true, u -> 1 + u + (Math.abs(u - 0.6) < 0.02 ? 6 : 0)));

  /** What is known stays as far as intervals allow, unless the estimates contradict it. */
  @Test
  void whatIsKnownBesideStaysUnlessEstimatesContradictIt() {
    int k = 64;
    Random random = new Random(1);
    double[] truth =
        IntStream.range(0, k).mapToDouble(v -> 1000 + 400 * Math.sin(v / 9.0)).toArray();
    long n = Math.round(Arrays.stream(truth).sum());
    double[] y = Arrays.stream(truth).map(x -> x + 100 * random.nextGaussian()).toArray();
    double[] s = new double[k];
    Arrays.fill(s, 100);
    Estimate raw = raw(n, y, s, true);
    double[] even = new double[k];
    Arrays.fill(even, n / (double) k);

    double alone = squares(Best.of(raw), truth);
    assertTrue(squares(Best.of(raw, truth), truth) < alone / 3, "known " + alone);
    assertTrue(squares(Best.of(raw, even), truth) < 1.5 * alone, "contradicted");
    assertTrue(squares(even, truth) > 10 * alone, "even people are far off");
  }

  private static double squares(double[] x, double[] truth) {
    return IntStream.range(0, x.length).mapToDouble(v -> Math.pow(x[v] - truth[v], 2)).sum();
  }

  private static Estimate raw(long n, double[] y, double[] s, boolean isOrdered) {
    return new Estimate(
        n,
        0.95,
        IntStream.range(0, y.length)
            .mapToObj(
                v ->
                    new Estimate.Row(
                        (isOrdered ? "" : "item ") + v,
                        y[v],
                        s[v],
                        y[v] - Z * s[v],
                        y[v] + Z * s[v]))
            .toList());
  }

  /** A chart by {@code oue}, whose errors are normal with so many people. */
  private static Estimate chart(long[] truth, double epsilon, boolean isOrdered, Random random) {
    UnaryEncoding oracle = UnaryEncoding.OUE.of(epsilon, truth.length);
    long n = Arrays.stream(truth).sum();
    double[] variances = oracle.variances(truth);
    double[] y = new double[truth.length];
    Arrays.setAll(y, v -> truth[v] + Math.sqrt(variances[v]) * random.nextGaussian());
    double[] s = new double[truth.length];
    for (int v = 0; v < s.length; v++) {
      long seen = Math.round(Math.max(0, Math.min(n, y[v])));
      s[v] = Math.sqrt(oracle.variances(new long[] {seen, n - seen})[0]);
    }
    return raw(n, y, s, isOrdered);
  }

  /** Errors over those of raw numbers on one chart: root mean square, total variation. */
  private record Gain(Shape shape, int k, double epsilon, double rmse, double variation) {}

  private static List<Gain> gains(Function<Estimate, double[]> best, boolean knowsOrder) {
    List<Gain> gains = new ArrayList<>();
    Random random = new Random(54);
    for (Shape shape : SHAPES) {
      for (int k : new int[] {32, 100, 1000}) {
        for (double epsilon : new double[] {1, 4}) {
          long[] truth = shape.people(k, 100_000);
          double[] sums = new double[4];
          for (int trial = 0; trial < (k == 1000 ? 1 : 4); trial++) {
            Estimate raw = chart(truth, epsilon, knowsOrder && shape.isOrdered, random);
            double[] guesses = best.apply(raw);
            for (int v = 0; v < k; v++) {
              double off = guesses[v] - truth[v];
              double rawOff = raw.rows().get(v).estimate() - truth[v];
              sums[0] += off * off;
              sums[1] += rawOff * rawOff;
              sums[2] += Math.abs(off);
              sums[3] += Math.abs(rawOff);
            }
          }
          gains.add(new Gain(shape, k, epsilon, Math.sqrt(sums[0] / sums[1]), sums[2] / sums[3]));
        }
      }
    }
    return gains;
  }

  private static double mean(List<Gain> gains, Function<Gain, Double> of) {
    return Math.exp(gains.stream().mapToDouble(g -> Math.log(of.apply(g))).average().orElseThrow());
  }

  private static List<Gain> ordered(List<Gain> gains) {
    return gains.stream().filter(gain -> gain.shape.isOrdered).toList();
  }

  /**
   * 78 charts of 32 to 1,000 items at epsilon 1 and 4, of which simplex leaves 0.74 of the raw
   * error (total variation: 0.64). The seed is fixed, so nothing fails by chance.
   */
  @Test
  void errorsFallToAThirdOnShapesThatNothingWasTunedOn() {
    List<Gain> gains = gains(Best::of, true);

    System.out.println(
        String.format(
            Locale.ROOT,
            "best over raw, 78 charts: RMSE %.3f, total variation %.3f; 42 ordered: %.3f, %.3f",
            mean(gains, Gain::rmse),
            mean(gains, Gain::variation),
            mean(ordered(gains), Gain::rmse),
            mean(ordered(gains), Gain::variation)));
    assertTrue(mean(gains, Gain::rmse) <= 0.295);
    assertTrue(mean(gains, Gain::variation) <= 0.218);
    assertTrue(mean(ordered(gains), Gain::rmse) <= 0.256);
    assertTrue(mean(ordered(gains), Gain::variation) <= 0.208);
    assertTrue(ordered(gains).stream().allMatch(gain -> gain.rmse <= 0.8), gains.toString());
    // Of a list whose counts lie many errors apart, nothing says where between two they are.
    assertTrue(gains.stream().allMatch(gain -> gain.rmse <= 1), gains.toString());
  }

  /** The wrong twins: the nearest counts alone, and the prior where neighbours know more. */
  @Test
  void neitherNearestCountsNorThePriorAloneDoes() {
    List<Gain> nearest = gains(raw -> Simplex.nearest(raw.estimates(), raw.n()), false);
    List<Gain> blind = gains(Best::of, false);

    assertTrue(mean(nearest, Gain::rmse) > 0.7 && mean(nearest, Gain::variation) > 0.6);
    assertTrue(mean(ordered(blind), Gain::rmse) > 0.4, "" + mean(ordered(blind), Gain::rmse));
  }

  /** Over the ordered charts above, what is chosen and what knowing the counts would choose. */
  @Test
  void theChoiceIsWithin115PercentOfTheBestWay() {
    double chosen = 0;
    double worst = 0;
    Random random = new Random(7);
    List<Shape> shapes = SHAPES.stream().filter(Shape::isOrdered).toList();
    for (Shape shape : shapes) {
      for (double epsilon : new double[] {1, 4}) {
        long[] truth = shape.people(100, 100_000);
        double own = 0;
        double[] ways = new double[8];
        for (int trial = 0; trial < 20; trial++) {
          Estimate raw = chart(truth, epsilon, true, random);
          own += squares(Best.of(raw), truth);
          List<double[]> each = Best.each(raw);
          Arrays.setAll(ways, way -> ways[way] + squares(each.get(way), truth));
        }
        double ratio = Math.sqrt(own / Arrays.stream(ways).min().orElseThrow());
        chosen += Math.log(ratio) / (2 * shapes.size());
        worst = Math.max(worst, ratio);
      }
    }
    System.out.printf(
        Locale.ROOT, "choice over best way: mean %.3f, worst %.3f%n", Math.exp(chosen), worst);
    assertTrue(worst <= 1.15, "" + worst);
  }

  private static double squares(double[] guesses, long[] truth) {
    return IntStream.range(0, truth.length)
        .mapToDouble(v -> Math.pow(guesses[v] - truth[v], 2))
        .sum();
  }

  /** Of two counts far apart nothing is known but their estimates. */
  @Test
  void whereNothingIsToBeGainedTheEstimatesStay() {
    double s = 300;
    for (int i = 0; i < 200; i++) {
      double y = 30_000 + i * s / 77;
      double[] raw = {100_000 - y, y};
      assertArrayEquals(
          raw, Best.of(raw(100_000, raw, new double[] {s, s}, i % 2 == 0)), 0.001 * s);
      assertArrayEquals(raw, Prior.means(raw, new double[] {s, s}, 100_000), 0.001 * s);
    }
  }

  /** Nobody makes such a chart; if one did, its rows would stand as they are. */
  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void withoutAnErrorTheEstimatesStay(double unknown) {
    double[] y = {-10, 300, 20, 680};
    double[] s = {30, 30, unknown, 30};

    assertArrayEquals(y, Best.of(raw(1000, y, s, true)));
    y[1] = unknown;
    s[2] = 30;
    assertArrayEquals(y, Best.of(raw(1000, y, s, true)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void guessesAreCountsOfAllPeople(boolean isOrdered) {
    Random random = new Random(5);
    for (int trial = 0; trial < 300; trial++) {
      double[] y = random.doubles(1 + random.nextInt(40), -1000, 1500).toArray();
      double[] s = random.doubles(y.length, 1, trial % 2 == 0 ? 1.001 : 300).toArray();
      double[] best = Best.of(raw(2000, y, s, isOrdered));

      assertEquals(2000, Arrays.stream(best).sum(), 1e-6);
      assertTrue(Arrays.stream(best).allMatch(x -> x >= 0));
    }
    assertEquals(0, Best.of(raw(10, new double[0], new double[0], isOrdered)).length);
  }

  @Test
  void withoutNoiseTheEstimatesStay() {
    double[] y = {0, 300, 20, 680};

    assertArrayEquals(y, Best.of(raw(1000, y, new double[4], false)), 1e-3);
    assertArrayEquals(y, Best.of(raw(1000, y, new double[4], true)), 1e-3);
  }

  private static double[] named(double[] y, Function<Integer, String> names) {
    double[] s = new double[y.length];
    Arrays.fill(s, 30);
    return Best.of(raw(3000, y, s, true).named(names::apply));
  }

  /** Numbers, dates and bins that rise are a path; what stands for other values is beside it. */
  @Test
  void namesSayWhetherItemsStandInAnOrder() {
    Random random = new Random(2);
    double[] y = random.doubles(60, -100, 200).toArray();
    double[] path = named(y, v -> "" + v);

    for (Function<Integer, String> rising :
        List.<Function<Integer, String>>of(
            v -> "" + (v - 30),
            v -> v / 8.0 + "",
            v -> "[%d, %d)".formatted(v - 3, v - 2),
            v -> "%d-%02d".formatted(2020 + v / 12, v % 12 + 1),
            v -> "%02d:%02d".formatted(v / 4, v % 4 * 15),
            v -> "2024-%02d-%02d".formatted(v / 28 + 1, v % 28 + 1))) {
      assertArrayEquals(path, named(y, rising));
    }
    for (Function<Integer, String> list :
        List.<Function<Integer, String>>of(
            v -> "x" + v, v -> "" + (59 - v), v -> "" + v / 2, v -> v == 9 ? "(other)" : "" + v)) {
      assertArrayEquals(named(y, v -> "item " + v), named(y, list));
    }
    // Of an even chart with many others beside it, the rest stays even.
    y = random.doubles(60, 5, 35).toArray();
    y[59] = 1800;
    double[] others = named(y, v -> v == 59 ? "(other)" : "" + v);
    assertEquals(others[0], others[58], 5);
    assertEquals(1800, others[59], 30);
  }

  /** The same bytes everywhere; a change of them is a change of what people read. */
  @Test
  void bytesAreTheSameOnEveryMachine() {
    double[] y = new double[500];
    double[] s = new double[500];
    for (int v = 0; v < y.length; v++) {
      y[v] = 9000.0 / (v + 4) + (v * 7919 % 401) - 200;
      s[v] = 100 + (double) (v % 3);
    }
    assertEquals(LIST, Arrays.hashCode(Best.of(raw(100_000, y, s, false))));
    assertEquals(PATH, Arrays.hashCode(Best.of(raw(100_000, y, s, true))));
  }

  /** The posterior means under a prior on a grid ten times as fine, without bins. */
  private static double[] slowMeans(double[] y, double[] s, double n) {
    double[] prior = new double[2000];
    Arrays.fill(prior, 1.0 / prior.length);
    double[][] likelihood = new double[y.length][prior.length];
    for (int v = 0; v < y.length; v++) {
      for (int j = 0; j < prior.length; j++) {
        double z = (y[v] - n * j / prior.length) / s[v];
        likelihood[v][j] = Math.exp(-z * z / 2);
      }
    }
    double[] means = new double[y.length];
    for (int step = 0; step <= 60; step++) {
      double[] next = new double[prior.length];
      for (int v = 0; v < y.length; v++) {
        double all = 0;
        for (int j = 0; j < prior.length; j++) {
          all += prior[j] * likelihood[v][j];
        }
        means[v] = 0;
        for (int j = 0; j < prior.length; j++) {
          double weight = prior[j] * likelihood[v][j] / all;
          next[j] += weight / y.length;
          means[v] += weight * n * j / prior.length;
        }
      }
      prior = next;
    }
    return means;
  }

  @Test
  void posteriorMeansAreThoseOfAFineGrid() {
    Random random = new Random(8);
    double[] y = new double[200];
    double[] s = new double[200];
    for (int v = 0; v < y.length; v++) {
      s[v] = v % 2 == 0 ? 20 : 30;
      y[v] = (v % 10 == 0 ? 500 : v % 3 == 0 ? 90 : 0) + s[v] * random.nextGaussian();
    }
    double[] slow = slowMeans(y, s, 1000);
    double[] fast = Prior.means(y, s, 1000);

    for (int v = 0; v < y.length; v++) {
      assertEquals(slow[v], fast[v], 0.15 * s[v], "row " + v + ", estimate " + y[v]);
    }
  }

  /** 200 fake people of 100,000 push an item that nobody holds by all that raw numbers allow. */
  @Test
  void fakePeopleGainLessThanInRawNumbers() {
    long[] truth = RICH.people(200, 100_000);
    double gain = 200 * (1 - OUE_Q) / (0.5 - OUE_Q);
    Random random = new Random(3);
    double gained = 0;
    int trials = 30;
    for (int trial = 0; trial < trials; trial++) {
      Estimate honest = chart(truth, 1, false, random);
      double[] pushed = honest.estimates();
      pushed[199] += gain;
      gained +=
          Best.of(raw(100_000, pushed, honest.standardErrors(), false))[199] - Best.of(honest)[199];
    }
    assertTrue(gained / trials <= 300, gained / trials + " of " + gain);
  }
}
