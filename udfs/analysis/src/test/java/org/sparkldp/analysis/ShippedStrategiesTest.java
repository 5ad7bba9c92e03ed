package org.sparkldp.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.Workloads;

/**
 * The strategies that come with the program: prefixes, which take seconds to make, where other
 * common workloads take one or none, and those of sample plans. {@code -Dldp.strategies.write=true}
 * makes those that are missing.
 */
@Tag("long")
class ShippedStrategiesTest {
  private static final Path FOLDER =
      Path.of("../protocols/src/main/resources/org/sparkldp/protocols/strategy/shipped");

  static Stream<StrategyRequest> requests() {
    List<StrategyRequest> requests = new ArrayList<>();
    for (int domain : new int[] {8, 16, 32, 64, 100, 128, 256}) {
      for (double epsilon : new double[] {0.5, 1, 2, 4}) {
        requests.add(
            new StrategyRequest(
                epsilon, Workloads.parse("prefix", domain), StrategyRequest.OPTIMIZED));
      }
    }
    // Of the sample plans age-distribution and segments; a test of jobs/cli asks all of them.
    requests.add(new StrategyRequest(1, Workloads.parse("prefix", 73), StrategyRequest.OPTIMIZED));
    requests.add(
        new StrategyRequest(1, Workloads.parse("marginals-2", 4, 6, 3), StrategyRequest.OPTIMIZED));
    return requests.stream();
  }

  @BeforeAll
  static void writeWhereThatIsAskedFor() throws IOException {
    if (Boolean.getBoolean("ldp.strategies.write")) {
      for (StrategyRequest request : requests().toList()) {
        if (names().stream().noneMatch(name -> name.startsWith(prefix(request)))) {
          StrategyFile made =
              MechanismMaker.make(request, SearchOptions.DEFAULT, Progress.SearchListener.NONE);
          made.write(FOLDER.resolve(Strategies.fileName(request, made.strategy())));
        }
      }
      Files.writeString(FOLDER.resolve("index.txt"), String.join("\n", names()) + "\n");
    }
  }

  private static List<String> names() {
    String[] names = FOLDER.toFile().list((folder, name) -> name.endsWith(".strategy"));
    Arrays.sort(names);
    return List.of(names);
  }

  @Test
  void theIndexListsTheFiles() throws IOException {
    assertEquals(names(), Files.readAllLines(FOLDER.resolve("index.txt")));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void aShippedStrategyIsPrivate_andAsGoodAsItSays(StrategyRequest request) {
    StrategyFile file = of(request);
    assertEquals(request.workload(), file.workload());
    assertEquals(request.epsilon(), file.strategy().epsilon());
    assertTrue(file.strategy().exactEpsilon() <= request.epsilon());
    // Of the integers themselves, not of the matrix that they were made from.
    double objective = objective(file.strategy(), request);
    double bound = Optimizer.bounds(request.workload(), request.epsilon()).lower();
    double gap = Double.parseDouble(file.notes().get("objective over bound"));
    assertEquals(gap, objective / bound, 1e-4);
    assertTrue(gap < 1.11, request + ": " + gap);
  }

  private static double objective(Strategy strategy, StrategyRequest request) {
    int n = strategy.domain();
    double[][] columns = new double[n][];
    for (int u = 0; u < n; u++) {
      double[] one = new double[n];
      one[u] = 1;
      columns[u] = strategy.expectedCounters(one);
    }
    int rows = columns[0].length;
    double[] q = new double[rows * n];
    double[] prior = new double[n];
    for (int u = 0; u < n; u++) {
      prior[u] = 1;
      for (int row = 0; row < rows; row++) {
        q[row * n + u] = columns[u][row];
      }
    }
    return DenseEvaluation.of(
            Algebra.current(), new Design.DenseDesign(rows, n, q, prior), request.workload())
        .objective();
  }

  /** The shipped strategy. */
  static StrategyFile of(StrategyRequest request) {
    List<String> names = names().stream().filter(name -> name.startsWith(prefix(request))).toList();
    assertEquals(1, names.size(), request::toString);
    StrategyFile file = StrategyFile.read(FOLDER.resolve(names.get(0)));
    assertEquals(Strategies.fileName(request, file.strategy()), names.get(0));
    return file;
  }

  private static String prefix(StrategyRequest request) {
    return request.spec().fingerprint().substring(0, 32) + "-";
  }
}
