package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Bytes that a report leaves behind: none where it is a number, and only itself where it is bits.
 */
final class GarbageTest {
  private static final int ROWS = 20_000;

  /** What a collector, or a compiler in the same thread, may leave. */
  private static final double SLACK = 0.5;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** So that no report is optimised away. */
  long sink;

  private interface Row {
    long of(int item);
  }

  static Stream<FrequencyOracle<?>> oracles() {
    return Protocols.declarations().stream()
        .map(Declaration::name)
        .filter(name -> name.matches("grr|olh|hadamard|pgr|subset|oue|sue"))
        .flatMap(
            name -> Stream.of("k=256", "k=1000").map(more -> name + "(epsilon=1," + more + ")"))
        .map(spec -> (FrequencyOracle<?>) Protocols.of(spec));
  }

  @ParameterizedTest
  @MethodSource("oracles")
  void aReportThatIsANumberLeavesNothing(FrequencyOracle<?> oracle) {
    SimulationSource source = new SimulationSource(1);
    if ((Object) oracle instanceof CellProtocol cells) {
      Accumulator<Integer> sum = cells.newAccumulator();
      Row row =
          item -> {
            int cell = cells.randomize(item, source);
            sum.addCell(cell, 1);
            return cell;
          };
      assertEquals(0, bytesOfARow(oracle.k(), row), SLACK);
    } else {
      BitOracle bits = (BitOracle) oracle;
      long[] words = new long[(bits.k() + 63) / 64];
      Row row =
          item -> {
            bits.randomize(item, source, words);
            return words[0];
          };
      assertEquals(0, bytesOfARow(oracle.k(), row), SLACK);
    }
  }

  @Test
  void aReportThatIsBytesIsSeen() {
    BitOracle oue = UnaryEncoding.OUE.of(1, 256);
    SimulationSource source = new SimulationSource(1);
    double bytes = bytesOfARow(256, item -> oue.report(item, source)[0]);
    assertTrue(bytes >= 32, bytes + " bytes");
  }

  /** The least of some runs: the first warm up. */
  private double bytesOfARow(int k, Row row) {
    double least = Double.POSITIVE_INFINITY;
    for (int run = 0; run < 5; run++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < ROWS; i++) {
        sink += row.of(i % k);
      }
      long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
      least = Math.min(least, (double) bytes / ROWS);
    }
    return least;
  }
}
