package org.sparkldp.published.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.regression.Family;
import org.sparkldp.protocols.statistics.Dense;
import org.sparkldp.protocols.wire.Codec;

class GlmTest {

  private static Glm<?> of(String spec) {
    return (Glm<?>) Protocols.of(spec);
  }

  private static String spec(Family family, String more) {
    return family.text()
        + "(epsilon=2,p=3,radius=2"
        + (family == Family.LOGISTIC ? "" : ",residual=50,eta=0.002")
        + more
        + ")";
  }

  /** Some reports of one person's value, and the round that follows. */
  private static <R> Glm<R> afterSome(Glm<R> round, double... value) {
    return RoundWalk.next(round, some(round, 50, RoundWalk.at(round).round(), value));
  }

  private static <R> Accumulator<R> some(Glm<R> round, int reports, long seed, double... value) {
    Accumulator<R> accumulator = round.newAccumulator();
    SimulationSource source = new SimulationSource(seed);
    for (int i = 0; i < reports; i++) {
      accumulator.add(round.randomizer().randomize(value, source));
    }
    return accumulator;
  }

  private static double loss(Family family, double z, double label) {
    return switch (family) {
      case LOGISTIC -> Math.log1p(Math.exp(z)) - label * z;
      case LINEAR -> (z - label) * (z - label) / 2;
      case POISSON -> Math.exp(z) - label * z;
    };
  }

