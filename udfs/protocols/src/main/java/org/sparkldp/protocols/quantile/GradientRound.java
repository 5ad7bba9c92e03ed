package org.sparkldp.protocols.quantile;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.frequency.PureEstimator;

/**
 * One step of private stochastic gradient descent on E|X − θ| (for other quantiles the pinball
 * loss): all people of the round tell whether they are above θ.
 *
 * <p><b>Step.</b> With F the debiased share at or below θ_t, g = 2 (F − p), θ_{t+1} = [θ_t − η_t
 * g], projected on the range, which is [0, 1] here; θ_1 is its middle. η_t = 1/(√2 G √t), where G²
 * = 4 max(p, 1 − p)² + (c² − 1)/m bounds E g² with m people a round, c = (e^eps + 1)/(e^eps − 1):
 * it makes the bound √2 G/√T on the mean gap of the loss least. Where m is not known, G² has no
 * last term.
 *
 * <p><b>Estimate.</b> The average of θ_2, …, θ_{T+1} (Polyak). Its interval is by random scaling,
 * without any density: with A_s the average of the first s, V = Σ s² (A_s − A_T)²/T², half-width q
 * √(V/T), q from {@link RandomScaling}. It holds as T grows and the start is forgotten; with a few
 * dozen rounds it is rough. Standard error: √(6 V/T), for V has mean 1/6 of the variance.
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, equation (11), where every person is a
 * round; interval: Lee, Liao, Seo &amp; Shin, AAAI 2022.
 */
final class GradientRound extends QuantileRound {
  static final int DEFAULT_ROUNDS = 50;

  private static final double START = 0.5;

  /** Sums over the rounds that are over: of θ, and of s² A_s and s² A_s², A_s about the middle. */
  private final double sum;

  private final double first;
  private final double second;

  GradientRound(Course course, Schedule schedule) {
    super(course, schedule, course.round() == 1 ? START : course.numbers()[0]);
    this.sum = course.numbers()[1];
    this.first = course.numbers()[2];
    this.second = course.numbers()[3];
  }

  private double step(Accumulator<?> reports) {
    double steep = 2 * Math.max(p(), 1 - p());
    double c = course().question().c();
    double people = schedule().people(course().question(), round());
    double square = steep * steep + (Double.isNaN(people) ? 0 : (c * c - 1) / people);
    double step = 1 / StrictMath.sqrt(2 * square * round());
    double gradient = 2 * (share(reports, 0).share() - p());
    return Math.max(0, Math.min(1, place(0) - step * gradient));
  }

  @Override
  double[] decide(Accumulator<?> reports) {
    double next = step(reports);
    double all = sum + (next - START);
    double square = all * all; // s² A_s²
    return new double[] {next, all, first + round() * all, second + square};
  }

  @Override
  Estimate.Row row(Accumulator<?> reports, double confidence) {
    double[] decided = decide(reports);
    int rounds = round();
    double average = decided[1] / rounds;
    double place = START + average;
    if (decided[0] <= 0 || decided[0] >= 1) {
      return between(
          decided[0] <= 0 ? 0 : place,
          decided[0] <= 0 ? place : 1,
          "the search ended at an end of the range; the quantile may lie there or beyond.");
    }
    // Σ s² (A_s − A)² = Σ s² A_s² − 2 A Σ s² A_s + A² Σ s²
    double squares = rounds * (rounds + 1.0) * (2.0 * rounds + 1) / 6;
    double scale =
        Math.max(0, decided[3] - 2 * average * decided[2] + average * average * squares)
            / rounds
            / rounds;
    double half = RandomScaling.quantile(confidence) * StrictMath.sqrt(scale / rounds);
    PureEstimator.quantile(reports.n(), confidence);
    return row(
        place,
        StrictMath.sqrt(6 * scale / rounds),
        Math.max(0, place - half),
        Math.min(1, place + half),
        rounds < rounds() ? "more rounds are to come." : "");
  }
}
