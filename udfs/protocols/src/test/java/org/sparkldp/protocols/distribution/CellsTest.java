package org.sparkldp.protocols.distribution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.random.SimulationSource;

class CellsTest {
  private static Cells cells(double lower, double upper, double step, int asked) {
    return Cells.of(
        lower,
        upper,
        step > 0 ? OptionalDouble.of(step) : OptionalDouble.empty(),
        asked > 0 ? OptionalInt.of(asked) : OptionalInt.empty());
  }

  /** Each value is in the cell whose ends say so, and no cell is empty. */
  @ParameterizedTest
  @CsvSource({"0,99,1,0", "0,99,1,7", "-5,5,0.5,0", "0,1000,1,0", "10,11,1,0", "0,1,0.1,3"})
  void cellsOfAStepHoldEachValueOnce(double lower, double upper, double step, int asked) {
    Cells cells = cells(lower, upper, step, asked);
    int values = (int) Math.round((upper - lower) / step) + 1;
    int last = 0;
    for (int i = 0; i < values; i++) {
      double value = lower + i * step;
      int cell = cells.cell(value);
      assertTrue(cell == last || cell == last + 1, "value " + value + " in cell " + cell);
      assertTrue(cells.least(cell) <= value && value <= cells.largest(cell), "value " + value);
      last = cell;
    }
    assertEquals(cells.used() - 1, last);
    assertTrue(cells.used() <= cells.all());
  }

  /** Cells of the strategy are a power of two, for which strategies are shipped. */
  @Test
  void aFewValuesHaveACellEach() {
    assertEquals(List.of(100, 128), usedAndAll(cells(0, 99, 1, 0)));
    assertEquals(List.of(2, 2), usedAndAll(cells(0, 1, 1, 0)));
    assertEquals(List.of(256, 256), usedAndAll(cells(0, 255, 1, 0)));
    assertEquals(List.of(256, 256), usedAndAll(cells(0, 4095, 1, 0)));
    assertEquals(List.of(256, 256), usedAndAll(cells(0, 1, 0, 0)));
  }

  private static List<Integer> usedAndAll(Cells cells) {
    return List.of(cells.used(), cells.all());
  }

  @Test
  void withoutAStepCellsAreOfOneWidthAndTheLastIsClosed() {
    Cells cells = cells(-1, 1, 0, 4);

    assertEquals(0, cells.cell(-1));
    assertEquals(1, cells.cell(-0.5));
    assertEquals(3, cells.cell(1));
    assertEquals(-0.5, cells.least(1));
    assertEquals(0, cells.largest(1));
    assertEquals(-0.25, cells.within(1, 0.5));
  }

  /** In doubles 3 · 0.1 is above 0.3, and 7 · 0.1 above 0.7. */
  @ParameterizedTest
  @CsvSource({"0.3, 0.1, 3", "0.7, 0.1, 7", "0.6, 0.2, 3", "10.1, 0.1, 101"})
  void theLargestValueIsTheEndOfTheRangeHoweverStepsAreRounded(
      double upper, double step, int last) {
    assertTrue(last * step >= upper);
    Cells cells = cells(0, upper, step, 0);
    double[] all = new double[cells.used() - 1]; // nobody below the largest value

    assertEquals(upper, cells.largest(cells.used() - 1));
    assertEquals(cells.used() - 1, cells.cell(upper));
    assertTrue(cells.takes(cells.edges()));
    assertTrue(cells.takes(cells.adapted(all, 0.125).edges()));
  }

  /** Of the 10 values of a cell, half of its people are at or below the fifth. */
  @Test
  void withinACellWithAStepTheAnswerIsAValue() {
    Cells cells = cells(0, 99, 1, 10);

    assertEquals(34, cells.within(3, 0.5));
    assertEquals(30, cells.within(3, 0));
    assertEquals(39, cells.within(3, 1));
  }

  /** No rounding of a division decides: the edge is in the cell above, the double below it not. */
  @ParameterizedTest
  @CsvSource({"0,1,0,7", "-3,1e6,0,256", "0.1,0.7,0,1024", "1e15,1000000000000001,0,256"})
  void aCellBeginsWithItsEdgeToTheLastBit(double lower, double upper, double step, int asked) {
    Cells cells = cells(lower, upper, step, asked);
    double[] edges = cells.edges();

    for (int i = 0; i < edges.length; i++) {
      assertEquals(i + 1, cells.cell(edges[i]));
      assertEquals(i, cells.cell(Math.nextDown(edges[i])));
    }
    assertTrue(cells.takes(edges));
    assertEquals(0, cells.cell(lower));
    assertEquals(cells.used() - 1, cells.cell(upper));
  }

  private static double[] shares(double... shares) {
    return shares;
  }

