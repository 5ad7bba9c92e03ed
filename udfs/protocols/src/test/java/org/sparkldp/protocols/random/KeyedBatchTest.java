package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * A batch gives each row the words that the row's own source gives, however many each draws, one by
 * one or in pieces; and once its buffers have grown, it makes no garbage.
 */
class KeyedBatchTest {
  private static final KeyedRandomness QUESTION =
      new KeyedRandomness(ReleaseKey.of(new byte[ReleaseKey.LENGTH]), "plan a");

  /** How a row draws: pieces of draws of several words each, 0 for one word alone. */
  private static long[] drawn(RandomSource source, int[] pieces) {
    long[] all = new long[0];
    for (int piece : pieces) {
      int at = all.length;
      all = Arrays.copyOf(all, at + Math.max(1, piece));
      if (piece == 0) {
        all[at] = source.nextLong();
      } else {
        System.arraycopy(source.draw(piece), 0, all, at, piece);
      }
    }
    return all;
  }

  private static int[] pieces(SplittableRandom random, int kind) {
    return switch (kind) {
      case 0 -> new int[] {0}; // as grr
      case 1 -> new int[] {32}; // as oue
      case 2 -> new int[] {32, 0, 0, 0}; // as oue with deeper planes
      case 3 -> new int[] {0, 0, 0, 0, 0, 0}; // as subset
      default -> random.ints(random.nextInt(5), 0, 90).toArray();
    };
  }

  @Property(tries = 300)
  void batch_givesEachRowTheWordsOfItsOwnSource(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 5) int kind) {
    SplittableRandom random = new SplittableRandom(seed);
    KeyedBatch batch = new KeyedBatch(QUESTION, 300);
    for (int b = 0; b < 4; b++) {
      int rows = random.nextInt(301);
      long[] ids = random.longs(rows).toArray();
      long[] values = random.longs(rows, 0, 256).toArray();
      batch.open(ids, values, rows);
      for (int row = 0; row < rows; row++) {
        if (kind == 5 && random.nextInt(4) == 0) {
          continue; // a row without a value draws nothing
        }
        int[] pieces = pieces(random, kind);
        assertArrayEquals(
            drawn(QUESTION.open(ids[row], values[row]), pieces), drawn(batch.at(row), pieces));
      }
    }
  }

  @Property(tries = 50)
  void batch_givesPeopleKnownByBytesTheirWordsToo(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 5) int kind) {
    SplittableRandom random = new SplittableRandom(seed);
    KeyedBatch batch = new KeyedBatch(QUESTION, 100);
    byte[][] ids = new byte[100][];
    for (int row = 0; row < ids.length; row++) {
      ids[row] = ("person " + random.nextInt()).getBytes(StandardCharsets.UTF_8);
    }
    long[] values = random.longs(ids.length).toArray();
    batch.open(ids, values, ids.length);
    for (int row = 0; row < ids.length; row++) {
      int[] pieces = pieces(random, kind);
      assertArrayEquals(
          drawn(QUESTION.open(ids[row], values[row]), pieces), drawn(batch.at(row), pieces));
    }
  }

  @Test
  void at_beginsTheRowsWordsAnew() {
    KeyedBatch batch = new KeyedBatch(QUESTION, 2);
    batch.open(new long[] {1, 2}, new long[] {3, 4}, 2);
    long[] once = drawn(batch.at(1), new int[] {0, 40, 0});
    assertArrayEquals(once, drawn(batch.at(1), new int[] {0, 40, 0}));
    // The wrong twin: another row's words.
    assertFalse(Arrays.equals(once, drawn(batch.at(0), new int[] {0, 40, 0})));
  }

  @Test
  void open_refusesMoreRowsThanItHasRoomFor() {
    KeyedBatch batch = new KeyedBatch(QUESTION, 2);
    assertThrows(IllegalArgumentException.class, () -> batch.open(new long[3], new long[3], 3));
  }

  @Test
  void rows_makeNoGarbage() {
    int rows = 4096;
    long[] ids = new SplittableRandom(1).longs(rows).toArray();
    long[] values = new long[rows];
    long[] bits = new long[4];
    KeyedBatch batch = new KeyedBatch(QUESTION, rows);
    IntConsumer cells =
        n -> {
          batch.open(ids, values, rows);
          for (int row = 0; row < rows; row++) {
            batch.at(row).keepOrOther(3, 256, 1L << 50);
          }
        };
    IntConsumer vectors =
        n -> {
          batch.open(ids, values, rows);
          for (int row = 0; row < rows; row++) {
            batch.at(row).bernoulliBits(1L << 60 | 1, 256, bits);
          }
        };
    IntConsumer single =
        n -> {
          for (int row = 0; row < rows; row++) {
            QUESTION.lend(ids[row], row).keepOrOther(3, 256, 1L << 50);
          }
        };
    RandomSource[] kept = new RandomSource[1];
    IntConsumer garbage =
        n -> {
          for (int row = 0; row < rows; row++) {
            kept[0] = QUESTION.open(ids[row], row);
          }
        };
    assertEquals(0, bytesARow(cells, rows));
    assertEquals(0, bytesARow(vectors, rows));
    assertEquals(0, bytesARow(single, rows));
    assertTrue(bytesARow(garbage, rows) >= 40, "the wrong twin makes a source a row");
  }

  /** Whole bytes a row, after the buffers have grown. */
  private static long bytesARow(IntConsumer batch, int rows) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int rounds = 20;
    for (int i = 0; i < 5; i++) {
      batch.accept(i);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < rounds; i++) {
      batch.accept(i);
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / ((long) rounds * rows);
  }
}
