package org.sparkldp.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Golden;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.strategy.Orbit;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.workload.Workloads;

/**
 * Reports, accumulators and estimates of strategies are permanent, as those of all protocols are.
 */
class GoldenStrategiesTest {
  private static final Path FILE =
      Path.of("src/test/resources/org/sparkldp/analysis", "golden.txt");

  @BeforeAll
  static void writeWhereThatIsAskedFor() throws IOException {
    Golden.writeWhereThatIsAskedFor(FILE, strategies()::get);
  }

  static Stream<String> names() {
    return strategies().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void whatAStrategyGivesIsPermanent(String name) {
    Golden.assertSame(Golden.read(FILE).get(name), Golden.of(strategies().get(name)));
  }

  /**
   * A strategy of each kind, from numbers that are the same on every machine; those that are
   * optimised depend on the algebra at hand.
   */
  private static Map<String, Protocol<?, ?>> strategies() {
    double[] q = {0.5, 0.25, 0.25, 0.25, 0.5, 0.25, 0.25, 0.25, 0.5};
    Design dense = new Design.DenseDesign(3, 3, q, new double[] {1, 2, 1});
    Design bits =
        new Design.Orbits(
            new int[] {2, 2},
            List.of(
                new Orbit(new int[][] {{1, 0}, {0, 1}}, new int[] {2, 2}, set(0, 3), 0.5),
                new Orbit(new int[][] {{1, 0}}, new int[] {2}, set(1), 0.2),
                new Orbit(new int[][] {{0, 1}}, new int[] {2}, set(1), 0.3)));
    Design cycle =
        new Design.Orbits(
            new int[] {3, 4},
            List.of(
                new Orbit(new int[][] {{1, 0}, {0, 1}}, new int[] {3, 4}, set(0, 1, 6), 0.75),
                new Orbit(new int[][] {{0, 1}}, new int[] {4}, set(0, 2), 0.25)));
    Design subsets = new Design.Subsets(6, new double[] {0, 0.375, 0, 0.625, 0, 0, 0});
    return Map.of(
        "strategy: dense", of(dense, "prefix", 3),
        "strategy: orbits of bits", of(bits, "all-marginals", 2, 2),
        "strategy: orbits", of(cycle, "marginals-1", 3, 4),
        "strategy: subsets", of(subsets, "all-range", 6));
  }

  private static Protocol<?, ?> of(Design design, String workload, int... attributes) {
    return Factorization.of(
        new StrategyFile(
            Strategy.certify(design, 1),
            Workloads.parse(workload, attributes),
            "by-hand",
            Map.of()));
  }

  private static BitSet set(int... members) {
    BitSet set = new BitSet();
    Arrays.stream(members).forEach(set::set);
    return set;
  }
}
