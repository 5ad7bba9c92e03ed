package org.sparkldp.published.regression;

import java.util.Arrays;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.regression.Family;
import org.sparkldp.protocols.statistics.Dense;

/**
 * Regressions many times over, quickly: gradients are a known population's own, and what chance
 * adds to a round's mean is drawn from the normal law that many reports tend to.
 */
final class Trials {

  /** Features uniform in the cube that the unit ball holds, in so many dimensions. */
  static double[][] cube(int people, int p, long seed) {
    SimulationSource source = new SimulationSource(seed);
    double[][] features = new double[people][p];
    for (double[] person : features) {
      Arrays.setAll(person, j -> (2 * People.unit(source) - 1) / Math.sqrt(p));
    }
    return features;
  }

  /** Directions uniform on the unit sphere. */
  static double[][] sphere(int people, int p, long seed) {
    SimulationSource source = new SimulationSource(seed);
    double[][] features = new double[people][p];
    for (double[] person : features) {
      Arrays.setAll(person, j -> People.normal(source));
      double norm = Path.norm(person);
      Arrays.setAll(person, j -> person[j] / norm);
    }
    return features;
  }

  /** Parameters of alternating sign and that norm. */
  static double[] truth(int p, double norm) {
    double[] truth = new double[p];
    Arrays.setAll(truth, j -> (j % 2 == 0 ? norm : -norm) / Math.sqrt(p));
    return truth;
  }

  /** The mean over the population of x (mean(z) − its mean at the truth). */
  static double[] gradient(Family family, double[][] features, double[] truth, double[] theta) {
    double[] gradient = new double[theta.length];
    for (double[] x : features) {
      double off = family.mean(Dense.dot(x, theta)) - family.mean(Dense.dot(x, truth));
      for (int j = 0; j < gradient.length; j++) {
        gradient[j] += off * x[j] / features.length;
      }
    }
    return gradient;
  }

  /** The trace of the squared inverse of the Hessian at the truth. */
  static double traceOfInverseSquare(Family family, double[][] features, double[] truth) {
    int p = truth.length;
    double[][] columns = new double[p][];
    double h = 1e-4;
    for (int j = 0; j < p; j++) {
      double[] above = truth.clone();
      double[] below = truth.clone();
      above[j] += h;
      below[j] -= h;
      double[] up = gradient(family, features, truth, above);
      double[] down = gradient(family, features, truth, below);
      columns[j] = new double[p];
      for (int i = 0; i < p; i++) {
        columns[j][i] = (up[i] - down[i]) / (2 * h);
      }
    }
    double trace = 0;
    for (int j = 0; j < p; j++) {
      double[] unit = new double[p];
      unit[j] = 1;
      double[] column = Dense.solve(columns, unit);
      trace += Dense.dot(column, column);
    }
    return trace;
  }

  /**
   * What many regressions showed.
   *
   * @param ratio n times the mean square error, over the least that averaging can reach
   * @param coverage of intervals of so many standard errors
   */
  record Result(double ratio, double coverage) {}

  /**
   * Runs them.
   *
   * @param moment E[ZZᵀ] is so many times the identity
   * @param quantile standard errors to either side of an interval
   * @param sign 1, or −1 to climb instead of descending
   */
  static Result run(
      StepSchedule schedule,
      Family family,
      double[][] features,
      double[] truth,
      double moment,
      double people,
      int trials,
      double quantile,
      int sign) {
    double noise = Math.sqrt(moment * schedule.rounds() / people);
    double squares = 0;
    int covered = 0;
    for (int trial = 0; trial < trials; trial++) {
      SimulationSource source = new SimulationSource(1000 + trial);
      Path path = Path.start(schedule, truth.length);
      while (path.done() < schedule.rounds()) {
        double[] gradient = gradient(family, features, truth, path.asked());
        Arrays.setAll(gradient, j -> sign * gradient[j] + noise * People.normal(source));
        path = path.after(gradient, 1);
      }
      double[][] averages = path.averages();
      double[] means = Glm.means(averages);
      for (int j = 0; j < truth.length; j++) {
        double error = means[j] - truth[j];
        squares += error * error;
        covered += Math.abs(error) <= quantile * Glm.error(averages, j, means[j]) ? 1 : 0;
      }
    }
    double least = moment * traceOfInverseSquare(family, features, truth);
    return new Result(
        people * squares / trials / least, covered / (double) (trials * truth.length));
  }
}
