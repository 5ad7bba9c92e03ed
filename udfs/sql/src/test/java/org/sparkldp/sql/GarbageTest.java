package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.sql.catalyst.BatchCalls;

/**
 * A report that is a number costs no garbage, in batches or row by row, whatever the compiler does:
 * bytes are counted as the JVM counts them, over many rows.
 */
@ExtendWith(SparkTest.class)
class GarbageTest {
  private static final int ROWS = 4096;
  private static final int ROUNDS = 20;

  private final OnHeapColumnVector ids = new OnHeapColumnVector(ROWS, DataTypes.LongType);
  private final OnHeapColumnVector items = new OnHeapColumnVector(ROWS, DataTypes.IntegerType);

  GarbageTest() {
    for (int row = 0; row < ROWS; row++) {
      ids.putLong(row, row * 7919L);
      items.putInt(row, row % 256);
    }
  }

  private static RowRandomizer randomizer(String spec) {
    return RowRandomizer.keyed(
        Protocols.of(spec), KeyLocation.find(SparkTest.KEY_FILE.toString()), "garbage");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grr(epsilon=1.0,k=256)",
        "hadamard(epsilon=1.0,k=256)",
        "pgr(epsilon=1.0,k=256)",
        "blh(epsilon=1.0,k=256)",
        "olh(epsilon=1.0,k=256)"
      })
  void cellsCostNoGarbage(String spec) {
    RowRandomizer randomizer = randomizer(spec);
    BatchCalls.Batch batch = randomizer.newBatch();
    ColumnVector[] arguments = {items, ids};
    Accumulator<?> sums = Protocols.of(spec).newAccumulator();
    assertEquals(0, bytesARow(() -> batch.addReports(arguments, ROWS, sums, row -> {})));
    assertEquals(
        0,
        bytesARow(
            () -> {
              for (int row = 0; row < ROWS; row++) {
                sums.addCell(randomizer.cell(items.getInt(row), ids.getLong(row)), 1);
              }
            }));
  }

  @ParameterizedTest
  @ValueSource(strings = {"oue(epsilon=1.0,k=256)", "subset(epsilon=1.0,k=100)"})
  void bitsCostNoGarbageInBatches(String spec) {
    BatchCalls.Batch batch = randomizer(spec).newBatch();
    for (int row = 0; row < ROWS; row++) {
      items.putInt(row, row % 100);
    }
    ColumnVector[] arguments = {items, ids};
    Accumulator<?> sums = Protocols.of(spec).newAccumulator();
    assertEquals(0, bytesARow(() -> batch.addReports(arguments, ROWS, sums, row -> {})));
  }

  @Test
  void theCountHasTeeth() {
    // The wrong twins: a report that is an array, and one in a box.
    RowRandomizer bits = randomizer("oue(epsilon=1.0,k=256)");
    Object[] report = new Object[1];
    assertTrue(
        bytesARow(
                () -> {
                  for (int row = 0; row < ROWS; row++) {
                    report[0] = bits.report(7L, ids.getLong(row));
                  }
                })
            >= 32);
    Object[] box = new Object[1];
    assertTrue(
        bytesARow(
                () -> {
                  for (int row = 0; row < ROWS; row++) {
                    box[0] = Long.valueOf(1000L + row);
                  }
                })
            >= 16);
  }

  /** Whole bytes a row, after buffers have grown. */
  private static long bytesARow(Runnable batch) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 5; i++) {
      batch.run();
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < ROUNDS; i++) {
      batch.run();
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / ((long) ROUNDS * ROWS);
  }
}
