package org.sparkldp.protocols.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

class NumberMeansTest {
  private static final double[] EPSILONS = {0.1, 0.5, 0.61, 1, 2, 4, 8};

  /** The protocol of a name on a grid so coarse that every outcome can be walked through. */
  private static MeanProtocol<Integer> coarse(String name, double epsilon, int steps) {
    Parameters given =
        Parameters.of(
            ProtocolSpec.parse(name + "(epsilon=" + epsilon + ",lower=-1,upper=1)"),
            MeanProtocol.PARAMETERS);
    return switch (name) {
      case "duchi" -> DuchiMean.of(given, steps);
      default -> WindowMean.of(given, new WindowStep(steps, WindowLaw.of(epsilon, steps)));
    };
  }

  private static <R> Law<R> law(MeanProtocol<R> protocol, long input) {
    return Law.of(source -> protocol.report(input, 0, source));
  }

  private static double estimate(MeanProtocol<Integer> protocol, int report) {
    Accumulator<Integer> one = protocol.newAccumulator();
    one.add(report);
    return protocol.estimate(one).rows().get(0).estimate();
  }

  @ParameterizedTest
  @ValueSource(strings = {"duchi", "mean"})
  void theWholeLawGivesTheExactEpsilonTheMeanAndTheVariance(String name) {
    for (double epsilon : EPSILONS) {
      MeanProtocol<Integer> protocol = coarse(name, epsilon, 16);
      List<Law<Integer>> laws = new ArrayList<>();
      for (long input = 0; input <= 16; input++) {
        Law<Integer> law = law(protocol, input);
        double t = -1 + input / 8.0;
        double variance = protocol.variance(new double[] {t});

        assertTrue(law.sumsToOne());
        assertEquals(t, law.mean(r -> estimate(protocol, r)), 1e-12);
        double exact = law.mean(r -> Math.pow(estimate(protocol, r) - t, 2));
        // Rounding to windows is counted as where it is most, between the two that are furthest
        // apart.
        double rounding = name.equals("mean") ? widest(epsilon) * widest(epsilon) / 4 : 0;
        assertTrue(exact <= variance * (1 + 1e-5), "variance at " + t);
        assertTrue(exact >= (variance - rounding) * (1 - 1e-5), "variance at " + t);
        assertTrue(variance <= protocol.worstVariance() * (1 + 1e-12));
        laws.add(law);
      }

      double exact = protocol.guarantee().exactEpsilon();
      assertTrue(exact <= epsilon);
      assertEquals(exact, Law.epsilon(laws), 4 * Math.ulp(exact));
    }
  }

  private static double widest(double epsilon) {
    long[] sums = WindowLaw.of(epsilon, 16).sums();
    long widest = 0;
    for (int j = 1; j < sums.length; j++) {
      widest = Math.max(widest, sums[j] - sums[j - 1]);
    }
    return (double) widest / sums[sums.length - 1];
  }

  @Test
  void aWindowThatIsOneCellTooShortWouldBeCaught() {
    WindowLaw right = WindowLaw.of(1, 16);
    WindowLaw wrong =
        new WindowLaw(right.window() - 1, right.leaveOut(), right.numbers(), right.sums());
    WindowStep twin = new WindowStep(16, wrong);
    List<Law<Integer>> laws = new ArrayList<>();
    for (int input = 0; input <= 16; input++) {
      int index = input;
      laws.add(Law.of(source -> twin.report(index, source)));
    }

    assertTrue(Law.epsilon(laws) > 1.01);
  }

  /**
   * Within 1.5 % of the least worst-case variance of any unbiased report, which a linear program
   * finds over 65 values.
   */
  @ParameterizedTest
  @CsvSource({"0.5, 16.00", "1, 3.991", "2, 0.8658", "3, 0.3043", "4, 0.127", "6, 0.0274"})
  void noUnbiasedReportVariesMuchLessInTheWorstCase(double epsilon, double least) {
    WindowLaw law = WindowStep.of(epsilon, Line.STEPS).law();

    assertTrue(law.worstVariance() <= 1.015 * least, epsilon + ": " + law.worstVariance());
    assertTrue(law.sums().length >= 65);
  }

