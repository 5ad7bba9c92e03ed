package org.sparkldp.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Twenty small models as mbi 2.0.0 fitted them, the Python reference; golden.py wrote them. */
class GoldenModelsTest {

  @Test
  void marginals_areThoseOfTheReference() throws IOException {
    int models = 0;
    Domain domain = null;
    Model model = null;
    Model uneven = null; // the wrong twin, without the first table
    List<AskedTable> asked = new ArrayList<>();
    double worst = 0;
    double twin = 0;
    for (String[] line : lines()) {
      double[] numbers = Arrays.stream(line).skip(1).mapToDouble(Double::parseDouble).toArray();
      int[] set = {(int) numbers[0], (int) numbers[1]};
      switch (line[0]) {
        case "model" -> {
          domain = Domain.of(Arrays.stream(numbers).mapToInt(size -> (int) size).toArray());
          asked.clear();
          model = null;
          models++;
        }
        case "asked" -> asked.add(asked(domain, set, numbers));
        default -> {
          if (model == null) {
            model = exact(domain, asked);
            uneven = exact(domain, asked.subList(1, asked.size()));
          }
          double[] theirs = Arrays.copyOfRange(numbers, 2, numbers.length);
          worst = Math.max(worst, Joint.distance(theirs, model.marginal(set)));
          twin = Math.max(twin, Joint.distance(theirs, uneven.marginal(set)));
        }
      }
    }
    assertEquals(20, models);
    assertTrue(worst < 2e-3, "at most " + worst);
    assertTrue(twin > 0.02, "without the first table " + twin);
  }

  private static Model exact(Domain domain, List<AskedTable> tables) {
    return Model.of(domain, tables, List.of(), List.of(), Domain.MAX_CELLS, 0, 1e-7, 5000);
  }

  /** People whose answers have the weight of the line. */
  private static AskedTable asked(Domain domain, int[] set, double[] numbers) {
    double[] shares = Arrays.copyOfRange(numbers, 3, numbers.length);
    PureLaw law = PureLaw.best(shares.length, 1);
    AskedTable one = AskedTable.of(domain, set, shares, law, 1);
    double people = numbers[2] / one.weights(one.uniform())[0];
    return AskedTable.of(domain, set, shares, law, people);
  }

  private static List<String[]> lines() throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                GoldenModelsTest.class.getResourceAsStream("mbi.csv"), StandardCharsets.UTF_8))) {
      return reader.lines().map(line -> line.split(",")).toList();
    }
  }
}
