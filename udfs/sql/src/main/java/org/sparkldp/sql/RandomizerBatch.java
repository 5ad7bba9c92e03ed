package org.sparkldp.sql;

import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.random.KeyedBatch;
import org.sparkldp.sql.catalyst.BatchCalls;
import org.sparkldp.sql.catalyst.BatchColumns;

/**
 * Keyed randomizing of value and id, batch by batch: the reports that {@link RowRandomizer} makes
 * row by row, with the coins of all rows opened together. One task's.
 */
final class RandomizerBatch implements BatchCalls.Batch {
  private final RowRandomizer randomizer;
  private final Encoder values;
  private final IntToLongFunction publicWords = this::publicWord;
  private KeyedBatch coins;
  private long[] words = {};
  private long[] numbers = {}; // ids
  private byte[][] texts = {}; // or ids
  private boolean areTexts;
  private boolean[] isNull = {};
  private boolean hasNull;

  RandomizerBatch(RowRandomizer randomizer, Encoder values) {
    this.randomizer = randomizer;
    this.values = values;
  }

  @Override
  public void addReports(
      ColumnVector[] arguments, int rows, Accumulator<?> sums, IntConsumer before) {
    makeRoom(rows);
    readNulls(arguments[0], arguments[1], rows);
    readIds(arguments[1], rows);
    values.read(arguments[0], rows);
    for (int row = 0; row < rows; row++) {
      if (!isNull(row)) {
        words[row] = values.word(row, 0, publicWords);
      }
    }
    if (areTexts) {
      coins.open(texts, words, rows);
    } else {
      coins.open(numbers, words, rows);
    }
    for (int row = 0; row < rows; row++) {
      if (!isNull(row)) {
        before.accept(row);
        values.addReport(row, coins.at(row), sums);
      }
    }
  }

  private void makeRoom(int rows) {
    if (coins == null || coins.capacity() < rows) {
      coins = randomizer.openBatches(rows);
      words = new long[rows];
      numbers = new long[rows];
      texts = new byte[rows][];
      isNull = new boolean[rows];
    }
  }

  private void readNulls(ColumnVector value, ColumnVector id, int rows) {
    hasNull = value.hasNull() || id.hasNull();
    for (int row = 0; hasNull && row < rows; row++) {
      isNull[row] = value.isNullAt(row) || id.isNullAt(row);
    }
  }

  private void readIds(ColumnVector id, int rows) {
    areTexts = id.dataType() instanceof StringType;
    if (!areTexts) {
      BatchColumns.longs(id, rows, numbers);
      return;
    }
    for (int row = 0; row < rows; row++) {
      texts[row] = isNull(row) ? new byte[0] : id.getUTF8String(row).getBytes();
    }
  }

  private boolean isNull(int row) {
    return hasNull && isNull[row];
  }

  private long publicWord(int row) {
    return areTexts ? randomizer.cohortWord(texts[row]) : randomizer.cohortWord(numbers[row]);
  }
}
