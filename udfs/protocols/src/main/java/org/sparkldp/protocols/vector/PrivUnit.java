package org.sparkldp.protocols.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.frequency.RandomSubset;
import org.sparkldp.protocols.mean.MeanRows;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * A random direction, more likely one near the person's vector: means of vectors in the Euclidean
 * ball, whose total variance grows with d only.
 *
 * <p>Input: d numbers of Euclidean norm at most the radius, up to 65,536. Report: a word, the name
 * of a public direction ({@link Directions}); 8 bytes whatever d is. Guarantee: epsilon-LDP.
 * Estimator: the mean of the named directions, times radius/m. Standard error: from the sample
 * variance of the reports, from above by the n-th part of the variance among the people. Cost: to
 * make a report or to add one, a rotation of N coordinates (2 microseconds for N = 128), or h d
 * normal numbers to make one and d to add one (4 ns each); 16 d bytes to accumulate. Errors:
 * epsilon, d, radius or candidates out of range; vectors are refused without being shown.
 *
 * <p><b>How.</b> First the vector is stretched to the sphere: u = ±v/|v|, + with probability 1/2 +
 * |v|/(2 radius), so that the mean of radius u is v. Then 48 coins are the report's seed, which
 * names h directions; with their opposites they are 2h candidates. Those M of them that are nearest
 * to u are the likely ones: a uniform one of them is reported in 2^64 − o of 2^64 cases, otherwise
 * a uniform one of the others.
 *
 * <p><b>Why it is private.</b> The seed has nothing to do with the vector. Given the seed, there
 * are 2h reports, and under every vector M of them have probability (1 − o/2^64)/M each and all
 * others (o/2^64)/(2h − M): the exact epsilon is the logarithm of the quotient. Because M is a
 * number and not a cap's chance content, there is nothing to normalise, and the level is not
 * approximate. Doubles only decide which M candidates are the nearest; whatever they round, M are.
 *
 * <p><b>Why it is unbiased.</b> The law of the candidates is one that no rotation changes, or
 * nearly so (below). So the mean direction reported, over seeds and coins, is a multiple of u. As
 * all 2h candidates add up to nothing, the multiple is
 *
 * <pre>
 *   m = E[Σ_top |X|] (p/M − (1 − p)/(2h − M)),    p = 1 − o/2^64,
 * </pre>
 *
 * with the sum over the M largest of h sizes of one coordinate ({@link TopCandidates}). M is the
 * one of the largest m. As h grows, M/(2h) tends to the content q of the optimal cap, γ = m (Asi,
 * Feldman &amp; Talwar), and the variance to the optimum. The default h is 32 up to an epsilon of
 * 2, twice that for each further 2, at most 512; where axes are rotated (below), all N of them, at
 * most 1,024, as they cost little more. The variance is then above the optimum by 0.5, 0.8, 2.5 and
 * 6.8 % at d = 100 and an epsilon of 2, 4, 6 and 8, by at most 1.4 % at d = 1,000, and by 2 to 3.1
 * % at d = 10. With 1,024 candidates it is 1.6 % at d = 100 and epsilon 8, at 30 times the cost.
 *
 * <p><b>Directions.</b> From d = 32 on, candidates are the first h axes of a space of N dimensions,
 * rotated together; N is the least power of two that is at least 64, d and h (where that is more
 * than 3 d, directions are independent instead). Were the rotation uniform, a vector's coordinates
 * along them would be independent normal numbers over their length in N dimensions, which is
 * independent of their quotients: so m and the variance are exact, and a little better than those
 * of independent directions. The rotation is six rounds of signs and Walsh-Hadamard transforms, and
 * not quite uniform: {@link Rotation} says by how little, for all vectors. The bias is below 2e-6
 * of a vector for N = 64 and below 1e-7 for N = 128, as far as it comes from fourth moments, which
 * are computed; no other was seen in 6e7 simulated reports of an axis, and of two coordinates, for
 * N = 64, whose chance error was 1e-5 (along) and 2e-5 (across). A coordinate's own chance error at
 * epsilon 4 falls to 2e-6 with 1e11 reports. Below d = 32 directions are independent, and uniform
 * on the sphere up to rounding. There are 2^48 seeds, so that all is off by some 2^-24 of a
 * report's standard deviation besides: less than chance, up to 2^48 reports.
 *
 * <p><b>Forms.</b>
 *
 * <ul>
 *   <li>{@code privunit}: directions of the sphere. The most accurate.
 *   <li>{@code l2-ball}: of the sphere with h = M = 1: the half-sphere on u's side is likely. m is
 *       then (e^eps − 1)/(e^eps + 1) Γ(d/2)/(√π Γ((d+1)/2)), and a coordinate varies by
 *       (radius/m)²/d − v_j². Quickest; good up to an epsilon of 1.
 * </ul>
 *
 * <p>Variance: for a reported direction, with X its coordinate along u, E[X²] = x₂ and in each of
 * the d − 1 directions across it x₀ = (1 − x₂)/(d − 1) (1 for Gaussians), coordinate j varies by
 * (radius/m)² (x₀ + (x₂ − x₀) u_j²) − v_j².
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, equation (25); Bhowmick, Duchi, Freudiger,
 * Kapoor &amp; Rogers, 2018 (PrivUnit); Asi, Feldman &amp; Talwar, ICML 2022 (PrivUnitG);
 * candidates named by seeds, after Feldman &amp; Talwar, ICML 2021; nearest of a fixed number,
 * ours.
 */
