package org.sparkldp.published.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.mean.MeanProtocol;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The hybrid and the piecewise mechanism; {@code NumberMeansTest} has the product's. */
class HybridMeanTest {
  private static final double[] EPSILONS = {0.1, 0.5, 0.61, 1, 2, 4, 8};

  /** The protocol of a name on a grid so coarse that every outcome can be walked through. */
  private static MeanProtocol<Integer> coarse(String name, double epsilon, int steps) {
    Parameters given =
        Parameters.of(
            ProtocolSpec.parse(name + "(epsilon=" + epsilon + ",lower=-1,upper=1)"),
            MeanProtocol.PARAMETERS);
    return switch (name) {
      case "piecewise" -> HybridMean.of(given, HybridStep.piecewise(epsilon, steps));
      default -> HybridMean.of(given, HybridStep.of(epsilon, steps));
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
  @ValueSource(strings = {"piecewise", "hybrid"})
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
        assertEquals(
            variance,
            law.mean(r -> Math.pow(estimate(protocol, r) - t, 2)),
            1e-11 * variance,
            "variance at " + t);
        assertTrue(variance <= protocol.worstVariance() * (1 + 1e-12));
        laws.add(law);
      }

      double exact = protocol.guarantee().exactEpsilon();
      assertTrue(exact <= epsilon);
      assertEquals(exact, Law.epsilon(laws), 4 * Math.ulp(exact));
    }
  }

  @Test
  void aRunThatIsOneCellTooShortWouldBeCaught() {
    PiecewiseStep right = PiecewiseStep.of(1, 16);
    PiecewiseStep wrong = new PiecewiseStep(16, right.run() - 1, right.leaveOut());
    List<Law<Integer>> laws = new ArrayList<>();
    for (int input = 0; input <= 16; input++) {
      int index = input;
      laws.add(Law.of(source -> wrong.cell(index, source)));
    }

    assertTrue(Law.epsilon(laws) > 1.01);
  }

  @ParameterizedTest
  @ValueSource(strings = {"piecewise", "hybrid"})
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
      case "piecewise" -> t * t / (s - 1) + (s + 3) / (3 * (s - 1) * (s - 1));
      default ->
          epsilon > 0.60935
              ? (s + 3) / (3 * s * (s - 1)) + Math.pow((s * s + 1) / (s * s - 1), 2) / s
              : c * c - t * t;
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"piecewise", "hybrid"})
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

  @Test
  void theCrossoversAreThoseOfThePaper() {
    assertTrue(worst("duchi", 1.2897) < worst("piecewise", 1.2897));
    assertTrue(worst("duchi", 1.2899) > worst("piecewise", 1.2899));
    assertTrue(worst("duchi", 2.323) < worst("laplace-mean", 2.323));
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
  @CsvSource({"piecewise, 1", "piecewise, 4", "hybrid, 0.5", "hybrid, 1", "hybrid, 4"})
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
  void thePiecewiseErrorKnowsTheSpread() {
    double[] halves = new double[400];
    Arrays.fill(halves, 0, 200, -1);
    Arrays.fill(halves, 200, 400, 1);
    check(HybridMean.PIECEWISE.of(4, -1, 1), halves);
  }
}
