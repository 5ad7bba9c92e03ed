package org.sparkldp.tables.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Predicted;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.tables.Answer;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.LinearAnswers;

/** Whose reports tables are made of, and what they say. */
class TablesTest {
  private static AskedTables of(String spec) {
    return (AskedTables) Protocols.of(spec);
  }

  // Coordinates.

  @Test
  void aCoordinateIsACellOrAPlaceOrALevelApart() {
    AskedTables tables = of("tables(epsilon=1,attributes=3c_4O2_5n1,ask=0-1-2)");
    for (double[] taken :
        new double[][] {{0, 0, 0}, {2, 4, 5}, {1, 3.99, 4}, {1, 5, 0}, {1, 6, 0}}) {
      assertTrue(tables.accepts(taken), Arrays.toString(taken));
    }
    for (double[] none :
        new double[][] {{3, 0, 0}, {.5, 0, 0}, {0, 4.5, 0}, {0, 7, 0}, {0, -.1, 0}, {0, 0, 6}}) {
      assertTrue(!tables.accepts(none), Arrays.toString(none));
    }
    // Three of the first, two ends of four cells and two levels more, five and one.
    assertEquals(List.of(3, 10, 6), tables.domain().sizes());
  }

  /** Law by law: who is a quarter into a cell reports as a quarter of those at its upper end do. */
  @Test
  void aPlaceIsAMixtureOfTheEndsOfItsCell() {
    AskedTables tables = of("tables(epsilon=1,attributes=2O1_2c,ask=0-1)");
    double[] between = probabilities(tables, 1.25);
    double[] lower = probabilities(tables, 1);
    double[] upper = probabilities(tables, 2); // of the last cell
    double[] third = probabilities(tables, 1.5);

    assertArrayEquals(mixed(lower, upper, .25), between, 1e-12);
    assertThrows(
        AssertionError.class, () -> assertArrayEquals(mixed(lower, upper, .25), third, 1e-6));
    assertEquals(0, distance(probabilities(tables, 3), probabilities(tables, 3)));
    assertTrue(distance(probabilities(tables, 3), lower) > .01, "a level apart is none of them");
  }

  private static double[] probabilities(AskedTables tables, double place) {
    double[] all = new double[tables.layout().width()];
    int[] input = tables.input(new double[] {place, 0}, () -> 0);
    Law.of(source -> tables.report(input, source))
        .forEach((report, probability) -> all[report] += probability);
    return all;
  }

  private static double[] mixed(double[] x, double[] y, double part) {
    return IntStream.range(0, x.length).mapToDouble(i -> (1 - part) * x[i] + part * y[i]).toArray();
  }

  private static double distance(double[] x, double[] y) {
    return IntStream.range(0, x.length).mapToDouble(i -> Math.abs(x[i] - y[i])).sum();
  }

  /** Expected ends are the places: in cells of any width, so that sums are unbiased. */
  @Test
  void theExpectedEndIsThePlace() {
    Predicted<double[]> tables = of("tables(epsilon=1,attributes=4N1_2c,ask=0)");
    for (double place : new double[] {0, .25, 1, 2.75, 4}) {
      double[] counts = tables.expected(List.of(new double[] {place, 1}), 1).answers();
      double sum = 0;
      for (int level = 0; level < 8; level++) {
        sum += counts[level] * (level / 2 + level % 2);
      }
      assertEquals(place, sum, 1e-12);
      assertEquals(0, counts[8]);
    }
  }

  // Who answers what.

  @Test
  void aPublicWordDecidesTheTableAndNothingElseEntersTheReport() {
    AskedTables tables = of("tables(epsilon=1,attributes=3c_4o_5c,ask=0.1-2)");
    PublicHash hash = new PublicHash("test");
    int[] asked = new int[2];
    Set<List<Integer>> inputs = new HashSet<>();
    int people = 100_000;
    for (long id = 0; id < people; id++) {
      long word = hash.word(id);
      int[] input = tables.input(new double[] {id % 3, id % 4, id % 5}, () -> word);
      asked[input[0]]++;
      inputs.add(Arrays.stream(input).boxed().toList());
    }

    assertEquals(3 + 20, inputs.size());
    // K^(2/3) of 3 and 20 items.
    double part = Math.cbrt(9) / (Math.cbrt(9) + Math.cbrt(400));
    assertEquals(part * people, asked[0], 5 * Math.sqrt(people * part));
  }

  // Errors.

  private static final int[] COUNTS = {300, 100, 500, 60, 40, 0};

