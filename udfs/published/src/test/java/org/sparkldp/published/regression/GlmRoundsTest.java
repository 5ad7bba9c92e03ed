package org.sparkldp.published.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.regression.Family;
import org.sparkldp.protocols.statistics.Dense;

class GlmRoundsTest {
  private static final String SMALL =
      "logistic(epsilon=2,p=2,radius=1,mechanism=l2-ball,rounds=12,replicates=2,burn_in=0.3)";

  private static Glm<?> of(String spec) {
    return (Glm<?>) Protocols.of(spec);
  }

  private static <R> Accumulator<R> some(Glm<R> round, int reports, long seed) {
    Accumulator<R> accumulator = round.newAccumulator("a plan");
    SimulationSource source = new SimulationSource(seed);
    for (int i = 0; i < reports; i++) {
      double[] value = {i % 3 / 3.0, 0.1 * (i % 7), i % 2};
      accumulator.add(round.randomizer().randomize(value, source));
    }
    return accumulator;
  }

  private static <R> Glm<R> next(Glm<R> round) {
    return RoundWalk.next(round, some(round, 40, RoundWalk.at(round).round()));
  }

  private static <R> Estimate estimate(Glm<R> round) {
    return round.estimate(some(round, 40, round.round()));
  }

  private static String refusal(Runnable bad) {
    return assertThrows(IllegalArgumentException.class, bad::run).getMessage();
  }

  @Test
  void laterRoundsAreMadeAnewFromSpecAndAttachment() {
    Glm<?> round = of(SMALL);
    int size = 0;
    for (int i = 1; i < 12; i++) {
      assertEquals(i, round.round());
      round = next(round);
      Glm<?> read = (Glm<?>) Glm.LOGISTIC.make(round.spec(), round.attachment());

      assertEquals(round, read);
      assertArrayEquals(round.theta(), read.theta());
      assertArrayEquals(round.attachment(), read.attachment());
      assertEquals(
          SMALL.replace("epsilon=2", "epsilon=2.0").replace("radius=1", "radius=1.0"),
          read.firstSpec().toString());
      assertTrue(size == 0 || size == round.attachment().length, "the state does not grow");
      size = round.attachment().length;
    }
    assertEquals(1, RoundState.decode(round.attachment()).accumulators().size());
    Glm<?> last = round;
    assertTrue(refusal(() -> next(last)).contains("last"));
  }

  @Test
  void estimatesBecomeMoreCertain() {
    Glm<?> round = of(SMALL.replace("epsilon=2", "epsilon=4"));
    Estimate first = estimate(round);
    assertTrue(first.rows().get(0).note().contains("replicates have not begun"));
    assertTrue(Double.isNaN(first.rows().get(0).standardError()));
    assertEquals(40, first.n());
    for (int i = 1; i < 11; i++) {
      round = next(round);
    }
    assertTrue(estimate(round).rows().get(0).note().contains("rounds are left"));

    Estimate last = estimate(next(round));
    assertEquals(12 * 40, last.n());
    assertEquals(3, last.rows().size());
    assertEquals("intercept", last.rows().get(2).item());
    assertEquals("1", last.rows().get(1).item());
    Estimate.Row row = last.rows().get(0);
    assertTrue(row.note().contains("logistic-regression learns"), row.note());
    // Student's quantile for one degree of freedom
    assertEquals(12.706 * row.standardError(), row.upper() - row.estimate(), 1e-3);
    assertEquals(row.estimate() - row.lower(), row.upper() - row.estimate(), 1e-9);
  }

  /**
   * In the burn-in what is estimated is where the next round asks; an intercept in its own unit.
   */
  @Test
  void theFirstEstimateIsWhereTheNextRoundAsks() {
    for (String spec : new String[] {SMALL, SMALL.replace("radius=1", "radius=4")}) {
      checkFirst(of(spec));
    }
  }

