package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Sandbox;

/** {@code ldp simulate} on populations on which methods fail, and on a sample of the user's own. */
class PopulationsTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  /** Population by name: coverage and the share of silent misses. Seeds are fixed. */
  private static Map<String, double[]> simulated(String spec, int users) {
    String csv =
        ldp("simulate --populations --spec %s --users %s --trials 60 --format csv", spec, users)
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
  @Tag("long")
  void theIntervalOfAQuantileHoldsOnEveryPopulationAndTheSmoothOneDoesNot() {
    String any = "median(epsilon=1.0,lower=0.0,upper=100.0,outside=clip,step=0.01)";
    Map<String, double[]> holds = simulated(any, 30_000);
    Map<String, double[]> fails =
        simulated(any.replace("step=0.01", "step=0.01,law=smooth"), 30_000);

    assertEquals(26, holds.size());
    holds.forEach(
        (population, seen) -> assertTrue(seen[0] > 0.81, population + " covers " + seen[0]));
    assertTrue(fails.get("gap")[0] < 0.81, () -> "" + fails.get("gap")[0]);
    assertTrue(fails.get("gap")[1] > 0.19); // and says nothing
  }

  @Test
  void aMeanOfBoundedNumbersHoldsOnEveryPopulation() {
    Map<String, double[]> holds = simulated("duchi(epsilon=1.0,lower=-3.0,upper=7.0)", 2000);

    assertEquals(26, holds.size());
    holds.forEach(
        (population, seen) -> assertTrue(seen[0] > 0.81, population + " covers " + seen[0]));
  }

  private String sample() {
    box.write(
        "sample.csv",
        "town,height\n\"Bath, east\",40\nYork,50.5\n\"Bath, east\",61\nHull,12\n,3\n");
    return box.path("sample.csv");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "duchi(epsilon=1.0,lower=0,upper=100) | height | 2000",
        "grr(epsilon=1.0,k=4) | town | 2000",
        "median(epsilon=1.0,lower=0,upper=100) | height | 20000",
      })
  void peopleAreDrawnFromAPublicSample(String spec, String column, int users) {
    String data = sample() + "#" + column;
    String csv =
        ldp("simulate --spec %s --data %s --users %s --trials 60 --format csv", spec, data, users)
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
  void whatIsNoSampleIsRefused(String spec, String rest, String words) {
    ldp("simulate --spec %s --data %s --users 10 --trials 2", spec, sample() + rest)
        .badInput(words)
        .keeps("Bath");
  }

  @Test
  void populationsBringTheirOwnPeople() {
    ldp("simulate --populations --data zipf --users 10 --trials 2").badInput("leave one out");
    ldp("simulate --users 10 --trials 2").badInput();
  }
}
