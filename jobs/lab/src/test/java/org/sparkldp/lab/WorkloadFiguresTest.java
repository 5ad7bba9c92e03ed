package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Ended;

/** The experiments of the paper on factorizations, and this project's own, over few items. */
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
    "factorization-1, randomized-response, 48, McKenna",
    "factorization-2, randomized-response, 12, McKenna",
    "factorization-3a, paper, 1, McKenna",
    "factorization-3c, optimized, 6, McKenna",
    "factorization-bounds, optimized, 28, this project's pages",
    "factorization-matrix, matrix-l2, 35, this project's pages",
  })
  void aFigureIsATableAndAPicture(String figure, String mechanism, int rows, String source)
      throws IOException {
    String csv = figure(figure, mechanism);
    assertEquals(rows + 1, csv.lines().count(), csv);
    String page = Files.readString(folder.resolve(figure + ".html"));
    assertTrue(page.contains(source), source);
    for (String[] cells : Ended.csv(csv).subList(1, rows + 1)) {
      requireSense(figure, cells);
    }
  }

  private static void requireSense(String figure, String[] cells) {
    switch (figure) {
      case "factorization-bounds" -> {
        double gap = number(cells[8]);
        assertTrue(gap >= 1 - 1e-9 && gap <= number(cells[7]) * (1 + 1e-9), "gap " + gap);
      }
      case "factorization-matrix" -> {
        double product = number(cells[7]) * number(cells[8]) * number(cells[9]);
        assertEquals(number(cells[6]), product, 1e-9);
        double all = number(cells[4]);
        assertEquals(all, number(cells[5]) * number(cells[6]), 1e-9 * all);
      }
      case "factorization-3c" -> // non-negative answers are closer on sparse data
          assertTrue(number(cells[6]) > 1, "gain " + cells[6]);
      default -> {} // the table is the paper's
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
