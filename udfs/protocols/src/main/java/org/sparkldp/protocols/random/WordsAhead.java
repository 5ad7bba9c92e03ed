package org.sparkldp.protocols.random;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;

/**
 * A source's words one by one, drawn many at once: the same words in the same order, at the cost of
 * an array's.
 *
 * <p>Whoever reads words here goes past the source's samplers. That is right only where these are
 * functions of the words, as {@link RandomSource} has them; a source that has its own, as audits
 * do, is {@link #isPlain not plain}.
 */
public final class WordsAhead {
  private static final int MOST_AT_ONCE = 512;
  private static final long[] NONE = new long[0];

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
  private long[] ahead = NONE;
  private int expected;
  private int at;
  private int end;

  /**
   * Words of a source, which nobody else may draw from meanwhile.
   *
   * @param expected how many words will be asked for at least; no more are drawn ahead
   */
  public WordsAhead(RandomSource source, int expected) {
    this.source = source;
    this.isPlain = isPlain(source);
    this.expected = expected;
  }

  /** Whether a source draws as {@link RandomSource} does. */
  public static boolean isPlain(RandomSource source) {
    return IS_PLAIN.get(source.getClass());
  }

  /** The next word. */
  public long next() {
    return at < end ? ahead[at++] : more();
  }

  private long more() {
    if (!isPlain || expected == 0) {
      return source.nextLong();
    }
    end = Math.min(MOST_AT_ONCE, expected);
    expected -= end;
    ahead = source.draw(end);
    at = 1;
    return ahead[0];
  }

  /** An integer uniform in [0, bound), from the words that {@link RandomSource#uniform} takes. */
  public int uniform(int bound) {
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
