package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.SimulationSource;

/** Two epsilons of one question, in one estimate. */
class TiersTest {
  private static final List<FrequencyOracle<Integer>> SPECS =
      List.of(oracle("grr(epsilon=0.5,k=3)"), oracle("grr(epsilon=4.0,k=3)"));

  @SuppressWarnings("unchecked")
  private static FrequencyOracle<Integer> oracle(String spec) {
    return (FrequencyOracle<Integer>) Protocols.of(spec);
  }

  private static List<Accumulator<?>> asked(int[][] people, SimulationSource random) {
    List<Accumulator<?>> tiers = new ArrayList<>();
    for (int t = 0; t < people.length; t++) {
      Accumulator<Integer> tier = SPECS.get(t).newAccumulator();
      for (int v = 0; v < 3; v++) {
        for (int i = 0; i < people[t][v]; i++) {
          tier.add(SPECS.get(t).randomizer().randomize(v, random));
        }
      }
      tiers.add(tier);
    }
    return tiers;
  }

  /**
   * 2,000 trials: outside .925 to .972 has a chance below 1e-6 for each item. The people are the
   * same in all; who is in a tier is drawn anew. The twin takes the tier of little noise for all,
   * and knows nothing of that draw.
   */
  @Test
  void intervalsOfTiersThatAreAlikeHold() {
    Random shuffle = new Random(5);
    SimulationSource random = new SimulationSource(5);
    int[] truth = {640, 80, 480};
    int[] held = new int[3];
    int[] heldByTwin = new int[3];
    double[] errors = new double[2];
    for (int trial = 0; trial < 2_000; trial++) {
      int[][] people = new int[2][3];
      for (int i = 0; i < 1_200; i++) {
        int item = i < truth[0] ? 0 : i < truth[0] + truth[1] ? 1 : 2;
        people[shuffle.nextInt(3) == 0 ? 1 : 0][item]++; // a third chose epsilon 4
      }
      List<Accumulator<?>> tiers = asked(people, random);
      Estimate alike = Tiers.together(tiers, Tiers.ALIKE, .95);
      Estimate added = Tiers.together(tiers, Tiers.DIFFERENT, .95);
      Estimate second = Protocols.estimate(tiers.get(1), .95);
      double scale = 1_200.0 / second.n();
      for (int v = 0; v < 3; v++) {
        held[v] += holds(alike.rows().get(v), truth[v]);
        Estimate.Row row = second.rows().get(v);
        heldByTwin[v] +=
            Math.abs(scale * row.estimate() - truth[v]) <= 1.96 * scale * row.standardError()
                ? 1
                : 0;
        errors[0] += Math.pow(alike.rows().get(v).estimate() - truth[v], 2);
        errors[1] += Math.pow(added.rows().get(v).estimate() - truth[v], 2);
      }
    }
    for (int v = 0; v < 3; v++) {
      assertTrue(held[v] > 1_850 && held[v] < 1_944, () -> Arrays.toString(held));
    }
    assertTrue(heldByTwin[0] < 1_800, () -> Arrays.toString(heldByTwin));
    assertTrue(errors[0] < .3 * errors[1], () -> Arrays.toString(errors)); // what it is for
  }

  private static int holds(Estimate.Row row, double truth) {
    return row.lower() <= truth && truth <= row.upper() ? 1 : 0;
  }

  /** Tiers that differ: the same bounds; their average, as if they were alike, misses. */
  @Test
  void countsOfTiersThatDifferAddUp() {
    SimulationSource random = new SimulationSource(6);
    int[][] people = {{450, 30, 20}, {50, 350, 100}};
    int[] held = new int[3];
    int[] heldIfAlike = new int[3];
    for (int trial = 0; trial < 2_000; trial++) {
      List<Accumulator<?>> tiers = asked(people, random);
      for (int v = 0; v < 3; v++) {
        double truth = people[0][v] + people[1][v];
        held[v] += holds(Tiers.together(tiers, Tiers.DIFFERENT, .95).rows().get(v), truth);
        heldIfAlike[v] += holds(Tiers.together(tiers, Tiers.ALIKE, .95).rows().get(v), truth);
      }
    }
    for (int v = 0; v < 3; v++) {
      assertTrue(held[v] > 1_850 && held[v] < 1_944, () -> Arrays.toString(held));
    }
    assertTrue(heldIfAlike[0] < 1_000, () -> Arrays.toString(heldIfAlike));
  }

  /** A tier that nobody chose changes nothing, nor does a tier of the same spec. */
  @Test
  void oneTierIsItself() {
    int[][] people = {{30, 20, 10}, {0, 0, 0}};
    List<Accumulator<?>> tiers = asked(people, new SimulationSource(7));
    Estimate one = Protocols.estimate(tiers.get(0), .95);
    for (String assumed : List.of(Tiers.DIFFERENT, Tiers.ALIKE)) {
      Estimate found = Tiers.together(tiers, assumed, .95);
      for (int v = 0; v < 3; v++) {
        assertEquals(one.rows().get(v).estimate(), found.rows().get(v).estimate(), 1e-9);
        assertEquals(one.rows().get(v).lower(), found.rows().get(v).lower(), 1e-9);
        assertEquals(one.rows().get(v).upper(), found.rows().get(v).upper(), 1e-9);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mean", "items", "word", "nobody"})
  void otherTiersAreRefused(String why) {
    Accumulator<?> some = SPECS.get(0).newAccumulator();
    List<Accumulator<?>> tiers =
        switch (why) {
          case "mean" ->
              List.of(some, Protocols.of("duchi(epsilon=1.0,lower=0,upper=1)").newAccumulator());
          case "items" -> List.of(some, oracle("grr(epsilon=1.0,k=4)").newAccumulator());
          default -> List.of(some);
        };
    String assumed = why.equals("word") ? "same" : Tiers.ALIKE;
    String said =
        assertThrows(IllegalArgumentException.class, () -> Tiers.together(tiers, assumed, .95))
            .getMessage();
    assertTrue(
        said.contains(
            switch (why) {
              case "mean" -> "frequency oracles";
              case "items" -> "3 and 4 of them";
              case "word" -> "tiers must be different";
              default -> "at least one report";
            }),
        said);
  }
}
