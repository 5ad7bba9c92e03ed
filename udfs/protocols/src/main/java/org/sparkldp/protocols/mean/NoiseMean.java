package org.sparkldp.protocols.mean;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.DiscreteNoise;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Reports that are the index on the grid plus noise on the integers, 8 bytes.
 *
 * <p>Indices are integers between 0 and G, whatever rounding does on the way there, so that the
 * sensitivity is exactly G. The mean of the reports varies by the n-th part of the noise's variance
 * for all values, so the standard error is exact.
 */
abstract class NoiseMean extends MeanProtocol<Long> {
  /** Noise of at most this scale leaves room for sums over 2^28 people in 64 bits. */
  static final double WIDEST = 1 << 29;

  private final DiscreteNoise noise;

  NoiseMean(ProtocolSpec spec, Guarantee guarantee, Line line, DiscreteNoise noise) {
    super(
        spec,
        guarantee,
        line,
        new SecondMoment(noise.variance() * 4 / line.steps() / line.steps(), 1));
    this.noise = noise;
  }

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
  public final ReportType reportType() {
    return ReportType.word();
  }

  @Override
  public final Long report(long input, int cohort, RandomSource source) {
    return input + noise.sample(source);
  }

  @Override
  public final double contrast(Long report, long input, long other, int cohort) {
    return noise.logLikelihood(report - input) - noise.logLikelihood(report - other);
  }

  @Override
  public final Layout<Long> layout() {
    return new Sum(-noise.reach(), line().steps() + noise.reach());
  }

  /** As far as accumulators take reports: some thousand scales of the noise. */
  @Override
  final double reach() {
    return 1 + 2.0 * noise.reach() / line().steps();
  }

  @Override
  final Unit unit(Accumulator<?> reports) {
    double mean = (double) reports.count(0) / reports.n();
    return new Unit(2 * mean / line().steps() - 1, Double.NaN);
  }
}