public final class PrivUnit extends BallProtocol<Long> {
  /** Most coordinates. */
  public static final int MAX_D = 1 << 16;

  private static final int MAX_CANDIDATES = 1024;

  private static final String PROJECT =
      "For one coordinate take mean, for very many project them first.";

  private static final Parameter D = BallProtocol.D.to(MAX_D, PROJECT);

  /** Coordinates of vectors whose candidates are on a sphere. */
  public static final Parameter SPHERE_D = D.from(2, PROJECT);

  /** How many directions are behind a report. */
  public static final Parameter CANDIDATES =
      Parameter.integer("candidates", "directions behind a report")
          .from(1, "Leave it out for the default.")
          .to(MAX_CANDIDATES, "Leave it out for the default.")
          .optional(
              "32 up to an epsilon of 2, twice that for each further 2, at most 512; of privunit,"
                  + " from 32 coordinates on, a power of two that is no smaller than d, at most"
                  + " 1,024");

  private final CandidateChoice choice;
  private final Directions directions;
  private final long leaveOut; // o
  private final double m;
  private final double along; // x₂
  private final double across; // x₀

  private PrivUnit(Parameters given, Candidates candidates, long leaveOut) {
    super(
        given.spec(),
        Guarantee.pure(
            given.epsilon(),
            RandomSubset.exactEpsilon(
                2 * candidates.choice.h(), candidates.choice.top(), leaveOut)),
        ball(given, Norm.L2, 1 << 30));
    this.choice = candidates.choice;
    this.directions = candidates.directions;
    this.leaveOut = leaveOut;
    double seldom = Thresholds.probability(leaveOut);
    double likely = (1 - seldom) / choice.top();
    double other = seldom / (2 * choice.h() - choice.top());
    this.m = choice.sizes() * (likely - other);
    double space = candidates.space;
    boolean isUnit = space < Double.POSITIVE_INFINITY;
    double all = isUnit ? 2.0 * choice.h() / space : 2.0 * choice.h(); // E Σ X²
    this.along = likely * choice.squares() + other * (all - choice.squares());
    this.across = isUnit ? (1 - along) / Math.max(1, space - 1) : 1;
  }

  private static PrivUnit halfSphere(Parameters given) {
    int d = given.integer(D.name());
    return of(given, new Candidates(CandidateChoice.halfSphere(d), new Directions.Sphere(), d));
  }

