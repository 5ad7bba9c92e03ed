package org.sparkldp.protocols.mean;

import java.math.BigInteger;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A cell of a line longer than the range, likely one of a window about the number. Its estimates
 * are unbiased, with the half width of the window that has the least worst-case variance.
 *
 * <p>Input: a number in [lower, upper], index i of a grid of G steps. Report: a cell in [0, M), M =
 * G + w for a window of w cells; 4 bytes. Guarantee: epsilon-LDP; a cell of the window is as much
 * likelier as a claim of epsilon allows. Estimator: the mean of what cells stand for. Cost: two
 * words; 24 bytes to accumulate. Errors: epsilon or the range out of range; values are refused
 * without being shown.
 *
 * <p>Source: Li, Wang, Lopuhaä-Zwakenberg, Skoric &amp; Li, SIGMOD 2020 (square wave), of which
 * this takes the mean.
 */
public final class SquareWaveMean extends MeanProtocol<Integer> {
  private static final int STEPS = 1 << 19; // so that centred cells fit sums of squares
  private static final int WIDTHS = 512;

  private final Wave wave;

  /**
   * A window.
   *
   * @param width cells of the window, odd
   * @param near of 2^64 words, those that choose a cell of the window
   */
  private record Wave(int width, long near) {

    int cells() {
      return STEPS + width;
    }

    static Wave of(double epsilon, int width) {
      double odds = StrictMath.expm1(epsilon) * width / (STEPS + width);
      long far = Thresholds.of(1 / (1 + odds));
      return new Wave(
          width, -Thresholds.raiseUntil(epsilon, far, f -> new Wave(width, -f).exactEpsilon()));
    }

    /** A cell inside: near/width + far/cells; outside: far/cells. */
    double exactEpsilon() {
      BigInteger far = Epsilon.WORDS.subtract(Epsilon.unsigned(near));
      BigInteger outside = far.multiply(BigInteger.valueOf(width));
      BigInteger inside = Epsilon.unsigned(near).multiply(BigInteger.valueOf(cells())).add(outside);
      return Epsilon.ofRatio(inside, outside);
    }

    double share() {
      return Thresholds.probability(near);
    }

    SecondMoment moment() {
      double scale = 2.0 / STEPS / share();
      double inside = ((double) width * width - 1) / 12;
      double all = ((double) cells() * cells() - 1) / 12;
      return new SecondMoment(
          scale * scale * (share() * inside + (1 - share()) * all), 1 / share());
    }
  }

  private SquareWaveMean(double epsilon, Line line, Wave wave) {
    super(
        spec("square-wave", epsilon, line),
        Guarantee.pure(epsilon, wave.exactEpsilon()),
        line,
        wave.moment());
    this.wave = wave;
  }

  /** For numbers in [lower, upper]. */
  public static SquareWaveMean of(double epsilon, double lower, double upper, Outside outside) {
    Epsilon.require(epsilon);
    Wave best =
        IntStream.range(1, WIDTHS)
            .mapToObj(i -> Wave.of(epsilon, STEPS / WIDTHS * i + 1))
            .min((a, b) -> Double.compare(a.moment().worstVariance(), b.moment().worstVariance()))
            .orElseThrow();
    return new SquareWaveMean(epsilon, new Line(lower, upper, outside, STEPS), best);
  }

  @Override
  public ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public Integer report(long input, int cohort, RandomSource source) {
    return source.bernoulli(wave.near)
        ? (int) input + source.uniform(wave.width)
        : source.uniform(wave.cells());
  }

  @Override
  public double contrast(Integer report, long input, long other, int cohort) {
    return (isInside(report, input) ? 1 : 0) - (isInside(report, other) ? 1 : 0);
  }

  private boolean isInside(int cell, long input) {
    return cell >= input && cell < input + wave.width;
  }

  @Override
  Accumulator<Integer> newAccumulator(ProtocolSpec spec, String context) {
    return new Sums(spec, context, wave.cells());
  }

  @Override
  Unit unit(Accumulator<?> reports) {
    double scale = 1.0 / STEPS / wave.share(); // of cells that are counted from the middle, twice
    return new Unit(
        scale * reports.count(0) / reports.n(),
        scale * scale * SquareSums.squares(reports.count(1), reports.count(2)) / reports.n());
  }

  private static final class Sums extends Accumulator<Integer> {
    private final int cells;

    Sums(ProtocolSpec spec, String context, int cells) {
      super(spec, context, SquareSums.WIDTH);
      this.cells = cells;
    }

    @Override
    public void add(Integer report) {
      add(report, 1);
    }

    @Override
    public void add(Integer report, long times) {
      if (report < 0 || report >= cells) {
        throw foreign("be cells in [0, " + cells + "). One was not");
      }
      countReports(times);
      SquareSums.add(counters(), 0, 2L * report - (cells - 1), times);
    }
  }

  /** Provides {@code square-wave(epsilon,lower,upper)}. */
  public static final class Provider extends RangeProvider {
    public Provider() {
      super(
          "square-wave",
          45,
          "mean of numbers in a range from a cell of a longer line, likely one near the number",
          SquareWaveMean::of);
    }
  }
}
