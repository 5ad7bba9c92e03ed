package org.sparkldp.datasets.table;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LaplaceDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorParameter;
import org.sparkldp.datasets.GeneratorRefusal;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Truth;
import org.sparkldp.datasets.law.Atoms;
import org.sparkldp.datasets.law.Law;
import org.sparkldp.datasets.law.Mixture;
import org.sparkldp.datasets.law.Normal;

/**
 * Families of an id and one number, x: the laws that methods are made for, and those on which they
 * fail (rounded, heaped, heavy-tailed, skewed, with two modes, gapped, two-point, constant,
 * outliers). A family is its name, its parameters, the law of x and how x is drawn, with the same
 * bits on every JVM.
 */
final class Numbers {
  private static final int X_STREAM = 1;
  private static final int PART_STREAM = 2;

  private static final GeneratorParameter MU =
      GeneratorParameter.real("mu", "mean, in units of x", 0, -1e9, 1e9);
  private static final GeneratorParameter SIGMA =
      GeneratorParameter.real("sigma", "standard deviation, in units of x", 1, 1e-9, 1e9);
  private static final GeneratorParameter STEP =
      GeneratorParameter.real(
          "step", "size of a step, at least a thousandth of sigma", 1, 1e-9, 1e9);
  private static final GeneratorParameter LOWER =
      GeneratorParameter.real("lower", "least number", 0, -1e9, 1e9);
  private static final GeneratorParameter UPPER =
      GeneratorParameter.real("upper", "greatest number, above lower", 1, -1e9, 1e9);

  private static final Normal STANDARD = new Normal(0, 1);

  /** The law of x, and x. */
  private record LawColumn(Truth.Numeric law, Column.DoubleCell x) {
    /** By the law's quantile function. */
    static LawColumn byQuantile(Truth.Numeric law) {
      return new LawColumn(law, (seed, index) -> law.quantile(unit(seed, index)));
    }

    static LawColumn ofParts(Mixture law) {
      return new LawColumn(
          law,
          (seed, index) ->
              law.draw(CounterRandom.unit(seed, index, PART_STREAM), unit(seed, index)));
    }
  }

  static final List<GeneratorFamily> FAMILIES =
      List.of(
          family(
              "gaussian",
              "normal numbers of given mean and standard deviation",
              "number, unbounded; at most 8.3 sigma from mu",
              spec -> LawColumn.byQuantile(normal(spec)),
              MU,
              SIGMA),
          family(
              "laplace",
              "numbers with a peak and heavy tails (Laplace)",
              "number, unbounded; at most 26 sigma from mu",
              spec -> laplace(spec.real("mu"), spec.real("sigma") / StrictMath.sqrt(2)),
              MU,
              SIGMA),
          family(
              "student",
              "numbers whose tails fall as a power only (Student's t)",
              "number, unbounded",
              spec -> student(spec.real("mu"), spec.real("sigma"), spec.integer("df")),
              MU,
              SIGMA,
              GeneratorParameter.integer("df", "degrees of freedom", 5, 3, 100)),
          family(
              "exponential",
              "skewed numbers, as waiting times are",
              "number, at least mu - sigma",
              spec -> exponential(spec.real("mu"), spec.real("sigma")),
              MU,
              SIGMA),
          family(
              "gamma",
              "numbers of skewness 2/sqrt(shape), as weights and durations are",
              "number, at least mu - sqrt(shape) sigma",
              spec -> gamma(spec.real("mu"), spec.real("sigma"), spec.integer("shape")),
              MU,
              SIGMA,
              GeneratorParameter.integer("shape", "4 for a skewness of 1, 16 for 1/2", 4, 1, 100)),
          family(
              "two-normals",
              "one of two normals: skewed, with two modes, or with outliers",
              "number, unbounded",
              spec -> LawColumn.ofParts(twoNormals(spec)),
              MU,
              SIGMA,
              GeneratorParameter.real("share", "probability of the second normal", 0.2, 0, 1),
              GeneratorParameter.real(
                  "distance",
                  "from the first's centre to the second's, in sigmas of the first",
                  3,
                  -1e6,
                  1e6),
              GeneratorParameter.real(
                  "ratio", "the second's sigma, in sigmas of the first", 1, 1e-6, 1e6)),
          family(
              "rounded",
              "normal numbers rounded to whole steps",
              "number, a multiple of step",
              spec -> LawColumn.byQuantile(rounded(spec)),
              MU,
              SIGMA,
              STEP),
          family(
              "heaped",
              "rounded normal numbers, many of them rounded further to tens",
              "number, a multiple of step",
              spec -> LawColumn.byQuantile(heaped(spec)),
              MU,
              SIGMA,
              STEP,
              GeneratorParameter.real("heap", "size of the larger step", 10, 1e-9, 1e9),
              GeneratorParameter.real(
                  "share", "share of people who use the larger step", 0.3, 0, 1)),
          family(
              "interval",
              "numbers spread evenly over an interval",
              "number, in [lower, upper]",
              spec -> LawColumn.byQuantile(interval(spec.real("lower"), spec.real("upper"))),
              LOWER,
              UPPER),
          family(
              "gapped",
              "numbers on both sides of a gap where nobody is",
              "number, in [lower, upper], outside of the gap",
              spec -> LawColumn.ofParts(gapped(spec)),
              LOWER,
              UPPER,
              GeneratorParameter.real(
                  "gap", "share of the interval that the gap takes", 0.2, 0, 0.99),
              GeneratorParameter.real("share", "probability of a number above the gap", 0.5, 0, 1)),
          family(
              "two-point",
              "two numbers only, or a constant",
              "low or high",
              spec -> LawColumn.byQuantile(twoPoint(spec)),
              GeneratorParameter.real("low", "the one number", 0, -1e9, 1e9),
              GeneratorParameter.real("high", "the other", 1, -1e9, 1e9),
              GeneratorParameter.real("share", "probability of high", 0.5, 0, 1)),
          family(
              "whole",
              "whole numbers, equally likely",
              "whole number, in [lower, upper]",
              spec -> LawColumn.byQuantile(whole(spec.integer("lower"), spec.integer("upper"))),
              GeneratorParameter.integer("lower", "least number", 0, -1_000_000, 1_000_000),
              GeneratorParameter.integer(
                  "upper", "greatest number, at least lower", 99, -1_000_000, 1_000_000)));

