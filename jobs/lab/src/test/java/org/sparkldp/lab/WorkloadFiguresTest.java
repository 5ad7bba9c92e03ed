package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Ended;

/** The experiments of the paper on factorizations, over few items. */
@Tag("long")
class WorkloadFiguresTest {
  @TempDir Path folder;

  private String figure(String figure, String mechanism) throws IOException {
    ldp(
            "reproduce %s --output %s --domain 16 --mechanisms %s",
            figure, folder.toString(), mechanism)
        .done();
    return Files.readString(folder.resolve(figure + ".csv"));
  }

  @ParameterizedTest
  @CsvSource({
    "factorization-1, randomized-response, 48",
    "factorization-2, randomized-response, 12",
    "factorization-3a, paper, 1",
    "factorization-3c, optimized, 12",
  })
  void aFigureIsATableAndAPicture(String figure, String mechanism, int rows) throws IOException {
    String csv = figure(figure, mechanism);
    assertEquals(rows + 1, csv.lines().count(), csv);
    String page = Files.readString(folder.resolve(figure + ".html"));
    assertTrue(page.contains("McKenna"));
    if (figure.equals("factorization-3c")) { // non-negative answers are closer on sparse data
      List<String[]> cells = Ended.csv(csv);
      for (int i = 1; i < cells.size(); i += 2) {
        assertTrue(number(cells.get(i)[6]) > number(cells.get(i + 1)[6]), cells.get(i)[0]);
      }
    }
  }

  private static double number(String cell) {
    return Double.parseDouble(cell);
  }

  @Test
  void whatIsNoFigureIsRefused() {
    ldp("reproduce factorization-9 --output x").badInput("a figure must be one of");
    ldp("reproduce factorization-1 --output x --domain 100").badInput("power of two");
  }
}
