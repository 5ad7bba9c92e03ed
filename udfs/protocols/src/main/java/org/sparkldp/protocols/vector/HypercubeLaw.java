package org.sparkldp.protocols.vector;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.random.IntegerWeights;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The law of a vertex z of {−1, 1}^d around another, v: by the number K of coordinates in which
 * they agree. With 2^64 − o of 2^64 words z is <em>likely</em>, which is to have K from {@code
 * from} up, and else K up to {@code to}; within either, all vertices alike. With A and B the
 * vertices of either, a likely one has probability (1 − o/2^64)/A and another o/2^64/B; the exact
 * epsilon is the logarithm of the largest probability over the smallest.
 *
 * <p>Half of the cube is from = (d+1)/2 for odd d, and from = d/2 + 1, which counts ties as
 * unlikely, for even d. With from = to = d/2, as the paper has it there, ties are in both, and are
 * (e^eps + 1) times as likely as the unlikely: epsilon is ln(e^eps + 1).
 *
 * @param d coordinates
 * @param from least likely level
 * @param to largest unlikely level, from − 1 or from
 * @param leaveOut o
 */
record HypercubeLaw(int d, int from, int to, long leaveOut) {

  /** C(d, k) for all k. */
  static List<BigInteger> binomials(int d) {
    List<BigInteger> row = new ArrayList<>();
    row.add(BigInteger.ONE);
    for (int k = 1; k <= d; k++) {
      row.add(
          row.get(k - 1).multiply(BigInteger.valueOf(d - k + 1L)).divide(BigInteger.valueOf(k)));
    }
    return row;
  }

  /** The law whose exact epsilon is within the claim, and tight. */
  private static HypercubeLaw of(double epsilon, int d, int from, int to) {
    HypercubeLaw any = new HypercubeLaw(d, from, to, 1);
    LevelWeights tables = any.tables();
    double quotient = ratio(tables.likely.total(), tables.unlikely.total());
    long start = Thresholds.of(1 / (StrictMath.exp(epsilon) * quotient + 1));
    long leaveOut =
        Thresholds.raiseUntil(
            epsilon, start, o -> new HypercubeLaw(d, from, to, o).exactEpsilon(tables));
    return new HypercubeLaw(d, from, to, leaveOut);
  }

  /** Vertices that agree in at least m coordinates are likely. */
  static HypercubeLaw threshold(double epsilon, int d, int m) {
    return of(epsilon, d, m, m - 1);
  }

  /**
   * The m of the least variance. With weights e^eps and 1 the mean of 2K − d is in the ratio of
   * (e^eps − 1) C(d−1, m−1) to 2^d + (e^eps − 1) A, since Σ_{k≥m} (2k − d) C(d,k) = d C(d−1, m−1).
   */
  static int bestThreshold(double epsilon, int d) {
    List<BigInteger> binomials = binomials(d);
    List<BigInteger> shorter = binomials(d - 1);
    BigDecimal excess = new BigDecimal(StrictMath.expm1(epsilon));
    BigInteger likely = BigInteger.ZERO;
    int best = d;
    BigDecimal most = BigDecimal.ZERO;
    for (int m = d; m > d / 2; m--) {
      likely = likely.add(binomials.get(m));
      BigDecimal all =
          new BigDecimal(BigInteger.ONE.shiftLeft(d)).add(excess.multiply(new BigDecimal(likely)));
      BigDecimal mean = new BigDecimal(shorter.get(m - 1)).divide(all, MathContext.DECIMAL64);
      if (mean.compareTo(most) > 0) {
        most = mean;
        best = m;
      }
    }
    return best;
  }

  /**
   * The levels of either side, as weights.
   *
   * @param likely of levels {@code from} to d
   * @param unlikely of levels 0 to {@code to}
   */
  record LevelWeights(IntegerWeights likely, IntegerWeights unlikely) {}

  LevelWeights tables() {
    List<BigInteger> binomials = binomials(d);
    return new LevelWeights(
        new IntegerWeights(binomials.subList(from, d + 1)),
        new IntegerWeights(binomials.subList(0, to + 1)));
  }

  /** Loss of the integers in use, rounded up. */
  double exactEpsilon(LevelWeights tables) {
    BigInteger seldom = Epsilon.unsigned(leaveOut);
    BigInteger likely = Epsilon.WORDS.subtract(seldom).multiply(tables.unlikely.total());
    BigInteger unlikely = seldom.multiply(tables.likely.total());
    BigInteger largest = BigInteger.ZERO;
    BigInteger smallest = null;
    for (int k = 0; k <= d; k++) {
      BigInteger level = k >= from ? likely : BigInteger.ZERO;
      level = k <= to ? level.add(unlikely) : level;
      largest = largest.max(level);
      smallest = smallest == null ? level : smallest.min(level);
    }
    return Epsilon.ofRatio(largest, smallest);
  }

  /** The mean of (2K − d)/d, which is that of z over v in every coordinate. */
  double meanAgreement(LevelWeights tables) {
    double seldom = Thresholds.probability(leaveOut);
    return (1 - seldom) * mean(tables.likely, from) + seldom * mean(tables.unlikely, 0);
  }

  private double mean(IntegerWeights levels, int first) {
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i < levels.size(); i++) {
      sum = sum.add(levels.weight(i).multiply(BigInteger.valueOf(2L * (first + i) - d)));
    }
    return ratio(sum, levels.total()) / d;
  }

  private static double ratio(BigInteger a, BigInteger b) {
    return new BigDecimal(a).divide(new BigDecimal(b), MathContext.DECIMAL64).doubleValue();
  }

  /**
   * Draws the vertex of a point of the cube, as packed bits.
   *
   * @param point coordinates, each from −steps to steps
   */
  long[] vertex(LevelWeights tables, int[] point, int steps, RandomSource source) {
    boolean isLikely = source.bernoulli(-leaveOut); // in 2^64 − o of 2^64 cases
    int need = isLikely ? from + source.weighted(tables.likely) : source.weighted(tables.unlikely);
    long[] vertex = new long[(d + 63) >>> 6];
    RandomSource coins = source.ahead(2 * d);
    for (int j = 0; j < d; j++) {
      int up = coins.coin(steps + point[j], 2 * steps);
      int agrees = coins.coin(need, d - j);
      need -= agrees;
      vertex[j >>> 6] |= (1L ^ up ^ agrees) << j;
    }
    return vertex;
  }
}
