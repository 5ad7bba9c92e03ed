package org.sparkldp.protocols.gaussian.likelihood;

import java.math.BigInteger;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.IntegerWeights;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Noise that a person adds to a number before it is asked about: it makes numbers that people round
 * continuous again. It never adds to the exact epsilon.
 *
 * <p><b>Why.</b> Rounded numbers are a lattice. On which side of a threshold they are jumps at
 * lattice points, and a mean that is read from it by a smooth law is up to half a step off, however
 * many people answer.
 *
 * <p><b>{@link #normal}.</b> Noise of N(0, s²). Where X is N(mean, sigma²), X + noise is exactly
 * N(mean, sigma² + s²). Where X is rounded to any step, or heaped on its multiples, the lattice
 * adds harmonics 2π j/step to the characteristic function of X, and the noise damps them by
 * exp(−2π² j² s²/step²): nobody need know the step. It costs s²/sigma² of variance.
 *
 * <p><b>{@link #uniform}.</b> Noise of one known step. X + noise has a density: the histogram of X,
 * each bar one step wide. Its distribution function meets that of the number before rounding at
 * every boundary between two rounded values, and is straight between them, which {@link Cuts}
 * decode exactly. Its mean is that of X, its variance that of X plus step²/12; X's own is that of
 * the number before rounding plus about step²/12, which is how {@link PeriodicCells} are decoded.
 * It holds for steps of a whole sigma, but not for numbers that some people round more coarsely.
 *
 * <p>Not corrected is what rounding itself moved: numbers that were cut off instead of rounded have
 * a mean half a step lower.
 *
 * <p><b>On integers.</b> The grid has {@value #PARTS} points a step, or a standard deviation of the
 * noise. A value goes to its nearest grid point k, cells and cuts have their edges on grid points,
 * and the dithered value lies half a grid point above k + r. The law of r is a table of integers,
 * so r, from the randomizer's own coins, decides the answer with k by integer arithmetic.
 *
 * <p><b>Privacy.</b> r does not depend on the value. The report's law for k is the average over r
 * of the m-ary response's laws for answer(k, r), and for any two k the quotient of two such
 * averages is at most the largest quotient of two of their terms. So dither never adds to the exact
 * epsilon; it is reached where cells are wider than the noise.
 */
public final class Dither {
  /** Grid points a step or a standard deviation; a power of two, so that grid points are exact. */
  public static final int PARTS = 64;

  /** Where the table of normal noise ends, in standard deviations: 1e-10 of it is beyond. */
  private static final double REACH = 6.5;

  /** The table's weights are rounded to this part of the largest. */
  private static final double GRAIN = 0x1p40;

  /** How exact medians are, by the law's width. */
  private static final double MEDIAN = 1e-6;

  /** No noise at all. */
  public static final Dither NONE = new Dither(0, 0, 0, DitherLaw.FLAT);

  private final double step; // 0 where noise is not uniform
  private final double deviation; // 0 where noise is not normal
  private final double unit; // of the grid; 0 where there is no noise
  private final DitherLaw law;

  private Dither(double step, double deviation, double unit, DitherLaw law) {
    this.step = step;
    this.deviation = deviation;
    this.unit = unit;
    this.law = law;
  }

  /**
   * As wide as the step to which values are rounded.
   *
   * @param step above 0, in the values' unit
   */
  public static Dither uniform(double step) {
    return new Dither(step, 0, step / PARTS, DitherLaw.FLAT);
  }

  /**
   * Normal noise.
   *
   * @param deviation its standard deviation, above 0, in the values' unit
   */
  public static Dither normal(double deviation) {
    return new Dither(0, deviation, deviation / PARTS, DitherLaw.NORMAL);
  }

  /** The law of r, from −half to half − 1. */
  private record DitherLaw(int half, IntegerWeights weights, double[] masses) {
    static final DitherLaw FLAT = of(PARTS / 2, r -> 1);
    static final DitherLaw NORMAL =
        of(
            (int) (REACH * PARTS),
            r -> Math.rint(GRAIN * StrictMath.exp(-(r + 0.5) * (r + 0.5) / (2.0 * PARTS * PARTS))));

    static DitherLaw of(int half, IntToDoubleFunction weight) {
      double[] weights = IntStream.range(-half, half).mapToDouble(weight).toArray();
      double sum = IntStream.range(0, 2 * half).mapToDouble(i -> weights[i]).sum();
      List<BigInteger> exact =
          IntStream.range(0, 2 * half)
              .mapToObj(i -> BigInteger.valueOf((long) weights[i]))
              .collect(Collectors.toList());
      double[] masses = IntStream.range(0, 2 * half).mapToDouble(i -> weights[i] / sum).toArray();
      return new DitherLaw(half, new IntegerWeights(exact), masses);
    }
  }

  /** Standard deviation of normal noise, by which the answers' law is wider than the values'. */
  public double deviation() {
    return deviation;
  }

  /** What rounding and uniform noise add to the variance, step²/12 each. */
  public double variance() {
    return step * step / 6;
  }

  /** The standard deviation before rounding, by that of X + U. */
  private double without(double sigma) {
    return Math.sqrt(Math.max(0, sigma * sigma - variance()));
  }

  /** The row of the standard deviation before rounding, by that of X + U. */
  public Estimate.Row without(Estimate.Row sigma) {
    if (step == 0) {
      return sigma;
    }
    double estimate = without(sigma.estimate());
    return new Estimate.Row(
        sigma.item(),
        estimate,
        sigma.standardError() * sigma.estimate() / estimate,
        without(sigma.lower()),
        without(sigma.upper()),
        sigma.note());
  }

  /**
   * The median of dithered values.
   *
   * @param cdf the values' distribution function
   * @param mean theirs; the median is within a standard deviation of it
   * @param sigma theirs
   */
  public double median(DoubleUnaryOperator cdf, double mean, double sigma) {
    double width = Math.hypot(sigma, Math.hypot(deviation, step));
    double below = mean - width;
    double above = mean + width;
    while (above - below > MEDIAN * width) {
      double middle = (below + above) / 2;
      double share = unit == 0 ? cdf.applyAsDouble(middle) : 0;
      for (int i = 0; unit > 0 && i < law.masses.length; i++) {
        share += law.masses[i] * cdf.applyAsDouble(middle - (i - law.half + 0.5) * unit);
      }
      below = share < 0.5 ? middle : below;
      above = share < 0.5 ? above : middle;
    }
    return (below + above) / 2;
  }

  private double snap(double place) {
    return Math.rint(place / unit) * unit;
  }

  /** The question with its edges on the grid. */
  public Channel snap(Channel channel) {
    if (unit == 0) {
      return channel;
    }
    if (channel instanceof PeriodicCells cells) {
      double width = Math.max(unit, snap(cells.width()));
      return new PeriodicCells(cells.answers(), width, snap(cells.offset()));
    }
    Cuts cuts = (Cuts) channel;
    double[] snapped = new double[cuts.answers() - 1];
    for (int i = 0; i < snapped.length; i++) {
      double least = i == 0 ? Double.NEGATIVE_INFINITY : snapped[i - 1] + unit;
      snapped[i] = Math.max(least, snap(cuts.cut(i)));
    }
    return new Cuts(snapped, step);
  }

  /** What a person's report to a snapped question depends on. */
  public Dithered asked(Channel snapped) {
    if (unit == 0) {
      return new Undithered(snapped);
    }
    if (snapped instanceof PeriodicCells cells) {
      long width = Math.round(cells.width() / unit);
      return new Grid(
          Math.round(cells.offset() / unit) + width / 2,
          cells.answers() * width,
          width,
          null,
          unit,
          law);
    }
    Cuts cuts = (Cuts) snapped;
    long[] edges = new long[cuts.answers() - 1];
    long first = Math.round(cuts.cut(0) / unit) - law.half;
    for (int i = 0; i < edges.length; i++) {
      edges[i] = Math.round(cuts.cut(i) / unit) - first;
    }
    return new Grid(first, edges[edges.length - 1] + law.half + 1, 0, edges, unit, law);
  }

  @Override
  public String toString() {
    return step > 0 ? "step " + step : deviation > 0 ? "normal noise of " + deviation : "none";
  }

  /**
   * A question as a person answers it: finitely many inputs, and for each the law of the answer.
   */
  public interface Dithered {
    /** How many inputs there are. */
    long inputs();

    /** The input of a finite value. */
    long input(double value);

    /** The answer of an input. */
    int answer(long input, RandomSource source);

    /** How likely an answer of an input is. */
    double share(long input, int answer);
  }

  /** Inputs are answers. */
  private record Undithered(Channel channel) implements Dithered {
    @Override
    public long inputs() {
      return channel.answers();
    }

    @Override
    public long input(double value) {
      return channel.answer(value);
    }

    @Override
    public int answer(long input, RandomSource source) {
      return (int) input;
    }

    @Override
    public double share(long input, int answer) {
      return input == answer ? 1 : 0;
    }
  }

  /**
   * A snapped question in integers. Inputs are grid points: of repeated cells those of one period,
   * beginning in the middle of a cell; of cuts those from as far below the first to as far above
   * the last as noise reaches, beyond which it does not change the answer. The first half of them
   * has even numbers and the other, from its far end, odd ones: inputs 0 and 1, which any audit
   * compares, are as far apart as any.
   *
   * @param origin grid point of the first input
   * @param inputs grid points
   * @param width of a cell; cells have one
   * @param cuts in grid points from the origin; null for cells
   * @param unit of the grid
   * @param law of the noise
   */
  private record Grid(long origin, long inputs, long width, long[] cuts, double unit, DitherLaw law)
      implements Dithered {

    @Override
    public long input(double value) {
      double point = Math.rint(value / unit) - origin;
      long place =
          cuts == null
              ? Math.floorMod((long) point, inputs)
              : (long) Math.max(0, Math.min(point, inputs - 1.0));
      if (place < half()) {
        return 2 * place;
      }
      // On a circle the middle is farthest from the beginning, on a line the end.
      return 2 * (cuts == null ? place - half() : inputs - 1 - place) + 1;
    }

    private long place(long input) {
      if (input % 2 == 0) {
        return input / 2;
      }
      return cuts == null ? half() + input / 2 : inputs - 1 - input / 2;
    }

    private long half() {
      return (inputs + 1) / 2;
    }

    @Override
    public int answer(long input, RandomSource source) {
      return answer(place(input), source.weighted(law.weights) - law.half);
    }

    @Override
    public double share(long input, int answer) {
      double share = 0;
      for (int i = 0; i < law.masses.length; i++) {
        share += answer(place(input), i - law.half) == answer ? law.masses[i] : 0;
      }
      return share;
    }

    private int answer(long place, int r) {
      if (cuts == null) {
        return (int) (Math.floorMod(place + width / 2 + r, inputs) / width);
      }
      int answer = 0;
      for (long cut : cuts) {
        answer += place + r >= cut ? 1 : 0;
      }
      return answer;
    }
  }
}