  private static PrivUnit sphere(Parameters given) {
    double epsilon = given.epsilon();
    int d = given.integer(D.name());
    int asked = candidates(given);
    Optional<Directions.RotatedAxes> axes = Directions.RotatedAxes.of(d, asked);
    int h =
        given.optionalInteger(CANDIDATES.name()).isPresent()
            ? asked
            : axes.map(all -> Math.min(all.space(), MAX_CANDIDATES)).orElse(asked);
    return of(
        given,
        axes.isPresent()
            ? Candidates.axes(epsilon, h, axes.get())
            : new Candidates(
                CandidateChoice.of(epsilon, h, TopCandidates.sphere(d, h)),
                new Directions.Sphere(),
                d));
  }

  /** With any candidates. */
  public static PrivUnit of(Parameters given, Candidates candidates) {
    CandidateChoice choice = candidates.choice;
    long leaveOut = RandomSubset.leaveOut(given.epsilon(), 2 * choice.h(), choice.top());
    return new PrivUnit(given, candidates, leaveOut);
  }

  /** h, given or the default. */
  public static int candidates(Parameters given) {
    return given
        .optionalInteger(CANDIDATES.name())
        .orElse(Math.min(512, 16 << (int) Math.ceil(given.epsilon() / 2)));
  }

  /**
   * The law of candidates.
   *
   * @param space the dimension of the sphere that directions are on, or infinite for normal ones
   */
  public record Candidates(CandidateChoice choice, Directions directions, double space) {
    private static Candidates axes(double epsilon, int h, Directions.RotatedAxes axes) {
      return new Candidates(CandidateChoice.axes(epsilon, h, axes.space()), axes, axes.space());
    }
  }

  /** Directions behind a report, h. */
  public int candidates() {
    return choice.h();
  }

  /** How many of the 2h candidates are likely, M. */
  public int likely() {
    return choice.top();
  }

  @Override
  public ReportType reportType() {
    return ReportType.word();
  }

  @Override
  public Long report(int[] input, RandomSource source) {
    long seed = Directions.seed(source.nextLong());
    boolean[] isLikely = likely(seed, stretched(input, source));
    boolean takesLikely = source.bernoulli(-leaveOut); // in 2^64 − o of 2^64 cases
    int rank = source.uniform(takesLikely ? choice.top() : isLikely.length - choice.top());
    int candidate = 0;
    while (isLikely[candidate] != takesLikely || rank-- > 0) {
      candidate++;
    }
    return seed | candidate;
  }

  /** ±v, of which the mean of the signs is |v|/radius; of the origin, ± the first axis. */
  private int[] stretched(int[] input, RandomSource source) {
    double square = 0;
    for (int x : input) {
      square += (double) x * x;
    }
    // Half of all words and |v|/(2 radius) of them, or all but one.
    double share = Math.min(Math.sqrt(square) / steps(), 1 - 0x1p-53);
    boolean isPlus = source.bernoulli((1L << 63) + (long) (share * 0x1p63));
    int[] stretched = new int[input.length];
    for (int j = 0; j < input.length; j++) {
      stretched[j] = isPlus ? input[j] : -input[j];
    }
    if (square == 0) {
      stretched[0] = isPlus ? 1 : -1;
    }
    return stretched;
  }

  /** Which candidates are the M nearest; candidate 2i is direction i, 2i + 1 its opposite. */
  private boolean[] likely(long seed, int[] u) {
    double[] along = new double[choice.h()];
    directions.products(seed, u, along);
    double[] sizes = new double[choice.h()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = Math.abs(along[i]);
    }
    double least = ranked(sizes, choice.h() - choice.top());
    boolean[] isLikely = new boolean[2 * choice.h()];
    int left = choice.top();
    for (int i = 0; i < choice.h() && left > 0; i++) {
      if (Math.abs(along[i]) > least) {
        isLikely[2 * i + (along[i] > 0 ? 0 : 1)] = true;
        left--;
      }
    }
    for (int i = 0; left > 0; i++) { // and of those at the limit, mostly one
      if (Math.abs(along[i]) == least) {
        isLikely[2 * i + (along[i] > 0 ? 0 : 1)] = true;
        left--;
      }
    }
    return isLikely;
  }

