package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.sparkldp.datasets.law.Normal;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.lab.population.People;
import org.sparkldp.protocols.random.DiscreteGaussian;
import org.sparkldp.protocols.random.DiscreteLaplace;
import org.sparkldp.protocols.random.DiscreteNoise;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.release.GaussianCalibration;
import org.sparkldp.published.release.BaselineCalibration;
import org.sparkldp.release.denoise.Denoisers;

/**
 * Experiments of Balle and Wang, "Improving the Gaussian Mechanism for Differential Privacy", ICML
 * 2018, computed again: how much noise the analytic calibration saves, what denoising adds to that
 * for mean vectors (figure 1), for a map of a city (figure 2) and for histograms (appendix B).
 *
 * <p>All calibrations of a trial scale the same draws, so that their errors are compared on equal
 * noise.
 */
final class ReleaseFigures {
  /** By name. */
  static final Map<String, Figure.Experiment> ALL =
      Map.of(
          "release-1",
          new Figure.Experiment(
              "Releases: noise of a released mean vector by calibration, and its error after"
                  + " denoising",
              "Balle and Wang, ICML 2018: figure 1",
              request -> means(request)),
          "release-2",
          StreetFigure.EXPERIMENT,
          "release-b",
          new Figure.Experiment(
              "Releases: error of a released histogram by how its counts are spread, before and"
                  + " after denoising",
              "Balle and Wang, ICML 2018: appendix B",
              request -> histograms(request)));

  private static final List<Double> EPSILONS = List.of(0.01, 0.1, 1.0);
  private static final List<Double> DELTAS = List.of(1e-2, 1e-4, 1e-6, 1e-8, 1e-12);
  private static final List<Integer> DIMENSIONS = List.of(100, 500, 1000, 2000);
  private static final List<Double> CONCENTRATIONS = List.of(0.001, 0.01, 0.1, 1.0, 10.0);

  /** Epsilons of the ratios, up to where the classical calibration ends. */
  private static final int RATIOS = 21;

  /** People behind a mean vector. */
  private static final int PEOPLE = 500;

  private static final double MEAN_DELTA = 1e-4;
  private static final int CELLS = 4000;
  private static final double HISTOGRAM_DELTA = 1e-6;

  private static final String CLASSICAL = "classical";
  private static final String ANALYTIC = "analytic";
  private static final String LAPLACE = "laplace";
  private static final String JAMES_STEIN = "james-stein(toward=zero)";

  /** What is done to the analytic mechanism's answer. */
  private static final List<String> DENOISERS =
      List.of(
          JAMES_STEIN,
          "james-stein(toward=mean)",
          "soft-threshold(rule=universal)",
          "soft-threshold(rule=sure)");

  /** Noise of scale 1, in so many steps. */
  private static final double STEPS = 0x1p28;

  private static final DiscreteNoise GAUSSIAN_NOISE = new DiscreteGaussian(1L << 56, 1);
  private static final DiscreteNoise LAPLACE_NOISE = new DiscreteLaplace(1 << 28, 1);
  private static final Normal NORMAL = new Normal(0, 1);

  private ReleaseFigures() {}

  /** The classical calibration, which the paper draws up to epsilon = 1, where its proof ends. */
  private static double classical(double epsilon, double delta) {
    return BaselineCalibration.classicalSigma(Math.min(epsilon, Math.nextDown(1.0)), delta, 1);
  }

