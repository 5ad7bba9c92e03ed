package org.sparkldp.published.regression;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.wire.Fields;

/**
 * The path of stochastic gradient descent: each replicate's parameters, and the sum of those of its
 * steps that are averaged. Immutable; a function of the schedule and the gradients, the same to the
 * last bit on every machine.
 */
final class Path {
  private final StepSchedule schedule;
  private final int done;
  private final long people;
  private final double[][] theta; // by replicate; in the burn-in only the first moves
  private final double[][] sum;

  private Path(StepSchedule schedule, int done, long people, double[][] theta, double[][] sum) {
    this.schedule = schedule;
    this.done = done;
    this.people = people;
    this.theta = theta;
    this.sum = sum;
  }

  /** At the origin. */
  static Path start(StepSchedule schedule, int width) {
    int k = schedule.replicates();
    return new Path(schedule, 0, 0, new double[k][width], new double[k][width]);
  }

  /** Rounds done, people asked, then all parameters and all sums. */
  static Path state(StepSchedule schedule, int width, Fields<Path> f) {
    int done = (int) f.whole(1, schedule.rounds() - 1L, path -> path.done);
    long people = f.whole(0, Long.MAX_VALUE, path -> path.people);
    int k = schedule.replicates();
    List<double[]> theta = f.list(k, path -> List.of(path.theta), each -> row(each, width));
    List<double[]> sum = f.list(k, path -> List.of(path.sum), each -> row(each, width));
    return f.makes(
        () ->
            new Path(
                schedule,
                done,
                people,
                theta.toArray(double[][]::new),
                sum.toArray(double[][]::new)));
  }

  private static double[] row(Fields<double[]> f, int width) {
    double[] row = f.float64s(width, numbers -> numbers);
    return f.makes(() -> row);
  }

  /** Rounds done. */
  int done() {
    return done;
  }

  /** People asked in them. */
  long people() {
    return people;
  }

  /** The parameters at which the next round's gradients are taken. */
  double[] asked() {
    return theta[schedule.replicate(done + 1)].clone();
  }

  /** One step against a mean gradient of so many people. */
  Path after(double[] gradient, long asked) {
    int round = done + 1;
    int own = schedule.replicate(round);
    double[][] moved = copy(theta);
    double[][] sums = copy(sum);
    double[] place = moved[own];
    double size = schedule.size(round);
    for (int j = 0; j < place.length; j++) {
      place[j] -= size * gradient[j];
    }
    project(place);
    if (schedule.isAveraged(round)) {
      for (int j = 0; j < place.length; j++) {
        sums[own][j] += place[j];
      }
    }
    if (round == schedule.burnIn()) {
      int averaged = round - round / 2;
      double[] start = Arrays.stream(sums[0]).map(x -> x / averaged).toArray();
      Arrays.setAll(moved, k -> start.clone());
      Arrays.setAll(sums, k -> new double[start.length]);
    }
    return new Path(schedule, round, Math.addExact(people, asked), moved, sums);
  }

  private static double[][] copy(double[][] rows) {
    return Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
  }

  /** To the nearest point of the ball. */
  private void project(double[] place) {
    double norm = norm(place);
    if (norm > schedule.bound()) {
      for (int j = 0; j < place.length; j++) {
        place[j] *= schedule.bound() / norm;
      }
    }
  }

  static double norm(double[] vector) {
    return Math.sqrt(Arrays.stream(vector).map(x -> x * x).sum());
  }

  /** Whether every replicate has something to average. */
  boolean hasAverages() {
    return schedule.averaged(theta.length - 1, done) > 0;
  }

  /** The average of each replicate's steps. */
  double[][] averages() {
    double[][] averages = copy(sum);
    for (int k = 0; k < averages.length; k++) {
      int averaged = schedule.averaged(k, done);
      for (int j = 0; j < averages[k].length; j++) {
        averages[k][j] /= averaged;
      }
    }
    return averages;
  }
}
