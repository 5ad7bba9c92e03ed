package org.sparkldp.protocols.mean;

import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.DiscreteNoise;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The index on the grid plus noise on the integers, 8 bytes.
 *
 * <p>Indices are integers between 0 and G, whatever rounding does on the way there, so that the
 * sensitivity is exactly G. The mean of the reports varies by the n-th part of the noise's variance
 * for all values, so the standard error is exact.
 *
 * @param steps G
 */
record NoiseStep(int steps, DiscreteNoise noise) implements Step<Long> {
  /** Noise of at most this scale leaves room for sums over 2^28 people in 64 bits. */
  static final double WIDEST = 1 << 29;

  /**
   * G, a power of two up to 2^20.
   *
   * @param scale of the noise that hides the whole range, in ranges
   */
  static int steps(double scale) {
    int steps = Line.STEPS;
    while (steps * scale > WIDEST) {
      steps /= 2;
    }
    return steps;
  }

  @Override
  public Long report(long index, RandomSource source) {
    return index + noise.sample(source);
  }

  @Override
  public double contrast(Long report, long index, long other) {
    return noise.logLikelihood(report - index) - noise.logLikelihood(report - other);
  }

  @Override
  public ReportType reportType() {
    return ReportType.word();
  }

  @Override
  public Layout<Long> layout() {
    return new IntegerSum(-noise.reach(), steps + noise.reach());
  }

  @Override
  public SecondMoment moment() {
    return new SecondMoment(noise.variance() * 4 / steps / steps, 1);
  }

  /** As far as accumulators take reports: some thousand scales of the noise. */
  @Override
  public double reach() {
    return 1 + 2.0 * noise.reach() / steps;
  }

  @Override
  public double mean(long[] counters, int at, long n) {
    return 2 * ((double) counters[at] / n) / steps - 1;
  }
}