  /**
   * A vector, how far one person moves it, and noise of scale 1 for each of its numbers.
   *
   * @param l1 L1 sensitivity
   * @param l2 L2 sensitivity
   */
  private record ReleaseTrial(
      double[] truth, double l1, double l2, double[] gaussian, double[] laplace) {
    static ReleaseTrial of(double[] truth, double l1, double l2, RandomSource source) {
      return new ReleaseTrial(
          truth,
          l1,
          l2,
          noise(GAUSSIAN_NOISE, truth.length, source),
          noise(LAPLACE_NOISE, truth.length, source));
    }

    private static double[] noise(DiscreteNoise noise, int count, RandomSource source) {
      double[] draws = new double[count];
      Arrays.setAll(draws, i -> noise.sample(source) / STEPS);
      return draws;
    }

    private double[] noisy(double[] noise, double scale) {
      double[] noisy = new double[truth.length];
      Arrays.setAll(noisy, i -> truth[i] + scale * noise[i]);
      return noisy;
    }

    /** By method, the squared distance of what is released to the truth. */
    Map<String, Double> squaredErrors(double epsilon, double delta) {
      Map<String, Double> errors = new LinkedHashMap<>();
      errors.put(
          CLASSICAL, Figure.squaredError(noisy(gaussian, l2 * classical(epsilon, delta)), truth));
      double sigma = GaussianCalibration.sigma(epsilon, delta, l2);
      double[] released = noisy(gaussian, sigma);
      errors.put(ANALYTIC, Figure.squaredError(released, truth));
      for (String denoiser : DENOISERS) {
        double[] values =
            Denoisers.of(denoiser, Optional.empty()).denoise(released, sigma).values();
        errors.put(denoiser, Figure.squaredError(values, truth));
      }
      double scale = BaselineCalibration.laplaceScale(epsilon, l1);
      errors.put(LAPLACE, Figure.squaredError(noisy(laplace, scale), truth));
      return errors;
    }
  }

  /** By epsilon and method, the mean over trials of a function of the squared error. */
  private static Map<Double, Map<String, Double>> means(
      List<ReleaseTrial> trials, double delta, Function<Double, Double> of) {
    Map<Double, Map<String, Double>> means = new LinkedHashMap<>();
    for (double epsilon : EPSILONS) {
      Map<String, Double> sums = new LinkedHashMap<>();
      trials.parallelStream()
          .map(trial -> trial.squaredErrors(epsilon, delta))
          .forEachOrdered(
              errors ->
                  errors.forEach(
                      (method, error) ->
                          sums.merge(method, of.apply(error) / trials.size(), Double::sum)));
      means.put(epsilon, sums);
    }
    return means;
  }

  // --- figure 1 ---

  private static Figure means(Figure.FigureRequest request) {
    Table table = Table.of("part", "epsilon", "delta", "d", "method", "value", "theory");
    for (double delta : DELTAS) {
      for (int i = 0; i < RATIOS; i++) {
        double epsilon = Math.pow(10, 3.0 * i / (RATIOS - 1) - 3);
        double classical = classical(epsilon, delta);
        double analytic = GaussianCalibration.sigma(epsilon, delta, 1);
        table.add("sigma", epsilon, delta, 1, CLASSICAL, classical);
        table.add("sigma", epsilon, delta, 1, ANALYTIC, analytic);
        table.add("sigma", epsilon, delta, 1, "ratio", analytic / classical);
      }
    }
    for (int d : DIMENSIONS) {
      means(request.trials(source -> mean(d, source)), MEAN_DELTA, Math::sqrt)
          .forEach(
              (epsilon, errors) ->
                  errors.forEach(
                      (method, error) ->
                          table.add(
                              "mean",
                              epsilon,
                              MEAN_DELTA,
                              d,
                              method,
                              error,
                              theory(d, epsilon, method))));
    }
    List<Page.GroupSection> sections = new ArrayList<>();
    sections.add(
        new Page.GroupSection(
            "calibration",
            List.of(
                table
                    .where("method", "ratio"::equals)
                    .lines(
                        "Analytic sigma over classical sigma",
                        "delta",
                        delta -> "delta " + delta,
                        Table.Along.logarithmic("epsilon", "epsilon"),
                        Table.Along.linear("value", "ratio")))));
    sections.addAll(
        table
            .where("part", "mean"::equals)
            .sections(
                "epsilon",
                epsilon -> "mean vectors, epsilon " + epsilon,
                "Error of the mean of " + PEOPLE + " people, mean over trials",
                "method",
                Table.Along.logarithmic("d", "dimensions"),
                Table.Along.logarithmic("value", "Euclidean distance")));
    return new Figure(
        List.of(
            setting(
                "sigma: for sensitivity 1; the ratio is that of the analytic sigma to the"
                    + " classical"),
            setting(
                "mean: of "
                    + PEOPLE
                    + " vectors, a standard normal centre plus coordinates uniform in [-1/2, 1/2];"
                    + " one person's may become any other; error to the people's own mean; delta "
                    + MEAN_DELTA),
            setting("theory: root of the expected squared error, where it has a closed form"),
            request.trialsOfEachPoint()),
        table,
        sections);
  }

