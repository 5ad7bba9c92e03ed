package org.sparkldp.protocols.vector;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A source's words one by one, drawn many at once: the same words in the same order, at the cost of
 * an array's.
 *
 * <p>Whoever reads words here goes past the source's samplers. That is right only where these are
 * functions of the words, as {@link RandomSource} has them; a source that has its own, as audits
 * do, is {@link #isPlain not plain}.
 */
final class Words {
  private static final long HALF = 1L << 63;
  private static final int MOST_AT_ONCE = 512;

  /** What {@link #next} stands in for. */
  private static final Set<String> SAMPLERS = Set.of("bernoulli", "uniform", "chance");

  private static final ClassValue<Boolean> IS_PLAIN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          boolean isPlain = true;
          for (Class<?> c = type; c != RandomSource.class; c = c.getSuperclass()) {
            isPlain &=
                Arrays.stream(c.getDeclaredMethods())
                    .map(Method::getName)
                    .noneMatch(SAMPLERS::contains);
          }
          return isPlain;
        }
      };

  private final RandomSource source;
  private final boolean isPlain;
  private final long[] ahead;
  private int expected;
  private int at;
  private int end;

  /**
   * @param expected how many words will be asked for at least; no more are drawn ahead
   */
  Words(RandomSource source, int expected) {
    this.source = source;
    this.isPlain = isPlain(source);
    this.ahead = new long[isPlain ? Math.min(MOST_AT_ONCE, expected) : 0];
    this.expected = expected;
  }

  /** Whether a source draws as {@link RandomSource} does. */
  static boolean isPlain(RandomSource source) {
    return IS_PLAIN.get(source.getClass());
  }

  /** The next word. */
  long next() {
    return at < end ? ~ahead[at++] : more();
  }

  private long more() {
    end = Math.min(ahead.length, expected);
    if (end == 0) {
      return source.nextLong();
    }
    expected -= end;
    at = 1;
    source.bernoulliBits(HALF, Long.SIZE * end, ahead); // less than a half: a word's complement
    return ~ahead[0];
  }

  /** An integer uniform in [0, bound), from the words that {@link RandomSource#uniform} takes. */
  int uniform(int bound) {
    long word = next();
    long low = word * bound;
    if (Long.compareUnsigned(low, bound) < 0) {
      long surplus = Long.remainderUnsigned(-(long) bound, bound);
      while (Long.compareUnsigned(low, surplus) < 0) {
        word = next();
        low = word * bound;
      }
    }
    return (int) (Math.multiplyHigh(word, bound) + ((word >> 63) & bound));
  }
}