  /** The search goes from narrow to wide and stops early. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.7, 1.1, 1.9, 2.7, 3.3, 4.5, 6.5, 7.9, 9, 13, 20})
  void noOtherWidthIsMuchBetter(double epsilon) {
    int cells = WindowStep.of(epsilon, 2).law().cells();
    double found = WindowLaw.of(epsilon, cells).worstVariance();
    for (int w = 2; w <= cells / 2; w += cells > 320 ? 8 : 2) {
      WindowLaw other = WindowLaw.of(epsilon, cells, w);
      assertTrue(!other.isRising() || found <= 1.003 * other.worstVariance(), epsilon + " " + w);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"duchi", "mean", "laplace-mean"})
  void theExactEpsilonIsJustBelowTheClaim(String name) {
    for (double epsilon : new double[] {1e-6, 1e-3, 0.1, 0.5, 1, 2, 4, 10, 20}) {
      double exact = protocol(name, epsilon).guarantee().exactEpsilon();

      assertTrue(exact <= epsilon, name + " " + exact);
      assertTrue(exact >= epsilon * (1 - (epsilon > 10 ? 2e-5 : 1e-7)), name + " " + exact);
    }
  }

  private static MeanProtocol<?> protocol(String name, double epsilon) {
    return (MeanProtocol<?>) Protocols.of(name + "(epsilon=" + epsilon + ",lower=-1,upper=1)");
  }

  /** The formulas of the papers, for t in [−1, 1]. */
  private static double published(String name, double epsilon, double t) {
    double s = Math.exp(epsilon / 2);
    double c = (s * s + 1) / (s * s - 1);
    return switch (name) {
      case "laplace-mean" -> 8 / epsilon / epsilon;
      default -> c * c - t * t;
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"duchi", "laplace-mean"})
  void variancesAreThePublishedOnes(String name) {
    for (double epsilon : EPSILONS) {
      for (double t : new double[] {-1, -0.5, 0, 0.25, 1}) {
        double expected = published(name, epsilon, t);

        assertEquals(
            expected,
            protocol(name, epsilon).variance(new double[] {t}),
            1e-4 * expected,
            epsilon + " at " + t);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.1, 0.6, 1, 4, 12, 20})
  void theMeanIsTheBestInTheWorstCase(double epsilon) {
    for (String other : List.of("duchi", "laplace-mean")) {
      assertTrue(worst("mean", epsilon) <= worst(other, epsilon) * (1 + 1e-9), other);
    }
    assertTrue(worst("duchi", 2.323) < worst("laplace-mean", 2.323)); // the paper's crossover
    assertTrue(worst("duchi", 2.325) > worst("laplace-mean", 2.325));
  }

  private static double worst(String name, double epsilon) {
    return protocol(name, epsilon).worstVariance();
  }

  private static double[] people(int n, double from, double to) {
    double[] people = new double[n];
    for (int i = 0; i < n; i++) {
      people[i] = from + (to - from) * i / (n - 1);
    }
    return people;
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "laplace-mean, 0.5",
    "laplace-mean, 4",
    "duchi, 0.5",
    "duchi, 1",
    "mean, 0.5",
    "mean, 1",
    "mean, 4",
    "mean, 9"
  })
  void estimatesAreUnbiasedWithTheStatedVarianceAndCoverage(String name, double epsilon) {
    MeanProtocol<?> protocol =
        (MeanProtocol<?>) Protocols.of(name + "(epsilon=" + epsilon + ",lower=10,upper=50)");
    check(protocol, people(300, 20, 34));
  }

  private static <R> void check(MeanProtocol<R> protocol, double[] people) {
    Trials trials = Trials.of(protocol, protocol, people, 10_000, 5);
    double variance = protocol.variance(people);

    trials.assertUnbiased(variance);
    trials.assertTotalVariance(0.05, variance);
    trials.assertStandardErrors(0.99, 1.06, variance);
    trials.assertCoverage();
  }

  @Test
  void aTwinThatMistakesTheConstantWouldBeCaught() {
    MeanProtocol<Integer> asks = DuchiMean.DECLARATION.of(1, 10, 50);
    MeanProtocol<Integer> reads = DuchiMean.DECLARATION.of(1.1, 10, 50);
    double[] people = people(300, 20, 26);
    Trials twin = Trials.of(asks, reads, people, 4000, 5);

    assertThrows(AssertionError.class, () -> twin.assertUnbiased(asks.variance(people)));
    assertThrows(AssertionError.class, () -> twin.assertTotalVariance(0.05, asks.variance(people)));
  }

  @Test
  void oneBitSaysNothingOfTheSpreadSoItsErrorsAreFromAbove() {
    MeanProtocol<Integer> duchi = DuchiMean.DECLARATION.of(4, -1, 1);
    double[] halves = new double[400];
    Arrays.fill(halves, 0, 200, -1);
    Arrays.fill(halves, 200, 400, 1);
    Trials trials = Trials.of(duchi, duchi, halves, 4000, 3);

    assertTrue(trials.coverage() > 0.965);
    trials.assertStandardErrors(10, 20, duchi.variance(halves)); // c²/(c² − 1) = 14
    Trials equal = Trials.of(duchi, duchi, people(400, 0.5, 0.5), 4000, 3);
    equal.assertCoverage();
  }

  /** At the ends of the range too, where one bit is better. */
  @Test
  void theMeansErrorIsTheSameWhereverPeopleAre() {
    double[] halves = new double[400];
    Arrays.fill(halves, 0, 200, -1);
    Arrays.fill(halves, 200, 400, 1);
    check(WindowMean.DECLARATION.of(4, -1, 1), halves);
  }

  @Test
  void aSinglePersonHasAnHonestInterval() {
    MeanProtocol<Integer> duchi = DuchiMean.DECLARATION.of(2, -1, 1);
    Accumulator<Integer> one = duchi.newAccumulator();
    one.add(1);
    Estimate.Row row = duchi.estimate(one).rows().get(0);

    assertEquals("mean", row.item());
    assertEquals(Math.sqrt(duchi.worstVariance()), row.standardError(), 1e-12);
  }
}
