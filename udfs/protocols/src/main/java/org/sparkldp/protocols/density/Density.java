package org.sparkldp.protocols.density;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.RangeProtocol;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.Resilient;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.protocols.vector.CoordinateMean;
import org.sparkldp.protocols.vector.OneCoordinate;

/**
 * The density of numbers in a range, by its first k coefficients in the {@link TrigonometricBasis}.
 *
 * <p>Input: a number in [lower, upper], rounded to a grid of 2^20 steps; t is where it lies on [0,
 * 1]. Report: what a mechanism for vectors makes of (φ_2(t), …, φ_k(t)), none of them larger than
 * √2: one bit of one of them ({@link OneCoordinate}), 4 bytes. Guarantee: epsilon-LDP, the
 * mechanism's integers.
 *
 * <p>Estimand: the first k terms of the series of the people's own values, at {@code points} places
 * in the middle of equal cells; items are the places, estimates densities per unit of values. The
 * estimate is unbiased for that; the standard error does not include the rest of the series. It is
 * small where the density is smooth, and its ends are alike: the basis is periodic. Raw estimates
 * may be negative; {@link #project} makes them a density.
 *
 * <p><b>Standard error.</b> With S = E[Z_j²], the same for all j, and E[Z_j Z_l] = 0 otherwise, one
 * report's Σ_j φ_j(t) Z_j varies by S Σ_j φ_j(t)² − (Σ_j φ_j(t) φ_j(x))². Reports do not show the
 * last sum's mean over people, only that it is at least the square of its mean: so the standard
 * error is from above, in S by at most 1/(2c²), c = (e^eps + 1)/(e^eps − 1).
 *
 * <p><b>k.</b> If Σ_j j^(2β) θ_j² ≤ C², squared bias is at most C² k^(−2β) and variance about q
 * k²/n, q = 2c²: the sum is least at k = (β C² n/q)^(1/(2β+2)), which is rounded to an odd number.
 * β is {@code smoothness} (default 1), C is {@code bound} (default 2).
 *
 * <p>Cost: k multiplications a report; 16 k bytes to accumulate. Errors: parameters out of range,
 * neither {@code terms} nor {@code users}; values are refused without being shown.
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, section 5, equations (34) to (39), where
 * all k coefficients are sent through the hypercube; that the constant is known, and one
 * coordinate, ours: together they divide the variance by π/2 and more.
 *
 * @param <R> a report
 */
public final class Density<R> extends RangeProtocol<R> implements Resilient {
  /** The most terms. */
  public static final int MAX_TERMS = 513;

  /** The largest size of a function. */
  public static final double RADIUS = TrigonometricBasis.SQRT_2;

  private static final int STEPS = 1 << 20;

  private final DensityQuestion question;
  private final int terms;
  private final CoordinateMean<R> mechanism;

  /**
   * For a question.
   *
   * @param terms k, odd
   * @param mechanism for vectors of the last k − 1 functions, or of all k, of at most {@link
   *     #RADIUS}
   */
  public Density(
      Parameters given, DensityQuestion question, int terms, CoordinateMean<R> mechanism) {
    super(given.spec(), Guarantee.pure(given.epsilon(), mechanism.guarantee().exactEpsilon()));
    this.question = question;
    this.terms = terms;
    this.mechanism = mechanism;
  }

  private static Density<?> of(Parameters given) {
    DensityQuestion question = DensityQuestion.of(given);
    int terms = question.chosenTerms(2);
    return new Density<>(
        given, question, terms, OneCoordinate.DECLARATION.of(given.epsilon(), terms - 1, RADIUS));
  }

  /** Whether the constant is one of the coordinates. */
  private boolean sendsConstant() {
    return mechanism.d() == terms;
  }

  /** k. */
  public int terms() {
    return terms;
  }

  /** The places where the density is estimated, in the values' unit. */
  public double[] places() {
    double[] places = new double[question.points()];
    Arrays.setAll(places, i -> question.lower() + place(i) * (question.upper() - question.lower()));
    return places;
  }

  private double place(int point) {
    return (point + 0.5) / question.points();
  }

  @Override
  public double lower() {
    return question.lower();
  }

  @Override
  public double upper() {
    return question.upper();
  }

  @Override
  public ReportType reportType() {
    return mechanism.reportType();
  }

  @Override
  public long inputs(int cohort) {
    return STEPS + 1L;
  }

  @Override
  public boolean accepts(double value) {
    return Double.isFinite(value)
        && (question.outside() == Outside.CLIP
            || (value >= question.lower() && value <= question.upper()));
  }

  @Override
  public long input(double value, int cohort) {
    requireAccepted(value);
    double clipped = Math.max(question.lower(), Math.min(question.upper(), value));
    return Math.round((clipped - question.lower()) / (question.upper() - question.lower()) * STEPS);
  }

  @Override
  public R report(long input, int cohort, RandomSource source) {
    return mechanism.report(mechanism.input(coordinates((double) input / STEPS)), source);
  }

