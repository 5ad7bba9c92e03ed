package org.sparkldp.protocols.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.Likelihood;
import org.sparkldp.protocols.gaussian.likelihood.Questions;
import org.sparkldp.protocols.gaussian.likelihood.ShapeTest;

/**
 * The test of the law on expected answers, without chance; on drawn ones in {@link GaussianTest}.
 */
class ShapeTestTest {
  private static final double EPSILON = 1;
  private static final GaussianQuestion BAND =
      new GaussianQuestion(EPSILON, 0.8, 1.25, 0, 20, OptionalInt.empty(), 1);
  private static final GaussianQuestion ONE =
      new GaussianQuestion(EPSILON, 1, 1, 0, 20, OptionalInt.empty(), 1);

  /** Expected answers of a mixture of N(means, sigmas²). */
  private static Likelihood expected(
      double n, double[] weights, double[] means, double[] sigmas, double epsilon) {
    Likelihood likelihood = new Likelihood();
    Questions cells = new Vernier(BAND, 1, 2).questions(n);
    for (int i = 0; i < cells.channels().size(); i++) {
      add(likelihood, cells.channels().get(i), n / 10 * cells.share(i), weights, means, sigmas);
    }
    for (double cut : new double[] {-1.5, -0.4, 0.05, 0.4, 1.5}) {
      add(likelihood, new Cuts(cut), n * 0.18, weights, means, sigmas);
    }
    return epsilon == EPSILON ? likelihood : deaf(likelihood, epsilon);
  }

  private static void add(
      Likelihood likelihood,
      Channel channel,
      double n,
      double[] weights,
      double[] means,
      double[] sigmas) {
    int m = channel.answers();
    KaryResponse response = KaryResponse.of(EPSILON, m);
    double[] counts = new double[m];
    double[] law = new double[3 * m];
    for (int i = 0; i < weights.length; i++) {
      channel.law(means[i], sigmas[i], law);
      for (int a = 0; a < m; a++) {
        counts[a] += weights[i] * n * (response.q() + (response.p() - response.q()) * law[a]);
      }
    }
    likelihood.add(channel, response, counts);
  }

  /** The same answers, read as if they had been reported with another epsilon. */
  private static Likelihood deaf(Likelihood likelihood, double epsilon) {
    Likelihood deaf = new Likelihood();
    for (Likelihood.Term term : likelihood.terms()) {
      deaf.add(
          term.channel(), KaryResponse.of(epsilon, term.counts().length), term.counts().clone());
    }
    return deaf;
  }

  private static ShapeTest test(GaussianQuestion question, Likelihood likelihood) {
    Likelihood.Point best = new MaximumLikelihood(question, likelihood).best();
    return new ShapeTest(likelihood, best, question.isSigmaKnown());
  }

  private static final double[] ALL = {1};

  @ParameterizedTest
  @CsvSource({"0, 1", "0.03, 1.2", "-0.1, 0.9"})
  void expectedAnswersOfANormalLawSayNothingAgainstIt(double mean, double sigma) {
    Likelihood likelihood = expected(1e6, ALL, new double[] {mean}, new double[] {sigma}, EPSILON);
    ShapeTest test = test(BAND, likelihood);

    assertEquals(1, test.level(), 1e-6);
    assertFalse(test.rejects() || test.suspects() || test.asymmetry() > 3.3);
    assertEquals(0, test.shift(), 1e-6);
  }

  @Test
  void answersReadWithTheWrongNoiseWouldSaySomething() {
    Likelihood wrong = expected(1e6, ALL, new double[] {0}, new double[] {1}, 0.8);

    assertTrue(test(BAND, wrong).rejects());
  }

  @Test
  void aWrongSigmaIsSeenWhereItIsSaidToBeKnown() {
    Likelihood wide = expected(1e6, ALL, new double[] {0}, new double[] {1.2}, EPSILON);

    assertTrue(test(ONE, wide).rejects());
    assertFalse(test(BAND, wide).rejects());
  }

  @Test
  void heavyTailsAreSeenAndAreNotSkewed() {
    double[] even = {0.5, 0.5};
    double[] centre = {0, 0};
    double[] sigmas = {0.5, 1.3};
    ShapeTest many = test(BAND, expected(1e6, even, centre, sigmas, EPSILON));
    ShapeTest few = test(BAND, expected(3e4, even, centre, sigmas, EPSILON));

    assertTrue(many.rejects() && many.suspects());
    assertFalse(many.asymmetry() > 3.3);
    assertFalse(few.rejects());
  }

  @Test
  void skewnessIsSeen() {
    ShapeTest test =
        test(
            BAND,
            expected(
                1e6,
                new double[] {0.8, 0.2},
                new double[] {-0.35, 1.35},
                new double[] {0.5, 0.8},
                EPSILON));

    assertTrue(test.rejects() && test.asymmetry() > 3.3);
  }

  /** By tables of the chi-squared law. */
  @ParameterizedTest
  @CsvSource({"13.8155, 2, 0.001", "16.2662, 3, 0.001", "5.9915, 2, 0.05", "7.8147, 3, 0.05"})
  void levelsAreThoseOfTables(double statistic, int degrees, double level) {
    assertEquals(level, ShapeTest.level(statistic, degrees), 1e-5 * level * 10);
  }
}
