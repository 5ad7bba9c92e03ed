package org.sparkldp.protocols.mean;

import java.math.BigInteger;
import java.util.Optional;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The two-point step on certified integers: a number t in [−1, 1] becomes +c or −c, by one coin.
 *
 * <p>Of the 2^64 words, index i of a grid of g steps says + in a + i (2^64 − 2a)/g cases, so that
 * P[+] = 1/2 + t/(2c) exactly, with c = 2^64/(2^64 − 2a). That is rounding t to ±1 by a fair chance
 * and then binary randomized response, in one coin. Largest and smallest probabilities are those of
 * the ends: the exact epsilon is the logarithm of (2^64 − a)/a. a is a multiple of g/2, at most
 * that much above what the claim asks.
 *
 * @param least a
 * @param steps g, a power of two of at least 2
 */
public record TwoPoint(long least, int steps) implements Step<Integer> {

  /** The step with the smallest c whose exact epsilon is within the claim. */
  public static TwoPoint of(double epsilon, int steps) {
    long unit = steps / 2;
    long start = Thresholds.of(1 / (StrictMath.exp(epsilon) + 1)) / unit;
    long units =
        Thresholds.raiseUntil(
            epsilon, Math.max(1, start), u -> new TwoPoint(u * unit, steps).exactEpsilon());
    return new TwoPoint(units * unit, steps);
  }

  /** Loss of the integers in use, rounded up. */
  public double exactEpsilon() {
    BigInteger rare = Epsilon.unsigned(least);
    return Epsilon.ofRatio(Epsilon.WORDS.subtract(rare), rare);
  }

  /** The number that a report stands for, on the scale of [−1, 1]. */
  public double c() {
    return 1 / (1 - 2 * Thresholds.probability(least));
  }

  @Override
  public SecondMoment moment() {
    return new SecondMoment(c() * c(), 0);
  }

  /** Draws whether a grid index, in [0, steps], says +. */
  public boolean plus(long index, RandomSource source) {
    return source.bernoulli(least + index * slope());
  }

  private long slope() {
    return (-2 * least) >>> Integer.numberOfTrailingZeros(steps); // −2a is 2^64 − 2a
  }

  @Override
  public Optional<Compiled.Recipe> recipe() {
    return Optional.of(
        Compiled.Recipe.of("two-points").words("least", least).words("slope", slope()));
  }

  @Override
  public Integer report(long index, RandomSource source) {
    return plus(index, source) ? 1 : 0;
  }

  @Override
  public double contrast(Integer report, long index, long other) {
    return report == 1 ? index - other : other - index;
  }

  @Override
  public ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public Layout<Integer> layout() {
    return new Layout.CellCounts(2);
  }

  @Override
  public double reach() {
    return c();
  }

  @Override
  public double mean(long[] counters, int at, long n) {
    return c() * (counters[at + 1] - counters[at]) / n;
  }
}
