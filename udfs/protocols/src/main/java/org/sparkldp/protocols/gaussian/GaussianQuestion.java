package org.sparkldp.protocols.gaussian;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.gaussian.likelihood.Dither;
import org.sparkldp.protocols.gaussian.likelihood.Likelihood;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The question of all protocols for the mean of a Gaussian: people's values are independent draws
 * of N(mean, sigma²), the mean within a range, sigma known or within bounds; what is the mean?
 *
 * <p>Errors: epsilon outside 1e-6 to 20, sigma not above 0, sigma_min above sigma_max, both sigma
 * and bounds or neither, a range not above 0, a dither outside 0 and 0.01 to 1, a step not above 0,
 * above twice sigma or beside a dither, numbers that are not finite, users or strata below 1.
 *
 * @param epsilon privacy loss of one report
 * @param sigmaMin least standard deviation of values, in their unit
 * @param sigmaMax largest; equal to sigmaMin where sigma is known
 * @param center middle of the range of means
 * @param range how far the mean may be from the center, in the values' unit
 * @param step to which all values were rounded, in their unit, where that is known; noise of one
 *     step is added to them
 * @param dither standard deviation of the normal noise that is added to values, in sigmas; none
 *     where a protocol has no such parameter
 * @param users people expected behind one mean (one stratum's, in all rounds together); what the
 *     protocol leaves open is derived from it
 * @param strata strata of people, each with a mean (and sigma) of its own
 */
public record GaussianQuestion(
    double epsilon,
    double sigmaMin,
    double sigmaMax,
    double center,
    double range,
    OptionalDouble step,
    OptionalDouble dither,
    OptionalInt users,
    int strata) {

  /**
   * What is added where a question does not say. Normal noise of this many sigmas costs 9 % of
   * variance. Whole steps of L sigma bend a mean by at most L/π exp(−2π² dither²/L²) sigma: 2e-4
   * for half a sigma, 0.006 for 0.7. A fifth of the people on steps of 0.7 bends it by 0.001 to
   * 0.002, a fifth of the standard error of 100,000 people at epsilon 1 (0.2 would leave 0.01).
   */
  public static final double DITHER = 0.3;

  private static final double LEAST_DITHER = 0.01;

  /**
   * Steps of heaps that dither evens out even where all people heap, in dithers: 0.6 sigma by
   * default, which bends a mean by 0.0014 sigma.
   */
  private static final double WIDEST_HEAP = 2;

  /** Most strata; each takes memory for the questions that it is asked. */
  public static final int MAX_STRATA = 1 << 16;

  private static final Parameter SIGMA =
      Parameter.real("sigma", "standard deviation of values").above(0).example("1.0").optional();
  private static final Parameter SIGMA_MIN =
      Parameter.real("sigma_min", "where sigma is not known: its least value, in the values' unit")
          .above(0)
          .example("1.0")
          .optional();
  private static final Parameter SIGMA_MAX =
      Parameter.real("sigma_max", "and its largest, at least sigma_min")
          .above(0)
          .example("4.0")
          .optional();
  private static final Parameter RANGE =
      Parameter.real("range", "how far the mean may be from the center, in the values' unit")
          .above(0)
          .example("10.0");
  private static final Parameter CENTER =
      Parameter.real("center", "middle of the means that may be").orElse(0);
  private static final Parameter STEP =
      Parameter.real(
              "step",
              "where all values are rounded alike: to what, such as 1 for whole numbers; noise of"
                  + " one step takes the place of dither, which costs step²/12 in variance")
          .above(0)
          .optional();
  private static final Parameter DITHER_OF =
      Parameter.real(
              "dither",
              "normal noise added to values, in sigmas, 0 or from 0.01; rounded and heaped numbers"
                  + " are right with it up to steps of twice as much: 0.6 sigma by default")
          .from(0)
          .to(1)
          .optional(Double.toString(DITHER));

  /** People expected; plans and simulations fill it in. */
  public static final Parameter USERS =
      Parameter.integer(
              "users",
              "people expected behind one mean, in all rounds together; shares and sizes are"
                  + " derived from it")
          .from(1)
          .optional();

  /** Strata of people; plans fill it in. */
  public static final Parameter STRATA =
      Parameter.integer("strata", "strata of people, each with a mean of its own")
          .from(1)
          .to(MAX_STRATA, "Ask some of them apart.")
          .orElse(1);

  public GaussianQuestion {
    Epsilon.require(epsilon);
    SIGMA.require(sigmaMin);
    SIGMA.require(sigmaMax);
    Require.that(sigmaMin <= sigmaMax)
        .orRefuse(
            "sigma_min must be at most sigma_max. Provided values: %s and %s.", sigmaMin, sigmaMax);
    RANGE.require(range);
    Require.that(Math.abs(center) + range + 16 * sigmaMax < 0x1p52 * sigmaMin)
        .orRefuse(
            "center and range must be below 2^52 times sigma. Provided values: center = %s, range ="
                + " %s, sigma = %s; shift the values.",
            center, range, sigmaMin);
    if (step.isPresent()) {
      STEP.require(step.getAsDouble());
      Require.that(step.getAsDouble() <= 2 * sigmaMin)
          .orRefuse(
              "step must be at most twice sigma, or rounded values are not normally distributed"
                  + " even with dither. Provided values: step = %s, sigma = %s; ask for a"
                  + " histogram.",
              step.getAsDouble(), sigmaMin);
      Require.that(
              (Math.abs(center) + range + 16 * sigmaMax) * Dither.PARTS
                  < 0x1p52 * step.getAsDouble())
          .orRefuse(
              "center and range must be below 2^46 times step. Provided values: center = %s, range"
                  + " = %s, step = %s; leave step out.",
              center, range, step.getAsDouble());
    }
    double noise = DITHER_OF.require(dither.orElse(0));
    Require.that(noise == 0 || noise >= LEAST_DITHER)
        .orRefuse("dither must be 0, or from %s to 1. Provided value: %s.", LEAST_DITHER, noise);
    Require.that(noise == 0 || step.isEmpty())
        .orRefuse(
            "dither must be 0 where a step is given. Provided values: dither = %s, step = %s; leave"
                + " one of them out.",
            noise, step.orElse(0));
    Require.that(
            noise == 0
                || (Math.abs(center) + range + 16 * sigmaMax) * Dither.PARTS
                    < 0x1p52 * noise * sigmaMin)
        .orRefuse(
            "center and range must be below 2^46 times dither times sigma. Provided values: center ="
                + " %s, range = %s, sigma = %s; shift the values, or choose dither=0.",
            center, range, sigmaMin);
    STRATA.require(strata);
    USERS.require(users.orElse(1));
  }

  /** A question that says nothing of noise. */
  public GaussianQuestion(
      double epsilon,
      double sigmaMin,
      double sigmaMax,
      double center,
      double range,
      OptionalInt users,
      int strata) {
    this(
        epsilon,
        sigmaMin,
        sigmaMax,
        center,
        range,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        users,
        strata);
  }

  /** The parameters of a protocol that knows sigma. */
  public static List<Parameter> parametersWithSigma(Parameter... more) {
    return parameters(List.of(SIGMA.required()), List.of(), more);
  }

  /** The parameters of a protocol that does not know sigma. */
  public static List<Parameter> parametersWithBounds(Parameter... more) {
    return parameters(List.of(SIGMA_MIN.required(), SIGMA_MAX.required()), List.of(), more);
  }

  /** The parameters of a protocol that takes either, and dithers. */
  public static List<Parameter> parameters(Parameter... more) {
    return parameters(List.of(SIGMA, SIGMA_MIN, SIGMA_MAX), List.of(STEP, DITHER_OF), more);
  }

  private static List<Parameter> parameters(
      List<Parameter> sigma, List<Parameter> noise, Parameter... more) {
    List<Parameter> all = new ArrayList<>();
    all.add(Parameter.EPSILON);
    all.addAll(sigma);
    all.addAll(List.of(RANGE, CENTER));
    all.addAll(noise);
    all.addAll(List.of(USERS, STRATA));
    all.addAll(List.of(more));
    return all;
  }

  /** Reads the shared parameters. */
  public static GaussianQuestion of(Parameters given) {
    boolean known = given.optionalReal("sigma").isPresent();
    boolean min = given.optionalReal("sigma_min").isPresent();
    boolean max = given.optionalReal("sigma_max").isPresent();
    if (known ? min || max : !(min && max)) {
      throw Require.refusal(
          "either sigma, or both sigma_min and sigma_max must be given. Provided: %s.",
          known ? "sigma and bounds" : min || max ? "one bound" : "neither");
    }
    return new GaussianQuestion(
        given.real("epsilon"),
        given.real(known ? "sigma" : "sigma_min"),
        given.real(known ? "sigma" : "sigma_max"),
        given.real("center"),
        given.real("range"),
        given.optionalReal("step"),
        given.optionalReal("dither"),
        given.optionalInteger("users"),
        given.integer("strata"));
  }

  /** The canonical spec of a protocol of that name, without parameters of its own. */
  public ProtocolSpec spec(String name) {
    ProtocolSpec spec = ProtocolSpec.named(name).with("epsilon", epsilon);
    spec =
        isSigmaKnown()
            ? spec.with("sigma", sigmaMin)
            : spec.with("sigma_min", sigmaMin).with("sigma_max", sigmaMax);
    spec = spec.with("range", range);
    if (center != 0) {
      spec = spec.with("center", center);
    }
    if (step.isPresent()) {
      spec = spec.with("step", step.getAsDouble());
    }
    if (dither.isPresent()) {
      spec = spec.with("dither", dither.getAsDouble());
    }
    if (users.isPresent()) {
      spec = spec.with("users", users.getAsInt());
    }
    return strata > 1 ? spec.with("strata", strata) : spec;
  }

  /** The same with the default dither, where it says nothing of noise. */
  GaussianQuestion withDither() {
    return dither.isPresent()
        ? this
        : new GaussianQuestion(
            epsilon,
            sigmaMin,
            sigmaMax,
            center,
            range,
            step,
            OptionalDouble.of(step.isPresent() ? 0 : DITHER),
            users,
            strata);
  }

  /**
   * The noise that a stratum's values get.
   *
   * @param sigma the stratum's, as far as it is known; taken for the nearest that may be
   */
  Dither dither(double sigma) {
    return dither.orElse(0) > 0
        ? Dither.normal(dither.getAsDouble() * Math.max(sigmaMin, Math.min(sigma, sigmaMax)))
        : step.isPresent() ? Dither.uniform(step.getAsDouble()) : Dither.NONE;
  }

  /** The noise that everybody's values get before anything is known of sigma. */
  Dither firstDither() {
    return dither(sigmaMin);
  }

  /**
   * What the likelihood is of: values with the noise of their step. (Normal noise is of the
   * answers' law, {@link Likelihood.Term}.)
   */
  GaussianQuestion dithered() {
    return withMoreVariance(firstDither().variance());
  }

  /** The question for whose answers first rounds are made: about values with all their noise. */
  GaussianQuestion noisy() {
    double deviation = firstDither().deviation();
    return withMoreVariance(firstDither().variance() + deviation * deviation);
  }

  private GaussianQuestion withMoreVariance(double more) {
    return new GaussianQuestion(
        epsilon,
        Math.sqrt(sigmaMin * sigmaMin + more),
        Math.sqrt(sigmaMax * sigmaMax + more),
        center,
        range,
        users,
        strata);
  }

  /** Whether sigma is one number. */
  public boolean isSigmaKnown() {
    return sigmaMin == sigmaMax;
  }

  /** What is said of sigma, in words. */
  String sigmas() {
    return isSigmaKnown()
        ? "a standard deviation of exactly " + sigmaMin
        : "a standard deviation from " + sigmaMin + " to " + sigmaMax;
  }

  /** What is said of rounding, in words. */
  String steps() {
    if (step.isPresent()) {
      return "rounded to multiples of " + step.getAsDouble();
    }
    return dither.orElse(0) > 0
        ? "rounded or heaped to steps of at most %s of it, if at all"
            .formatted(
                new BigDecimal(WIDEST_HEAP * dither.orElse(0))
                    .round(new MathContext(2))
                    .stripTrailingZeros())
        : "not rounded";
  }

  /** The least mean that may be. */
  public double lower() {
    return center - range;
  }

  /** The largest mean that may be. */
  public double upper() {
    return center + range;
  }
}
