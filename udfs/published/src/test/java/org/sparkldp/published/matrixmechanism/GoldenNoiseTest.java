package org.sparkldp.published.matrixmechanism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sparkldp.protocols.Golden;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.fuzz.Fuzzer;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.workload.Workloads;
import org.sparkldp.published.matrixmechanism.NoiseDesign.ColumnNorm;

/** Reports, accumulators and estimates of noisy columns are permanent, and so are their bytes. */
class GoldenNoiseTest {
  private static final Path FILE =
      Path.of("src/test/resources/org/sparkldp/published/matrixmechanism", "golden.txt");

  @BeforeAll
  static void writeWhereThatIsAskedFor() throws IOException {
    Golden.writeWhereThatIsAskedFor(
        FILE, name -> of(name.equals(name(ColumnNorm.L1)) ? ColumnNorm.L1 : ColumnNorm.L2));
  }

  private static String name(ColumnNorm norm) {
    return norm == ColumnNorm.L1 ? "strategy: laplace" : "strategy: gaussian";
  }

  private static Factorization<?> of(ColumnNorm norm) {
    double[] rows = {0.75, 0, 0, 0.5, 0.25, 0.25, 0, 0.125, 0.5};
    return Factorization.of(
        new StrategyFile(
            Strategy.certify(new NoiseDesign(3, 3, rows, norm), 1),
            Workloads.parse(norm == ColumnNorm.L1 ? "prefix" : "histogram", 3),
            "by-hand",
            Map.of()));
  }

  @ParameterizedTest
  @EnumSource(ColumnNorm.class)
  void whatAStrategyGivesIsPermanent(ColumnNorm norm) {
    Golden.assertSame(Golden.read(FILE).get(name(norm)), Golden.of(of(norm)));
  }

  @ParameterizedTest
  @EnumSource(ColumnNorm.class)
  void theGuaranteeIsTheStrategysAndTheSpecFindsIt(ColumnNorm norm) {
    Factorization<?> protocol = of(norm);
    assertEquals(1, protocol.guarantee().epsilon());
    assertEquals(norm == ColumnNorm.L1 ? 0 : NoiseDesign.DELTA, protocol.guarantee().delta());
    assertEquals(protocol.strategy().exactEpsilon(), protocol.guarantee().exactEpsilon());
    assertEquals(protocol, Protocols.of(protocol.spec().toString()));
    assertEquals(protocol, Protocols.of(protocol.spec(), protocol.attachment()));
  }

  @Test
  void bytesThatNobodyWroteAreRefused() {
    Fuzzer.run(
        new Fuzzer.Target(
            "noise strategies",
            100,
            List.of(of(ColumnNorm.L1).strategy().toBytes(), of(ColumnNorm.L2).strategy().toBytes()),
            List.of(),
            bytes -> bytes,
            input -> assertArrayEquals(input, Strategy.fromBytes(input).toBytes())));
  }
}