  /** Standard errors hold who was asked which table; a twin that forgets it is too small. */
  @Tag("slow")
  @Test
  void standardErrorsAreThoseOfManyTrials() {
    AskedTables tables = of("tables(epsilon=4,attributes=3c_2c,ask=0-1.0.1)");
    List<double[]> people = new ArrayList<>();
    for (int item = 0; item < COUNTS.length; item++) {
      int first = item / 2;
      for (int i = 0; i < COUNTS[item]; i++) {
        people.add(new double[] {first, item % 2});
      }
    }
    Predicted.Expected expected = tables.expected(people, 1);
    int trials = 1500;
    double[] sums = new double[expected.answers().length];
    double[] squares = new double[sums.length];
    double[] claimed = new double[sums.length];
    int[] covered = new int[sums.length];
    RandomSource source = new SimulationSource(5);
    for (int t = 0; t < trials; t++) {
      Accumulator<Integer> reports = tables.newAccumulator();
      for (double[] person : people) {
        reports.add(tables.randomizer().randomize(person, source));
      }
      List<Estimate.Row> rows = tables.estimate(reports).rows();
      for (int i = 0; i < sums.length; i++) {
        double error = rows.get(i).estimate() - expected.answers()[i];
        sums[i] += error;
        squares[i] += error * error;
        claimed[i] += rows.get(i).standardError() * rows.get(i).standardError();
        covered[i] += Math.abs(error) <= 1.96 * rows.get(i).standardError() ? 1 : 0;
      }
    }
    double twin = 0;
    for (int i = 0; i < sums.length; i++) {
      double variance = squares[i] / trials;
      assertEquals(0, sums[i] / trials, 5 * Math.sqrt(variance / trials), "row " + i);
      assertEquals(1, variance / expected.variances()[i], .2, "row " + i);
      assertEquals(1, claimed[i] / trials / variance, .2, "row " + i);
      double share = expected.answers()[i] / 1000;
      double noise =
          i < 6
              ? expected.variances()[i] - 1000 / part(6, 3, 2) * share * (1 - share)
              : expected.variances()[i];
      twin = Math.max(twin, variance / Math.max(1e-9, noise));
      assertTrue(COUNTS[i % 6] == 0 || covered[i] > .92 * trials, i + ": " + covered[i]);
    }
    assertTrue(twin > 1.5, "coins alone " + twin);
  }

  /** People in the middle of a cell: the coins for its ends are more than the oracle's noise. */
  @Test
  void standardErrorsHoldTheCoinsForEnds() {
    AskedTables tables = of("tables(epsilon=4,attributes=4N1_2c,ask=0)");
    List<double[]> people = Collections.nCopies(500, new double[] {1.5, 0});
    Predicted.Expected expected = tables.expected(people, 1);
    int trials = 800;
    double square = 0;
    double claimed = 0;
    RandomSource source = new SimulationSource(3);
    for (int t = 0; t < trials; t++) {
      Estimate.Row lower = tables.estimate(answers(tables, people, source)).rows().get(2);
      square += Math.pow(lower.estimate() - 250, 2) / trials;
      claimed += Math.pow(lower.standardError(), 2) / trials;
    }
    double coins = 500 / 4.0;

    assertEquals(1, square / expected.variances()[2], .2);
    assertEquals(1, claimed / square, .2);
    assertTrue(square / (expected.variances()[2] - coins) > 2, "without coins " + square);
    double[] middle =
        tables.expected(List.of(new double[] {1, 0}, new double[] {2, 0}), 250).variances();
    assertEquals(coins, expected.variances()[2] - middle[2], 1e-9, "nobody at an end tosses");
  }

  private static double part(double own, double... others) {
    double sum = Math.cbrt(own * own);
    for (double other : others) {
      sum += Math.cbrt(other * other);
    }
    return Math.cbrt(own * own) / sum;
  }

  // Rounds.

  /** People of whom the first two attributes hang together, and the third is a number. */
  private static double[] person(SplittableRandom random) {
    int first = random.nextInt(3);
    int second = random.nextDouble() < .8 ? first : random.nextInt(4);
    double number = 32 * random.nextDouble() * random.nextDouble() * random.nextDouble();
    return new double[] {first, second, random.nextDouble() < .1 ? 33 : number};
  }

  private record Walked(TablesRound last, Accumulator<Integer> reports, double mean) {}

