package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.exit.Exit;

/** {@code ldp simulate} on populations on which methods fail, and on a sample of the user's own. */
@Tag("slow")
class PopulationsTest {
  @TempDir Path folder;

  /** Population by name: coverage and the share of silent misses. Seeds are fixed. */
  private static Map<String, double[]> simulated(String spec) throws IOException {
    String csv =
        ldp("simulate --populations --spec %s --users 30000 --trials 60 --format csv", spec)
            .done()
            .out();
    Map<String, double[]> rows = new LinkedHashMap<>();
    List<String[]> cells = Ended.csv(csv.replaceAll("\"[^\"]*\"", "quoted"));
    for (String[] row : cells.subList(1, cells.size())) {
      rows.put(row[1], new double[] {Double.parseDouble(row[4]), Double.parseDouble(row[5])});
    }
    return rows;
  }

  /** 60 trials: 0.95 is 4.9 standard errors above 0.81. The smooth interval is the wrong twin. */
  @Test
  void theIntervalOfAQuantileHoldsOnEveryPopulationAndTheSmoothOneDoesNot() throws IOException {
    String any = "median(epsilon=1.0,lower=0.0,upper=100.0,outside=clip,step=0.01)";
    Map<String, double[]> holds = simulated(any);
    Map<String, double[]> fails = simulated(any.replace("step=0.01", "law=smooth"));

    assertEquals(18, holds.size());
    holds.forEach(
        (population, seen) -> assertTrue(seen[0] > 0.81, population + " covers " + seen[0]));
    assertTrue(fails.get("gap")[0] < 0.81, () -> "" + fails.get("gap")[0]);
    assertTrue(fails.get("gap")[1] > 0.19); // and says nothing
  }

  @Test
  void aMeanOfBoundedNumbersHoldsOnEveryPopulation() throws IOException {
    simulated("duchi(epsilon=1.0,lower=-3.0,upper=7.0)")
        .forEach(
            (population, seen) -> assertTrue(seen[0] > 0.81, population + " covers " + seen[0]));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "duchi(epsilon=1.0,lower=0,upper=100) | height",
        "grr(epsilon=1.0,k=4) | town",
        "median(epsilon=1.0,lower=0,upper=100) | height",
      })
  void peopleAreDrawnFromAPublicSample(String spec, String column) throws IOException {
    String csv =
        ldp(
                "simulate --spec %s --data %s --users 20000 --trials 60 --format csv",
                spec, sample() + "#" + column)
            .done()
            .out();

    assertTrue(Ended.column(csv.replaceAll("\"[^\"]*\"", "spec"), "coverage")[0] > 0.81, csv);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "duchi(epsilon=1.0,lower=0,upper=100) | #weight | must be one of town, height",
        "duchi(epsilon=1.0,lower=0,upper=100) | #town | must have numbers only",
        "duchi(epsilon=1.0,lower=0,upper=100) | x#town | must be a CSV file",
        "grr(epsilon=1.0,k=2) | #town | items must be in [0, k)",
      })
  void whatIsNoSampleIsRefused(String spec, String rest, String words) throws IOException {
    Ended ended = ldp("simulate --spec %s --data %s --users 10 --trials 2", spec, sample() + rest);

    ended.badInput(words);
  }

  @Test
  void populationsBringTheirOwnPeople() {
    Ended ended = ldp("simulate --populations --data zipf --users 10 --trials 2");

    ended.badInput("leave one out");
    assertEquals(Exit.BAD_INPUT, ldp("simulate --users 10 --trials 2").code());
  }

  private String sample() throws IOException {
    return Files.writeString(
            folder.resolve("sample.csv"),
            "town,height\n\"Bath, east\",40\nYork,50.5\n\"Bath, east\",61\nHull,12\n,3\n")
        .toString();
  }
}
