package org.sparkldp.protocols.strategy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.RandomSubset;
import org.sparkldp.protocols.random.IntegerAlias;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.wire.Fields;
import org.sparkldp.protocols.workload.Query;

/**
 * A mixture of subset selections: the size s of the report, a set of items, is drawn from public
 * masses, then the set by {@link RandomSubset}. The 2^n rows of its strategy matrix are never
 * written out, because it is unchanged by every permutation of items.
 *
 * <p>Input: item in [0, n), n ≤ 65,536. Report: the set as n packed bits. Guarantee: the largest of
 * the sizes' exact epsilons; the size itself says nothing. Cost: s draws a report; n + 1 counters
 * for each size in use (reports of that size, and of them those that hold each item); O(sizes · n)
 * to reconstruct, and a query costs its items.
 *
 * <p><b>Algebra.</b> For size s let p be the probability that the own item is in, ρ the ratio of
 * the probabilities of a set with and one without it, c = ρ − 1, φ = 1/(n + c s). Row S of Q over
 * its row sum is r_S(u) = φ (1 + c 1[u in S]), so
 *
 * <pre>
 *   X = 11ᵀ/n + a P,  P = I − 11ᵀ/n,  (n − 1) a = n Σ_s mass_s (s ρ² + n − s) φ² − 1,
 *   (Qᵀ D⁻¹ y)_u = Σ_s φ (count_s + c C_s(u)),      C_s(u) reports of size s that hold u.
 * </pre>
 *
 * For a query w let g = X⁺ w, i.e. g_u = mean(w) + (w_u − mean(w))/a, Γ = Σ g, and Z the sum of g
 * over the members of S. The second moment of the query's row of V under a person with u is Σ_s
 * mass_s φ² E[(Γ + c Z)² | u], in which, with P[v in S] = π = (s − p)/(n − 1) for v ≠ u, P[u, v in
 * S] = κ = p (s − 1)/(n − 1) and P[v, v' in S] = π₂ = (s − 1)(s − 2p)/((n − 1)(n − 2)),
 *
 * <pre>
 *   E[Z | u]  = π Γ + (p − π) g_u,
 *   E[Z² | u] = π₂ Γ² + (π − π₂) Σ g² + (2κ − 2π₂) Γ g_u + (p − π − 2κ + 2π₂) g_u².
 * </pre>
 */
final class SubsetStrategy extends Strategy {
  static final String KIND = "subsets";

  private static final int ITEM_LIMIT = 1 << 16;
  private static final int WIDTH_LIMIT = 1 << 24;

  private final int[] sizes;
  private final long[] masses; // over 2^48
  private final long[] leaveOut; // by place in sizes; 0 for the sizes 0 and n
  private final IntegerAlias chooser;

  private SubsetStrategy(double epsilon, int domain, int[] sizes, long[] masses, long[] leaveOut) {
    super(epsilon, exactEpsilon(domain, sizes, leaveOut), domain);
    this.sizes = sizes;
    this.masses = masses;
    this.leaveOut = leaveOut;
    this.chooser = new IntegerAlias(masses);
  }

  static SubsetStrategy of(Design.Subsets design, double epsilon) {
    int n = design.domain();
    Require.that(design.masses().length == n + 1)
        .orRefuse(
            "a subsets design must have a mass for each size from 0 to n. Provided: %s masses for n"
                + " = %s.",
            design.masses().length, n);
    long[] all = IntegerAlias.weights(design.masses());
    int[] sizes = IntStream.rangeClosed(0, n).filter(s -> all[s] > 0).toArray();
    long[] masses = Arrays.stream(sizes).mapToLong(s -> all[s]).toArray();
    requireShape(n, sizes.length);
    long[] leaveOut =
        Arrays.stream(sizes)
            .mapToLong(s -> s == 0 || s == n ? 0 : RandomSubset.leaveOut(epsilon, n, s))
            .toArray();
    return new SubsetStrategy(epsilon, n, sizes, masses, leaveOut);
  }

  private static void requireShape(int n, int sizes) {
    Require.that(n >= 2 && n <= ITEM_LIMIT && sizes >= 1 && (long) sizes * (n + 1) <= WIDTH_LIMIT)
        .orRefuse(
            "a strategy of subsets must have 2 to %s items, and sizes × items at most 2^24."
                + " Provided values: %s items, %s sizes; bin the domain more coarsely.",
            ITEM_LIMIT, n, sizes);
  }

