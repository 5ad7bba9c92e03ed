package org.sparkldp.release;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.Locale;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.DiscreteGaussian;
import org.sparkldp.protocols.random.DiscreteLaplace;
import org.sparkldp.protocols.random.DiscreteNoise;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.release.DiscreteGaussianCalibration;
import org.sparkldp.protocols.release.GaussianCalibration;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Noise for the coordinates of a vector of totals that a trusted curator releases: exact draws on a
 * dyadic grid, so that no artefact of floating point is released.
 *
 * <p>Input: totals, as whole numbers of a {@link #quantum quantum}; a person's contribution to a
 * coordinate becomes quanta by {@link #quanta}. Output: total + noise, a multiple of the {@link
 * #grid grid}, in the answer's unit. Both are powers of two, and everything before the one last
 * rounding to a double, which is post-processing, is arithmetic on integers. Guarantee: (epsilon,
 * delta)-differential privacy of the whole vector, if nobody moves it by more than the {@link
 * Sensitivity} and each coordinate is released once. Errors: parameters out of range; noise so wide
 * that contributions would vanish in its grid. Cost: about a microsecond a draw. Immutable.
 *
 * <p><b>Contributions.</b> All that one person gives to one coordinate is clipped to [−lInf, lInf]
 * and cut toward zero to a multiple of the quantum. No norm grows by that, so a vector within l1,
 * l2 and lInf stays within; counts are multiples of it as they are. The quantum is about lInf
 * 2^-30, or the grid if that is coarser, so that totals of 2^33 people fit a long.
 *
 * <p><b>Gaussian.</b> The grid is such that sigma is 2^28 to 2^29 steps. There {@link
 * DiscreteGaussianCalibration} certifies the least variance for the l0 coordinates that one person
 * moves. It is that of {@link GaussianCalibration} up to a part in 10^10 of delta, and 10^-15 + l0
 * 10^-17 of epsilon.
 *
 * <p><b>Laplace.</b> The grid is such that l1/epsilon is 2^28 to 2^29 steps. Totals move by whole
 * quanta, by Δ steps altogether at most, Δ being l1 rounded up to the quantum; so the exact level
 * is Δ s/t for noise of scale t/s, tight below the claim ({@link DiscreteLaplace#of}), whatever l0
 * is.
 *
 * <p>Source: Balle &amp; Wang, ICML 2018, Theorem 8; Canonne, Kamath &amp; Steinke, NeurIPS 2020.
 */
public final class ReleaseNoise {
  private static final String USUAL = "Usual choices lie between 0.1 and 4.";

  /** The privacy loss of a release. */
  public static final Parameter EPSILON =
      Parameter.real("epsilon", "privacy loss of the release")
          .called("epsilon (privacy loss)")
          .from(Epsilon.MIN, USUAL)
          .to(GaussianCalibration.MAX_EPSILON, USUAL);

  /** Powers of two that a scale has steps: 2^28 to 2^29. */
  private static final int SCALE_BITS = 28;

  /** The quantum is lInf 2^-30, rounded up to a power of two, where the grid is that fine. */
  private static final int CONTRIBUTION_BITS = 30;

  private final Guarantee guarantee;
  private final Sensitivity sensitivity;
  private final DiscreteNoise noise;
  private final int gridExponent;
  private final int quantumExponent;

  private ReleaseNoise(
      Guarantee guarantee, Sensitivity sensitivity, DiscreteNoise noise, int gridExponent) {
    this.guarantee = guarantee;
    this.sensitivity = sensitivity;
    this.noise = noise;
    this.gridExponent = gridExponent;
    this.quantumExponent = quantumExponent(sensitivity, gridExponent);
  }

  /**
   * Gaussian noise.
   *
   * @param epsilon nats, 1e-6 to 300
   * @param delta 1e-15 to below 1
   */
  public static ReleaseNoise gaussian(double epsilon, double delta, Sensitivity sensitivity) {
    EPSILON.require(epsilon);
    double sigma = GaussianCalibration.sigma(epsilon, delta, sensitivity.l2());
    int exponent = Math.getExponent(sigma) - SCALE_BITS;
    requireFineGrid(sensitivity, exponent);
    int m = sensitivity.l0();
    double steps = Math.scalb(sensitivity.l2(), -exponent);
    long variance = DiscreteGaussianCalibration.variance(epsilon, delta, m, steps);
    double exact = DiscreteGaussianCalibration.epsilon(epsilon, delta, m, steps, variance);
    return new ReleaseNoise(
        Guarantee.gaussian(epsilon, delta, exact, steps, variance),
        sensitivity,
        new DiscreteGaussian(variance, 1),
        exponent);
  }

  /**
   * Laplace noise.
   *
   * @param epsilon nats, 1e-6 to 300
   */
  public static ReleaseNoise laplace(double epsilon, Sensitivity sensitivity) {
    EPSILON.require(epsilon);
    int exponent = Math.getExponent(sensitivity.l1() / epsilon) - SCALE_BITS;
    requireFineGrid(sensitivity, exponent);
    int quantum = quantumExponent(sensitivity, exponent);
    long quanta = (long) Math.ceil(Math.scalb(sensitivity.l1(), -quantum));
    long steps = quanta << (quantum - exponent);
    DiscreteLaplace noise = DiscreteLaplace.of(epsilon, steps);
    double exact =
        Epsilon.ofQuotient(
            BigInteger.valueOf(steps).multiply(BigInteger.valueOf(noise.s())),
            BigInteger.valueOf(noise.t()));
    return new ReleaseNoise(Guarantee.pure(epsilon, exact), sensitivity, noise, exponent);
  }

  private static void requireFineGrid(Sensitivity sensitivity, int gridExponent) {
    if (Math.scalb(1.0, gridExponent) > sensitivity.lInf()) {
      throw Require.refusal(
          "noise must be below 2^28 times lInf, or contributions vanish in it. Provided value: %s;"
              + " take a larger epsilon, or lower the other bounds.",
          sensitivity);
    }
  }

  /** The least exponent from the grid's on for which lInf is at most 2^30 quanta. */
  private static int quantumExponent(Sensitivity sensitivity, int gridExponent) {
    double lInf = sensitivity.lInf();
    int exponent = Math.getExponent(lInf) - CONTRIBUTION_BITS;
    boolean power = Math.scalb(1.0, Math.getExponent(lInf)) == lInf;
    return Math.max(gridExponent, power ? exponent : exponent + 1);
  }

  /** The spacing of released values, a power of two. */
  public double grid() {
    return Math.scalb(1.0, gridExponent);
  }

  /** What contributions must be multiples of: a power of two, and a multiple of the grid. */
  public double quantum() {
    return Math.scalb(1.0, quantumExponent);
  }

  /**
   * A contribution in quanta, clipped to [−lInf, lInf] and cut toward zero.
   *
   * @param contribution all that one person gives to one coordinate; not NaN
   */
  public long quanta(double contribution) {
    return quantizer().quanta(contribution);
  }

  /** What makes contributions quanta, small enough to travel with every task. */
  public Quantizer quantizer() {
    return new Quantizer(sensitivity.lInf(), quantumExponent);
  }

  /**
   * Contributions in quanta.
   *
   * @param most size of a contribution, in the answer's unit; larger ones are clipped to it
   * @param exponent of the quantum, a power of two
   */
  public record Quantizer(double most, int exponent) implements Serializable {

    /** A contribution clipped and cut toward zero; refuses NaN. */
    public long quanta(double contribution) {
      if (Double.isNaN(contribution)) {
        throw Require.refusal(
            "a contribution must be a number. One was not (it is not shown); leave it out first.");
      }
      return (long) Math.scalb(Math.max(-most, Math.min(most, contribution)), -exponent);
    }
  }

  /** The privacy cost of the vector for one person. */
  public Guarantee guarantee() {
    return guarantee;
  }

  /** How much one person may move it. */
  public Sensitivity sensitivity() {
    return sensitivity;
  }

  /** The noise's standard deviation, in the answer's unit. */
  public double standardDeviation() {
    return Math.scalb(Math.sqrt(noise.variance()), gridExponent);
  }

  /**
   * Half the width of the interval about a released value that holds the total with that
   * probability, in the answer's unit.
   *
   * @param confidence in (0, 1)
   */
  public double quantile(double confidence) {
    Require.that(confidence > 0 && confidence < 1)
        .orRefuse(
            "confidence must be between 0 and 1, both excluded. Provided value: %s.", confidence);
    double outside = 1 - confidence;
    return noise instanceof DiscreteLaplace laplace
        ? -Math.log(outside) * Math.scalb((double) laplace.t() / laplace.s(), gridExponent)
        : StandardNormal.upperQuantile(outside / 2) * standardDeviation();
  }

  /**
   * A total with noise, in the answer's unit.
   *
   * @param total in quanta
   */
  public double release(long total, RandomSource source) {
    BigInteger steps =
        BigInteger.valueOf(total)
            .shiftLeft(quantumExponent - gridExponent)
            .add(BigInteger.valueOf(noise.sample(source)));
    return Math.scalb(steps.doubleValue(), gridExponent);
  }

  @Override
  public String toString() {
    String name = noise instanceof DiscreteLaplace ? "Laplace" : "Gaussian";
    return String.format(
        Locale.ROOT,
        "%s of standard deviation %.3g, on a grid of 2^%d",
        name,
        standardDeviation(),
        gridExponent);
  }
}
