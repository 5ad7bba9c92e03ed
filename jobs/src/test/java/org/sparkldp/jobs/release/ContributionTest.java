package org.sparkldp.jobs.release;

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
import org.sparkldp.jobs.release.Contribution.Neighbours;
import org.sparkldp.protocols.release.Sensitivity;

/** What one user can move: the stated norms against every vector that the bounds allow. */
class ContributionTest {
  private static final int CELLS = 4;

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

  /** All vectors of whole numbers over four cells that the bounds allow. */
  private static List<int[]> allowed(Contribution bound) {
    List<int[]> all = new ArrayList<>();
    int low = (int) bound.least();
    int width = (int) bound.most() - low + 1;
    // A cell without rows is 0, whatever the bounds of one with rows.
    for (int code = 0; code < Math.pow(width + 1, CELLS); code++) {
      int[] vector = new int[CELLS];
      int rest = code;
      for (int cell = 0; cell < CELLS; cell++) {
        int digit = rest % (width + 1);
        vector[cell] = digit == width ? 0 : low + digit;
        rest /= width + 1;
      }
      long touched = IntStream.of(vector).filter(x -> x != 0).count();
      boolean fits =
          bound.total().isEmpty() || IntStream.of(vector).sum() <= bound.total().getAsInt();
      if (touched <= bound.cells() && fits) {
        all.add(vector);
      }
    }
    return all;
  }

  private static Sensitivity largest(Contribution bound, Neighbours neighbours) {
    List<int[]> all = allowed(bound);
    List<int[]> others = neighbours == Neighbours.REPLACE ? all : List.of(new int[CELLS]);
    int l0 = 0;
    double l1 = 0;
    double l2 = 0;
    double lInf = 0;
    for (int[] a : all) {
      for (int[] b : others) {
        int[] difference =
            IntStream.range(0, CELLS).map(cell -> Math.abs(a[cell] - b[cell])).toArray();
        l0 = Math.max(l0, (int) IntStream.of(difference).filter(x -> x > 0).count());
        l1 = Math.max(l1, IntStream.of(difference).sum());
        l2 = Math.max(l2, Math.sqrt(IntStream.of(difference).map(x -> x * x).sum()));
        lInf = Math.max(lInf, IntStream.of(difference).max().orElse(0));
      }
    }
    return new Sensitivity(l0, l1, l2, lInf);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0, 3, , ADD_REMOVE",
    "2, 0, 3, , REPLACE",
    "2, 0, 3, 5, ADD_REMOVE",
    "2, 0, 3, 5, REPLACE",
    "2, 0, 3, 2, ADD_REMOVE",
    "2, 0, 3, 2, REPLACE",
    "1, 0, 1, , REPLACE",
    "2, -1, 2, , ADD_REMOVE",
    "2, -1, 2, , REPLACE",
    "2, -2, 2, , REPLACE",
    "1, -2, 3, , REPLACE",
    "2, 1, 3, , ADD_REMOVE",
    "2, 1, 3, , REPLACE",
    "2, -3, -1, , REPLACE",
  })
  void theNormsAreThoseOfTheWorstPairOfNeighbours(
      int cells, double lower, double upper, Integer total, Neighbours neighbours) {
    Contribution bound = bound(cells, lower, upper, total);
    assertEquals(largest(bound, neighbours), bound.sensitivity(neighbours, CELLS));
  }

  /** The wrong twin: a bound that forgets that one who changes leaves cells and enters others. */
  @Test
  void whatComesOrGoesIsLessThanWhatChanges() {
    Contribution bound = bound(2, 0, 3, null);
    assertTrue(
        bound.sensitivity(Neighbours.ADD_REMOVE, CELLS).l2()
            < largest(bound, Neighbours.REPLACE).l2());
  }

  @ParameterizedTest
  @CsvSource({"0, 0, not both 0", "2, 1, finite", "0, Infinity, finite", "NaN, 1, finite"})
  void boundsThatBoundNothingAreRefused(double lower, double upper, String sentence) {
    badInput(sentence, () -> bound(1, lower, upper, null));
  }

  @Test
  void aBallAndABoxBoundTheSumOfVectors() {
    assertEquals(new Sensitivity(4, 2 * 3 * 2.0, 6, 6), VectorBound.ball(4, 3).sensitivity());
    assertEquals(new Sensitivity(4, 40, 20, 10), VectorBound.box(4, -5, 5).sensitivity());
    badInput("vectors must lie in a ball", () -> VectorBound.box(2, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> VectorBound.ball(0, 1));
  }
}
