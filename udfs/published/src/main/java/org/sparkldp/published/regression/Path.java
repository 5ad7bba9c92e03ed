package org.sparkldp.published.regression;

import java.util.Arrays;

/**
 * Where stochastic gradient descent has come to: each replicate's parameters, and the sum of those
 * of its steps that are averaged. Immutable; a function of the schedule and the gradients, the same
 * to the last bit on every machine.
 */
final class Path {
  private static final int HEAD = 2;

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

  /** Whether so many numbers are what {@link #numbers} gives for parameters of that width. */
  static boolean fits(StepSchedule schedule, int width, double[] numbers) {
    return numbers.length == HEAD + 2 * schedule.replicates() * width
        && numbers[0] == Math.rint(numbers[0])
        && numbers[0] >= 1
        && numbers[0] < schedule.rounds();
  }

  /** Reads {@link #numbers} back. */
  static Path read(StepSchedule schedule, int width, double[] numbers) {
    Path path = start(schedule, width);
    int at = HEAD;
    for (double[][] half : new double[][][] {path.theta, path.sum}) {
      for (double[] row : half) {
        System.arraycopy(numbers, at, row, 0, width);
        at += width;
      }
    }
    return new Path(schedule, (int) numbers[0], (long) numbers[1], path.theta, path.sum);
  }

  /** Rounds done, people asked, then all parameters and all sums. */
  double[] numbers() {
    int width = theta[0].length;
    double[] numbers = new double[HEAD + 2 * theta.length * width];
    numbers[0] = done;
    numbers[1] = people;
    int at = HEAD;
    for (double[][] half : new double[][][] {theta, sum}) {
      for (double[] row : half) {
        System.arraycopy(row, 0, numbers, at, width);
        at += width;
      }
    }
    return numbers;
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
