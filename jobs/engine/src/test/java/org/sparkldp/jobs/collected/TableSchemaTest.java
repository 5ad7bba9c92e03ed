package org.sparkldp.jobs.collected;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.sql.SparkTest;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.PureLaw;

/** The levels of a whole table, from a plan's cells and back. */
@ExtendWith(SparkTest.class)
class TableSchemaTest {
  private static final Domain BINS = new Domain.BinDomain(new double[] {0, 10, 20, 30, 40});
  private static final Domain LIST = new Domain.ItemDomain(List.of("0", "1"));

  private static TableAttribute attribute(
      Domain domain, boolean sum, String type, boolean other, boolean missing) {
    return TableAttribute.of(new TableColumn("x", domain, sum, type), other, missing);
  }

  /** The cell of each of the plan's, those for other and missing values included. */
  private static List<Integer> cells(TableAttribute of) {
    int planned = new TableSchema(List.of(of), "", List.of()).planned(List.of(0)).size();
    return IntStream.range(0, planned).map(of::cellOfPlanned).boxed().toList();
  }

  @Test
  void cellsOfAPlanAreInCellsThatAreAsked() {
    TableAttribute ends = attribute(BINS, true, "INT", true, true).joined(new int[] {0, 1, 1, 2});
    assertEquals(List.of(0, 1, 1, 2, 3), cells(ends));
    assertEquals(List.of(0.0, 10.0, 30.0, 40.0), ends.edges());
    assertEquals("[10, 30) 10 30 [30, 40] (missing)", names(ends, 2, 3));

    // Texts outside are one more text; other values outside are missing.
    TableAttribute texts = attribute(LIST, false, "", true, true);
    assertEquals(List.of(0, 1, 2, 3), cells(texts));
    assertEquals("4c", texts.asked());
    assertEquals("(other)", texts.label(2));
    assertEquals(List.of(0, 1, 2), cells(attribute(LIST, false, "", true, false)));
    TableAttribute whole = attribute(LIST, false, "INT", true, true);
    assertEquals(List.of(0, 1, 2), cells(whole));
    assertEquals("3c", whole.asked());
    assertEquals("(missing)", whole.label(2));
    assertEquals(1, whole.item(1));
  }

  private static String names(TableAttribute of, int low, int high) {
    return String.join(
        " ",
        of.label(1),
        of.levelLabel(low),
        of.levelLabel(high),
        of.label(2),
        of.label(of.cells()));
  }

  @Test
  void rowsHaveCoordinates() {
    Dataset<Row> rows =
        spark()
            .sql("SELECT CAST(x AS DOUBLE) AS x FROM VALUES (0), (12.5), (40), (41), (NULL) t(x)");
    assertCoordinates(rows, attribute(BINS, true, "", false, false), 0, 1.25, 4, -1, -1);
    assertCoordinates(rows, attribute(BINS, true, "", true, true), 0, 1.25, 4, 5, 5);
    assertCoordinates(rows, attribute(BINS, false, "", true, false), 0, 1, 3, 4, 4);
    // No whole number is in no cell, and no number of one digit is 12.55.
    assertCoordinates(rows, attribute(BINS, true, "INT", true, false), 0, 5, 4, 5, 5);
    assertCoordinates(rows, attribute(BINS, false, "INT", false, true), 0, -1, 3, -1, 4);
    assertCoordinates(rows, attribute(BINS, false, "DECIMAL(3,1)", false, false), 0, 1, 3, -1, -1);
    Dataset<Row> fine = spark().sql("SELECT x FROM VALUES (12.55D), (0.1D), (double('NaN')) t(x)");
    assertCoordinates(fine, attribute(BINS, false, "DECIMAL(3,1)", false, true), -1, 0, 4);
  }

  private static void assertCoordinates(Dataset<Row> rows, TableAttribute of, double... expected) {
    double[] found =
        rows.select(of.coordinate(rows.schema())).collectAsList().stream()
            .mapToDouble(row -> row.getDouble(0))
            .toArray();
    assertArrayEquals(expected, found, of.toString());
  }

  /** Synthetic rows have numbers of the type, all that are in a cell and no others. */
  @ParameterizedTest
  @ValueSource(strings = {"TINYINT", "INT", "BIGINT", "DECIMAL(5,1)", "FLOAT", ""})
  void numbersAreOfTheirType(String type) {
    boolean isWhole = type.endsWith("INT");
    double[] edges = isWhole ? new double[] {-2, 0, 1, 9} : new double[] {0.1, 0.2, 0.4, 2.3};
    for (boolean sum : new boolean[] {false, true}) {
      TableAttribute x = SimulatedTable.number("x", type, sum, edges);
      for (int cell = 1; cell < 3; cell++) {
        Dataset<Row> rows = allIn(x, cell).synthesize(spark(), 3_000, 0, 1);
        assertEquals(x.sparkType(), rows.schema().apply(0).dataType());
        boolean isLast = cell == 2;
        String in = "x >= %s AND x %s %s";
        String numbers = isWhole ? "%.0f" : "%.1fBD";
        String where =
            in.formatted(
                numbers.formatted(edges[cell]),
                isLast ? "<=" : "<",
                numbers.formatted(edges[cell + 1]));
        assertEquals(3_000, rows.where(where).count(), where);
        double steps = (edges[cell + 1] - edges[cell]) / x.step() + (isLast ? 1 : 0);
        long found = rows.distinct().count();
        assertTrue(x.step() == 0 ? found > 1_000 : found == Math.round(steps), where + found);
      }
    }
  }

  /** People who are all in one cell. */
  private static FittedTable allIn(TableAttribute x, int cell) {
    TableSchema schema = new TableSchema(List.of(x), "", List.of());
    double[] shares = new double[x.levels()];
    Arrays.setAll(shares, level -> x.cellOf(level) == cell ? x.isSummed() ? 0.5 : 1 : 0);
    AskedTable asked =
        AskedTable.of(schema.domain(), new int[] {0}, shares, PureLaw.best(shares.length, 4), 1e9);
    return new CollectedTable(schema, 4, 1e9, List.of(asked), List.of()).fit();
  }

  /** A list's items are values of its type in rows, and in queries. */
  @Test
  void itemsAreOfTheirType() {
    TableColumn day =
        new TableColumn(
            "day", new Domain.ItemDomain(List.of("2026-01-31", "2026-02-01")), false, "DATE");
    TableSchema schema =
        new TableSchema(List.of(TableAttribute.of(day, true, false)), "", List.of());
    AskedTable asked =
        AskedTable.of(
            schema.domain(),
            new int[] {0},
            new double[] {0.5, 0.25, 0.25},
            PureLaw.best(3, 4),
            1e9);
    FittedTable fitted = new CollectedTable(schema, 4, 1e9, List.of(asked), List.of()).fit();
    Row row = fitted.ask(spark(), "SELECT month(day) AS m, count(*) FROM people GROUP BY m").head();
    assertEquals(List.of(1, 5e8), List.of(row.getInt(0), row.<Double>getAs("answer")));
    Dataset<Row> rows = fitted.synthesize(spark(), 4_000, 0, 1);
    assertEquals(DataTypes.DateType, rows.schema().apply(0).dataType());
    assertEquals(2_000.0, (double) rows.where("day = DATE'2026-01-31'").count(), 150);
    assertEquals(1_000.0, (double) rows.where("day IS NULL").count(), 150);
  }
}
