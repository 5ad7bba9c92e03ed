package org.sparkldp.published.quantile;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.quantile.Course;
import org.sparkldp.protocols.quantile.QuantileRound;
import org.sparkldp.protocols.quantile.RoundAllocation;

/**
 * One step of private stochastic gradient descent on E|X − θ| (for other quantiles the pinball
 * loss): all people of the round report whether they are above θ.
 *
 * <p><b>Step.</b> With F the debiased share at or below θ_t, g = 2 (F − p), θ_{t+1} = [θ_t − η_t
 * g], projected on the range, which is [0, 1] here; θ_1 is its middle. η_t = 1/(√2 G √t), where G²
 * = 4 max(p, 1 − p)² + (c² − 1)/m bounds E g² with m people a round, c = (e^eps + 1)/(e^eps − 1):
 * it makes the bound √2 G/√T on the mean gap of the loss least. Where m is not known, G² has no
 * last term.
 *
 * <p><b>Estimate.</b> The average of what the later half of the steps lead to, θ_{T/2+2}, …,
 * θ_{T+1}. (The paper averages all, where every person is a step; of a few dozen steps the first
 * are wild and would bias the average for good.) Its interval is by random scaling, without any
 * density: with S numbers averaged and A_s the average of the first s, V = Σ s² (A_s − A_S)²/S²,
 * half-width q √(V/S), q from {@link RandomScaling}. It holds as T grows; with a few dozen rounds
 * it is rough. Standard error: √(6 V/S), for V has mean 1/6 of the variance.
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, equation (11), where every person is a
 * round; interval: Lee, Liao, Seo &amp; Shin, AAAI 2022.
 */
final class GradientRound extends QuantileRound {
  /** Where the first point is: the middle of the range. */
  static final double START = 0.5;

  /** Sums over the rounds averaged: of θ, of s² A_s and of s² A_s², θ and A_s from the middle. */
  private final double sum;

  private final double first;
  private final double second;

  GradientRound(Round<Course, QuantileRound> at, RoundAllocation allocation) {
    super(at, allocation, at.state().numbers()[0]);
    this.sum = at.state().numbers()[1];
    this.first = at.state().numbers()[2];
    this.second = at.state().numbers()[3];
  }

  private double step(Accumulator<?> reports) {
    double steep = 2 * Math.max(p(), 1 - p());
    double c = course().question().c();
    double people = allocation().people(course().question(), round());
    double square = steep * steep + (Double.isNaN(people) ? 0 : (c * c - 1) / people);
    double step = 1 / StrictMath.sqrt(2 * square * round());
    double gradient = 2 * (share(reports, 0).share() - p());
    return Math.max(0, Math.min(1, place(0) - step * gradient));
  }

  /** Numbers averaged so far, this round's with them. */
  private int averaged() {
    return round() - rounds() / 2;
  }

  @Override
  protected double[] decide(Accumulator<?> reports) {
    double next = step(reports);
    int s = averaged();
    if (s < 1) {
      return new double[] {next};
    }
    double all = sum + (next - START); // s A_s
    return new double[] {next, all, first + s * all, second + all * all};
  }

  @Override
  protected Estimate.Row row(Accumulator<?> reports, double confidence) {
    int s = averaged();
    if (s < 2) {
      return between(
          0, 1, "the first half of the rounds only comes near; later rounds give the estimate.");
    }
    double[] decided = decide(reports);
    double average = decided[1] / s;
    double place = START + average;
    if (decided[0] <= 0) {
      return between(0, place, "the quantile may lie at or below the lower end of the range.");
    }
    if (decided[0] >= 1) {
      return between(place, 1, "the quantile may lie at or above the upper end of the range.");
    }
    // Σ s² (A_s − A)² = Σ s² A_s² − 2 A Σ s² A_s + A² Σ s²
    double squares = s * (s + 1.0) * (2.0 * s + 1) / 6;
    double scale = decided[3] - 2 * average * decided[2] + average * average * squares;
    double deviation = StrictMath.sqrt(Math.max(0, scale) / s) / s; // √(V/S)
    double half = RandomScaling.quantile(confidence) * deviation;
    return row(
        place,
        StrictMath.sqrt(6) * deviation,
        Math.max(0, place - half),
        Math.min(1, place + half),
        "");
  }
}
