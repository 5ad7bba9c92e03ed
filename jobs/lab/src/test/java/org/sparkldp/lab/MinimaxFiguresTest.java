package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.Ended;

/** The experiments of the paper on minimax rates, with few people. */
class MinimaxFiguresTest {
  @TempDir Path folder;

  private List<String[]> figure(String name, int users, int trials) throws IOException {
    ldp("reproduce %s --users %s --trials %s --output %s", name, users, trials, folder).done();
    assertTrue(Files.readString(folder.resolve(name + ".html")).contains("Minimax rates"));
    List<String[]> rows = Ended.csv(Files.readString(folder.resolve(name + ".csv")));
    return rows.subList(1, rows.size());
  }

  /** √(5832/173.6) = 5.8 with centred data, in the mean of the largest of 27. */
  @Test
  void ofTheDrugsLaplaceErrsAboutSixTimesAsMuchAsTheHypercube() throws IOException {
    Map<String, Double> errors = new TreeMap<>();
    for (String[] row : figure("minimax-1", 4000, 40)) {
      errors.put(row[0], Double.parseDouble(row[4])); // the last is of all 4,000
    }
    double hypercube = errors.get("hypercube");

    assertEquals(5.8, errors.get("laplace-vector") / hypercube, 1.2, errors::toString);
    assertTrue(errors.get("one-coordinate") < hypercube);
    assertTrue(errors.get("none") < 0.1 * hypercube);
  }

  /** The note's closed form for the printed Laplace noise at epsilon 1 and all people is 10.5 %. */
  @Test
  void ofTheSalariesTheBestMomentForTheMeanIsBetweenTwoAndSix() throws IOException {
    Map<Double, Double> paper = new TreeMap<>();
    Map<Double, Double> ours = new TreeMap<>();
    for (String[] row : figure("minimax-5", 5000, 10)) {
      if (row[1].equals("1.0") && !row[2].isEmpty() && !row[0].startsWith("rate")) {
        (row[0].equals("published") ? paper : ours)
            .put(Double.valueOf(row[2]), Double.valueOf(row[5]));
      }
    }
    double best = paper.get(3.5);

    assertTrue(paper.get(1.5) > best && paper.get(2.0) > best, paper::toString);
    assertTrue(ours.get(3.5) < 0.5 * best, ours::toString);
  }

  @Test
  void ofTheSalariesTheNaiveMedianIsWorstAndMoreSoInWiderRanges() throws IOException {
    Map<String, Double> gaps = new TreeMap<>();
    for (String[] row : figure("minimax-6", 20_000, 8)) {
      gaps.put(row[0] + " " + row[2], Double.valueOf(row[5]));
    }
    for (String radius : List.of("50000.0", "100000.0", "200000.0", "400000.0")) {
      double naive = gaps.get("naive-median " + radius);
      assertTrue(naive > 5 * gaps.get("sgd " + radius), gaps::toString);
      assertTrue(naive > 5 * gaps.get("search " + radius), gaps::toString);
      assertTrue(gaps.get("none " + radius) < gaps.get("search " + radius));
    }
    assertTrue(gaps.get("naive-median 400000.0") > 5 * gaps.get("naive-median 50000.0"));
  }
}
