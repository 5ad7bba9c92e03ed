package org.sparkldp.jobs.design;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class DivisionTest {

  /** The least worst error by trying every division. */
  private static double best(List<DoubleUnaryOperator> errors, int grains, int all) {
    int first = errors.size() - 1;
    if (first == 0) {
      return errors.get(0).applyAsDouble(grains / (double) all);
    }
    double best = Double.POSITIVE_INFINITY;
    for (int own = 1; own <= grains - first; own++) {
      double error = errors.get(first).applyAsDouble(own / (double) all);
      best = Math.min(best, Math.max(error, best(errors.subList(0, first), grains - own, all)));
    }
    return best;
  }

  @Test
  void noDivisionIsBetter() {
    Random random = new Random(5);
    for (int trial = 0; trial < 300; trial++) {
      List<DoubleUnaryOperator> errors = new ArrayList<>();
      for (int i = 0; i < 1 + trial % 4; i++) {
        double scale = Math.exp(4 * random.nextDouble());
        double power = 0.3 + random.nextDouble();
        double least = random.nextInt(3) == 0 ? 0.1 * random.nextDouble() : 0;
        errors.add(x -> x < least ? Double.POSITIVE_INFINITY : scale * Math.pow(x, -power));
      }
      Division found = Division.of(errors, 24);
      assertEquals(24, found.grains().stream().mapToInt(Integer::intValue).sum());
      assertTrue(found.grains().stream().allMatch(grains -> grains >= 1));
      assertEquals(best(errors, 24, 24), found.worst(), 1e-9 * found.worst(), "trial " + trial);
      for (int i = 0; i < errors.size(); i++) {
        double error = errors.get(i).applyAsDouble(found.grains().get(i) / 24.0);
        assertEquals(error, found.errors().get(i));
      }
    }
  }

  @Test
  void equalPartsAreWorseWhereQuestionsDiffer() {
    // A wrong twin: half of the grains each.
    List<DoubleUnaryOperator> errors = List.of(x -> 1 / Math.sqrt(x), x -> 3 / Math.sqrt(x));
    Division found = Division.of(errors, 1000);
    assertEquals(List.of(100, 900), found.grains());
    assertTrue(found.worst() < 0.8 * errors.get(1).applyAsDouble(0.5));
  }

  @Test
  void moreQuestionsThanGrainsAreRefused() {
    List<DoubleUnaryOperator> errors = List.of(x -> 1 / x, x -> 1 / x);
    assertThrows(IllegalArgumentException.class, () -> Division.of(errors, 1));
    assertThrows(IllegalArgumentException.class, () -> Division.of(List.of(), 1));
  }

  @Test
  void anErrorOutOfReachStaysInfinite() {
    List<DoubleUnaryOperator> errors = List.of(x -> Double.POSITIVE_INFINITY, x -> 1 / x);
    assertEquals(Double.POSITIVE_INFINITY, Division.of(errors, 10).worst());
  }
}
