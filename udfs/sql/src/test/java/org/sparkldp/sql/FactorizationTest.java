package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.strategy.Orbit;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.workload.Workloads;
import org.sparkldp.published.matrixmechanism.NoiseDesign;
import org.sparkldp.published.matrixmechanism.NoiseDesign.ColumnNorm;
import org.sparkldp.sql.catalyst.ProtocolReference;

/** Strategies through SQL: all kinds of report, both modes, from driver to executor. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class FactorizationTest {

  private static Factorization<?> protocol(Design design, String workload) {
    return Factorization.of(
        new StrategyFile(
            Strategy.certify(design, 1),
            Workloads.parse(workload, design.domain()),
            "by-hand",
            Map.of()));
  }

  /** Cells over the cyclic shifts of a set, sets of three of eight items, and noisy vectors. */
  static Stream<Factorization<?>> protocols() {
    BitSet base = BitSet.valueOf(new long[] {0b1011});
    return Stream.of(
        protocol(
            new Design.Orbits(
                new int[] {8}, List.of(new Orbit(new int[][] {{1}}, new int[] {8}, base, 1))),
            "prefix"),
        protocol(new Design.Subsets(8, new double[] {0, 0, 0, 1, 0, 0, 0, 0, 0}), "all-range"),
        protocol(new NoiseDesign(8, 8, identity(8), ColumnNorm.L1), "prefix"),
        protocol(new NoiseDesign(8, 8, identity(8), ColumnNorm.L2), "histogram"));
  }

  private static double[] identity(int n) {
    double[] identity = new double[n * n];
    for (int u = 0; u < n; u++) {
      identity[u * n + u] = 1;
    }
    return identity;
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void sqlDrawsTheReportsOfTheJavaFloorAndReadsThemAlike(Factorization<?> protocol) {
    SqlContract.hold(protocol);
  }

  /** Another JVM knows nothing of the strategy but what the reference carries. */
  @ParameterizedTest
  @MethodSource("protocols")
  void aReferenceCarriesItsStrategy(Factorization<?> protocol)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new ProtocolReference(protocol));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      ProtocolReference read = (ProtocolReference) in.readObject();
      assertEquals(protocol, read.resolve());
      assertEquals(protocol.spec().toString(), read.toString());
    }
    // The strategy's integers travel, the reports' labels of the other domain do not.
    assertTrue(protocol.attachment().length > 0);
    assertTrue(bytes.size() > protocol.attachment().length);
  }

  @Test
  void aStrategyThatIsNotAtHandIsRefusedAtAnalysis() {
    String spec =
        "factorization(epsilon=1,workload=prefix,domain=8,strategy=" + "0".repeat(32) + ")";
    Exception refused =
        assertThrows(
            Exception.class,
            () -> spark().sql("SELECT ldp_randomize(id, '" + spec + "', id, 'a') FROM range(8)"));
    assertTrue(refused.getMessage().contains("a strategy must be at hand"), refused.getMessage());
  }
}