  private static Page.Fact setting(String says) {
    return new Page.Fact("setting", says);
  }

  /** The mean of people about a centre; replacing one moves each coordinate by 1/n at most. */
  private static ReleaseTrial mean(int d, RandomSource source) {
    double[] mean = new double[d];
    for (int j = 0; j < d; j++) {
      double offsets = 0;
      for (int i = 0; i < PEOPLE; i++) {
        offsets += People.unit(source) - 0.5;
      }
      mean[j] = NORMAL.quantile(People.unit(source)) + offsets / PEOPLE;
    }
    return ReleaseTrial.of(mean, (double) d / PEOPLE, Math.sqrt(d) / PEOPLE, source);
  }

  /** Of James and Stein's shrinkage before its negative factors are cut, under the normal prior. */
  private static Double theory(int d, double epsilon, String method) {
    double l2 = Math.sqrt(d) / PEOPLE;
    double sigma = GaussianCalibration.sigma(epsilon, MEAN_DELTA, l2);
    double prior = 1 + 1.0 / (12 * PEOPLE);
    double kept = 1 - (d - 2.0) / d * sigma * sigma / (prior + sigma * sigma);
    return switch (method) {
      case CLASSICAL -> Math.sqrt(d) * l2 * classical(epsilon, MEAN_DELTA);
      case ANALYTIC -> Math.sqrt(d) * sigma;
      case JAMES_STEIN -> Math.sqrt(d * kept) * sigma;
      case LAPLACE ->
          Math.sqrt(2.0 * d) * BaselineCalibration.laplaceScale(epsilon, (double) d / PEOPLE);
      default -> null;
    };
  }

  // --- appendix B ---

  private static Figure histograms(Figure.FigureRequest request) {
    int users = request.users();
    Table table = Table.of("concentration", "epsilon", "delta", "users", "method", "mse");
    for (double concentration : CONCENTRATIONS) {
      means(
              request.trials(source -> histogram(concentration, users, source)),
              HISTOGRAM_DELTA,
              squares -> squares / CELLS)
          .forEach(
              (epsilon, errors) ->
                  errors.forEach(
                      (method, error) ->
                          table.add(
                              concentration, epsilon, HISTOGRAM_DELTA, users, method, error)));
    }
    return new Figure(
        List.of(
            setting(
                users
                    + " people in "
                    + CELLS
                    + " cells, whose shares are a symmetric Dirichlet draw of that concentration;"
                    + " one person is in one cell; delta "
                    + HISTOGRAM_DELTA),
            setting("the paper's own settings are not in its text"),
            request.trialsOfEachPoint()),
        table,
        table.sections(
            "epsilon",
            epsilon -> "epsilon " + epsilon,
            "Mean squared error of a count, mean over trials",
            "method",
            Table.Along.logarithmic(
                "concentration", "concentration: few large counts to all alike"),
            Table.Along.logarithmic("mse", "people squared")));
  }

  /** People in the ratio of a Dirichlet draw, rounded. */
  private static ReleaseTrial histogram(double concentration, int users, RandomSource source) {
    double[] logs = new double[CELLS];
    Arrays.setAll(logs, i -> logGamma(concentration, source));
    double largest = Arrays.stream(logs).max().orElseThrow();
    double sum = 0;
    for (double log : logs) {
      sum += Math.exp(log - largest);
    }
    double[] counts = new double[CELLS];
    for (int i = 0; i < CELLS; i++) {
      counts[i] = Math.rint(users * Math.exp(logs[i] - largest) / sum);
    }
    return ReleaseTrial.of(counts, 1, 1, source);
  }

  /**
   * The logarithm of a gamma draw of that shape, which may be far below the least double. By
   * rejection from a cubed normal, of shape + 1, times a power of a uniform draw (Marsaglia &amp;
   * Tsang, ACM TOMS 2000).
   */
  private static double logGamma(double shape, RandomSource source) {
    double d = shape + 2 / 3.0;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = NORMAL.quantile(People.unit(source));
      double v = Math.pow(1 + c * x, 3);
      if (v > 0 && Math.log(People.unit(source)) < x * x / 2 + d - d * v + d * Math.log(v)) {
        return Math.log(d * v) + Math.log(People.unit(source)) / shape;
      }
    }
  }
}
