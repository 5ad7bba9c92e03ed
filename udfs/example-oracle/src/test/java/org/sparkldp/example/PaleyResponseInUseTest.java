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

  /**
   * Standard output of a command that ends well, {@code @name} being a path in the test's folder.
   */
  private String ldp(String line) {
    PrintStream out = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      assertEquals(0, Ldp.run(line.replace("@", folder + "/").split(" ")), line);
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

  @Test
  void itIsTheSameInSqlAsWithoutSpark() {
    SqlContract.hold(PaleyResponse.DECLARATION.of(1, 20));
  }

  /** At its own examples, as {@code audit --all} does, which takes longer. */
  @Test
  void auditEnumeratesItAndCatchesATamperedCoin() {
    String spec = Protocols.declaration("paley").examples().get(0);

    String audit = "audit --spec " + spec + " --samples 0 --format csv";
    String csv = ldp(audit);

    assertEquals("holds", cell(csv, spec, "verdict"));
    assertEquals("16", cell(csv, spec, "items_compared"));
    assertEquals(Exit.REFUSED, Ldp.run((audit + " --mutant 0.2").split(" ")));
  }

  @Test
  void benchMeasuresIt() {
    String csv =
        ldp(
            "bench --busy --rows 1000 --rounds 1 --domain 16 --protocols paley --data @bench"
                + " --format csv");

    assertTrue(csv.contains("paley"), csv);
  }

  @Test
  void designRanksIt() {
    String csv = ldp("design --domain 19 --epsilon 0.5 --users 10000 --format csv");

    // In the order of their errors.
    List<String> ranked = csv.lines().map(line -> line.split(",")[1]).toList();
    assertTrue(ranked.indexOf("subset") < ranked.indexOf("paley"), csv);
    assertTrue(ranked.indexOf("paley") < ranked.indexOf("hadamard"), csv);
  }

  @Test
  void simulateFindsTheStatedErrors() {
    String csv =
        ldp("simulate --spec paley(epsilon=1.0,k=16) --users 2000 --trials 200 --format csv");

    // 3,200 estimates: within 5 % of the formula, unless one in some thousand seeds.
    assertEquals(
        1, Double.parseDouble(cell(csv, "paley(epsilon=1.0,k=16)", "rmse_over_theory")), 0.05, csv);
  }

  /** Of people of whom a quarter hold "no", the others "yes", "maybe" or "other" by thirds. */
  @Test
  void aPlanRunsWithIt() throws IOException {
    Files.writeString(
        folder.resolve("answers.conf"),
        """
        name = answers
        column = answer
        id = user_id
        protocol = "paley(epsilon=1.0)"
        domain { type = list, items = ["no", "yes", "maybe", "other"] }
        outside = fail
        randomness = keyed
        """);
    SparkTest.spark()
        .range(PEOPLE)
        .selectExpr(
            "id AS user_id",
            "CASE WHEN id % 4 = 0 THEN 'no' ELSE element_at(array('yes', 'maybe', 'other'),"
                + " CAST(id % 3 AS INT) + 1) END AS answer")
        .write()
        .parquet(folder + "/people");
    String csv =
        ldp(
            "run --plan @answers.conf --input @people --output @out --html @out.html --format csv"
                + " --key-file "
                + SparkTest.KEY_FILE);

    Path reports = folder.resolve("out/privatized/reports");
    assertEquals(PEOPLE, SparkTest.spark().read().parquet(reports.toString()).count());
    double estimate = Double.parseDouble(cell(csv, "no", "estimate"));
    double error = Double.parseDouble(cell(csv, "no", "standard_error"));
    assertTrue(Math.abs(estimate - PEOPLE / 4.0) < 5 * error, csv);
    assertTrue(Files.readString(folder.resolve("out.html")).contains("paley"));
  }
}
