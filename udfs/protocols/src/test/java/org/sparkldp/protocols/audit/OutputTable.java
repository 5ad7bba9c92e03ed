package org.sparkldp.protocols.audit;

import java.math.BigDecimal;
import java.math.MathContext;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.check.Require;

/** The table of a finite randomizer, found by running it through every outcome of its coins. */
public final class OutputTable {

  private OutputTable() {}

  /**
   * P[cell | item], exact except for rounding to doubles: a row an item, a column a cell.
   *
   * @param protocol whose randomizer can be enumerated; another is refused
   */
  public static double[][] of(CellProtocol protocol) {
    double[][] table = new double[protocol.k()][protocol.cells()];
    int[] cell = new int[1];
    try {
      for (int i = 0; i < table.length; i++) {
        int item = i;
        Fraction[] row = new Fraction[protocol.cells()];
        EnumeratingSource.walk(
            source -> cell[0] = protocol.randomize(item, source),
            probability ->
                row[cell[0]] = row[cell[0]] == null ? probability : row[cell[0]].plus(probability));
        for (int c = 0; c < row.length; c++) {
          table[item][c] = row[c] == null ? 0 : number(row[c]);
        }
      }
    } catch (EnumeratingSource.NotFiniteException e) {
      throw Require.refusal(
          e,
          "a table needs a randomizer of finitely many outcomes. Provided value: %s.",
          protocol.spec());
    }
    return table;
  }

  private static double number(Fraction fraction) {
    return new BigDecimal(fraction.numerator())
        .divide(new BigDecimal(fraction.denominator()), MathContext.DECIMAL64)
        .doubleValue();
  }
}
