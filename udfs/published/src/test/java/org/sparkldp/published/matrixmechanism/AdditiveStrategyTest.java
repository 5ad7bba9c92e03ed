package org.sparkldp.published.matrixmechanism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.release.GaussianCalibration;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.workload.Prefix;
import org.sparkldp.published.matrixmechanism.NoiseDesign.ColumnNorm;

/** Matrices with noise become integers that are private, exactly sampled, and rightly read. */
class AdditiveStrategyTest {
  private static final double EPSILON = 1.25;

  static Stream<NoiseDesign> designs() {
    return Stream.of(laplace(), gaussian());
  }

  /** The identity and a row of more, for Laplace noise. */
  static NoiseDesign laplace() {
    double[] a = {
      0.7, 0, 0, 0, 0, 0.6, 0, 0, 0, 0, 1 / 3.0, 0, 0, 0, 0, 0.9, 0.3, 0.4, 2 / 3.0, 0.1
    };
    return new NoiseDesign(5, 4, a, ColumnNorm.L1);
  }

  /** Regular, of both signs, for Gaussian noise. */
  static NoiseDesign gaussian() {
    double[] a = {0.9, -0.2, 0.1, 1 / 7.0, 0.8, 0.3, 0, 0.25, 1.1};
    return new NoiseDesign(3, 3, a, ColumnNorm.L2);
  }

  static AdditiveStrategy certify(NoiseDesign design, double epsilon) {
    return (AdditiveStrategy) Strategy.certify(design, epsilon);
  }

  private static Factorization<?> protocol(NoiseDesign design, double epsilon) {
    return Factorization.of(
        new StrategyFile(
            certify(design, epsilon), new Prefix(design.domain()), "by-hand", Map.of()));
  }

  // --- privacy ---