  private static <R> void checkFirst(Glm<R> round) {
    Accumulator<R> reports = some(round, 40, 1);
    double[] theta = RoundWalk.next(round, reports).theta();
    Estimate estimate = round.estimate(reports);
    for (int j = 0; j < 3; j++) {
      double unit = j == 2 ? round.question().constant() : 1;
      Estimate.Row row = estimate.rows().get(j);
      assertEquals(unit * theta[j], row.estimate(), 1e-15);
      assertEquals(Double.POSITIVE_INFINITY, row.upper());
      assertEquals(Double.NEGATIVE_INFINITY, row.lower());
    }
    assertNotEquals(0, theta[2]);
    assertNotEquals(1, round.question().constant());
  }

  @Test
  void everyRowOfTheLastEstimateHasItsInterval() {
    Glm<?> round = of(SMALL);
    for (int i = 1; i < 12; i++) {
      round = next(round);
    }
    for (Estimate.Row row : estimate(round).rows()) {
      assertTrue(row.standardError() > 0);
      assertEquals(12.706205, (row.upper() - row.estimate()) / row.standardError(), 1e-6);
      assertEquals(12.706205, (row.estimate() - row.lower()) / row.standardError(), 1e-6);
    }
  }

  /** Whatever audits attack, they attack at the gradients that differ most. */
  @Test
  void cornersAreTheMechanisms() {
    for (String spec : new String[] {SMALL, SMALL.replace("l2-ball", "privunit")}) {
      Glm<?> round = of(spec);
      assertEquals(round.mechanism().corners(), round.corners());
      for (int i = 0; i < Math.min(4, round.corners()); i++) {
        assertArrayEquals(round.mechanism().corner(i), round.corner(i));
      }
    }
  }

  private static void resume(String spec, String state, byte[] attachment) {
    Glm.LOGISTIC.make(of(spec).spec().with("state", state), attachment);
  }

  /** The fingerprint is right and the reports are the question's, but the numbers are no path. */
  @Test
  void numbersThatAreNoPathAreRefused() {
    Glm<?> later = next(of(SMALL));
    RoundState state = RoundState.decode(later.attachment());
    double[] numbers = state.numbers();
    for (double done : new double[] {0, -1, 1.5, 12, Double.NaN}) {
      double[] wrong = numbers.clone();
      wrong[0] = done;
      RoundState bad = new RoundState(state.accumulators(), wrong);
      assertTrue(
          refusal(() -> resume(SMALL, bad.fingerprint(), bad.encode())).contains("question"),
          "done " + done);
    }
    for (int length : new int[] {numbers.length - 1, numbers.length + 1}) {
      RoundState bad = new RoundState(state.accumulators(), Arrays.copyOf(numbers, length));
      assertTrue(
          refusal(() -> resume(SMALL, bad.fingerprint(), bad.encode())).contains("question"));
    }
    RoundState twice =
        new RoundState(List.of(state.accumulators().get(0), state.accumulators().get(0)), numbers);
    assertTrue(
        refusal(() -> resume(SMALL, twice.fingerprint(), twice.encode())).contains("question"));
    resume(SMALL, state.fingerprint(), state.encode());
  }

