package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;

/** What of a table is drawn. */
class TableTest {
  private static final Table.Along PEOPLE = Table.Along.logarithmic("people", "people");
  private static final Table.Along ERROR =
      Table.Along.linear("error", "share").within("low", "high");

  private static Table table() {
    Table table = Table.of("way", "people", "error", "low", "high", "note");
    table.add("ours", 1000, 0.2, 0.1, 0.3);
    table.add("none", 10, 0.5, 0.5, 0.5, "given");
    table.add("ours", 100, 0.4, 0.3, 0.5);
    table.add("ours", 10_000, null);
    return table;
  }

  @Test
  void aLineHasItsRowsWithNumbersInTheirOrder() {
    Chart.LineChart lines = (Chart.LineChart) table().lines("errors", "way", PEOPLE, ERROR);
    assertEquals(
        List.of(
            new Chart.ChartLine(
                "ours",
                List.of(
                    new Chart.CurvePoint(100, 0.4, 0.3, 0.5),
                    new Chart.CurvePoint(1000, 0.2, 0.1, 0.3))),
            new Chart.ChartLine("none", List.of(Chart.CurvePoint.of(10, 0.5)))),
        lines.lines());
  }

  @Test
  void aSectionHasTheRowsOfItsCell() {
    Table noted = table().where("note", Objects::nonNull);
    assertEquals(1, noted.rows().size());
    assertEquals(
        List.of("ours, drawn", "none, drawn"),
        table()
            .sections(
                "way",
                way -> way + ", drawn",
                part -> List.of(part.lines("errors", "way", PEOPLE, ERROR)))
            .stream()
            .map(Page.GroupSection::label)
            .toList());
  }
}
