package org.sparkldp.tables.protocol;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.Density;
import org.sparkldp.tables.Domain;
import org.sparkldp.tables.Model;

/**
 * Ranges of half the levels of two and of three numbers, in the setting of HDG (Yang et al., PVLDB
 * 14(4), 2020): a million people, six attributes of 64 levels, symmetric Laplace with correlations
 * of .8. Bounds are the errors of their authors' program there, and .8 of them at epsilon 2.
 */
class RangesTest {
  private static final int PEOPLE = 1_000_000;
  private static final int ATTRIBUTES = 6;
  private static final int LEVELS = 64;
  private static final int RANGES = 100;

  private static int[][] people(long seed) {
    Random random = new Random(seed);
    int[][] levels = new int[PEOPLE][ATTRIBUTES];
    for (int[] person : levels) {
      double scale = Math.sqrt(-Math.log(1 - random.nextDouble()));
      double common = Math.sqrt(0.8) * random.nextGaussian();
      for (int a = 0; a < ATTRIBUTES; a++) {
        double z = scale * (common + Math.sqrt(0.2) * random.nextGaussian());
        person[a] = (int) Math.max(0, Math.min(LEVELS - 1, Math.floor(5.5 * z + 32)));
      }
    }
    return levels;
  }

  /** The mean error of the model's answers; with people spread evenly in cells it is too large. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({".2, .0682, .0941", ".5, .0242, .0333", "1, .0153, .0236", "2, .0109, .0192"})
  void rangesErrAtMostAsGridsDo(double epsilon, double two, double three) {
    int[][] people = people(1);
    String attributes = String.join("_", Collections.nCopies(ATTRIBUTES, LEVELS + "n"));
    TablesRound round =
        (TablesRound) Protocols.of("tables(epsilon=" + epsilon + ",attributes=" + attributes + ")");
    SplittableRandom words = new SplittableRandom(1);
    TablesRound any = round;
    int[] rounds = IntStream.range(0, PEOPLE).map(i -> any.roundOf(words.nextLong())).toArray();
    RandomSource source = new SimulationSource(1);
    Accumulator<Integer> reports = reports(round, people, rounds, source);
    for (int number = 2; number <= 3; number++) {
      round = RoundWalk.next(round, reports);
      reports = reports(round, people, rounds, source);
    }
    Model model =
        Model.of(
            round.domain(),
            round.chosen(reports),
            round.others(reports),
            List.of(),
            Domain.MAX_CELLS);
    double[][] spread = new double[ATTRIBUTES][];
    double[][] evenly = new double[ATTRIBUTES][LEVELS];
    double[] levels = IntStream.rangeClosed(0, LEVELS).asDoubleStream().toArray();
    for (int a = 0; a < ATTRIBUTES; a++) {
      int[] groups = round.cells().get(a);
      double[] edges =
          IntStream.rangeClosed(0, LEVELS)
              .filter(v -> v == 0 || v == LEVELS || groups[v] != groups[v - 1])
              .asDoubleStream()
              .toArray();
      AskedTable fine = round.fine(reports).get(a);
      spread[a] = Density.of(edges, model.shares(new int[] {a})).over(levels, Optional.of(fine));
      Arrays.fill(evenly[a], 1);
    }
    for (int dimension = 2; dimension <= 3; dimension++) {
      double bound = dimension == 2 ? two : three;
      double error = error(people, model, round.cells(), spread, dimension);
      assertTrue(error <= bound, dimension + " attributes: " + error);
      double twin = error(people, model, round.cells(), evenly, dimension);
      assertTrue(twin > bound, "evenly: " + twin);
    }
  }

  private static Accumulator<Integer> reports(
      TablesRound round, int[][] people, int[] rounds, RandomSource source) {
    Accumulator<Integer> reports = round.newAccumulator();
    for (int i = 0; i < people.length; i++) {
      if (rounds[i] == round.round()) {
        double[] value = Arrays.stream(people[i]).asDoubleStream().toArray();
        reports.add(round.randomizer().randomize(value, source));
      }
    }
    return reports;
  }

  private static double error(
      int[][] people, Model model, List<int[]> cells, double[][] spread, int dimension) {
    Random random = new Random(7);
    double sum = 0;
    for (int range = 0; range < RANGES; range++) {
      int[] set = random.ints(0, ATTRIBUTES).distinct().limit(dimension).sorted().toArray();
      int[] from = random.ints(dimension, 0, LEVELS / 2 + 1).toArray();
      double[] weights = {1};
      for (int j = 0; j < dimension; j++) {
        double[] own = parts(spread[set[j]], cells.get(set[j]), from[j]);
        weights =
            Arrays.stream(weights).flatMap(w -> Arrays.stream(own).map(part -> w * part)).toArray();
      }
      double[] shares = model.shares(set);
      double answer = 0;
      for (int i = 0; i < shares.length; i++) {
        answer += weights[i] * shares[i];
      }
      double inside = 0;
      for (int[] person : people) {
        boolean isIn = true;
        for (int j = 0; j < dimension; j++) {
          int level = person[set[j]];
          isIn &= level >= from[j] && level < from[j] + LEVELS / 2;
        }
        inside += isIn ? 1 : 0;
      }
      sum += Math.abs(answer - inside / PEOPLE);
    }
    return sum / RANGES;
  }

  /** Of each cell the part of its people who are in a range of half the levels. */
  private static double[] parts(double[] spread, int[] cells, int from) {
    double[] inside = new double[cells[LEVELS - 1] + 1];
    double[] all = new double[inside.length];
    for (int v = 0; v < LEVELS; v++) {
      all[cells[v]] += spread[v];
      inside[cells[v]] += v >= from && v < from + LEVELS / 2 ? spread[v] : 0;
    }
    Arrays.setAll(inside, c -> all[c] > 0 ? inside[c] / all[c] : 0.5);
    return inside;
  }
}
