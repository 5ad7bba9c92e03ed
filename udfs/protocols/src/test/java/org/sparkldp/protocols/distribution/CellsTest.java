package org.sparkldp.protocols.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    assertEquals(new Cells(0, 99, 1, 100, 128), cells(0, 99, 1, 0));
    assertEquals(new Cells(0, 1, 1, 2, 2), cells(0, 1, 1, 0));
    assertEquals(new Cells(0, 255, 1, 256, 256), cells(0, 255, 1, 0));
    assertEquals(new Cells(0, 4095, 1, 256, 256), cells(0, 4095, 1, 0));
    assertEquals(new Cells(0, 1, 0, 256, 256), cells(0, 1, 0, 0));
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

  /** Of the 10 values of a cell, half of its people are at or below the fifth. */
  @Test
  void withinACellWithAStepTheAnswerIsAValue() {
    Cells cells = cells(0, 99, 1, 10);

    assertEquals(34, cells.within(3, 0.5));
    assertEquals(30, cells.within(3, 0));
    assertEquals(39, cells.within(3, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,0,0,lower must be below upper",
    "0,1,2,0,step must be at most",
    "0,1e30,1,0,step must be at most",
    "0,1,0,1,cells must be between",
    "0,1,0,1025,cells must be between"
  })
  void badCellsAreRefused(double lower, double upper, double step, int asked, String message) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> cells(lower, upper, step, asked));

    assertTrue(refusal.getMessage().startsWith(message), refusal.getMessage());
  }
}
