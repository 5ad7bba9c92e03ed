package org.sparkldp.protocols.random;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;

/**
 * The coins of many people at once: the source of one row after another, each with the very words
 * that {@link KeyedRandomness#open} gives. One task's, with buffers that it uses again, so that a
 * row costs no garbage.
 *
 * <p>Usage: {@link #open} with the ids and encoded values of a batch, then {@link #at} for each row
 * that draws.
 *
 * <p>Why it is quick: the hashes of all rows are made together ({@link SipHashes}); and where row
 * after row goes on to the cipher's stream, the words of many rows come from one call of the
 * cipher. How many words a row draws may depend on its value, so the time does, as it does row by
 * row.
 */
public final class KeyedBatch extends RandomSource {
  /** Most blocks of the cipher in one call: more are no quicker, and leave the first cache. */
  private static final int MOST_BLOCKS = 1024;

  /** Of a word: what the usual number of words is counted in. */
  private static final int USUAL_UNIT = 16;

  private final KeyedRandomness keyed;
  private final SipHashes hashes;
  private final SipHash single = new SipHash();
  private final long[] first;
  private final long[] second;
  private int count;
  private boolean hasSecond;
  private long[] numbers; // ids
  private byte[][] texts; // or ids; null where they are numbers

  private int row;
  private int drawn; // words of the row
  private long[] words = new long[64]; // what draw returned

  // The streams of some rows, made ahead: aheadBlocks blocks for each of aheadRows rows.
  private long[] ahead = new long[2 * MOST_BLOCKS];
  private int aheadRow;
  private int aheadRows;
  private int aheadBlocks;
  private int usualWords; // in units: most that a row drew of its stream of late, slowly forgotten

  /**
   * @param keyed of the question
   * @param capacity most rows of a batch
   */
  public KeyedBatch(KeyedRandomness keyed, int capacity) {
    this.keyed = keyed;
    this.hashes = new SipHashes(capacity);
    this.first = new long[capacity];
    this.second = new long[capacity];
  }

  /** Most rows of a batch. */
  public int capacity() {
    return first.length;
  }

  /** Begins a batch of people known by numbers; they must not change before the next one. */
  public void open(long[] ids, long[] encodedValues, int rows) {
    begin(rows);
    numbers = ids;
    texts = null;
    keyed.first(hashes, ids, encodedValues, rows, first);
  }

  /** Begins a batch of people known by bytes, such as UTF-8 names; as for numbers. */
  public void open(byte[][] ids, long[] encodedValues, int rows) {
    begin(rows);
    texts = ids;
    for (int i = 0; i < rows; i++) {
      first[i] = keyed.first(single, ids[i], encodedValues[i]);
      hashes.put(i, single);
    }
  }

  private void begin(int rows) {
    Require.that(rows <= first.length)
        .orRefuse(
            "a batch must have at most %s rows. Provided value: %s; make a larger one.",
            first.length, rows);
    // If the rows that were made ahead reached the batch's end, its first row follows upon them.
    boolean isReached = aheadRow + aheadRows == count;
    aheadRow = isReached ? -aheadRows : -aheadRows - 1;
    count = rows;
    hasSecond = false;
    drawn = 0;
  }

  /** The source of a row: this one, at the beginning of the row's words. */
  public RandomSource at(int index) {
    int more = Math.max(0, drawn - 2) * USUAL_UNIT - usualWords;
    usualWords += more > 0 ? more : more >> 5;
    row = index;
    drawn = 0;
    return this;
  }

  @Override
  public RandomSource memory(long number) {
    KeyedRandomness memory = keyed.memory();
    return texts == null ? memory.lend(numbers[row], number) : memory.lend(texts[row], number);
  }

  @Override
  public long nextLong() {
    if (drawn < 2) {
      return drawn++ == 0 ? first[row] : second();
    }
    int word = drawn++ - 2;
    if (word == 0) {
      makeAhead(1);
    }
    return isAhead(word + 1) ? ahead[place(word)] : keyed.stream().word(first[row], second(), word);
  }

  @Override
  protected long[] draw(int number) {
    int fromHash = Math.min(number, Math.max(0, 2 - drawn));
    if (words.length < number + KeyedRandomness.Stream.SPARE) {
      words = new long[2 * number + KeyedRandomness.Stream.SPARE];
    }
    for (int i = 0; i < fromHash; i++) {
      words[i] = nextLong();
    }
    int fromStream = number - fromHash;
    if (fromStream == 0) {
      return words;
    }
    int from = drawn - 2;
    if (from == 0) {
      makeAhead(fromStream);
    }
    if (isAhead(from + fromStream)) {
      System.arraycopy(ahead, place(from), words, fromHash, fromStream);
    } else {
      int withSpare = fromStream + KeyedRandomness.Stream.SPARE;
      keyed.stream().words(first[row], second(), from, words, fromHash, withSpare);
    }
    drawn += fromStream;
    return words;
  }

  private long second() {
    if (!hasSecond) {
      hashes.second(count, second);
      hasSecond = true;
    }
    return second[row];
  }

  /** Whether the row's first words of the stream are there. */
  private boolean isAhead(int number) {
    return row >= aheadRow && row < aheadRow + aheadRows && number <= 2 * aheadBlocks;
  }

  private int place(int word) {
    return 2 * aheadBlocks * (row - aheadRow) + word;
  }

  /**
   * Makes the row's first words of the stream, and those of the rows after it: twice as many rows
   * as the last time if the row is the next after them, because then every row may need them.
   */
  private void makeAhead(int number) {
    if (isAhead(number)) {
      return;
    }
    boolean isNext = row == aheadRow + aheadRows;
    int blocks = (Math.max(number, usualWords / USUAL_UNIT) + 1) >>> 1;
    int most = Math.max(1, MOST_BLOCKS / blocks);
    aheadRows = Math.min(isNext ? Math.min(Math.max(1, 2 * aheadRows), most) : 1, count - row);
    aheadRow = row;
    aheadBlocks = blocks;
    if (ahead.length < 2 * aheadRows * blocks) {
      ahead = Arrays.copyOf(ahead, 2 * aheadRows * blocks);
    }
    second(); // of all rows
    keyed.stream().words(first, second, row, aheadRows, blocks, ahead);
  }
}