  /** The number that so many are not above, were they sorted; changes their order (Hoare). */
  private static double ranked(double[] numbers, int rank) {
    int low = 0;
    int high = numbers.length - 1;
    while (low < high) {
      double pivot = numbers[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (numbers[i] < pivot) {
          i++;
        }
        while (numbers[j] > pivot) {
          j--;
        }
        if (i <= j) {
          double moved = numbers[i];
          numbers[i++] = numbers[j];
          numbers[j--] = moved;
        }
      }
      if (rank <= j) {
        high = j;
      } else if (rank >= i) {
        low = i;
      } else {
        return numbers[rank];
      }
    }
    return numbers[rank];
  }

  @Override
  public double contrast(Long report, int[] input, int[] other) {
    double[] direction = new double[input.length];
    directions.direction(report & ~1L, direction);
    double contrast = 0;
    for (int j = 0; j < input.length; j++) {
      contrast += direction[j] * ((double) input[j] - other[j]);
    }
    return (report & 1) == 0 ? contrast : -contrast;
  }

  @Override
  public double[] variances(double[][] values) {
    double[] variances = new double[d()];
    double scale = 1.0 / values.length / values.length;
    double size = radius() / m;
    for (double[] value : values) {
      int[] v = input(value);
      double square = 0;
      for (int x : v) {
        square += (double) x * x;
      }
      for (int j = 0; j < v.length; j++) {
        double axis = square > 0 ? (double) v[j] * v[j] / square : j == 0 ? 1 : 0; // u_j²
        double own = radius() * v[j] / steps();
        variances[j] += scale * (size * size * (across + (along - across) * axis) - own * own);
      }
    }
    return variances;
  }

  @Override
  public double worstVariance() {
    double size = radius() / m;
    return size * size * (along + (d() - 1) * across); // that of the origin
  }

  /** From above: fake people choose the best of 2^48 seeds, which nobody has listed. */
  @Override
  protected OptionalDouble reach() {
    return OptionalDouble.of(directions.reach() / m);
  }

  @Override
  public Layout<Long> layout() {
    return new DirectionSums(d(), 2 * choice.h(), directions);
  }

  @Override
  public Estimate estimate(Accumulator<Long> reports, double confidence) {
    requireOwn(reports);
    long n = reports.n();
    double z = StandardNormal.ofInterval(n, confidence);
    double size = radius() / m;
    List<Estimate.Row> rows = new ArrayList<>(d());
    for (int j = 0; j < d(); j++) {
      double mean = size * reports.count(j) / n / DirectionSums.UNIT;
      double square = size * size * reports.count(d() + j) / n / DirectionSums.UNIT;
      double variance =
          n == 1 ? size * size * Math.max(along, across) : (square - mean * mean) / (n - 1);
      rows.add(MeanRows.row(Integer.toString(j), mean, variance, z));
    }
    return new Estimate(n, confidence, rows);
  }

  /** {@code l2-ball(epsilon,d,radius)}. */
  public static final Declaration<PrivUnit> L2_BALL =
      CoordinateMean.declared(
              "l2-ball",
              27,
              "mean of vectors in a Euclidean ball: a direction, likely on the own half of the sphere",
              D)
          .makes(PrivUnit::halfSphere);

  /** {@code privunit(epsilon,d,radius,candidates)}. */
  public static final Declaration<PrivUnit> PRIVUNIT =
      CoordinateMean.declared(
              "privunit",
              28,
              "mean of vectors in a Euclidean ball: a direction, likely one near the own; the most"
                  + " accurate",
              SPHERE_D,
              CANDIDATES)
          .makes(PrivUnit::sphere);
}
