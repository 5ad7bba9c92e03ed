package org.sparkldp.datasets.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.datasets.Generator;

/** The same people every day; what a day keeps of the day before. */
class PanelTest {
  private static final int PEOPLE = 20_000;
  private static final int DAYS = 5;

  private static int item(Generator panel, int person, int day) {
    return panel.column("item", Column.OfInt.class).at(1, (long) day * PEOPLE + person);
  }

  private static Generator panel(double change) {
    return Datasets.find(
        "panel(people=" + PEOPLE + ",days=" + DAYS + ",k=4,s=0,change=" + change + ")");
  }

  @Test
  void eachPersonIsThereOnceADay() {
    Generator panel = panel(0.1);

    for (int index : new int[] {0, 7, PEOPLE, PEOPLE + 7, 4 * PEOPLE + 7}) {
      assertEquals(index % PEOPLE, panel.row(1, index)[1]);
      assertEquals(LocalDate.of(2026, 1, 1).plusDays(index / PEOPLE), panel.row(1, index)[2]);
    }
  }

  /** An item that is drawn anew is another one in 3 of 4 cases. */
  @Test
  void anItemChangesAsOftenAsItIsSaidTo() {
    for (double change : new double[] {0, 0.2, 1}) {
      Generator panel = panel(change);
      for (int day = 1; day < DAYS; day++) {
        int changed = 0;
        for (int person = 0; person < PEOPLE; person++) {
          changed += item(panel, person, day) == item(panel, person, day - 1) ? 0 : 1;
        }
        double p = 0.75 * change;
        double error = Math.abs(changed - p * PEOPLE);
        assertTrue(error <= 6 * Math.sqrt(PEOPLE * p * (1 - p)), change + " " + changed);
      }
    }
  }
}
