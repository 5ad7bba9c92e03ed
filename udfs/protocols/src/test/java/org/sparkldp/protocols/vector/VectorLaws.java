package org.sparkldp.protocols.vector;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.random.SimulationSource;

/** What all vector protocols must show, on vectors and laws that tests share. */
public final class VectorLaws {

  private VectorLaws() {}

  /** All corners of the cube of side 2 radius. */
  static List<double[]> corners(int d, double radius) {
    List<double[]> corners = new ArrayList<>();
    for (int bits = 0; bits < 1 << d; bits++) {
      double[] corner = new double[d];
      for (int j = 0; j < d; j++) {
        corner[j] = (bits >> j & 1) != 0 ? radius : -radius;
      }
      corners.add(corner);
    }
    return corners;
  }

  /** People whose coordinates differ, each of norm at most the radius in the largest coordinate. */
  static double[][] people(int n, int d, double radius) {
    SimulationSource source = new SimulationSource(n * 1000L + d);
    double[][] people = new double[n][d];
    for (double[] person : people) {
      for (int j = 0; j < d; j++) {
        double centre = 0.6 * Math.cos(1 + j);
        person[j] = radius * (centre + 0.3 * (source.uniform(2001) / 1000.0 - 1));
      }
    }
    return people;
  }

  /** The same, shrunk so that Euclidean norms are up to the radius. */
  public static double[][] peopleOfTheBall(int n, int d, double radius) {
    double[][] people = people(n, d, 1);
    for (double[] person : people) {
      double norm = 0;
      for (double x : person) {
        norm += x * x;
      }
      double length = radius * (0.5 + 0.5 * Math.abs(person[0])) / Math.sqrt(norm);
      for (int j = 0; j < d; j++) {
        person[j] *= length;
      }
    }
    return people;
  }

  /** Estimates are unbiased, as variable as stated, and so are their errors; intervals cover. */
  public static <R> Trials check(BallProtocol<R> protocol, double[][] people, int trials) {
    Trials run = Trials.of(protocol, protocol, people, trials, 7);
    double[] variances = protocol.variances(people);

    run.assertUnbiased(variances);
    run.assertVariances(variances);
    run.assertTotalVariance(0.05, variances);
    run.assertStandardErrors(0.97, 1.06, variances);
    run.assertCoverage();
    return run;
  }
}
