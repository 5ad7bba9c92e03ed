package org.sparkldp.protocols.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.Likelihood;
import org.sparkldp.protocols.gaussian.likelihood.PeriodicCells;

/** The likelihood and what is made of it, on counts that are exactly what is expected. */
class LikelihoodTest {
  private static final double EPSILON = 1;

  /** Of N people each, as many reported each answer as are expected to. */
  private static Likelihood expected(
      List<Channel> channels, double people, double mean, double sigma) {
    Likelihood likelihood = new Likelihood();
    for (Channel channel : channels) {
      int m = channel.answers();
      KaryResponse response = KaryResponse.of(EPSILON, m);
      double[] law = new double[3 * m];
      channel.law(mean, sigma, law);
      double[] counts = new double[m];
      for (int a = 0; a < m; a++) {
        counts[a] = people * (response.q() + (response.p() - response.q()) * law[a]);
      }
      likelihood.add(channel, response, counts);
    }
    return likelihood;
  }

  private static GaussianQuestion question(double sigmaMin, double sigmaMax, double range) {
    return new GaussianQuestion(EPSILON, sigmaMin, sigmaMax, 0, range, OptionalInt.empty(), 1);
  }

  private static List<Channel> cells(GaussianQuestion question) {
    return new Vernier(question, 1, 2).questions(1000).channels();
  }

  @Test
  void derivativesAreThoseOfTheValue() {
    List<Channel> channels =
        List.of(new PeriodicCells(3, 2.2, 0.1), new PeriodicCells(2, 40, 3), new Cuts(-0.4, 0.9));
    Likelihood likelihood = expected(channels, 1000, 0.3, 1.2);
    double step = 1e-5;
    for (double mean : new double[] {-2, 0.3, 1.7}) {
      Likelihood.Point point = likelihood.at(mean, 1.1);

      assertEquals(likelihood.value(mean, 1.1), point.value(), 1e-9);
      assertEquals(
          (likelihood.value(mean + step, 1.1) - likelihood.value(mean - step, 1.1)) / (2 * step),
          point.byMean(),
          1e-4);
      assertEquals(
          (likelihood.value(mean, 1.1 * Math.exp(step))
                  - likelihood.value(mean, 1.1 * Math.exp(-step)))
              / (2 * step),
          point.byLog(),
          1e-4);
    }
  }

  @Test
  void informationIsTheCurvatureAtTheTruthOnExpectedCounts() {
    List<Channel> channels = List.of(new PeriodicCells(3, 2.2, 0.1), new Cuts(-0.4, 0.9));
    Likelihood likelihood = expected(channels, 1000, 0.3, 1.2);
    Likelihood.Point at = likelihood.at(0.3, 1.2);
    double step = 1e-4;

    assertEquals(0, at.byMean(), 1e-6);
    assertEquals(0, at.byLog(), 1e-6);
    assertEquals(
        -(likelihood.at(0.3 + step, 1.2).byMean() - likelihood.at(0.3 - step, 1.2).byMean())
            / (2 * step),
        at.informationMean(),
        1e-3);
    assertEquals(
        -(likelihood.at(0.3 + step, 1.2).byLog() - likelihood.at(0.3 - step, 1.2).byLog())
            / (2 * step),
        at.informationBoth(),
        1e-3);
    assertEquals(
        -(likelihood.at(0.3, 1.2 * Math.exp(step)).byLog()
                - likelihood.at(0.3, 1.2 * Math.exp(-step)).byLog())
            / (2 * step),
        at.informationLog(),
        1e-3);
  }

