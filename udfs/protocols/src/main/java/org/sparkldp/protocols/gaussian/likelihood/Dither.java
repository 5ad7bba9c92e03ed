package org.sparkldp.protocols.gaussian.likelihood;

import java.util.List;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Noise as wide as the step to which values were rounded: it makes rounded numbers continuous again
 * before they are asked about.
 *
 * <p><b>What it does.</b> Numbers rounded to whole steps are a lattice; on which side of a
 * threshold they are jumps at lattice points, and a mean that is read from it by a smooth law is up
 * to half a step off, however many people answer. X + U, with X the rounded number and U uniform
 * over one step about 0, has a density: the histogram of X, each bar one step wide. Its
 * distribution function meets that of the number before rounding at every boundary between two
 * rounded values, and is straight between them, which {@link Cuts} decode exactly. Its mean is that
 * of X, its variance that of X plus step²/12; X's own is that of the number before rounding plus
 * about step²/12, which is how {@link PeriodicCells} are decoded. Not corrected is what rounding
 * itself moved: numbers that were cut off instead of rounded have a mean half a step lower, and
 * numbers that some people round more coarsely than by {@code step} keep their heaps.
 *
 * <p><b>On integers.</b> The grid has {@value #PARTS} points a step. A value goes to its nearest
 * grid point k, cells and cuts have their edges on grid points, and the dithered value lies half a
 * grid point above k + r, r uniform over {−{@value #PARTS}/2, …, {@value #PARTS}/2 − 1}. So r, from
 * the randomizer's own coins, decides the answer with k by integer arithmetic.
 *
 * <p><b>Privacy.</b> r does not depend on the value. The report's law for k is the average over r
 * of the m-ary response's laws for answer(k, r), and for any two k the quotient of two such
 * averages is at most the largest quotient of two of their terms. So dither never adds to the exact
 * epsilon; it is reached where cells are wider than a step.
 *
 * @param step above 0, in the values' unit
 */
public record Dither(double step) {
  /** Grid points a step; a power of two, so that a grid point is exact wherever a step is. */
  public static final int PARTS = 64;

  private static final int HALF = PARTS / 2;

  /** What rounding and dither add to the variance, step²/12 each. */
  public double variance() {
    return step * step / 6;
  }

  /** The standard deviation before rounding, by that of X + U. */
  private double without(double sigma) {
    return Math.sqrt(Math.max(0, sigma * sigma - variance()));
  }

  /** The row of the standard deviation before rounding, by that of X + U. */
  public Estimate.Row without(Estimate.Row sigma) {
    double estimate = without(sigma.estimate());
    return new Estimate.Row(
        sigma.item(),
        estimate,
        sigma.standardError() * sigma.estimate() / estimate,
        without(sigma.lower()),
        without(sigma.upper()),
        sigma.note());
  }

  private double unit() {
    return step / PARTS;
  }

  private double snap(double place) {
    return Math.rint(place / unit()) * unit();
  }

  /** The question with its edges on the grid. */
  public Channel snap(Channel channel) {
    if (channel instanceof PeriodicCells cells) {
      double width = Math.max(unit(), snap(cells.width()));
      return new PeriodicCells(cells.answers(), width, snap(cells.offset()));
    }
    Cuts cuts = (Cuts) channel;
    double[] snapped = new double[cuts.answers() - 1];
    for (int i = 0; i < snapped.length; i++) {
      double least = i == 0 ? Double.NEGATIVE_INFINITY : snapped[i - 1] + unit();
      snapped[i] = Math.max(least, snap(cuts.cut(i)));
    }
    return new Cuts(snapped, step);
  }

  /** Questions with their edges on the grid. */
  public Questions snap(Questions questions) {
    List<Channel> snapped = questions.channels().stream().map(this::snap).toList();
    double[] shares = new double[snapped.size()];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = questions.share(i);
    }
    return new Questions(snapped, shares);
  }

  /** What a person's report to a snapped question depends on. */
  public Grid grid(Channel snapped) {
    if (snapped instanceof PeriodicCells cells) {
      long width = Math.round(cells.width() / unit());
      return new Grid(
          Math.round(cells.offset() / unit()) + width / 2,
          cells.answers() * width,
          width,
          null,
          unit());
    }
    Cuts cuts = (Cuts) snapped;
    long[] edges = new long[cuts.answers() - 1];
    long first = Math.round(cuts.cut(0) / unit()) - PARTS;
    for (int i = 0; i < edges.length; i++) {
      edges[i] = Math.round(cuts.cut(i) / unit()) - first;
    }
    return new Grid(first, edges[edges.length - 1] + PARTS + 1, 0, edges, unit());
  }

  /**
   * A snapped question in integers. Inputs are grid points: of repeated cells those of one period,
   * from the middle of a cell on to the right and to the left in turn, so that the last input is
   * the farthest from the first; of cuts those from one step below the first to one step above the
   * last, beyond which no dither changes the answer.
   *
   * @param origin grid point of input 0
   * @param inputs grid points
   * @param width of a cell; cells have one
   * @param cuts in inputs; null for cells
   * @param unit of the grid
   */
  public record Grid(long origin, long inputs, long width, long[] cuts, double unit) {

    /** The input of a finite value. */
    public long input(double value) {
      double point = Math.rint(value / unit) - origin;
      if (cuts == null) {
        long right = Math.floorMod((long) point, inputs);
        return right < (inputs + 1) / 2 ? 2 * right : 2 * (inputs - right) - 1;
      }
      return (long) Math.max(0, Math.min(point, inputs - 1.0));
    }

    /** The answer of a dithered input. */
    public int answer(long input, RandomSource source) {
      return answer(input, source.uniform(PARTS));
    }

    /** How likely the answer of a dithered input is. */
    public double share(long input, int answer) {
      int hits = 0;
      for (int r = 0; r < PARTS; r++) {
        hits += answer(input, r) == answer ? 1 : 0;
      }
      return (double) hits / PARTS;
    }

    private int answer(long input, int r) {
      if (cuts == null) {
        long right = input % 2 == 0 ? input / 2 : inputs - (input + 1) / 2;
        return (int) (Math.floorMod(right + width / 2 + r - HALF, inputs) / width);
      }
      long place = input + r - HALF;
      int answer = 0;
      for (long cut : cuts) {
        answer += place >= cut ? 1 : 0;
      }
      return answer;
    }
  }
}
