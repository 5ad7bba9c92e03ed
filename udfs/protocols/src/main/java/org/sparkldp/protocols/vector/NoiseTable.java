package org.sparkldp.protocols.vector;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.sparkldp.protocols.random.AliasColumns;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Noise on the integers by a table: P[X = x] is proportional to exp(−|x|^k a/b) exactly, for k = 1
 * (discrete Laplace) or 2 (discrete Gaussian) and integers a, b.
 *
 * <p>The integers near 0 are cut into {@value #BUCKETS} buckets of one width, a power of two, each
 * with an integer weight that is above c times its largest exp(…), for one integer c. A word
 * chooses a bucket by its weight (Walker's alias method, exact on integers that add up to 2^{@value
 * #TOTAL_BITS}); a second one an integer of the bucket and a uniform number u, and the integer is
 * kept if u is below c exp(…)/weight. That is certain for most u, by the least of the bucket;
 * doubles decide nearly all others, whose error is far smaller than what they decide; and where
 * they cannot, u gets further digits and exp as many as it takes. So doubles decide how long it
 * takes, and never the law. What lies beyond the buckets has one more, and what is left of the
 * weights draws anew.
 *
 * <p>The law is cut off beyond 2^12 scales, whose chance is below exp(−4000). Cost: two words and
 * some 5 ns; 28 kB. Immutable.
 *
 * <p>Source: rejection with squeezes, e.g. Devroye, "Non-Uniform Random Variate Generation", 1986,
 * II.5; exact comparison of exponentials, after von Neumann; the arrangement, ours.
 */
final class NoiseTable {
  private static final int INDEX_BITS = 11;
  static final int BUCKETS = 1 << INDEX_BITS;
  private static final int TOTAL_BITS = 51;
  static final long TOTAL = 1L << TOTAL_BITS;

  /** Buckets on either side of 0; the two that are left are what lies beyond, and nothing. */
  private static final int SIDE = BUCKETS / 2 - 1;

  private static final int BEYOND = 2 * SIDE;
  private static final int NOTHING = BEYOND + 1;

  /** More than 6 V c exp(−32)/width: see {@link #beyond}. */
  private static final long WEIGHT_BEYOND = 1 << 10;

  /** Buckets reach as far as exp(…) is below exp(−32). */
  private static final double REACH = 32;

  /** What doubles are trusted with; they are right to 1e-14. */
  private static final double TOLERANCE = 1e-10;

  /** Doublings of the width beyond. */
  private static final int MOST_DOUBLINGS = 12;

  private final boolean isSquare;
  private final long a;
  private final long b;
  private final int widthBits;
  private final int beyondBits; // of V, the width of the first piece beyond
  private final long c;
  private final long[] weights = new long[BUCKETS];
  private final int[] certain = new int[BUCKETS]; // u below this over 2^32 is kept, unsigned
  private final long[] columns = new long[BUCKETS]; // an own share over 2^51, and whose the rest is

  private NoiseTable(boolean isSquare, long a, long b) {
    this.isSquare = isSquare;
    this.a = a;
    this.b = b;
    double scale = isSquare ? Math.sqrt((double) b / a) : (double) b / a; // exp(−1) there
    double reach = isSquare ? Math.sqrt(REACH) * scale : REACH * scale;
    this.widthBits = powerOfTwo(reach / SIDE);
    this.beyondBits = Math.max(widthBits, powerOfTwo(scale));
    double sum = 0;
    for (int k = 0; k < BEYOND; k++) {
      sum += density(nearest(k));
    }
    this.c = (long) ((TOTAL - WEIGHT_BEYOND) * (1 - 0x1p-30) / sum);
    fill();
    chooseAliases();
  }

  /** exp(−|x| s/t), the noise of {@link org.sparkldp.protocols.random.DiscreteLaplace}. */
  static NoiseTable laplace(int t, int s) {
    return new NoiseTable(false, s, t);
  }

  /** exp(−x²/(2 variance)), of {@link org.sparkldp.protocols.random.DiscreteGaussian}. */
  static NoiseTable gaussian(long variance) {
    return new NoiseTable(true, 1, 2 * variance);
  }

  /** The least whole exponent, from 0, whose power of two is not below a number. */
  private static int powerOfTwo(double number) {
    return number <= 1 ? 0 : Math.getExponent(Math.nextDown(number)) + 1;
  }

  private void fill() {
    long rest = TOTAL - WEIGHT_BEYOND;
    for (int k = 0; k < BEYOND; k++) {
      weights[k] = (long) (c * density(nearest(k)) * (1 + TOLERANCE)) + 2;
      double least = c * density(farthest(k)) / weights[k] * (1 - TOLERANCE);
      certain[k] = (int) (long) (least * 0x1p32);
      rest -= weights[k];
    }
    weights[BEYOND] = WEIGHT_BEYOND;
    weights[NOTHING] = rest;
  }

  /** Each bucket's share of a column of 2^51, times 2^11, and whose the rest is. */
  private void chooseAliases() {
    AliasColumns arranged = AliasColumns.of(weights, TOTAL);
    for (int k = 0; k < BUCKETS; k++) {
      columns[k] = (arranged.own()[k] << INDEX_BITS) | arranged.others()[k];
    }
  }

  /** The least integer of a bucket. */
  long start(int bucket) {
    return (long) (bucket - SIDE) << widthBits;
  }

  /** The integer of a bucket that is nearest to 0. */
  private long nearest(int bucket) {
    return bucket >= SIDE ? start(bucket) : start(bucket + 1) - 1;
  }

  private long farthest(int bucket) {
    return bucket >= SIDE ? start(bucket + 1) - 1 : start(bucket);
  }

  private double exponent(long x) {
    double size = Math.abs((double) x);
    return (isSquare ? size * size : size) * a / b;
  }

  private double density(long x) {
    return StrictMath.exp(-exponent(x));
  }

  /** Without a branch, which could not be foreseen. */
  int bucket(long word) {
    int own = (int) (word >>> (Long.SIZE - INDEX_BITS));
    long column = columns[own];
    int other = (int) column & (BUCKETS - 1);
    int isOther = (int) (((column >>> INDEX_BITS) - 1 - (word & (TOTAL - 1))) >> 63);
    return own ^ ((own ^ other) & isOther);
  }

  /** c. */
  long c() {
    return c;
  }

  /** How many of 2^51 words choose a bucket. */
  long weight(int bucket) {
    return weights[bucket];
  }

  /** So many of the first 2^32 of u are below all limits of a bucket. */
  long certain(int bucket) {
    return Integer.toUnsignedLong(certain[bucket]);
  }

  /** One draw. */
  long sample(RandomSource words) {
    while (true) {
      int bucket = bucket(words.nextLong());
      if (bucket < BEYOND) {
        long place = words.nextLong();
        long x = start(bucket) + (place & ((1L << widthBits) - 1));
        int first = (int) (place >>> 32);
        if (Integer.compareUnsigned(first, certain[bucket]) < 0
            || isBelow(place >>> 32, bucket, x, words)) {
          return x;
        }
      } else if (bucket == BEYOND) {
        long x = beyond(words);
        if (x != 0) {
          return x;
        }
      }
    }
  }

  /**
   * One trial beyond the buckets, which end at E; 0 if it fails. Of either sign, with probability
   * 2^−(j+1) an integer of the piece from E + (2^j − 1) V on, which is 2^j V wide. It is kept with
   * probability
   *
   * <pre>
   *   c exp(…) 2^j V/width / (weight 2^−(j+2)),
   * </pre>
   *
   * at most 1: V is a scale or more, so that exp(…) is below exp(−32 − (2^j − 1)), and 4^(j+1)
   * exp(1 − 2^j) is below 6.
   */
  long beyond(RandomSource words) {
    long word = words.nextLong();
    int doublings = Long.numberOfTrailingZeros((word >> 1) | (1L << (MOST_DOUBLINGS + 1)));
    if (doublings > MOST_DOUBLINGS) {
      return 0;
    }
    int bits = beyondBits + doublings;
    long offset = words.nextLong() & ((1L << bits) - 1);
    long size = start(2 * SIDE) + (((1L << doublings) - 1) << beyondBits) + offset;
    long x = (word & 1) == 0 ? size : -1 - size;
    BigInteger factor = BigInteger.valueOf(c).shiftLeft(bits - widthBits + doublings + 2);
    return isBelow(words.nextLong() >>> 32, factor, WEIGHT_BEYOND, x, words) ? x : 0;
  }

  /** Whether an integer of a bucket is kept, when u begins with these 32 binary digits. */
  boolean isBelow(long first, int bucket, long x, RandomSource words) {
    double limit = (double) c / weights[bucket] * Math.exp(-exponent(x)) * 0x1p32;
    return isDecided(first, limit)
        ? first < limit
        : hasDigitsBelow(first, BigInteger.valueOf(c), weights[bucket], x, words);
  }

  private boolean isBelow(long first, BigInteger factor, long weight, long x, RandomSource words) {
    double limit = factor.doubleValue() / weight * Math.exp(-exponent(x)) * 0x1p32;
    return isDecided(first, limit)
        ? first < limit
        : hasDigitsBelow(first, factor, weight, x, words);
  }

  /** Digits to come are worth up to 1. */
  private static boolean isDecided(long first, double limit) {
    return Math.abs(first - limit) > 1 + limit * TOLERANCE;
  }

  /** Whether u is below factor/weight exp(…), by as many digits as it takes. */
  private boolean hasDigitsBelow(
      long first, BigInteger factor, long weight, long x, RandomSource words) {
    BigInteger size = BigInteger.valueOf(x).abs();
    BigDecimal exponent =
        new BigDecimal((isSquare ? size.multiply(size) : size).multiply(BigInteger.valueOf(a)));
    BigInteger u = BigInteger.valueOf(first);
    int digits = 32;
    while (true) {
      u = u.shiftLeft(Long.SIZE).add(new BigInteger(Long.toUnsignedString(words.nextLong())));
      digits += Long.SIZE;
      MathContext context = new MathContext(digits); // three times what so many binary ones need
      BigDecimal limit =
          exponential(exponent.divide(BigDecimal.valueOf(b), context), context)
              .multiply(new BigDecimal(factor.shiftLeft(digits)))
              .divide(BigDecimal.valueOf(weight), context);
      BigDecimal error = limit.scaleByPowerOfTen(-digits / 2).add(limit.ulp());
      if (new BigDecimal(u).compareTo(limit.add(error)) >= 0) {
        return false;
      }
      if (new BigDecimal(u.add(BigInteger.ONE)).compareTo(limit.subtract(error)) <= 0) {
        return true;
      }
    }
  }

  /** exp(−y) for y ≥ 0, to some digits fewer than the context has. */
  private static BigDecimal exponential(BigDecimal y, MathContext context) {
    int halvings = 0;
    BigDecimal rest = y;
    for (; rest.compareTo(BigDecimal.ONE) > 0; halvings++) {
      rest = rest.divide(BigDecimal.valueOf(2), context);
    }
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    BigDecimal least = BigDecimal.ONE.scaleByPowerOfTen(-context.getPrecision());
    for (int k = 1; term.abs().compareTo(least) > 0; k++) {
      term = term.multiply(rest, context).negate().divide(BigDecimal.valueOf(k), context);
      sum = sum.add(term, context);
    }
    for (; halvings > 0; halvings--) {
      sum = sum.multiply(sum, context);
    }
    return sum;
  }
}
