package org.sparkldp.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sparkldp.release.Contribution.Neighbours;

/** What one user can move: the stated norms against every vector that the bounds allow. */
class ContributionTest {
  /** Of a count where there is a total, else of a sum. */
  private static Contribution bound(int cells, double lower, double upper, Integer total) {
    boolean isSum = total == null;
    return new Contribution(
        cells,
        isSum ? OptionalInt.empty() : OptionalInt.of((int) upper),
        isSum ? OptionalInt.empty() : OptionalInt.of(total),
        isSum ? OptionalDouble.of(lower) : OptionalDouble.empty(),
        isSum ? OptionalDouble.of(upper) : OptionalDouble.empty());
  }

  /** All vectors of whole numbers over so many cells that the bounds allow. */
  private static List<int[]> allowed(Contribution bound, int all) {
    List<int[]> vectors = new ArrayList<>();
    int low = (int) bound.least();
    int width = (int) bound.most() - low + 1;
    // A cell without rows is 0, whatever the bounds of one with rows.
    for (int code = 0; code < Math.pow(width + 1, all); code++) {
      int[] vector = new int[all];
      int rest = code;
      for (int cell = 0; cell < all; cell++) {
        int digit = rest % (width + 1);
        vector[cell] = digit == width ? 0 : low + digit;
        rest /= width + 1;
      }
      long touched = IntStream.of(vector).filter(x -> x != 0).count();
      boolean fits =
          bound.total().isEmpty() || IntStream.of(vector).sum() <= bound.total().getAsInt();
      if (touched <= bound.cells() && fits) {
        vectors.add(vector);
      }
    }
    return vectors;
  }

  private static Sensitivity largest(Contribution bound, Neighbours neighbours, int cells) {
    List<int[]> all = allowed(bound, cells);
    List<int[]> others = neighbours == Neighbours.REPLACE ? all : List.of(new int[cells]);
    int l0 = 0;
    int l1 = 0;
    int squares = 0;
    int lInf = 0;
    for (int[] a : all) {
      for (int[] b : others) {
        int moved = 0;
        int sum = 0;
        int sumOfSquares = 0;
        for (int cell = 0; cell < cells; cell++) {
          int difference = Math.abs(a[cell] - b[cell]);
          moved += Integer.signum(difference);
          sum += difference;
          sumOfSquares += difference * difference;
          lInf = Math.max(lInf, difference);
        }
        l0 = Math.max(l0, moved);
        l1 = Math.max(l1, sum);
        squares = Math.max(squares, sumOfSquares);
      }
    }
    return new Sensitivity(l0, l1, Math.sqrt(squares), lInf);
  }

  /** Counts of every small bound: with and without a total, with few cells and with enough. */
  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void theNormsOfCountsAreThoseOfTheWorstPairOfNeighbours(Neighbours neighbours) {
    for (int all = 1; all <= 4; all++) {
      for (int cells = 1; cells <= all + 1; cells++) {
        for (int perCell = 1; perCell <= 3; perCell++) {
          for (int total = 1; total <= cells * perCell + 1; total++) {
            requireLargest(bound(cells, 0, perCell, total), neighbours, all);
          }
        }
      }
    }
  }

  /** Sums, whose bounds may lie on both sides of 0, on one side, or be one number. */
  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void theNormsOfSumsAreThoseOfTheWorstPairOfNeighbours(Neighbours neighbours) {
    for (int all = 1; all <= 3; all++) {
      for (int cells = 1; cells <= all; cells++) {
        for (int lower = -3; lower <= 3; lower++) {
          for (int upper = lower; upper <= 3; upper++) {
            if (lower != 0 || upper != 0) {
              requireLargest(bound(cells, lower, upper, null), neighbours, all);
            }
          }
        }
      }
    }
  }

  private static void requireLargest(Contribution bound, Neighbours neighbours, int all) {
    assertEquals(
        largest(bound, neighbours, all),
        bound.sensitivity(neighbours, all),
        () -> bound + " of " + all + " cells");
  }

  /** What a person may move is 14.14 in both, with room for two such people. */
  @Test
  void aTotalBoundsTheNormsOfWhoChanges() {
    double root = Math.sqrt(200);
    Neighbours replace = Neighbours.REPLACE;
    assertEquals(
        new Sensitivity(20, 20, root, 10), bound(20, 0, 10, 10).sensitivity(replace, 1000));
    assertEquals(new Sensitivity(40, 40, root, 5), bound(20, 0, 5, 20).sensitivity(replace, 1000));
  }

  /** The wrong twin: a bound that forgets that one who changes leaves cells and enters others. */
  @Test
  void whatComesOrGoesIsLessThanWhatChanges() {
    Contribution bound = bound(2, 0, 3, null);
    assertTrue(
        bound.sensitivity(Neighbours.ADD_REMOVE, 4).l2()
            < largest(bound, Neighbours.REPLACE, 4).l2());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, not both 0",
    "2, 1, between bounds",
    "0, Infinity, 1e-100 to 1e100",
    "NaN, 1, 1e-100 to 1e100",
    "0, 1e200, 1e-100 to 1e100",
    "-1e308, 1, 1e-100 to 1e100",
    "0, 1e-200, 1e-100 to 1e100"
  })
  void boundsThatBoundNothingAreRefused(double lower, double upper, String sentence) {
    badInput(sentence, () -> bound(1, lower, upper, null));
  }

  @Test
  void aBallAndABoxBoundTheSumOfVectors() {
    assertEquals(new Sensitivity(4, 2 * 3 * 2.0, 6, 6), VectorBound.ball(4, 3).sensitivity());
    assertEquals(new Sensitivity(4, 40, 20, 10), VectorBound.box(4, -5, 5).sensitivity());
    badInput("vectors must lie in a ball", () -> VectorBound.box(2, 1, 1));
    badInput("1e-100 to 1e100", () -> VectorBound.box(2, -1e308, 1e308));
    badInput("1e-100 to 1e100", () -> VectorBound.ball(2, 1e200));
    assertThrows(IllegalArgumentException.class, () -> VectorBound.ball(0, 1));
  }
}
