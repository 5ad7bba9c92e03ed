package org.sparkldp.protocols.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.IntegerWeights;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

public class PrivUnitTest {

  private static PrivUnit of(String form, double epsilon, int d) {
    return of(form, epsilon, d, "");
  }

  private static PrivUnit of(String form, double epsilon, int d, Object candidates) {
    return form.equals("l2-ball")
        ? PrivUnit.L2_BALL.of(epsilon, d, 2)
        : PrivUnit.PRIVUNIT.of(epsilon, d, 2, candidates);
  }

  /** The coins of another source, after a first word that is given: the report's seed. */
  private static final class Seeded extends RandomSource {
    private final long seed;
    private final RandomSource coins;

    Seeded(long seed, RandomSource coins) {
      this.seed = seed;
      this.coins = coins;
    }

    @Override
    public long nextLong() {
      return seed;
    }

    @Override
    public boolean bernoulli(long threshold) {
      return coins.bernoulli(threshold);
    }

    @Override
    public int uniform(int bound) {
      return coins.uniform(bound);
    }
  }

  @ParameterizedTest
  @CsvSource({"l2-ball, 1, 1", "l2-ball, 0.5, 5", "privunit, 0.5, 2", "privunit, 4, 3"})
  void givenItsSeedTheWholeLawGivesTheExactEpsilon(String form, double epsilon, int d) {
    assertLawGivenTheSeed(of(form, epsilon, d, 8), epsilon);
  }

  /** Of a protocol with 8 directions. */
  public static void assertLawGivenTheSeed(PrivUnit protocol, double epsilon) {
    int d = protocol.d();
    double exact = protocol.guarantee().exactEpsilon();
    SimulationSource source = new SimulationSource(1);
    assertTrue(exact <= epsilon && exact >= epsilon - 1e-9, "exact " + exact);
    for (int trial = 0; trial < 20; trial++) {
      long seed = source.nextLong();
      List<Law<Long>> laws = new ArrayList<>();
      for (double[] vector : VectorLaws.peopleOfTheBall(12, d, 2)) {
        laws.add(given(protocol, seed, vector));
      }
      laws.add(given(protocol, seed, new double[d]));
      assertTrue(laws.stream().allMatch(Law::sumsToOne));
      assertTrue(laws.stream().allMatch(law -> law.size() == 2 * protocol.candidates()));
      assertTrue(Law.epsilon(laws) <= exact + 4 * Math.ulp(exact));
    }

    // Only vectors on the sphere reach it, for the others' signs are uncertain.
    double[] unit = new double[d];
    unit[0] = 2;
    double[] opposite = new double[d];
    opposite[0] = -2;
    assertEquals(
        exact, Law.epsilon(List.of(given(protocol, 1, unit), given(protocol, 1, opposite))), 1e-9);
  }

  private static Law<Long> given(PrivUnit protocol, long seed, double[] vector) {
    int[] input = protocol.input(vector);
    return Law.of(coins -> protocol.report(input, new Seeded(seed, coins)));
  }

  @Test
  void aCapInsteadOfAFixedNumberWouldBeCaught() {
    // The common slip: candidates beyond a limit are e times as likely, however many they are.
    List<Law<Integer>> laws =
        Arrays.stream(VectorLaws.peopleOfTheBall(12, 3, 2)).map(PrivUnitTest::capLaw).toList();

    assertTrue(Law.epsilon(laws) > 1.1);
  }

