package org.sparkldp.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RedrawsTest {
  private static final Domain DOMAIN = Domain.of(6, 10, 4);
  private static final int[][] TREE = {{0, 1}, {1, 2}};

  /** Sums of 15 cells of an asked pair, and a pair that only the tree knows. */
  private static double[] answers(Model model) {
    double[] asked = model.shares(new int[] {0, 1});
    double[] not = model.shares(new int[] {0, 2});
    return new double[] {
      Arrays.stream(asked).limit(15).sum(),
      Arrays.stream(asked).skip(30).limit(15).sum(),
      Arrays.stream(not).limit(8).sum(),
    };
  }

  /** A law of the tree; this part of the cells of its first pair is empty. */
  private static Joint law(double empty, SplittableRandom random) {
    double[][] potentials = {new double[60], new double[40]};
    for (double[] each : potentials) {
      Arrays.setAll(each, i -> 2 * random.nextDouble());
    }
    List<Integer> cells = new ArrayList<>(IntStream.range(0, 60).boxed().toList());
    Collections.shuffle(cells, new Random(random.nextLong()));
    cells.subList(0, (int) Math.round(60 * empty)).forEach(cell -> potentials[0][cell] = -60);
    return Joint.of(DOMAIN, TREE, potentials);
  }

  private static Model asked(Joint law, double people, long seed) {
    Rounds rounds = new Rounds(DOMAIN, law::marginal, people, 1);
    SplittableRandom random = new SplittableRandom(seed);
    List<AskedTable> tables = new ArrayList<>();
    int[][] levels = AskedTable.whole(DOMAIN, Joint.all(DOMAIN));
    for (int[] set : TREE) {
      tables.add(rounds.asked(set, levels, people / 2, random));
    }
    return Model.of(DOMAIN, tables);
  }

  /** As answers of the model are widened. */
  private static final double WIDER = 1.1;

  /**
   * Tables drawn from laws of the tree, of whose first pair no cell, 60 % and 90 % are empty: 95 %
   * intervals, as wide as answers have them, hold at least 93 % of 300 answers; half as wide they
   * do not. The seeds are fixed; the percentiles themselves are printed.
   */
  @Test
  @Tag("long")
  void intervals_cover() {
    for (double empty : new double[] {0, 0.6, 0.9}) {
      for (double people : new double[] {40_000, 400_000}) {
        double[] covered = coverage(empty, people, 100, 100);
        System.out.printf(
            Locale.ROOT,
            "%.0f %% empty, %,.0f people: percentiles %.3f, half of them %.3f, 1.1 of them %.3f%n",
            100 * empty,
            people,
            covered[0],
            covered[1],
            covered[2]);
        assertTrue(covered[2] >= 0.93, empty + ", " + people + ": " + covered[2]);
        assertTrue(covered[1] < 0.93, "half as wide: " + covered[1]);
      }
    }
  }

  private static double[] coverage(double empty, double people, int trials, int times) {
    double[] held = new double[3];
    for (int trial = 0; trial < trials; trial++) {
      Joint law = law(empty, new SplittableRandom(trial % 20));
      Model model = asked(law, people, 1000 + trial);
      double[] answers = answers(model);
      Redraws redraws = Redraws.of(model, times, trial, () -> true).orElseThrow();
      double[][] intervals = redraws.intervals(RedrawsTest::answers, 0.95);
      double[] pair = law.marginal(0, 1);
      double[] truths = {
        Arrays.stream(pair).limit(15).sum(),
        Arrays.stream(pair).skip(30).limit(15).sum(),
        Arrays.stream(law.marginal(0, 2)).limit(8).sum()
      };
      for (int j = 0; j < truths.length; j++) {
        double off = truths[j] - answers[j];
        double below = intervals[j][0] - answers[j];
        double above = intervals[j][1] - answers[j];
        double[] wide = {1, 0.5, WIDER};
        for (int i = 0; i < wide.length; i++) {
          boolean isHeld = wide[i] * below <= off && off <= wide[i] * above;
          held[i] += isHeld ? 1.0 / truths.length / trials : 0;
        }
      }
    }
    return held;
  }

  /** A small form of the same with a fixed seed: 120 answers. */
  @Test
  void intervals_coverMost() {
    double[] covered = coverage(1, 40_000, 40, 40);
    assertTrue(covered[0] >= 0.87, "covered " + covered[0]);
    assertTrue(covered[1] < 0.87, "half as wide " + covered[1]);
  }

  /** A fit whose steps are used up says so, and has no intervals. */
  @Test
  void aFitThatDidNotEnd_saysSo_andIsNotRedrawn() {
    List<AskedTable> tables = List.of(law(0, new SplittableRandom(1)).asked(0, 1));
    assertTrue(Model.of(DOMAIN, tables).isDone());
    Model cut = Model.of(DOMAIN, tables, List.of(), List.of(), Domain.MAX_CELLS, 5, 1, 5);
    assertFalse(cut.isDone());
    assertFalse(cut.as(cut.found()).isDone());
    assertTrue(Redraws.of(cut, 2, 5, () -> true).isEmpty());
    assertTrue(Redraws.of(Model.of(DOMAIN, tables), 2, 5, () -> false).isEmpty(), "no time");
  }

  /** Of n redraws the two farthest apart hold 1 - 2/(n + 1). */
  @Test
  void aConfidenceBeyondTheRedraws_isRefused() {
    Redraws redraws =
        Redraws.of(asked(law(0, new SplittableRandom(1)), 40_000, 2), 19, 5, () -> true)
            .orElseThrow();
    assertEquals(3, redraws.intervals(RedrawsTest::answers, 0.9).length);
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> redraws.intervals(RedrawsTest::answers, 0.95));
    assertEquals(
        "confidence must be above 0 and, with 19 redraws, at most 0.9: draw more. Provided value:"
            + " 0.95.",
        refused.getMessage());
  }

  @Test
  void redrawnModels_areTheSameAgain() {
    Model model = asked(law(0, new SplittableRandom(1)), 40_000, 2);
    Redraws redraws = Redraws.of(model, 3, 5, () -> true).orElseThrow();
    assertEquals(3, redraws.count());
    assertArrayEquals(answers(redraws.model(2)), answers(redraws.model(2)));
    assertArrayEquals(
        answers(redraws.model(1)),
        answers(Redraws.of(model, 2, 5, () -> true).orElseThrow().model(1)));
    assertTrue(Joint.distance(answers(redraws.model(0)), answers(redraws.model(1))) > 0);
    assertThrows(
        IllegalArgumentException.class, () -> Redraws.of(model, 1, 5, () -> true).orElseThrow());
    assertThrows(IllegalArgumentException.class, () -> redraws.intervals(RedrawsTest::answers, 1));
  }
}
