package org.sparkldp.protocols.random;

/**
 * A source's words one by one, drawn many at once: the same words in the same order, at the cost of
 * an array's. Made by {@link RandomSource#ahead}.
 */
final class WordsAhead extends RandomSource {
  private static final int MOST_AT_ONCE = 512;
  private static final long[] NONE = new long[0];

  private final RandomSource source;
  private long[] ahead = NONE;
  private int expected;
  private int at;
  private int end;

  /**
   * @param expected how many words will be asked for at least; no more are drawn ahead
   */
  WordsAhead(RandomSource source, int expected) {
    this.source = source;
    this.expected = expected;
  }

  @Override
  public long nextLong() {
    return at < end ? ahead[at++] : more();
  }

  @Override
  public RandomSource memory(long number) {
    return source.memory(number);
  }

  private long more() {
    if (expected == 0) {
      return source.nextLong();
    }
    end = Math.min(MOST_AT_ONCE, expected);
    expected -= end;
    ahead = source.draw(end);
    at = 1;
    return ahead[0];
  }
}