  private static double sensitivity(double[] a, int n, ColumnNorm norm) {
    double largest = 0;
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < n; v++) {
        double distance = 0;
        for (int i = 0; i < a.length; i += n) {
          double difference = a[i + u] - a[i + v];
          distance += norm == ColumnNorm.L1 ? Math.abs(difference) : difference * difference;
        }
        largest = Math.max(largest, norm == ColumnNorm.L1 ? distance : Math.sqrt(distance));
      }
    }
    return largest;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e-3, 0.1, 1 / 3.0, 0.7, 1, Math.PI, 8, 20})
  void laplace_leaksItsSensitivityOverItsScale(double epsilon) {
    AdditiveStrategy strategy = certify(laplace(), epsilon);
    double perUnit = -strategy.noise().logLikelihood(1);
    double expected = sensitivity(strategy.matrix(), strategy.domain(), ColumnNorm.L1) * perUnit;

    assertEquals(expected, strategy.exactEpsilon(), 1e-14 * expected);
    assertTrue(strategy.exactEpsilon() <= epsilon);
    assertEquals(epsilon, strategy.exactEpsilon(), 1e-9);
    assertEquals(0, strategy.delta());
  }

  @Test
  void laplace_likelihoodsAreApartByTheExactEpsilonAtMost() {
    AdditiveStrategy strategy = certify(laplace(), EPSILON);
    RandomSource source = new SimulationSource(6);
    double most = 0;
    for (int u = 0; u < strategy.domain(); u++) {
      byte[] own = report(column(strategy, u));
      for (int v = 0; v < strategy.domain(); v++) {
        most = Math.max(most, strategy.contrast(own, u, v));
        for (int i = 0; i < 100; i++) {
          byte[] any = strategy.randomize(u, source);
          assertTrue(strategy.contrast(any, u, v) <= strategy.exactEpsilon() + 1e-9);
        }
      }
    }
    assertEquals(strategy.exactEpsilon(), most, 1e-9);
  }

  @ParameterizedTest
  @MethodSource("designs")
  void contrast_isTheDifferenceOfTheNumbersLogLikelihoods(NoiseDesign design) {
    AdditiveStrategy strategy = certify(design, EPSILON);
    long[] numbers = new long[strategy.rows()];
    Arrays.setAll(numbers, o -> 1000L * o - 700);
    for (int u = 0; u < strategy.domain(); u++) {
      for (int v = 0; v < strategy.domain(); v++) {
        double contrast = 0;
        for (int o = 0; o < numbers.length; o++) {
          contrast +=
              strategy.noise().logLikelihood(numbers[o] - column(strategy, u)[o])
                  - strategy.noise().logLikelihood(numbers[o] - column(strategy, v)[o]);
        }
        assertEquals(contrast, strategy.contrast(report(numbers), u, v), 1e-9);
      }
    }
  }

  private static long[] column(AdditiveStrategy strategy, int item) {
    long[] column = new long[strategy.rows()];
    double[] a = strategy.matrix();
    Arrays.setAll(column, o -> (long) a[o * strategy.domain() + item]);
    return column;
  }

  private static byte[] report(long... numbers) {
    byte[] report = new byte[8 * numbers.length];
    Arrays.stream(numbers).forEach(AdditiveStrategy.numbers(report)::putLong);
    return report;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e-3, 0.1, 1 / 3.0, 1, Math.PI, 8, 20})
  void gaussian_isAtTheClaimOfContinuousNoise(double epsilon) {
    AdditiveStrategy strategy = certify(gaussian(), epsilon);
    double sigma = Math.sqrt(strategy.noise().variance());
    double sensitivity = sensitivity(strategy.matrix(), strategy.domain(), ColumnNorm.L2);

    assertTrue(strategy.exactEpsilon() <= epsilon);
    assertEquals(epsilon, strategy.exactEpsilon(), 1e-9);
    assertEquals(1e-6, strategy.delta());
    assertEquals(1, GaussianCalibration.delta(epsilon, sigma, sensitivity) / 1e-6, 1e-7);
  }

  // --- the grid ---

  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.5, 1, 4, 20})
  void rounding_changesVariancesByLessThanAMillionth(double epsilon) {
    for (NoiseDesign design : designs().toList()) {
      AdditiveStrategy strategy = certify(design, epsilon);
      double sensitivity = sensitivity(design.a(), design.domain(), design.norm());
      double real =
          design.norm() == ColumnNorm.L1
              ? 2 * Math.pow(sensitivity / epsilon, 2)
              : Math.pow(GaussianCalibration.sigma(epsilon, design.delta(), sensitivity), 2);
      double grid = Math.rint(strategy.matrix()[0] / design.a()[0]);

      assertEquals(1, strategy.noise().variance() / (grid * grid * real), 1e-6);
      assertEquals(0, Math.log(grid) / Math.log(2) % 1, 1e-12);
    }
  }

  @Test
  void sumsOverATrillionPeopleFitALong() {
    for (double epsilon : new double[] {1e-6, 1, 20}) {
      for (NoiseDesign design : designs().toList()) {
        AdditiveStrategy strategy = certify(design, epsilon);
        double people = 0x1p40;
        double largest = Arrays.stream(strategy.matrix()).map(Math::abs).max().orElseThrow();
        double noise = 1000 * Math.sqrt(people * strategy.noise().variance());
        assertTrue(people * largest + noise < 0x1p63);
      }
    }
  }

  @Test
  void equalColumns_getNoiseOfTheGridsOwnSize() {
    double[] everybody = {1, 1, 1};
    for (ColumnNorm norm : ColumnNorm.values()) {
      AdditiveStrategy strategy = certify(new NoiseDesign(1, 3, everybody, norm), 1);
      double relative = Math.sqrt(strategy.noise().variance()) / strategy.matrix()[0];
      assertTrue(relative < 1e-4, norm + ": " + relative);
    }
  }

  // --- sampling ---

  @ParameterizedTest
  @MethodSource("designs")
  void reports_areTheColumnOnAverageWithIndependentNoise(NoiseDesign design) {
    AdditiveStrategy strategy = certify(design, 4);
    for (int item = 0; item < strategy.domain(); item++) {
      assertTrue(looksLike(strategy, item, item), "item " + item);
    }
    assertFalse(looksLike(strategy, 0, 1)); // the wrong twin
  }

  /** Means within 6 deviations of the column, and all products of two noises within 7. */
  private static boolean looksLike(AdditiveStrategy strategy, int item, int columnOf) {
    int draws = 20_000;
    int m = strategy.rows();
    long[] column = column(strategy, columnOf);
    double sigma = Math.sqrt(strategy.noise().variance());
    double[] mean = new double[m];
    double[] product = new double[m * m];
    RandomSource source = new SimulationSource(77 + item);
    for (int i = 0; i < draws; i++) {
      ByteBuffer numbers = AdditiveStrategy.numbers(strategy.randomize(item, source));
      double[] noise = new double[m];
      for (int o = 0; o < m; o++) {
        noise[o] = (numbers.getLong() - column[o]) / sigma;
        mean[o] += noise[o] / draws;
      }
      for (int j = 0; j < m * m; j++) {
        product[j] += noise[j / m] * noise[j % m] / draws;
      }
    }
    double deviation = 1 / Math.sqrt(draws);
    boolean fits = Arrays.stream(mean).allMatch(x -> Math.abs(x) < 6 * deviation);
    for (int j = 0; j < m * m; j++) {
      // The square of standard Laplace noise has variance 5.
      double expected = j / m == j % m ? 1 : 0;
      fits &= Math.abs(product[j] - expected) < 7 * deviation * Math.sqrt(1 + 4 * expected);
    }
    return fits;
  }

  @Test
  void randomize_refusesAnItemOutsideTheDomainWithoutNamingIt() {
    AdditiveStrategy strategy = certify(laplace(), 1);
    for (int item : new int[] {-1, 4711}) {
      String message = refusal(() -> strategy.randomize(item, new SimulationSource(1)));
      assertTrue(!message.contains("4711") && !message.contains("-1"), message);
    }
  }

  // --- reconstruction ---

  static double[] people(int n) {
    double[] x = new double[n];
    Arrays.setAll(x, u -> 3 + 7 * u % 11);
    return x;
  }

  @ParameterizedTest
  @MethodSource("designs")
  void expectedCounters_areThePeopleAndTheirColumns(NoiseDesign design) {
    AdditiveStrategy strategy = certify(design, EPSILON);
    double[] x = people(strategy.domain());
    double[] sum = new double[strategy.width()];
    for (int u = 0; u < x.length; u++) {
      long[] column = column(strategy, u);
      sum[0] += x[u];
      for (int o = 0; o < column.length; o++) {
        sum[1 + o] += x[u] * column[o];
      }
    }
    assertArrayEquals(sum, strategy.expectedCounters(x));
  }

  // --- bytes ---

  @ParameterizedTest
  @MethodSource("designs")
  void bytes_readBackAsTheSameStrategy(NoiseDesign design) {
    AdditiveStrategy strategy = certify(design, EPSILON);
    AdditiveStrategy read = (AdditiveStrategy) Strategy.fromBytes(strategy.toBytes());

    assertEquals(strategy, read);
    assertEquals(strategy.exactEpsilon(), read.exactEpsilon());
    assertEquals(strategy.delta(), read.delta());
    assertEquals(strategy.noise().variance(), read.noise().variance());
    assertNotEquals(strategy, certify(design, EPSILON + 1e-3));
  }

  @ParameterizedTest
  @MethodSource("designs")
  void bytes_thatAreDamagedAreRefused(NoiseDesign design) {
    byte[] bytes = certify(design, EPSILON).toBytes();
    // kind with its length, epsilon, domain; norm with its length, delta, scale, rows, entries.
    int claim = 2 + AdditiveStrategy.KIND.length();
    int norm = claim + 12;
    int delta = norm + 4;
    int numerator = delta + 8;
    int denominator = numerator + 8;
    int rows = denominator + 4;
    int entries = rows + 4;
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long scale = in.getLong(numerator);
    assertEquals(design.numbers(), in.getInt(rows));
    List<byte[]> damaged =
        List.of(
            new byte[0],
            Arrays.copyOf(bytes, bytes.length - 1),
            Arrays.copyOf(bytes, bytes.length + 1),
            changed(bytes).putDouble(claim, EPSILON - 1e-3).array(),
            changed(bytes).putDouble(claim, Double.NaN).array(),
            changed(bytes).putInt(claim + 8, 1 << 20).array(),
            changed(bytes).put(norm + 3, (byte) '3').array(),
            changed(bytes)
                .putDouble(delta, design.norm() == ColumnNorm.L1 ? 1e-9 : 0.999e-6)
                .array(),
            changed(bytes).putDouble(delta, 2).array(),
            changed(bytes).putLong(numerator, scale - scale / 1000).array(),
            changed(bytes).putLong(numerator, 0).array(),
            changed(bytes).putLong(numerator, Long.MAX_VALUE).array(),
            changed(bytes).putInt(denominator, 0).array(),
            changed(bytes).putInt(denominator, in.getInt(denominator) + 1).array(),
            changed(bytes).putInt(rows, 0).array(),
            changed(bytes).putInt(rows, 1 << 30).array(),
            changed(bytes).putInt(entries, -(1 << 22)).array(), // a column further off
            changed(bytes).putInt(entries, Integer.MIN_VALUE).array());
    for (int i = 0; i < damaged.size(); i++) {
      byte[] bad = damaged.get(i);
      assertThrows(IllegalArgumentException.class, () -> Strategy.fromBytes(bad), "damage " + i);
    }
  }

  private static ByteBuffer changed(byte[] bytes) {
    return ByteBuffer.wrap(bytes.clone());
  }

  // --- reports and sums ---

  @Test
  @SuppressWarnings("unchecked") // reports of additive noise are bytes
  void accumulators_refuseReportsOfAnotherShapeOrSize() {
    Factorization<?> protocol = protocol(gaussian(), 1);
    AdditiveStrategy strategy = (AdditiveStrategy) protocol.strategy();
    Accumulator<byte[]> sums = (Accumulator<byte[]>) protocol.newAccumulator();
    long reach = strategy.reach();
    assertEquals(24, protocol.reportType().bytes());
    for (byte[] bad :
        List.of(
            report(1, 2),
            report(1, 2, 3, 4),
            Arrays.copyOf(report(1, 2, 3), 23),
            report(0, reach + 1, 0),
            report(0, 0, -reach - 1),
            report(Long.MIN_VALUE, 0, 0))) {
      String message = refusal(() -> sums.add(bad));
      assertTrue(message.contains("must be 3 numbers of 8 bytes each, of at most"), message);
    }
    assertEquals(0, sums.n());
    sums.add(report(-reach, reach, 7), 2);
    assertArrayEquals(new long[] {2, -2 * reach, 2 * reach, 14}, sums.counts());
    assertTrue(reach > 44 * Math.sqrt(strategy.noise().variance()));
  }

  @Test
  @SuppressWarnings("unchecked") // reports of additive noise are bytes
  void accumulators_overflowLoudly() {
    Accumulator<byte[]> sums = (Accumulator<byte[]>) protocol(gaussian(), 1).newAccumulator();
    assertThrows(
        IllegalArgumentException.class, () -> sums.add(report(0, 9, 0), Long.MAX_VALUE / 8));
  }

  // --- audit ---

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("designs")
  void audit_cannotEnumerateNoiseButSeesMuchOfIt(NoiseDesign design) {
    for (double epsilon : new double[] {1, 20}) { // at 20 even the proposal's draws are few
      Audit.AuditResult found = Audit.run(protocol(design, epsilon), 20_000, 1);
      assertTrue(found.exact().isEmpty());
      assertFalse(found.isAboveClaim());
      // Gaussian noise reaches its epsilon in a millionth of reports only.
      double share = design.norm() == ColumnNorm.L1 ? 0.5 : 0.1;
      assertTrue(found.lowerBound() > share * Math.min(epsilon, 6), found.toString());
    }
    // The wrong twin: noise for epsilon 4 under a claim of 1 would be seen.
    assertTrue(Audit.run(protocol(design, 4), 20_000, 1).lowerBound() > 1);
  }

  // --- bad designs ---

  @Test
  void certify_refusesBadDesigns() {
    double[] identity = {1, 0, 0, 1};
    Map<String, NoiseDesign> bad = new LinkedHashMap<>();
    bad.put("rows × domain entries", new NoiseDesign(3, 2, identity, ColumnNorm.L1));
    bad.put("2 to 1024 items and", new NoiseDesign(4, 1, identity, ColumnNorm.L1));
    bad.put("1 to 4096 rows", new NoiseDesign(0, 2, new double[0], ColumnNorm.L1));
    bad.put("not all 0", new NoiseDesign(2, 2, new double[4], ColumnNorm.L1));
    bad.put("NaN", new NoiseDesign(2, 2, new double[] {1, 0, Double.NaN, 1}, ColumnNorm.L2));
    bad.put("Infinity", new NoiseDesign(2, 2, new double[] {1, 0, 1 / 0.0, 1}, ColumnNorm.L2));
    bad.put("Provided value: 1.0E-6 for L1", new NoiseDesign(2, 2, identity, ColumnNorm.L1, 1e-6));
    bad.put("Provided value: 0.0 for L2", new NoiseDesign(2, 2, identity, ColumnNorm.L2, 0));
    bad.put(
        "Provided value: NaN for L2", new NoiseDesign(2, 2, identity, ColumnNorm.L2, Double.NaN));
    bad.put("Provided value: 0.5 for L2", new NoiseDesign(2, 2, identity, ColumnNorm.L2, 0.5));
    bad.forEach(
        (part, design) -> {
          String message = refusal(() -> Strategy.certify(design, 1));
          assertTrue(message.contains(part), part + " | " + message);
        });
  }

  static String refusal(Executable action) {
    return assertThrows(IllegalArgumentException.class, action).getMessage();
  }
}