  private static double exactEpsilon(int n, int[] sizes, long[] leaveOut) {
    double worst = 0;
    for (int i = 0; i < sizes.length; i++) {
      if (leaveOut[i] != 0) {
        worst = Math.max(worst, RandomSubset.exactEpsilon(n, sizes[i], leaveOut[i]));
      }
    }
    return worst;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int width() {
    return sizes.length * (domain() + 1);
  }

  /** One report into {@code words}, ⌈n / 64⌉ of them; an item outside the domain is refused. */
  void randomize(int item, RandomSource source, long[] words) {
    requireItem(item);
    int n = domain();
    int choice = sizes.length == 1 ? 0 : chooser.sample(source);
    int size = sizes[choice];
    if (size == 0 || size == n) {
      Arrays.fill(words, 0, (n + 63) >>> 6, size == 0 ? 0 : -1L);
      if (size == n && (n & 63) != 0) {
        words[n >>> 6] = (1L << n) - 1;
      }
    } else {
      RandomSubset.draw(item, n, size, leaveOut[choice], source, words);
    }
  }

  /** Where the counters of a size begin; −1 for a size that no report has. */
  int offset(int size) {
    int place = Arrays.binarySearch(sizes, size);
    return place < 0 ? -1 : place * (domain() + 1);
  }

  /** ln Q(S, item), up to a constant. */
  double logLikelihood(int size, boolean holdsItem) {
    int place = Arrays.binarySearch(sizes, size);
    return holdsItem && leaveOut[place] != 0 ? Math.log(ratio(place)) : 0;
  }

  private double inclusion(int place) {
    return leaveOut[place] == 0
        ? (double) sizes[place] / domain()
        : Thresholds.probability(-leaveOut[place]);
  }

  /** ρ. */
  private double ratio(int place) {
    if (leaveOut[place] == 0) {
      return 1;
    }
    double s = sizes[place];
    return inclusion(place) * (domain() - s) / (Thresholds.probability(leaveOut[place]) * s);
  }

  @Override
  public Reconstruction reconstruct(double[] counters) {
    int n = domain();
    double trace = 0;
    double[] b = new double[n];
    double squareOfSum = 0; // coefficient of Γ²
    double sumTimesOwn = 0; // of Γ g_u
    double square = 0; // of g_u²
    double sumOfSquares = 0; // of Σ g²
    for (int i = 0; i < sizes.length; i++) {
      double s = sizes[i];
      double mass = Math.scalb((double) masses[i], -IntegerAlias.BITS);
      double c = ratio(i) - 1;
      double phi = 1 / (n + c * s);
      trace += mass * n * (s * (c + 1) * (c + 1) + n - s) * phi * phi;
      for (int u = 0; u < n; u++) {
        b[u] += phi * (counters[i * (n + 1)] + c * counters[i * (n + 1) + 1 + u]);
      }
      double p = inclusion(i);
      double pi = (s - p) / (n - 1);
      double kappa = p * (s - 1) / (n - 1);
      double pi2 = n == 2 ? 0 : (s - 1) * (s - 2 * p) / ((n - 1.0) * (n - 2));
      double scale = mass * phi * phi;
      squareOfSum += scale * (1 + 2 * c * pi + c * c * pi2);
      sumTimesOwn += scale * (2 * c * (p - pi) + c * c * (2 * kappa - 2 * pi2));
      square += scale * c * c * (p - pi - 2 * kappa + 2 * pi2);
      sumOfSquares += scale * c * c * (pi - pi2);
    }
    double a = (trace - 1) / (n - 1);
    double people = Arrays.stream(b).sum();
    double[] data = new double[n];
    for (int u = 0; u < n; u++) {
      data[u] = people / n + (b[u] - people / n) / a;
    }
    double ofSquareOfSum = squareOfSum;
    double ofSumTimesOwn = sumTimesOwn;
    double ofSquare = square;
    double ofSumOfSquares = sumOfSquares;
    return new Reconstruction() {
      @Override
      public double[] data() {
        return data.clone();
      }

      @Override
      public double variance(Query query) {
        double total = 0;
        double squares = 0;
        double ofMeans = 0;
        double weighted = 0; // Σ w x
        for (int i = 0; i < query.items().length; i++) {
          double w = query.weights()[i];
          double x = data[query.items()[i]];
          total += w;
          squares += w * w;
          weighted += w * x;
          ofMeans += w * w * x;
        }
        // g_u = base + w_u / a
        double base = total / n * (1 - 1 / a);
        double gOnPeople = base * people + weighted / a;
        double gSquaredOnPeople =
            base * base * people + 2 * base * weighted / a + ofMeans / (a * a);
        double gSquared = n * base * base + 2 * base * total / a + squares / (a * a);
        return Math.max(
            0,
            people * (ofSquareOfSum * total * total + ofSumOfSquares * gSquared)
                + ofSumTimesOwn * total * gOnPeople
                + ofSquare * gSquaredOnPeople
                - ofMeans);
      }

      /** A set adds φ (Σ g + c Σ_{u in S} g_u): most with the items of the largest g_u. */
      @Override
      public Reach reach(Query query) {
        double total = Arrays.stream(query.weights()).sum();
        double[] g = new double[n];
        Arrays.fill(g, total / n * (1 - 1 / a));
        for (int i = 0; i < query.items().length; i++) {
          g[query.items()[i]] += query.weights()[i] / a;
        }
        Arrays.sort(g);
        double[] below = new double[n + 1]; // sums of the smallest
        for (int u = 0; u < n; u++) {
          below[u + 1] = below[u] + g[u];
        }
        double[] ends = new double[2 * sizes.length];
        for (int i = 0; i < sizes.length; i++) {
          double c = ratio(i) - 1;
          double phi = 1 / (n + c * sizes[i]);
          ends[2 * i] = phi * (below[n] + c * below[sizes[i]]);
          ends[2 * i + 1] = phi * (below[n] + c * (below[n] - below[n - sizes[i]]));
        }
        return Reach.of(ends);
      }
    };
  }

  @Override
  public double[] expectedCounters(double[] x) {
    int n = domain();
    double people = Arrays.stream(x).sum();
    double[] expected = new double[width()];
    for (int i = 0; i < sizes.length; i++) {
      double mass = Math.scalb((double) masses[i], -IntegerAlias.BITS);
      double p = inclusion(i);
      double other = (sizes[i] - p) / (n - 1);
      expected[i * (n + 1)] = mass * people;
      for (int u = 0; u < n; u++) {
        expected[i * (n + 1) + 1 + u] = mass * (p * x[u] + other * (people - x[u]));
      }
    }
    return expected;
  }

  /** A size in use, as it is written. */
  private record Size(int items, long mass, long leaveOut) {
    static Size fields(Fields<Size> f) {
      int items = f.int32(Size::items);
      long mass = f.int64(Size::mass);
      long leaveOut = f.int64(Size::leaveOut);
      return f.makes(() -> new Size(items, mass, leaveOut));
    }
  }

  static SubsetStrategy fields(Fields<SubsetStrategy> f, double epsilon, int n) {
    int count = f.count(Integer.BYTES + 2 * Long.BYTES, strategy -> strategy.sizes.length);
    List<Size> all =
        f.list(
            count,
            strategy ->
                IntStream.range(0, count)
                    .mapToObj(
                        i -> new Size(strategy.sizes[i], strategy.masses[i], strategy.leaveOut[i]))
                    .collect(Collectors.toList()),
            Size::fields);
    return f.makes(
        () -> {
          requireShape(n, count);
          long sum = 0;
          int least = 0;
          for (Size size : all) {
            boolean isTrivial = size.items == 0 || size.items == n;
            f.require(
                size.items >= least
                    && size.items <= n
                    && size.mass >= 1
                    && size.mass <= IntegerAlias.TOTAL
                    && isTrivial == (size.leaveOut == 0),
                "a size out of order or range");
            sum += size.mass;
            least = size.items + 1;
          }
          f.require(sum == IntegerAlias.TOTAL, "masses that do not add up");
          return new SubsetStrategy(
              epsilon,
              n,
              all.stream().mapToInt(Size::items).toArray(),
              all.stream().mapToLong(Size::mass).toArray(),
              all.stream().mapToLong(Size::leaveOut).toArray());
        });
  }
}
