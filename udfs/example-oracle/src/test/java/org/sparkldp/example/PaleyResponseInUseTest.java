package org.sparkldp.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.Ldp;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.sql.SparkTest;
import org.sparkldp.sql.SqlContract;

/**
 * The oracle as users meet it, in SQL and on the command line: its jar is on the class path, and
 * nothing else knows of it.
 */
@Tag("slow")
@ExtendWith(SparkTest.class)
class PaleyResponseInUseTest {
  private static final int PEOPLE = 20_000;

  @TempDir Path folder;

  /** Standard output of a command that ends well. */
  private static String ldp(String... arguments) {
    PrintStream out = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      assertEquals(0, Ldp.run(arguments), String.join(" ", arguments));
    } finally {
      System.setOut(out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** The cell of the row that begins with a text. */
  private static String cell(String csv, String first, String column) {
    List<String> lines = csv.lines().toList();
    int place = Arrays.asList(lines.get(0).split(",")).indexOf(column);
    String row =
        lines.stream().filter(line -> line.replace("\"", "").startsWith(first)).findFirst().get();
    return row.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")[place];
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  /** People of whom a quarter hold "no", the others "yes", "maybe" or "other" by thirds. */
  private String people() {
    String table = path("people");
    SparkTest.spark()
        .sql(
            "SELECT id AS user_id, CASE WHEN id % 4 = 0 THEN 'no' ELSE element_at(array('yes',"
                + " 'maybe', 'other'), CAST(id % 3 AS INT) + 1) END AS answer FROM range("
                + PEOPLE
                + ")")
        .write()
        .parquet(table);
    return table;
  }

  private String plan() throws IOException {
    return Files.writeString(
            folder.resolve("answers.conf"),
            """
            name = answers
            column = answer
            id = user_id
            protocol = "paley(epsilon=1.0)"
            domain { type = list, items = ["no", "yes", "maybe", "other"] }
            outside = fail
            randomness = keyed
            """)
        .toString();
  }

  @Test
  void itIsTheSameInSqlAsWithoutSpark() {
    SqlContract.hold(PaleyResponse.of(1, 20));
  }

  /** At its own examples, as {@code audit --all} does, which takes longer. */
  @Test
  void auditEnumeratesItAndCatchesATamperedCoin() {
    String spec = Protocols.declaration("paley").examples().get(0);

    String csv = ldp("audit", "--spec", spec, "--samples", "0", "--format", "csv");

    assertEquals("holds", cell(csv, spec, "verdict"));
    assertEquals("4", cell(csv, spec, "items_compared"));
    assertEquals(
        Exit.REFUSED, Ldp.run("audit", "--spec", spec, "--samples", "0", "--mutant", "0.2"));
  }

  @Test
  void benchMeasuresIt() {
    String csv =
        ldp(
            "bench",
            "--busy",
            "--rows",
            "1000",
            "--rounds",
            "1",
            "--domain",
            "16",
            "--protocols",
            "paley",
            "--data",
            path("bench"),
            "--format",
            "csv");

    assertTrue(csv.contains("paley"), csv);
  }

  @Test
  void designRanksIt() {
    String csv =
        ldp("design", "--domain", "19", "--epsilon", "0.5", "--users", "10000", "--format", "csv");

    // In the order of their errors.
    List<String> ranked = csv.lines().map(line -> line.split(",")[1]).toList();
    assertTrue(ranked.indexOf("subset") < ranked.indexOf("paley"), csv);
    assertTrue(ranked.indexOf("paley") < ranked.indexOf("hadamard"), csv);
  }

  @Test
  void simulateFindsTheStatedErrors() {
    String csv =
        ldp(
            "simulate",
            "--spec",
            "paley(epsilon=1.0,k=16)",
            "--users",
            "2000",
            "--trials",
            "200",
            "--format",
            "csv");

    // 3,200 estimates: within 5 % of the formula, unless one in some thousand seeds.
    assertEquals(
        1, Double.parseDouble(cell(csv, "paley(epsilon=1.0,k=16)", "rmse_over_theory")), 0.05, csv);
  }

  @Test
  void aPlanRunsWithIt() throws IOException {
    String input = people();
    String plan = plan();
    ldp(
        "privatize",
        "--plan",
        plan,
        "--input",
        input,
        "--output",
        path("reports"),
        "--key-file",
        SparkTest.KEY_FILE.toString());
    assertEquals(PEOPLE, SparkTest.spark().read().parquet(path("reports") + "/reports").count());

    String csv =
        ldp(
            "run",
            "--plan",
            plan,
            "--input",
            input,
            "--output",
            path("out"),
            "--key-file",
            SparkTest.KEY_FILE.toString(),
            "--html",
            path("out.html"),
            "--format",
            "csv");

    double estimate = Double.parseDouble(cell(csv, "no", "estimate"));
    double error = Double.parseDouble(cell(csv, "no", "standard_error"));
    assertTrue(Math.abs(estimate - PEOPLE / 4.0) < 5 * error, csv);
    assertTrue(Files.readString(folder.resolve("out.html")).contains("paley"));
  }
}