  private Numbers() {}

  /**
   * A family.
   *
   * @param meaning of a cell
   */
  private static GeneratorFamily family(
      String name,
      String description,
      String meaning,
      Function<GeneratorSpec, LawColumn> drawn,
      GeneratorParameter... parameters) {
    return new GeneratorFamily(
        name,
        description,
        List.of(parameters),
        spec -> {
          LawColumn of = drawn.apply(spec);
          Column x = new Column.OfDouble("x", meaning, of.law, of.x);
          return new Generator(spec, List.of(ItemTable.id(), x));
        });
  }

  private static double unit(long seed, long index) {
    return CounterRandom.unit(seed, index, X_STREAM);
  }

  private static Normal normal(GeneratorSpec spec) {
    return new Normal(spec.real("mu"), spec.real("sigma"));
  }

  private static LawColumn laplace(double mu, double scale) {
    return new LawColumn(
        new Law(() -> LaplaceDistribution.of(0, 1), mu, scale),
        (seed, index) -> {
          double p = unit(seed, index);
          double distance = -scale * StrictMath.log(2 * Math.min(p, 1 - p));
          return p < 0.5 ? mu - distance : mu + distance;
        });
  }

  private static LawColumn exponential(double mu, double sigma) {
    return new LawColumn(
        new Law(() -> ExponentialDistribution.of(1), mu - sigma, sigma),
        (seed, index) -> mu - sigma - sigma * StrictMath.log1p(-unit(seed, index)));
  }

  /** A sum of exponentials. */
  private static LawColumn gamma(double mu, double sigma, int shape) {
    double root = StrictMath.sqrt(shape);
    return new LawColumn(
        new Law(() -> GammaDistribution.of(shape, 1), mu - root * sigma, sigma / root),
        (seed, index) -> {
          double sum = 0;
          for (int i = 0; i < shape; i++) {
            sum -= StrictMath.log(CounterRandom.unit(seed, index, X_STREAM + i));
          }
          return mu + sigma * (sum / root - root);
        });
  }

  /** A normal number over the root of a chi-square, scaled: t has the variance df / (df − 2). */
  private static LawColumn student(double mu, double sigma, int df) {
    double scale = sigma * StrictMath.sqrt((df - 2.0) / df);
    return new LawColumn(
        new Law(() -> TDistribution.of(df), mu, scale),
        (seed, index) -> {
          double squares = 0;
          for (int j = 1; j <= df; j++) {
            double z = STANDARD.quantile(CounterRandom.unit(seed, index, X_STREAM + j));
            squares += z * z;
          }
          return mu + scale * STANDARD.quantile(unit(seed, index)) * Math.sqrt(df / squares);
        });
  }

  private static Mixture twoNormals(GeneratorSpec spec) {
    double share = spec.real("share");
    double distance = spec.real("distance");
    double ratio = spec.real("ratio");
    double spread =
        Math.sqrt(1 - share + share * ratio * ratio + share * (1 - share) * distance * distance);
    double first = spec.real("sigma") / spread;
    double centre = spec.real("mu") - share * distance * first;
    return new Mixture(
        List.of(new Normal(centre, first), new Normal(centre + distance * first, ratio * first)),
        new double[] {1 - share, share});
  }

  /** Atoms are kept one by one. */
  private static Atoms rounded(GeneratorSpec spec) {
    if (spec.real("step") < spec.real("sigma") / 1000) {
      throw GeneratorRefusal.of(
          "The step of rounded numbers must be at least a thousandth of sigma. Provided spec: %s."
              + " Take gaussian, which differs by less.",
          spec);
    }
    return Atoms.rounded(normal(spec), spec.real("step"));
  }

  private static Atoms heaped(GeneratorSpec spec) {
    double heap = spec.real("heap");
    return rounded(spec).shared(spec.real("share"), x -> heap * Math.rint(x / heap));
  }

  private static Law interval(double lower, double upper) {
    if (!(lower < upper)) {
      throw GeneratorRefusal.of(
          "An interval needs a finite lower < upper. Provided values: %s, %s. For one number give"
              + " two-point a share of 0.",
          lower, upper);
    }
    return new Law(() -> UniformContinuousDistribution.of(0, 1), lower, upper - lower);
  }

  private static Mixture gapped(GeneratorSpec spec) {
    double lower = spec.real("lower");
    double upper = spec.real("upper");
    double side = (upper - lower) * (1 - spec.real("gap")) / 2;
    return new Mixture(
        List.of(interval(lower, lower + side), interval(upper - side, upper)),
        new double[] {1 - spec.real("share"), spec.real("share")});
  }

  private static Atoms twoPoint(GeneratorSpec spec) {
    double share = spec.real("share");
    return Atoms.of(
        new double[] {spec.real("low"), spec.real("high")}, new double[] {1 - share, share});
  }

  private static Atoms whole(int lower, int upper) {
    return Atoms.ofSample(IntStream.rangeClosed(lower, upper).asDoubleStream().toArray());
  }
}