  private static Walked walk(String spec, int people, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    RandomSource source = new SimulationSource(seed);
    Map<Integer, List<double[]>> byRound = new HashMap<>();
    TablesRound round = (TablesRound) Protocols.of(spec);
    double sum = 0;
    for (int i = 0; i < people; i++) {
      double[] person = person(random);
      sum += person[2] > 32 ? 0 : person[2];
      byRound.computeIfAbsent(round.roundOf(random.nextLong()), r -> new ArrayList<>()).add(person);
    }
    Accumulator<Integer> reports = answers(round, byRound.get(1), source);
    for (int number = 2; number <= 3; number++) {
      round = RoundWalk.next(round, reports);
      reports = answers(round, byRound.get(number), source);
    }
    return new Walked(round, reports, sum / people);
  }

  private static Accumulator<Integer> answers(
      AskedTables round, List<double[]> people, RandomSource source) {
    Accumulator<Integer> reports = round.newAccumulator();
    people.forEach(person -> reports.add(round.randomizer().randomize(person, source)));
    return reports;
  }

  private static final String CHOSEN = "tables(epsilon=2,attributes=3c_4o_32N1,cells=4)";

  @Test
  void whatHangsTogetherIsAskedTogetherOverCellsThatAreNarrowWherePeopleAre() {
    Walked walked = walk(CHOSEN, 60_000, 1);
    List<AskedTable> chosen = walked.last.chosen(walked.reports);
    int[] groups = walked.last.cells().get(2);

    assertArrayEquals(new int[] {0, 1}, chosen.get(0).attributes());
    assertEquals(3 + 3, walked.last.others(walked.reports).size());
    assertEquals(List.of(3, 4, 9), walked.last.domain().sizes());
    // The first round's tables, over all cells, and then the level apart.
    assertEquals(
        List.of(3, 4, 33),
        walked.last.fine(walked.reports).stream().map(table -> table.shares().length).toList());
    // The mass is near 0, and so are the first edges.
    assertTrue(Arrays.stream(groups).filter(group -> group == 0).count() < 6);
    assertTrue(Arrays.stream(groups).filter(group -> group == 3).count() > 9);
  }

  @Test
  void theLabelsPairsAreTheTree() {
    Walked walked = walk("tables(epsilon=2,attributes=3c_4o_32N1,cells=4,label=2)", 60_000, 1);
    List<AskedTable> chosen = walked.last.chosen(walked.reports);
    assertArrayEquals(new int[] {0, 2}, chosen.get(0).attributes());
    assertArrayEquals(new int[] {1, 2}, chosen.get(1).attributes());
  }

  /** The mean by ends is unbiased with its standard error; by middles of cells it is far off. */
  @Tag("slow")
  @Test
  void theMeanOfANumberIsUnbiasedAfterItsCellsWereJoined() {
    double[] byEnds = new double[20];
    double[] byMiddles = new double[20];
    for (int seed = 0; seed < byEnds.length; seed++) {
      Walked walked = walk(CHOSEN, 40_000, seed);
      int[] groups = walked.last.cells().get(2);
      Function<Integer, Integer> edge =
          group -> (int) Arrays.stream(groups).filter(each -> each < group).count();
      double[] ends = new double[9];
      double[] middles = new double[9];
      for (int level = 0; level < 8; level++) {
        ends[level] = edge.apply(level / 2 + level % 2);
        middles[level] = (edge.apply(level / 2) + edge.apply(level / 2 + 1)) / 2.0;
      }
      byEnds[seed] = far(walked, ends);
      byMiddles[seed] = far(walked, middles);
    }
    assertEquals(0, mean(byEnds), 4 / Math.sqrt(byEnds.length));
    assertEquals(1, mean(Arrays.stream(byEnds).map(z -> z * z).toArray()), 1);
    assertTrue(Math.abs(mean(byMiddles)) > 4 / Math.sqrt(byEnds.length), "" + mean(byMiddles));
  }

  /** In standard errors. */
  private static double far(Walked walked, double[] weights) {
    List<AskedTable> all = new ArrayList<>(walked.last.chosen(walked.reports));
    all.addAll(walked.last.others(walked.reports));
    Answer answer =
        new LinearAnswers(walked.last.domain(), all).answer(new int[] {2}, weights).orElseThrow();
    return (answer.value() - walked.mean) / answer.standardError();
  }

  private static double mean(double[] of) {
    return Arrays.stream(of).average().orElseThrow();
  }

  @Test
  void aRoundNeedsAnswersToEachTable() {
    TablesRound first = (TablesRound) Protocols.of(CHOSEN);
    Accumulator<Integer> few = first.newAccumulator();
    few.add(0);
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> ((InRounds) first).next(few));
    assertTrue(refusal.getMessage().contains("each of its 3 tables"), refusal.getMessage());
  }
}