  private static Law<Integer> capLaw(double[] vector) {
    double[] direction = new double[3];
    Directions directions = new Directions.Sphere();
    List<BigInteger> weights = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      directions.direction(2L * i, direction);
      double product = 0;
      double square = 0;
      for (int j = 0; j < 3; j++) {
        product += direction[j] * vector[j];
        square += vector[j] * vector[j];
      }
      weights.add(BigInteger.valueOf(product > 0.3 * Math.sqrt(square) ? 2_718_281 : 1_000_000));
    }
    IntegerWeights all = new IntegerWeights(weights);
    return Law.of(source -> source.weighted(all));
  }

  @ParameterizedTest
  @CsvSource({"1, 0.7", "2, 1", "3, 1", "10, 4", "100, 1"})
  void theHalfSphereHasThePublishedConstant(int d, double epsilon) {
    PrivUnit protocol = of("l2-ball", epsilon, d);
    double b = 2 / Math.tanh(epsilon / 2); // of the note: r c √π Γ((d+1)/2)/Γ(d/2)
    b *= d % 2 == 1 ? 1 : Math.PI / 2;
    for (int k = d % 2 == 1 ? 1 : 2; k < d; k += 2) {
      b *= (k + 1.0) / k;
    }

    assertEquals(b * b, protocol.worstVariance(), 1e-9 * b * b);
    assertEquals(b * b / d, protocol.variances(new double[][] {new double[d]})[0], 1e-9 * b * b);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 100, 5000})
  void oneCandidateByIntegrationIsTheClosedForm(int d) {
    TopCandidates one = TopCandidates.sphere(d, 1);
    double closed = 2 / of("l2-ball", 1, d).worstVariance();
    double m = one.sizes(1) * Math.tanh(0.5);

    assertEquals(closed, m * m / 2, 1e-9 * closed);
    assertEquals(1.0 / d, one.squares(1), 1e-9 / d);
  }

  @Test
  void sizesOfTheTopAreThoseOfSimulatedOnes() {
    int h = 12;
    int m = 3;
    double[] sums = new double[4];
    int trials = 200_000;
    double[] g = new double[5];
    for (int trial = 0; trial < trials; trial++) {
      double[] gaussian = new double[h];
      double[] sphere = new double[h];
      for (int i = 0; i < h; i++) {
        Normals.of(trial * 16L + i, g);
        gaussian[i] = Math.abs(g[1]);
        new Directions.Sphere().direction(trial * 16L + i, g);
        sphere[i] = Math.abs(g[1]);
      }
      Arrays.sort(gaussian);
      Arrays.sort(sphere);
      for (int i = h - m; i < h; i++) {
        sums[0] += gaussian[i] / trials;
        sums[1] += gaussian[i] * gaussian[i] / trials;
        sums[2] += sphere[i] / trials;
        sums[3] += sphere[i] * sphere[i] / trials;
      }
    }

    assertEquals(TopCandidates.gaussian(h).sizes(m), sums[0], 6 * 1.0 / Math.sqrt(trials));
    assertEquals(TopCandidates.gaussian(h).squares(m), sums[1], 6 * 4.0 / Math.sqrt(trials));
    assertEquals(TopCandidates.sphere(5, h).sizes(m), sums[2], 6 * 0.3 / Math.sqrt(trials));
    assertEquals(TopCandidates.sphere(5, h).squares(m), sums[3], 6 * 0.5 / Math.sqrt(trials));
    assertTrue(Math.abs(TopCandidates.gaussian(h).sizes(m + 1) - sums[0]) > 0.5); // a wrong twin
  }

  @Test
  void atEpsilonFourItIsAQuarterOfTheHalfSpheresVariance() {
    double half = of("l2-ball", 4, 100).worstVariance() - 4;
    double sphere = of("privunit", 4, 100).worstVariance() - 4;

    assertEquals(4 * 167, half, 4 * 0.5);
    assertTrue(sphere / half <= 0.27, "ratio " + sphere / half);
  }

  @Test
  void noOtherNumberOfLikelyCandidatesIsBetter() {
    for (double epsilon : new double[] {0.5, 2, 6}) {
      TopCandidates law = TopCandidates.sphere(10, 32);
      int best = law.best(epsilon);
      double most = 0;
      for (int m = 1; m <= 32; m++) {
        most = Math.max(most, law.sizes(m) / (Math.expm1(epsilon) * m + 64));
      }
      assertEquals(most, law.sizes(best) / (Math.expm1(epsilon) * best + 64));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "l2-ball, 1, 1, 2000",
    "l2-ball, 0.5, 4, 2000",
    "privunit, 1, 2, 1000",
    "privunit, 4, 3, 500",
    "privunit, 4, 32, 250"
  })
  void estimatesAreUnbiasedWithTheStatedVarianceAndCoverage(
      String form, double epsilon, int d, int trials) {
    assertErrors(of(form, epsilon, d, 16), trials);
  }

  /** Estimates are unbiased with the stated variance and coverage. */
  public static void assertErrors(PrivUnit protocol, int trials) {
    double[][] people = VectorLaws.peopleOfTheBall(150, protocol.d(), 2);
    Trials run = Trials.of(protocol, protocol, people, trials, 7);
    double[] variances = protocol.variances(people);

    run.assertUnbiased(variances);
    run.assertVariances(variances);
    run.assertTotalVariance(0.06, variances);
    run.assertStandardErrors(0.95, 1.2, variances);
    assertTrue(run.coverage() > 0.93 && run.coverage() < 0.97, "coverage " + run.coverage());
  }

  @Test
  void aReportIsAFunctionOfInputAndCoins() {
    PrivUnit protocol = of("privunit", 2, 20);
    int[] input = protocol.input(VectorLaws.peopleOfTheBall(1, 20, 2)[0]);

    assertEquals(
        protocol.report(input, new SimulationSource(9)),
        protocol.report(input, new SimulationSource(9)));
    // The same on every machine: a report once made, of a fixed seed.
    assertEquals(-2516602217759440889L, protocol.report(input, new SimulationSource(9)));
  }

  @Test
  void unitVectorsOfDoublesAreTakenToBeOnTheSphere() {
    PrivUnit protocol = of("privunit", 1, 3);
    double x = 2 / Math.sqrt(3);
    int[] input = protocol.input(new double[] {x, x, Math.nextUp(Math.nextUp(x))});
    long square = 0;
    for (int i : input) {
      square += (long) i * i;
    }

    assertTrue(square <= 1L << 60);
    assertTrue(square > (1L << 60) - (1L << 33));
  }

  @Test
  void aVectorOutsideIsClippedWhereThePlanSaysSo() {
    PrivUnit protocol =
        (PrivUnit) Protocols.of("privunit(epsilon=1,d=2,radius=2,candidates=8,outside=clip)");

    assertEquals(
        "privunit(epsilon=1.0,d=2,radius=2.0,candidates=8,outside=clip)",
        protocol.spec().toString());
    assertEquals(0.6, protocol.input(new double[] {3e300, 4e300})[0] * 0x1p-30, 1e-8);
    assertEquals(0.8, protocol.input(new double[] {3e300, 4e300})[1] * 0x1p-30, 1e-8);
    assertEquals(0.5, protocol.input(new double[] {0, 1})[1] * 0x1p-30, 1e-8);
  }

  /** The vectors that a rotation, or another law of directions, treats least alike. */
  private static List<int[]> vectors(int d) {
    int[] axis = new int[d];
    axis[0] = 1 << 20;
    int[] apart = new int[d];
    apart[0] = 3 << 20;
    apart[d / 2] = 1 << 20;
    int[] neighbours = new int[d];
    neighbours[0] = 1 << 20;
    neighbours[1] = 1 << 20;
    int[] flat = new int[d];
    int[] dense = new int[d];
    for (int j = 0; j < d; j++) {
      flat[j] = 1 << 20;
      dense[j] = (j * 7919 % 1001 - 500) << 10;
    }
    return List.of(axis, apart, neighbours, flat, dense);
  }

  /**
   * The mean of the sum of M likely directions of 64 axes: along the vector, as a share of what it
   * should be, and along another one across it, which should be 0.
   */
  private static double[] likelyMean(Rotation rotation, double unit, int[] u) {
    CandidateChoice choice = CandidateChoice.axes(4, 64, rotation.space());
    int[] across = new int[u.length];
    across[0] = -u[u.length / 2];
    across[u.length / 2] = u[0];
    double[] mean = new double[2];
    SimulationSource source = new SimulationSource(11);
    for (int trial = 0; trial < SEEDS; trial++) {
      long seed = Directions.seed(source.nextLong());
      double[] along = Arrays.copyOf(rotation.turned(seed, u), 64);
      double[] other = rotation.turned(seed, across);
      double[] sizes = Arrays.stream(along).map(Math::abs).sorted().toArray();
      double least = sizes[choice.h() - choice.top()];
      int left = choice.top();
      for (int i = 0; i < along.length && left > 0; i++) {
        if (Math.abs(along[i]) >= least) {
          mean[0] += Math.abs(along[i]);
          mean[1] += Math.signum(along[i]) * other[i];
          left--;
        }
      }
    }
    double length = Math.sqrt(Arrays.stream(u).asDoubleStream().map(x -> x * x).sum());
    double scale = length * unit * choice.sizes() * SEEDS;
    return new double[] {mean[0] / scale, mean[1] / scale};
  }

  private static final int SEEDS = 30_000;

  /** A sum varies by less than a tenth of its mean along, and by less than 0.25 of it across. */
  private static final double ALONG = 6 * 0.1 / Math.sqrt(SEEDS);

  private static final double ACROSS = 6 * 0.25 / Math.sqrt(SEEDS);

  @Tag("slow")
  @Test
  void whateverTheVectorTheSameMultipleOfItIsReported() {
    Rotation rotation = new Rotation(128);
    for (int[] u : vectors(100)) {
      double[] mean = likelyMean(rotation, 1 << 21, u);

      assertEquals(1, mean[0], ALONG);
      assertEquals(0, mean[1], ACROSS);
    }
  }

  @Test
  void rotationsOfTooFewRoundsOrWithoutTheShuffleWouldBeCaught() {
    int[] identity = new int[128];
    Arrays.setAll(identity, j -> j);
    int[] axis = vectors(128).get(0);
    int[] apart = vectors(128).get(1);
    double[] one = likelyMean(new Rotation(1, Rotation.shuffle(128)), Math.sqrt(128), axis);
    double[] unshuffled = likelyMean(new Rotation(3, identity), Math.pow(128, 1.5), apart);

    assertTrue(Math.abs(one[0] - 1) > 10 * ALONG, "one round: " + one[0]);
    assertTrue(Math.abs(unshuffled[1]) > ACROSS, "no shuffle: " + unshuffled[1]);
  }

  /** Coins from a seed, except for the sign of the value, which is given. */
  private static RandomSource signed(boolean isPlus, long seed) {
    SimulationSource source = new SimulationSource(seed);
    return new RandomSource() {
      private boolean isDrawn;

      @Override
      public long nextLong() {
        return source.nextLong();
      }

      @Override
      public boolean bernoulli(long threshold) {
        boolean coin = super.bernoulli(threshold);
        if (isDrawn) {
          return coin;
        }
        isDrawn = true;
        return isPlus;
      }
    };
  }

  /** A value's length only moves the coin of its sign, and the origin is both ends of an axis. */
  @ParameterizedTest
  @ValueSource(strings = {"l2-ball", "privunit"})
  void onlyADirectionAndASignReachAReport(String name) {
    assertNothingElseReachesAReport(of(name, 1, 3));
  }

  /** Of vectors of three coordinates. */
  public static void assertNothingElseReachesAReport(PrivUnit protocol) {
    int[] origin = {0, 0, 0};
    int[] axis = {1 << 30, 0, 0};
    int[] opposite = {-(1 << 30), 0, 0};
    for (long seed = 0; seed < 300; seed++) {
      for (boolean isPlus : new boolean[] {true, false}) {
        long report = protocol.report(axis, signed(isPlus, seed));
        assertEquals(report, protocol.report(origin, signed(isPlus, seed)));
        assertEquals(report, protocol.report(opposite, signed(!isPlus, seed)));
        assertEquals(
            protocol.report(new int[] {0, 3, 0}, signed(isPlus, seed)),
            protocol.report(new int[] {0, 3 << 20, 0}, signed(isPlus, seed)));
      }
    }
  }

  @Test
  void aReportWhoseUnusedBitsAreSetIsRefused() {
    Accumulator<Long> reports = of("privunit", 1, 3).newAccumulator();

    assertThrows(IllegalArgumentException.class, () -> reports.add(0xffffL));
    assertEquals(0, reports.n());
  }
}
