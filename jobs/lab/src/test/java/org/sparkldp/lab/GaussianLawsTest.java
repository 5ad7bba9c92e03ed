package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class GaussianLawsTest {
  private static final int COVERAGE = 1;
  private static final int SILENT = 3;
  private static final int NOTED = 4;

  private static List<Object> row(Figure figure, String name) {
    return figure.rows().stream().filter(row -> row.get(0).equals(name)).findFirst().orElseThrow();
  }

  private static double share(Figure figure, String name, int column) {
    return (Double) row(figure, name).get(column);
  }

  /** Four trials a row: enough to see what happens nearly always. */
  @Test
  void seedsFixTheTableAndGrossDeparturesAreNeverSilent() {
    Figure figure = GaussianLaws.of(4, 1);

    assertEquals(figure.rows(), GaussianLaws.of(4, 1).rows());
    assertFalse(figure.rows().equals(GaussianLaws.of(4, 2).rows()));
    assertEquals(1, figure.sections().size());
    for (List<Object> row : figure.rows()) {
      assertEquals(figure.columns().size(), row.size());
    }
    assertEquals(1, share(figure, "exponential", NOTED));
    assertEquals(1, share(figure, "exponential", COVERAGE));
    assertEquals(0, share(figure, "exponential", SILENT));
    assertEquals(1, share(figure, "sigma 1.7 of the stated", NOTED));
    assertTrue(share(figure, "skewness 1/2", SILENT) > 0); // what no report shows
  }
}
