package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every statement that the Python package writes gives its golden result. The same files are
 * compared in Python with what the package writes, and with what DataFrames give. {@code
 * -Dldp.docs.write=true} writes the results.
 */
@ExtendWith(SparkTest.class)
class PythonStatementsTest {

  static List<Path> statements() throws IOException {
    try (Stream<Path> files =
        Files.list(DocPage.repository().resolve("udfs/python/tests/golden"))) {
      return files.filter(file -> file.toString().endsWith(".sql")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("statements")
  void aStatementFromPythonGivesItsGoldenResult(Path file) throws IOException {
    String statement = Files.readString(file);
    if (statement.contains("'it''s'")) { // the test's people; no statement of ours has such a text
      SparkTest.assumeSince("4.0", "two quotes for one");
    }
    List<String> lines =
        SparkTest.rows(statement).stream().map(PythonStatementsTest::line).sorted().toList();
    String name = file.getFileName().toString().replace(".sql", ".txt");
    DocPage.checkText(file.resolveSibling(name), String.join("\n", lines) + "\n");
  }

  /** A cast that fails or gives NULL, as a session may choose, is in none of them. */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("statements")
  void itGivesTheSameWhereCastsGiveNull(Path file) throws IOException {
    String statement = Files.readString(file);
    List<String> expected =
        SparkTest.rows(statement).stream().map(PythonStatementsTest::line).sorted().toList();
    SparkTest.spark().conf().set("spark.sql.ansi.enabled", "false");
    try {
      assertEquals(
          expected,
          SparkTest.rows(statement).stream().map(PythonStatementsTest::line).sorted().toList());
    } finally {
      SparkTest.spark().conf().unset("spark.sql.ansi.enabled");
    }
  }

  private static String line(Row row) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      Object value = row.get(i);
      cells.add(
          value == null
              ? "NULL"
              : value instanceof Double number
                  ? String.format(Locale.ROOT, "%.6f", number)
                  : value.toString());
    }
    return String.join("\t", cells);
  }
}