  @Override
  public double contrast(R report, long input, long other, int cohort) {
    return mechanism.contrast(
        report,
        mechanism.input(coordinates((double) input / STEPS)),
        mechanism.input(coordinates((double) other / STEPS)));
  }

  /** The functions whose means the mechanism estimates, at t. */
  private double[] coordinates(double t) {
    double[] functions = TrigonometricBasis.withoutConstant(t, terms);
    if (!sendsConstant()) {
      return functions;
    }
    double[] all = new double[terms];
    all[0] = 1;
    System.arraycopy(functions, 0, all, 1, functions.length);
    return all;
  }

  @Override
  public Layout<R> layout() {
    return mechanism.layout();
  }

  /** The constant term of the density: 1, unless it is one of the coordinates. */
  private double constant() {
    return sendsConstant() ? 0 : 1;
  }

  /** S. */
  private double secondMoment() {
    return mechanism.worstVariance() / mechanism.d();
  }

  private double unit() {
    return 1 / (question.upper() - question.lower());
  }

  /**
   * A report adds Σ_j φ_j(x) Z_j at the place x, and an honest one on average what the first k
   * terms make of its person's own number: Dirichlet's kernel D(s) = 1 + Σ_m 2 cos(2πms), at the
   * distance s of the two. That is k at s = 0, and least within the first wave beside it.
   */
  @Override
  public Optional<double[]> shiftPerPercent(long n) {
    Reach honest = new Reach(TrigonometricBasis.leastOfKernel(terms), terms);
    double[] shifts = new double[question.points()];
    for (int i = 0; i < shifts.length; i++) {
      double most = mechanism.reach(coordinates(place(i))) * mechanism.radius();
      Reach reports = new Reach(constant() - most, constant() + most);
      shifts[i] = 0.01 * reports.beyond(honest) * unit();
    }
    return Optional.of(shifts);
  }

  @Override
  public Estimate estimate(Accumulator<R> reports, double confidence) {
    requireOwn(reports);
    long n = reports.n();
    double z = StandardNormal.ofInterval(n, confidence);
    double[] means = mechanism.means(reports);
    double[] places = places();
    List<Estimate.Row> rows = new ArrayList<>(places.length);
    for (int i = 0; i < places.length; i++) {
      double[] functions = coordinates(place(i));
      double sum = TrigonometricBasis.product(functions, means);
      double squares = TrigonometricBasis.product(functions, functions);
      double most = secondMoment() * squares;
      double least = n == 1 ? 0 : (n * sum * sum - most) / (n - 1); // of the people's mean square
      double variance = (most - Math.max(0, Math.min(squares * squares, least))) / n;
      double density = (constant() + sum) * unit();
      double error = Math.sqrt(variance) * unit();
      rows.add(
          new Estimate.Row(
              Double.toString(places[i]),
              density,
              error,
              density - z * error,
              density + z * error));
    }
    return new Estimate(n, confidence, rows);
  }

  /**
   * The nearest thing to raw estimates that is a density: negative parts at 0, the rest scaled to
   * an integral of 1. Post-processing; it costs no privacy.
   */
  public double[] project(Estimate raw) {
    double[] density = raw.estimates();
    double sum = 0;
    for (int i = 0; i < density.length; i++) {
      density[i] = Math.max(0, density[i]);
      sum += density[i];
    }
    double whole = question.points() * unit();
    for (int i = 0; i < density.length; i++) {
      density[i] = sum > 0 ? density[i] * whole / sum : unit();
    }
    return density;
  }

  @Override
  public double[] answers(double[] values) {
    double[] means = new double[mechanism.d()];
    for (double value : values) {
      double[] coordinates = coordinates((double) input(value, 0) / STEPS);
      for (int j = 0; j < means.length; j++) {
        means[j] += coordinates[j] / values.length;
      }
    }
    double[] answers = new double[question.points()];
    Arrays.setAll(
        answers,
        i -> (constant() + TrigonometricBasis.product(coordinates(place(i)), means)) * unit());
    return answers;
  }

  @Override
  public double[] variances(double[] values) {
    double[][] functions = new double[question.points()][];
    Arrays.setAll(functions, i -> coordinates(place(i)));
    double[] variances = new double[question.points()];
    double scale = unit() / values.length;
    for (double value : values) {
      double[] coordinates = coordinates((double) input(value, 0) / STEPS);
      for (int i = 0; i < variances.length; i++) {
        double own = TrigonometricBasis.product(functions[i], coordinates);
        double squares = TrigonometricBasis.product(functions[i], functions[i]);
        variances[i] += (secondMoment() * squares - own * own) * scale * scale;
      }
    }
    return variances;
  }

  /** {@code density(epsilon,lower,upper,...)}. */
  public static final Declaration<Density<?>> DECLARATION =
      Declaration.named(
              "density",
              37,
              "density of numbers in a range, by coefficients of a trigonometric series")
          .takes(DensityQuestion.PARAMETERS)
          .variants("terms=5")
          .makes(Density::of);
}
