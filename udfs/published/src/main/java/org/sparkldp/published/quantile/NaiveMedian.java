package org.sparkldp.published.quantile;

import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.mean.LaplaceMean;
import org.sparkldp.protocols.mean.MeanProtocol;
import org.sparkldp.protocols.quantile.QuantileProtocol;
import org.sparkldp.protocols.quantile.Quantiles;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * A baseline that is wrong: the median of numbers with Laplace noise. Symmetric noise does not keep
 * the median of a skewed distribution; under wide noise it tends to the mean. More people do not
 * help, and no interval of the noisy median covers the people's; {@link Quantiles} does it right.
 *
 * <p>Input and report: those of {@link LaplaceMean}, 8 bytes. Guarantee: epsilon-LDP, its integers.
 * Estimator: the median of the reports, by a histogram of {@value #CELLS} cells over the range and
 * one beyond either end, straight within a cell; projected on the range. Standard error and
 * interval are the noisy median's, not those of the people's, as the row's note says.
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, equation (41).
 */
public final class NaiveMedian extends QuantileProtocol<Long> {
  private static final String NAME = "naive-median";
  private static final int CELLS = 4096;

  private static final String INCONSISTENT =
      "this is the median of noisy values, which is not that of the values, however many there are;"
          + " take median.";

  private final MeanProtocol<Long> laplace;

  private NaiveMedian(double epsilon, MeanProtocol<Long> laplace, Outside outside) {
    super(
        outside.addTo(
            ProtocolSpec.named(NAME)
                .with("epsilon", epsilon)
                .with("lower", laplace.lower())
                .with("upper", laplace.upper())),
        laplace.guarantee(),
        laplace.lower(),
        laplace.upper(),
        outside);
    this.laplace = laplace;
  }

  @Override
  public double p() {
    return 0.5;
  }

  @Override
  public String quantity() {
    return Quantiles.MEDIAN;
  }

  @Override
  public long inputs(int cohort) {
    return laplace.inputs(0);
  }

  @Override
  public long input(double value, int cohort) {
    requireAccepted(value);
    return laplace.input(value, 0);
  }

  @Override
  public Long report(long input, int cohort, RandomSource source) {
    return laplace.report(input, 0, source);
  }

  @Override
  public double contrast(Long report, long input, long other, int cohort) {
    return laplace.contrast(report, input, other, 0);
  }

  @Override
  public ReportType reportType() {
    return laplace.reportType();
  }

  @Override
  public Layout<Long> layout() {
    return new NoisyCells(laplace.inputs(0) - 1, laplace.layout());
  }

  /**
   * Counts reports by cell; the first and the last cell are beyond the range.
   *
   * @param reports decides which reports are taken
   */
  private record NoisyCells(long steps, Layout<Long> reports) implements Layout<Long> {

    @Override
    public int width() {
      return CELLS + 2;
    }

    @Override
    public boolean accepts(Long report) {
      return reports.accepts(report);
    }

    @Override
    public String rule() {
      return "be a number that the noise reaches";
    }

    @Override
    public Sink<Long> onto(long[] counters) {
      return (report, times) -> {
        double cell = Math.floor((double) report / steps * CELLS);
        int index = (int) Math.max(-1, Math.min(CELLS, cell)) + 1;
        counters[index] = Math.addExact(counters[index], times);
      };
    }
  }

  @Override
  public Estimate estimate(Accumulator<Long> reports, double confidence) {
    requireOwn(reports);
    long n = reports.n();
    double z = StandardNormal.ofInterval(n, confidence);
    long[] counts = reports.counts();
    double rank = z * Math.sqrt(n) / 2; // of the order statistics that hold the median
    double from = value(place(counts, n / 2.0 - rank));
    double to = value(place(counts, n / 2.0 + rank));
    return new Estimate(
        n,
        confidence,
        List.of(
            new Estimate.Row(
                quantity(),
                value(place(counts, n / 2.0)),
                (to - from) / (2 * z),
                from,
                to,
                INCONSISTENT)));
  }

  /** Where on [0, 1] so many reports are below. */
  private static double place(long[] counts, double rank) {
    double left = rank;
    int cell = 0;
    while (cell < counts.length - 1 && left > counts[cell]) {
      left -= counts[cell];
      cell++;
    }
    if (cell == 0) {
      return 0;
    }
    return cell > CELLS ? 1 : (cell - 1 + left / counts[cell]) / CELLS;
  }

  /** {@code naive-median(epsilon,lower,upper)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              NAME,
              40,
              "a baseline that is wrong however many people answer: the median of values with noise")
          .takes(
              Parameter.EPSILON, QuantileProtocol.LOWER, QuantileProtocol.UPPER, Outside.PARAMETER)
          .makes(
              given -> {
                Outside outside = Outside.of(given);
                double epsilon = given.real("epsilon");
                return new NaiveMedian(
                    epsilon,
                    LaplaceMean.DECLARATION.of(
                        epsilon, given.real("lower"), given.real("upper"), outside),
                    outside);
              });
}