  /** Half of the people in the second of four cells, the rest in the last. */
  @Test
  void adaptedCellsAreNarrowWherePeopleAre() {
    Cells cells = cells(0, 8, 0, 4).adapted(shares(0, 0.5, 0.5), 0.5);

    // The mixture is 1/8 at 2, 1/2 at 4, 5/8 at 6, and straight between.
    assertArrayEquals(new double[] {2 + 2.0 / 3, 4, 6 + 2.0 / 3}, cells.edges(), 1e-12);
    Cells again = cells.adapted(shares(0.25, 0.5, 0.75), 0.5);
    assertEquals(3, again.edges().length);
    assertTrue(again.takes(again.edges()));
  }

  /** However wrong the function is: no cell too wide, none of too many of its people. */
  @ParameterizedTest
  @CsvSource({"0,100,0,64", "-1,1e9,0,256", "0,10000,1,64", "0,9999,1,256", "0,1,0.001,16"})
  void adaptedCellsHaveAtMostTheirPartOfPeopleAndOfTheRange(
      double lower, double upper, double step, int asked) {
    SimulationSource source = new SimulationSource(5);
    Cells even = cells(lower, upper, step, asked);
    for (int trial = 0; trial < 50; trial++) {
      double[] raw = new double[even.used() - 1];
      double level = source.uniform(3) - 1.0; // 0 and 1 everywhere are among them
      Arrays.setAll(raw, i -> level + source.uniform(1000) / 500.0);
      double[] shares = DistributionFunction.rising(raw);
      Cells cells = even.adapted(shares, 0.25);

      assertTrue(cells.takes(cells.edges()));
      assertEquals(even.all(), cells.all());
      for (int cell = 0; cell < cells.used(); cell++) {
        double width = cells.largest(cell) - cells.least(cell);
        assertTrue(width <= (upper - lower + step) / (0.25 * asked) * (1 + 1e-9), "width " + width);
        assertTrue(
            width == 0 || people(even, shares, cells, cell, step) <= 1 / (0.75 * asked) + 1e-9,
            "cell " + cell);
      }
    }
  }

  /**
   * The share of people in one of the new cells, who are spread evenly within the old ones; where
   * values have a step, without those at the largest value, which makes a cell overfull at most.
   */
  private static double people(Cells old, double[] shares, Cells cells, int cell, double step) {
    if (step == 0) {
      return below(old, shares, cells.largest(cell)) - below(old, shares, cells.least(cell));
    }
    double sum = 0;
    for (double value = cells.least(cell); value < cells.largest(cell) - step / 2; value += step) {
      int from = old.cell(value);
      double values = Math.rint((old.largest(from) - old.least(from)) / step) + 1;
      sum += (share(shares, from) - share(shares, from - 1)) / values;
    }
    return sum;
  }

  private static double below(Cells cells, double[] shares, double value) {
    int cell = cells.cell(value);
    double part = (value - cells.least(cell)) / (cells.largest(cell) - cells.least(cell));
    return (1 - part) * share(shares, cell - 1) + part * share(shares, cell);
  }

  private static double share(double[] shares, int cell) {
    return cell < 0 ? 0 : cell < shares.length ? shares[cell] : 1;
  }

  /** All people share a value: first five values are kept apart, then that one. */
  @Test
  void aValueThatManyShareFillsACell() {
    Cells first = cells(0, 99, 1, 20); // five values a cell
    double[] shares = new double[19];
    Arrays.fill(shares, 8, 19, 1); // all in 40 to 44
    Cells second = first.adapted(shares, 0.25);
    Arrays.stream(new int[] {40, 41, 42, 43, 44})
        .forEach(value -> assertEquals(value, second.largest(second.cell(value))));
    double[] all = new double[second.used() - 1];
    Arrays.fill(all, second.cell(42), all.length, 1); // all at 42
    Cells third = second.adapted(all, 0.25);

    assertEquals(42, third.least(third.cell(42)));
    assertEquals(42, third.largest(third.cell(42)));
    assertTrue(third.takes(third.edges()) && third.used() <= 20);
  }

  /** Two spellings of a state would be two names of one round. */
  @Test
  void edgesThatAreNoneAreNotTaken() {
    Cells any = cells(-1, 1, 0, 4);
    Cells whole = cells(-2, 10, 1, 4);

    assertTrue(any.takes(new double[] {-0.5, 0, 1}) && whole.takes(new double[] {-1, 0, 10}));
    assertTrue(any.takes(new double[] {0.25}));
    for (double[] wrong :
        List.of(
            new double[0],
            new double[] {-0.0},
            new double[] {-1, 0},
            new double[] {0, 0.5, Math.nextUp(1.0)},
            new double[] {0.5, 0.5},
            new double[] {0.5, 0.25},
            new double[] {Double.NaN},
            new double[] {-0.5, 0, 0.25, 0.5})) {
      assertFalse(any.takes(wrong), Arrays.toString(wrong));
    }
    assertFalse(whole.takes(new double[] {0.5}));
    assertFalse(whole.takes(new double[] {11}));
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,0,0,lower must be below upper",
    "0,1,2,0,step must be at most",
    "0,1e30,1,0,step must be at most"
  })
  void badCellsAreRefused(double lower, double upper, double step, int asked, String message) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> cells(lower, upper, step, asked));

    assertTrue(refusal.getMessage().startsWith(message), refusal.getMessage());
  }
}
