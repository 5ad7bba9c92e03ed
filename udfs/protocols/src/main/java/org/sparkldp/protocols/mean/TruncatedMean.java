package org.sparkldp.protocols.mean;

import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Averaging;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.Resilient;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The mean of numbers without a range, of which only a moment is known to be bounded: values are
 * clipped to [−T, T] and then reported as numbers in that range.
 *
 * <p>Input: any finite number. Report, guarantee, cost: those of the {@link WindowMean mean in the
 * range}. Estimand: the mean of the people's own values, where the mean of their |x|^k is at most
 * r^k. The estimate is unbiased for the mean of the clipped values, and its standard error is for
 * that; the interval is as much wider as clipping may have moved the mean, {@link #biasBound}, and
 * the note says so. Errors: epsilon, moment, bound or users out of range, values that are not
 * finite. Where r is too low for the people, intervals are too short, and no report shows it.
 *
 * <p><b>Clipping bias.</b> (x − T)₊ ≤ x^k (k−1)^(k−1)/(k^k T^(k−1)) for every x ≥ 0, with equality
 * at x = k T/(k−1) and at no smaller factor for all. Taking means,
 *
 * <pre>
 *   bias ≤ A/T^(k−1)  with  A = r^k (k−1)^(k−1)/k^k,
 * </pre>
 *
 * which is (1 − 1/k)^k, a quarter to 1/e, of the paper's r^k/((k−1) T^(k−1)), and cannot be
 * bettered.
 *
 * <p><b>T.</b> With v the worst variance of one report per T², variance and squared bias of n users
 * are at most v T²/n + A²/T^(2k−2), least at T^(2k) = (k−1) A² n/v, which is taken. Numbers known
 * to be at least 0 need [0, T] only ({@code values=nonnegative}), a quarter of the variance.
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, Corollary 1; the bias bound and T are ours.
 *
 * @param <R> a report
 */
public final class TruncatedMean<R> extends NumberProtocol<R>
    implements Averaging<Double, R>, Compiled, Resilient {
  private static final String NONNEGATIVE = "nonnegative";

  private static final Parameter MOMENT =
      Parameter.real("moment", "k").above(1).to(1000).example("2.0");
  private static final Parameter BOUND =
      Parameter.real(
              "bound", "r: the mean of the people's |x|^k is at most r^k; in the values' unit")
          .from(0x1p-300)
          .to(0x1p300)
          .example("1.0");
  private static final Parameter USERS =
      Parameter.integer("users", "people expected; where to clip is derived from it")
          .from(1)
          .example("10000");

  private final MomentQuestion question;
  private final MeanProtocol<R> base;
  private final double truncation;

  /**
   * The question for a mean under a bounded moment.
   *
   * @param epsilon privacy loss of one report
   * @param moment k, above 1
   * @param bound r, above 0, in the values' unit
   * @param users n people expected, at least 1
   * @param isNonnegative whether values are known to be at least 0
   */
  public record MomentQuestion(
      double epsilon, double moment, double bound, int users, boolean isNonnegative) {

    /** Reads the parameters. */
    public static MomentQuestion of(Parameters given) {
      return new MomentQuestion(
          given.epsilon(),
          given.real(MOMENT.name()),
          given.real(BOUND.name()),
          given.integer(USERS.name()),
          given.text("values").equals(NONNEGATIVE));
    }

    private MeanProtocol<?> base(double truncation) {
      return WindowMean.DECLARATION.of(epsilon, lower(truncation), truncation, Outside.CLIP);
    }

    /** The lower end of the range, where values are clipped at {@code truncation}. */
    public double lower(double truncation) {
      return isNonnegative ? 0 : -truncation;
    }

    /** A of the class comment, per r^k. */
    private double factor() {
      return Math.exp((moment - 1) * Math.log(moment - 1) - moment * Math.log(moment));
    }

    /**
     * T of least error.
     *
     * @param worst the largest variance of a report where T is 1
     */
    public double truncation(double worst) {
      double k = moment;
      return bound * Math.pow((k - 1) * factor() * factor() * users / worst, 1 / (2 * k));
    }
  }

  /**
   * For a question.
   *
   * @param base the mean of the clipped values, whose range ends at T
   */
  public TruncatedMean(Parameters given, MomentQuestion question, MeanProtocol<R> base) {
    super(given.spec(), base.guarantee());
    this.question = question;
    this.base = base;
    this.truncation = base.line().upper();
  }

  private static TruncatedMean<?> of(Parameters given) {
    MomentQuestion question = MomentQuestion.of(given);
    double truncation = question.truncation(question.base(1).worstVariance());
    return new TruncatedMean<>(given, question, question.base(truncation));
  }

  /** T, where values are clipped. */
  public double truncation() {
    return truncation;
  }

  /** By how much at most clipping moves the mean, if the moment is as bounded. */
  public double biasBound() {
    return truncation
        * question.factor()
        * Math.pow(question.bound() / truncation, question.moment());
  }

  /**
   * The exact variance of the estimate, in its unit squared, when these are the people's values
   * (fixed people, fresh coins).
   */
  public double variance(double[] values) {
    return base.variance(values);
  }

  /** The largest variance of one report over all values, in their unit squared. */
  public double worstVariance() {
    return base.worstVariance();
  }

  @Override
  public long inputs(int cohort) {
    return base.inputs(cohort);
  }

  @Override
  public long input(double value, int cohort) {
    return base.input(value, cohort);
  }

  @Override
  public R report(long input, int cohort, RandomSource source) {
    return base.report(input, cohort, source);
  }

  @Override
  public Optional<Recipe> recipe() {
    return base.recipe();
  }

  @Override
  public double contrast(R report, long input, long other, int cohort) {
    return base.contrast(report, input, other, cohort);
  }

  @Override
  public ReportType reportType() {
    return base.reportType();
  }

  @Override
  public Layout<R> layout() {
    return base.layout();
  }

  /** Against the clipped values, which are what honest reports stand for. */
  @Override
  public Optional<double[]> shiftPerPercent(long n) {
    return base.shiftPerPercent(n);
  }

  @Override
  public Estimate estimate(Accumulator<R> reports, double confidence) {
    requireOwn(reports);
    Estimate.Row row = base.row(reports, StandardNormal.ofInterval(reports.n(), confidence));
    double below = question.isNonnegative() ? 0 : biasBound(); // clipping only lowers such a mean
    String note =
        "values are clipped at "
            + ProtocolSpec.shortest(truncation)
            + "; the interval allows for the at most "
            + ProtocolSpec.shortest(biasBound())
            + " that this moves the mean";
    return new Estimate(
        reports.n(),
        confidence,
        List.of(
            new Estimate.Row(
                row.item(),
                row.estimate(),
                row.standardError(),
                row.lower() - below,
                row.upper() + biasBound(),
                note)));
  }

  /** What a truncated mean is asked with. */
  public static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.EPSILON,
          MOMENT,
          BOUND,
          USERS,
          Parameter.word(
              "values",
              "any (the default), or nonnegative if none is below 0",
              "any",
              NONNEGATIVE));

  /** {@code truncated-mean(epsilon,moment,bound,users)}. */
  public static final Declaration<TruncatedMean<?>> DECLARATION =
      Declaration.named(
              "truncated-mean",
              25,
              "mean of numbers without a range, of which a moment is bounded: clipped, then reported")
          .takes(PARAMETERS)
          .makes(TruncatedMean::of);
}