  /** The gradient that reports are of, off the grid of the mechanism's inputs. */
  private static double[] statistic(Glm<?> round, double[] value) {
    double unit = round.mechanism().radius() / round.mechanism().steps();
    return Arrays.stream(round.input(value)).mapToDouble(x -> unit * x).toArray();
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void theStatisticIsTheGradientOfTheLoss(Family family) {
    Glm<?> round = afterSome(of(spec(family, "")), 0.5, -1, 0.25, 1);
    double[] value = {1, -0.5, 0.75, 1};
    double[] features = {1, -0.5, 0.75, 2 / Math.sqrt(3)}; // the constant is radius/√p
    double[] theta = round.theta();
    ToDoubleFunction<double[]> risk = at -> loss(family, Dense.dot(features, at), 1);
    double[] statistic = statistic(round, value);

    assertTrue(Path.norm(theta) > 0.001);
    for (int j = 0; j < 4; j++) {
      double[] above = theta.clone();
      double[] below = theta.clone();
      above[j] += 1e-5;
      below[j] -= 1e-5;
      double slope = (risk.applyAsDouble(above) - risk.applyAsDouble(below)) / 2e-5;
      assertEquals(slope, statistic[j], 1e-6 * (1 + Math.abs(slope)), family + " " + j);
      assertTrue(slope == 0 || Math.abs(-slope - statistic[j]) > 1e-3); // the wrong sign would show
    }
  }

  @Test
  void aResidualBeyondItsLimitCountsAsTheLimit() {
    Glm<?> round = of("linear(epsilon=1,p=2,radius=1,residual=3,intercept=no)");

    assertArrayEquals(
        new double[] {-1.5, 0.75}, statistic(round, new double[] {0.5, -0.25, 3}), 1e-8);
    assertArrayEquals(
        new double[] {-1.5, 0.75}, statistic(round, new double[] {0.5, -0.25, 1e300}), 1e-8);
    assertArrayEquals(
        new double[] {1.5, -0.75}, statistic(round, new double[] {0.5, -0.25, -7}), 1e-8);
  }

  @Test
  void longFeaturesAreClippedToTheNearestOfTheBall() {
    Glm<?> sphere = of("logistic(epsilon=1,p=2,radius=1,intercept=no,outside=clip)");
    Glm<?> cube = of("logistic(epsilon=1,p=2,radius=1,norm=linf,intercept=no,outside=clip)");

    assertArrayEquals(
        new double[] {0.3, -0.4}, statistic(sphere, new double[] {6e200, -8e200, 0}), 1e-8);
    assertArrayEquals(new double[] {0.5, -0.25}, statistic(cube, new double[] {7, -0.5, 0}), 1e-5);
  }

  @Test
  void aReportHasTheMechanismsLawOfTheGradient() {
    checkLaw(of("logistic(epsilon=1,p=2,radius=1,norm=linf,mechanism=one-coordinate)"));
  }

  private static <R> void checkLaw(Glm<R> first) {
    Glm<R> round = afterSome(first, 1, -1, 1);
    double[] yes = {0.5, -1, 1};
    double[] no = {-1, 1, 0};
    Law<R> law = Law.of(source -> round.report(round.input(yes), source));
    Law<R> other = Law.of(source -> round.report(round.input(no), source));
    double[] gradient = statistic(round, yes);
    double[] means = new double[3];
    for (int j = 0; j < 3; j++) {
      int coordinate = j;
      means[j] =
          law.mean(
              report -> {
                Accumulator<R> one = round.newAccumulator();
                one.add(report);
                return round.mean(one)[coordinate];
              });
    }

    assertArrayEquals(gradient, means, 1e-9);
    assertTrue(Law.epsilon(List.of(law, other)) <= round.guarantee().exactEpsilon() + 1e-12);
    assertTrue(Law.epsilon(List.of(law, other)) > 0.2, "reports depend on values at all");
    assertTrue(round.guarantee().exactEpsilon() <= 1);
  }

  @Test
  void stepsFollowTheFormulaAndStayInTheBall() {
    StepSchedule schedule = StepSchedule.of(12, 2, 0.3, 0.5, 0.5, 1.0);
    assertEquals(4, schedule.burnIn());
    assertEquals(4, schedule.steps());

    Path path = Path.start(schedule, 1).after(new double[] {-1}, 7);
    assertEquals(0.5, path.asked()[0]);
    path = path.after(new double[] {-0.2}, 7);
    assertEquals(0.5 + 0.5 / Math.sqrt(2) * 0.2, path.asked()[0], 1e-15);
    path = path.after(new double[] {-100}, 7);
    assertEquals(1.0, path.asked()[0]);
    path = path.after(new double[] {1.6}, 7); // steps 3 and 4 are averaged: 1 and 0.6
    assertEquals(0.8, path.asked()[0], 1e-15);
    assertEquals(28, path.people());

    double size = 0.5 / Math.sqrt(5); // both replicates' fifth step
    path = path.after(new double[] {1}, 7);
    assertEquals(0.8, path.asked()[0], 1e-15, "the second starts where the first did");
    path = path.after(new double[] {-0.5}, 7);
    assertTrue(path.hasAverages());
    assertEquals(0.8 - size, path.averages()[0][0], 1e-15);
    assertEquals(0.8 + size / 2, path.averages()[1][0], 1e-15);
    Codec<Path> codec =
        Codec.of(new byte[0], Codec.Seal.NONE, numbers -> Path.state(schedule, 1, numbers));
    byte[] numbers = codec.encode(path);
    assertArrayEquals(
        numbers, codec.encode(codec.decode(numbers, IllegalArgumentException::new)), "reads back");
  }

  @Test
  void theAnswerIsTheMeanOfReplicatesAndTheirSpreadItsError() {
    double[][] averages = {{1, 10}, {2, 10}, {6, 10}};
    double[] means = Glm.means(averages);

    assertArrayEquals(new double[] {3, 10}, means, 1e-15);
    assertEquals(Math.sqrt(7.0 / 3), Glm.error(averages, 0, 3), 1e-15);
    assertEquals(0, Glm.error(averages, 1, 10), 1e-15);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"4, 1e6", "1, 4e6"})
  void manyRegressionsComeWithinThirtyPercentOfTheOptimumAndCover(double epsilon, double people) {
    double[] truth = Trials.truth(10, 3);
    double[][] features = Trials.cube(1000, 10, 5);
    GlmQuestion question =
        of("logistic(epsilon=" + epsilon + ",p=10,radius=1,intercept=no)").question();
    double moment = question.gradients().worstVariance() / 10; // at the origin it is B²/d
    double t = TDistribution.of(4).inverseSurvivalProbability(0.025);
    Trials.Result result =
        Trials.run(question.schedule(), Family.LOGISTIC, features, truth, moment, people, 60, t, 1);

    // 600 intervals: the standard deviation of the share is about 0.011.
    assertTrue(result.ratio() < 1.3, result::toString);
    assertTrue(result.coverage() > 0.92 && result.coverage() < 0.98, result::toString);

    Trials.Result normal =
        Trials.run(
            question.schedule(), Family.LOGISTIC, features, truth, moment, people, 60, 1.96, 1);
    assertTrue(normal.coverage() < 0.92, "normal quantiles would be too short: " + normal);
    Trials.Result uphill =
        Trials.run(question.schedule(), Family.LOGISTIC, features, truth, moment, people, 2, t, -1);
    assertTrue(uphill.ratio() > 100, "the wrong sign would show: " + uphill);
  }
}