  @ParameterizedTest
  @CsvSource({"0", "17.3", "-499.9", "333.333"})
  void theMeanIsFoundExactly(double mean) {
    GaussianQuestion question = question(2, 2, 500);
    MaximumLikelihood fit =
        new MaximumLikelihood(question, expected(cells(question), 100, mean, 2));

    assertEquals(mean, fit.best().mean(), 1e-5);
    assertEquals("", fit.mean("mean", 0.95).note());
    assertTrue(fit.fit().misfit() < 0);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "17.3, 2.2", "-499.9, 8", "333.333, 3"})
  void soIsSigma(double mean, double sigma) {
    GaussianQuestion question = question(1, 8, 500);
    MaximumLikelihood fit =
        new MaximumLikelihood(question, expected(cells(question), 100, mean, sigma));

    assertEquals(mean, fit.best().mean(), 1e-5);
    assertEquals(sigma, fit.best().sigma(), 1e-5);
  }

  @Test
  void theMeanIsFoundInARangeOfTrillionsOfSigmas() {
    GaussianQuestion question = question(1, 1, 0x1p39);
    double mean = 0.77 * 0x1p39;
    MaximumLikelihood fit =
        new MaximumLikelihood(question, expected(cells(question), 100, mean, 1));

    assertEquals(mean, fit.best().mean(), 1e-2);
    assertEquals("", fit.mean("mean", 0.95).note());
  }

  @Test
  void intervalsOfManyAnswersAreThoseOfTheNormalLaw() {
    GaussianQuestion question = question(1, 8, 100);
    MaximumLikelihood fit = new MaximumLikelihood(question, expected(cells(question), 1e5, 5, 3));
    for (Estimate.Row row : List.of(fit.mean("mean", 0.9), fit.sigma("sigma", 0.9))) {
      assertEquals(row.estimate() - 1.6449 * row.standardError(), row.lower(), 1e-2 * 3);
      assertEquals(1.6449, (row.estimate() - row.lower()) / row.standardError(), 2e-2);
      assertEquals(1.6449, (row.upper() - row.estimate()) / row.standardError(), 2e-2);
    }
  }

  @Test
  void aMeanAtTheEndOfTheRangeIsSaidToBeThere() {
    GaussianQuestion question = question(1, 1, 100);
    Estimate.Row row =
        new MaximumLikelihood(question, expected(cells(question), 1000, 100.5, 1))
            .mean("mean", 0.95);

    assertEquals(100.5, row.estimate(), 1e-3);
    assertTrue(row.note().contains("end of the range"), row.note());
  }

  @Test
  void aMeanBeyondTheRangeIsNotEstimated() {
    GaussianQuestion question = question(1, 1, 100);
    for (double mean : new double[] {130, -200, 1e6}) {
      Estimate.Row row =
          new MaximumLikelihood(question, expected(cells(question), 1000, mean, 1))
              .mean("mean", 0.95);

      assertTrue(Double.isNaN(row.estimate()), row.toString());
      assertFalse(row.note().isEmpty());
    }
  }

  @Test
  void valuesThatAreNotGaussianAreNoticed() {
    GaussianQuestion question = question(1, 1, 100);
    // Two humps, two and a half sigma apart.
    Likelihood mixed = new Likelihood();
    for (Channel channel : cells(question)) {
      int m = channel.answers();
      KaryResponse response = KaryResponse.of(EPSILON, m);
      double[] left = new double[3 * m];
      double[] right = new double[3 * m];
      channel.law(-1, 1, left);
      channel.law(1.5, 1, right);
      double[] counts = new double[m];
      for (int a = 0; a < m; a++) {
        double p = 0.7 * left[a] + 0.3 * right[a];
        counts[a] = 1000 * (response.q() + (response.p() - response.q()) * p);
      }
      mixed.add(channel, response, counts);
    }
    Estimate.Row row = new MaximumLikelihood(question, mixed).mean("mean", 0.95);

    assertTrue(row.note().contains("not normally distributed"), row.toString());
  }

  @Test
  void whatTwoPlacesExplainEquallyIsAmbiguous() {
    GaussianQuestion question = question(1, 1, 20);
    // One width alone: the mean is known up to whole periods of 6.6.
    Likelihood likelihood = expected(List.of(new PeriodicCells(3, 2.2, 0)), 10_000, 1, 1);
    Estimate.Row row = new MaximumLikelihood(question, likelihood).mean("mean", 0.95);

    assertTrue(Double.isNaN(row.estimate()) && Double.isNaN(row.standardError()));
    assertTrue(row.note().startsWith("location ambiguous: "), row.note());
    assertTrue(row.lower() < -18 && row.upper() > 14, row.toString());
  }

  @Test
  void questionsThatNobodyAnsweredSayNothing() {
    Likelihood likelihood = new Likelihood();
    likelihood.add(new Cuts(0), KaryResponse.of(1, 2), new double[2]);

    assertEquals(0, likelihood.n());
    assertEquals(0, likelihood.value(3, 1));
  }
}