  /** 85 rounds: a burn-in of 5, then 20 steps of each of four replicates in turn. */
  @Test
  void replicatesStepInTurnBehindTheBurnIn() {
    StepSchedule schedule = StepSchedule.of(85, 4, 0.05, 1, 0.5, 9);
    assertEquals(5, schedule.burnIn());
    assertEquals(20, schedule.steps());
    for (int round = 1; round <= 85; round++) {
      boolean isBurnIn = round <= 5;
      int turn = round - 6;
      assertEquals(isBurnIn, schedule.isBurnIn(round));
      assertEquals(isBurnIn ? 0 : turn % 4, schedule.replicate(round));
      assertEquals(isBurnIn ? round : 1 + turn / 4, schedule.step(round));
      assertEquals(Math.pow(isBurnIn ? round : 6 + turn / 4, -0.5), schedule.size(round), 1e-15);
      // The later half of the burn-in; of a replicate all steps but the first two.
      assertEquals(isBurnIn ? round > 2 : turn / 4 >= 2, schedule.isAveraged(round));
      for (int replicate = 0; replicate < 4; replicate++) {
        int averaged = 0;
        for (int done = 6; done <= round; done++) {
          averaged += schedule.replicate(done) == replicate && schedule.isAveraged(done) ? 1 : 0;
        }
        assertEquals(averaged, schedule.averaged(replicate, round), replicate + " " + round);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"l2-ball", "privunit", "privunit-g", "laplace-vector"})
  void sumsAreTheSameInAnyOrderAndReadBack(String mechanism) {
    checkSums(of(SMALL.replace("l2-ball", mechanism)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"one-coordinate", "coordinate-sampling", "hypercube", "laplace-vector"})
  void sumsInCubesToo(String mechanism) {
    checkSums(of(SMALL.replace("mechanism=l2-ball", "norm=linf,mechanism=" + mechanism)));
  }

  private static <R> void checkSums(Glm<R> round) {
    Accumulator<R> left = some(round, 30, 1);
    left.merge(some(round, 20, 2));
    Accumulator<R> right = some(round, 20, 2);
    right.merge(some(round, 30, 1));

    assertArrayEquals(left.toBytes(), right.toBytes());
    assertEquals(50, left.n());
    assertEquals(left, Protocols.readAccumulator(left.toBytes(), round));
    assertArrayEquals(RoundWalk.next(round, left).theta(), RoundWalk.next(round, right).theta());
    assertNotEquals(0, Path.norm(RoundWalk.next(round, left).theta()));
  }

  @Test
  void wordsDealPeopleEvenlyToRounds() {
    Glm<?> round = of(SMALL);
    SimulationSource source = new SimulationSource(1);
    int[] people = new int[13];
    for (int i = 0; i < 120_000; i++) {
      people[round.roundOf(source.nextLong())]++;
    }

    assertEquals(0, people[0]);
    for (int r = 1; r <= 12; r++) {
      assertEquals(10_000, people[r], 500); // five standard deviations
    }
    assertEquals(1, round.roundOf(0));
    assertEquals(12, round.roundOf(-1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "logistic(epsilon=1,p=1,radius=1) | 0.5 | 2 | label must be 0 or 1",
        "logistic(epsilon=1,p=1,radius=1) | 0.5 | NaN | label must be 0 or 1",
        "logistic(epsilon=1,p=1,radius=1) | 1.25 | 1 | at most the radius",
        "logistic(epsilon=1,p=1,radius=1,outside=clip) | NaN | 1 | finite",
        "logistic(epsilon=1,p=1,radius=1,outside=clip) | -Infinity | 1 | finite",
        "linear(epsilon=1,p=1,radius=1,residual=3) | 0.5 | Infinity | label must be a finite",
        "poisson(epsilon=1,p=1,radius=1,residual=3) | 0.5 | -1 | label must be a whole",
        "poisson(epsilon=1,p=1,radius=1,residual=3) | 0.5 | 0.5 | label must be a whole",
      })
  void aBadValueIsRefusedUnseen(String spec, double feature, double label, String why) {
    Glm<?> round = of(spec);
    double[] value = {feature, label};
    String message = refusal(() -> round.input(value));

    assertFalse(round.accepts(value));
    assertTrue(message.contains(why), message);
    assertFalse(message.contains("1.25") || message.contains("-1"), message);
    refusal(() -> round.input(new double[] {0.5}));
    assertFalse(round.accepts(new double[] {0.5}));
    assertTrue(round.accepts(new double[] {0.5, 1}));
  }

  /** All rounds of a regression whose people come from a model. */
  private static <R> Estimate fit(Glm<R> first, double[][] people) {
    SimulationSource source = new SimulationSource(99);
    Glm<R> round = first;
    int each = people.length / first.rounds();
    for (int at = 0; ; at += each) {
      Accumulator<R> accumulator = round.newAccumulator();
      for (double[] person : Arrays.asList(people).subList(at, at + each)) {
        accumulator.add(round.report(round.input(person), source));
      }
      if (round.round() == round.rounds()) {
        return round.estimate(accumulator);
      }
      round = RoundWalk.next(round, accumulator);
    }
  }

  /** People of a model with an intercept of −0.5. */
  private static double[][] people(Family family, double[] truth, int n) {
    SimulationSource source = new SimulationSource(3);
    double[][] features = Trials.cube(n, truth.length, 8);
    double[][] people = new double[n][];
    for (int i = 0; i < n; i++) {
      double mean = family.mean(Dense.dot(features[i], truth) - 0.5);
      people[i] = Arrays.copyOf(features[i], truth.length + 1);
      people[i][truth.length] =
          switch (family) {
            case LOGISTIC -> (source.nextLong() >>> 11) * 0x1p-53 < mean ? 1 : 0;
            case LINEAR -> mean + 0.5 * People.normal(source);
            case POISSON -> People.poisson(mean, source);
          };
    }
    return people;
  }

  /** The maximum of the likelihood, by Newton's method on the values themselves. */
  private static double[] withoutPrivacy(Family family, double[][] people) {
    int width = people[0].length;
    double[] theta = new double[width]; // the last is the intercept's
    for (int step = 0; step < 8; step++) {
      double[] gradient = new double[width];
      double[][] hessian = new double[width][width];
      for (double[] person : people) {
        double[] x = person.clone();
        x[width - 1] = 1;
        double z = Dense.dot(theta, x);
        double slope = (family.mean(z + 1e-5) - family.mean(z - 1e-5)) / 2e-5;
        for (int i = 0; i < width; i++) {
          gradient[i] += (family.mean(z) - person[width - 1]) * x[i];
          for (int j = 0; j < width; j++) {
            hessian[i][j] += slope * x[i] * x[j];
          }
        }
      }
      double[] move = Dense.solve(hessian, gradient);
      Arrays.setAll(theta, j -> theta[j] - move[j]);
    }
    return theta;
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"LOGISTIC, ''", "LINEAR, ',residual=4'", "POISSON, ',residual=5'"})
  void aModelsParametersAreFound(Family family, String residual) {
    double[] truth = {1.5, -1, 0.5};
    double[][] people = people(family, truth, 150_000);
    String spec = family.text() + "(epsilon=4,p=3,radius=1" + residual + ",mechanism=privunit)";
    Estimate estimate = fit(of(spec), people);
    double[] all = {1.5, -1, 0.5, -0.5};
    double t = 8.61; // Student's for four degrees of freedom, one in a thousand outside

    double[] likeliest = withoutPrivacy(family, people);

    for (int j = 0; j < all.length; j++) {
      Estimate.Row row = estimate.rows().get(j);
      assertEquals(all[j], likeliest[j], 0.05, "without privacy, " + row.item());
      assertEquals(likeliest[j], row.estimate(), t * row.standardError(), row.item());
      assertEquals(all[j], row.estimate(), 0.5, row.item());
      assertEquals(all[j], row.estimate(), t * row.standardError(), row.item());
      assertTrue(row.standardError() < 0.3, row.item());
    }
    for (double[] person : people) { // and with the other meaning of a label they are not
      person[3] = family == Family.LOGISTIC ? 1 - person[3] : 0;
    }
    double twin = fit(of(spec), Arrays.copyOf(people, people.length / 3)).rows().get(0).estimate();
    assertTrue(Math.abs(twin - 1.5) > 0.5, "a wrong label would show: " + twin);
  }
}
