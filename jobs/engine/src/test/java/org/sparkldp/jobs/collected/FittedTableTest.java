package org.sparkldp.jobs.collected;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.sql.SparkTest;

/** A collected table as it is stored. */
@ExtendWith(SparkTest.class)
class FittedTableTest {
  @TempDir Path folder;

  @Test
  void whatIsReadAnswersBitForBitAsWhatWasWritten() {
    SimulatedTable people = SimulatedTable.of(20_000, 2, 1);
    FittedTable fitted = people.table().fit();
    people.write(spark(), folder.toString());
    FittedTable read = FittedTable.read(spark(), folder.toString());
    assertSame(read, FittedTable.read(spark(), folder.toString()), "read once");
    assertEquals(SimulatedTable.SCHEMA, read.table().schema());
    assertEquals(20_000, read.table().people());
    int[] all = {0, 1, 2, 3};
    assertArrayEquals(fitted.model().shares(all), read.model().shares(all));
    assertEquals(100, read.redraws().orElseThrow().count());
    assertArrayEquals(
        fitted.redraws().orElseThrow().model(99).shares(all),
        read.redraws().orElseThrow().model(99).shares(all));
    SimulatedTable.of(2_000, 2, 2).write(spark(), folder.toString());
    assertNotSame(read, FittedTable.read(spark(), folder.toString()), "written again");
  }

  @Test
  void whatCannotBeIsEmptyAndSaidWhereItIs() {
    TableSchema schema =
        new TableSchema(
            SimulatedTable.SCHEMA.attributes(),
            "",
            List.of(
                new TableSchema.Never(
                    "education = 'school' AND sex = 'M'", List.of(1, 3), List.of(1)),
                new TableSchema.Never(
                    "education = 'school' AND income >= 70000", List.of(1, 2), List.of(3))));
    FittedTable fitted = SimulatedTable.of(schema, 20_000, 4, 1).table().fit();
    assertTrue(
        fitted.notes().stream().anyMatch(note -> note.endsWith("sex = 'M'")),
        fitted.notes().toString());
    assertEquals(
        0,
        fitted
            .synthesize(spark(), 5_000, 0, 1)
            .where("education = 'school' AND (sex = 'M' OR income >= 70000)")
            .count());
  }

  @Test
  void refusesAnotherTablesFile() throws IOException {
    Path one = folder.resolve("one");
    Path two = folder.resolve("two");
    SimulatedTable.of(2_000, 2, 1).write(spark(), one.toString());
    SimulatedTable.of(2_000, 2, 2).write(spark(), two.toString());
    Files.copy(fits(two), fits(one), StandardCopyOption.REPLACE_EXISTING);
    Path sum = fits(one).resolveSibling("." + fits(one).getFileName() + ".crc");
    Files.deleteIfExists(sum);
    badInput(
        "a table must have the rows that were written",
        () -> FittedTable.read(spark(), one.toString()));
  }

  private static Path fits(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run.resolve("collected/fits"))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
  }

  @Test
  void refusesAttributesThatAreNone() {
    Domain numbers = new Domain.BinDomain(new double[] {0, 0.5, 1});
    Domain texts = new Domain.ItemDomain(List.of("1", "01", "2"));
    badInput("sum = true is for", () -> new TableColumn("a", texts, true, ""));
    for (String none : List.of("TIMESTAMP", "x INT", "nothing", "ARRAY<INT>", "BINARY")) {
      badInput("type must be a numeric one", () -> new TableColumn("a", texts, false, none));
    }
    badInput("numeric one", () -> new TableColumn("a", numbers, false, "STRING"));
    for (String many : List.of("INT", "DECIMAL(3,0)", "DECIMAL(1,1)")) {
      badInput("type must have all", () -> new TableColumn("a", numbers, false, many));
    }
    badInput("with 01", () -> new TableColumn("a", texts, false, "INT"));
    badInput("with 1;", () -> new TableColumn("a", texts, false, "DATE"));
    Domain range = new Domain.RangeDomain(0, 128);
    badInput("with 128", () -> new TableColumn("a", range, false, "TINYINT"));
    TableAttribute a = TableAttribute.of(new TableColumn("a", texts, false, ""), true, true);
    badInput("of different columns", () -> new TableSchema(List.of(a, a), "", List.of()));
    badInput("label must be one of", () -> new TableSchema(List.of(a), "b", List.of()));
    Domain taken = new Domain.ItemDomain(List.of("(other)"));
    badInput(
        "is taken", () -> TableAttribute.of(new TableColumn("a", taken, false, ""), true, false));
  }
}
