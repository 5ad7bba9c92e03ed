package org.sparkldp.analysis.competitor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Orbit;
import org.sparkldp.protocols.workload.GroupTransform;
import org.sparkldp.protocols.workload.Workload;

/**
 * The strategy matrices that the workload factorization mechanism is compared with, in closed form
 * (McKenna, Maity, Mazumdar &amp; Miklau, VLDB 2020, section 6.1, and subset selection). Each
 * answers any workload through the optimal reconstruction. Domains hold n ≥ 2 items; epsilon is in
 * nats, finite and &gt; 0; e = exp(epsilon).
 */
public final class Competitors {
  /** The largest domain for which a matrix is written out: some 3 n² doubles, 384 MiB. */
  public static final int DENSE_LIMIT = 4096;

  /** Children of a node of {@link #hierarchical}'s tree. */
  private static final int BRANCHING = 4;

  private Competitors() {}

  /**
   * Randomized response: the own item e times as likely as any other. It is subset selection with
   * sets of one item.
   */
  public static Design.Subsets randomizedResponse(int domain) {
    return subsets(domain, 1);
  }

  /**
   * Subset selection (Ye &amp; Barg 2018): a set of k items, e times as likely if it holds the own
   * one, k the most informative size. Exactly optimal for Histogram and for all parities.
   */
  public static Design.Subsets subsetSelection(int domain, double epsilon) {
    return subsets(domain, Bounds.bestHigh(requireDomain(domain), epsilon));
  }

  private static Design.Subsets subsets(int domain, int size) {
    double[] masses = new double[requireDomain(domain) + 1];
    masses[size] = 1;
    return new Design.Subsets(domain, masses);
  }

  /**
   * Symmetric RAPPOR (Erlingsson et al. 2014): the item in n bits, each kept with probability p =
   * √e/(1 + √e).
   *
   * <p>A report b of s ones has probability p^{n−h} q^h, h = |b xor e_u| = s − 1 or s + 1 as b does
   * or does not hold u: two levels in the ratio (p/q)² = e. So it is a mixture of subset
   * selections, and with Bin the binomial law of n − 1 trials with q, mass_s = p Bin(s − 1) + q
   * Bin(s).
   */
  public static Design.Subsets rappor(int domain, double epsilon) {
    int trials = requireDomain(domain) - 1;
    double q = 1 / (1 + Math.exp(epsilon / 2));
    double odds = Math.exp(-epsilon / 2);
    double[] binomial = new double[domain];
    // From the mode outwards, as neither end may be a double above 0.
    int mode = (int) (q * domain);
    binomial[mode] = 1;
    for (int k = mode; k < trials; k++) {
      binomial[k + 1] = binomial[k] * odds * (trials - k) / (k + 1);
    }
    for (int k = mode; k > 0; k--) {
      binomial[k - 1] = binomial[k] / odds * k / (trials - k + 1);
    }
    double sum = Arrays.stream(binomial).sum();
    double[] masses = new double[domain + 1];
    for (int k = 0; k < domain; k++) {
      masses[k + 1] += (1 - q) * binomial[k] / sum;
      masses[k] += q * binomial[k] / sum;
    }
    return new Design.Subsets(domain, masses);
  }

  /**
   * Hadamard response (Acharya, Sun &amp; Zhang 2019): items by blocks, an item high in the half of
   * its block's reports where its Hadamard column is 1.
   *
   * <p>B = 2^(⌈log₂ min(e, 2n)⌉ − 1) blocks of b = 2^⌈log₂(n/B + 1)⌉ reports; a block has b − 1
   * items, since the first column of the Hadamard matrix has no information.
   *
   * @param domain at most {@value #DENSE_LIMIT}
   */
  public static Design.Dense hadamard(int domain, double epsilon) {
    requireDense(domain);
    Blocks blocks = new Blocks(domain, epsilon);
    double[] q = new double[blocks.outputs() * domain];
    blocks.add(q, 0, domain, 1, 1);
    return dense(domain, q);
  }

  /**
   * Hierarchical histograms (Cormode, Kulkarni &amp; Srivastava 2019): one level of a tree of
   * branching 4, at random, and Hadamard response on its nodes. A level's last node is cut where n
   * is no multiple of its width. The root is not asked.
   *
   * @param domain at most {@value #DENSE_LIMIT}
   */
  public static Design.Dense hierarchical(int domain, double epsilon) {
    requireDense(domain);
    List<Blocks> levels = new ArrayList<>();
    int outputs = 0;
    for (int width = 1; width < domain; width *= BRANCHING) {
      levels.add(new Blocks((domain + width - 1) / width, epsilon));
      outputs += levels.get(levels.size() - 1).outputs();
    }
    double[] q = new double[outputs * domain];
    int row = 0;
    int width = 1;
    for (Blocks level : levels) {
      level.add(q, row, domain, width, 1.0 / levels.size());
      row += level.outputs();
      width *= BRANCHING;
    }
    return dense(domain, q);
  }

  private static Design.Dense dense(int domain, double[] q) {
    double[] even = new double[domain];
    Arrays.fill(even, 1);
    return new Design.Dense(q.length / domain, domain, q, even);
  }

  /**
   * Fourier (Cormode, Kulkarni &amp; Srivastava 2018): a parity of at most {@code order}
   * attributes, at random, and randomized response on it. The empty parity is asked too, and
   * reveals nothing.
   *
   * @param digits d, at least 1; the domain is 2^d
   * @param order in [1, d]
   */
  public static Design.Orbits fourier(int digits, int order) {
    Require.that(digits >= 1 && order >= 1 && order <= digits)
        .orRefuse(
            "the Fourier mechanism needs a parity order in [1, d] for a domain of 2^d items."
                + " Provided values: order %s, d %s; use order d if in doubt.",
            order, digits);
    List<int[]> parities = new ArrayList<>();
    for (int set = 0; set < 1 << digits; set++) {
      if (Integer.bitCount(set) <= order) {
        int[] feature = new int[digits];
        for (int i = 0; i < digits; i++) {
          feature[i] = set >> (digits - 1 - i) & 1;
        }
        parities.add(feature);
      }
    }
    List<Orbit> orbits = new ArrayList<>();
    double mass = 1.0 / parities.size();
    for (int[] parity : parities) {
      BitSet even = new BitSet();
      even.set(0);
      orbits.add(new Orbit(new int[][] {parity}, new int[] {2}, even, mass));
    }
    // The empty parity: a feature that is not read, for its base set is empty.
    orbits.get(0).features()[0][0] = 1;
    orbits.get(0).base().clear();
    int[] attributes = new int[digits];
    Arrays.fill(attributes, 2);
    return new Design.Orbits(attributes, orbits);
  }

  /**
   * The largest number of attributes in a parity that the workload asks about: K for marginals and
   * parities of order K; d where binary attributes do not make it invariant.
   */
  public static int parityOrder(Workload workload) {
    int digits = Integer.numberOfTrailingZeros(workload.domain());
    if (!workload.isTranslationInvariant() || workload.attributes().length != digits) {
      return digits;
    }
    double[] g = new double[workload.domain()];
    for (int u = 0; u < g.length; u++) {
      g[u] = workload.gram(u, 0);
    }
    g = new GroupTransform(workload.attributes()).symmetric(g);
    double largest = Arrays.stream(g).max().orElseThrow();
    int order = 1;
    for (int character = 1; character < g.length; character++) {
      if (g[character] > 1e-11 * largest) {
        order = Math.max(order, Integer.bitCount(character));
      }
    }
    return order;
  }

  private static int requireDomain(int domain) {
    Require.that(domain >= 2)
        .orRefuse("a domain must hold at least 2 items. Provided value: %s.", domain);
    return domain;
  }

  private static void requireDense(int domain) {
    Require.that(requireDomain(domain) <= DENSE_LIMIT)
        .orRefuse(
            "this mechanism's matrix is written out for at most %s items. Provided value: %s; use"
                + " subset selection, or bin the domain more coarsely.",
            DENSE_LIMIT, domain);
  }

  /** Hadamard response's matrix on some buckets. */
  private static final class Blocks {
    private final int blocks;
    private final int size;
    private final double high;
    private final double low;

    Blocks(int buckets, double epsilon) {
      double e = Math.exp(epsilon);
      this.blocks = powerOfTwoAbove(Math.min(e, 2.0 * buckets)) / 2;
      this.size = powerOfTwoAbove((double) buckets / blocks + 1);
      this.low = 1 / (outputs() + Math.expm1(epsilon) * size / 2);
      this.high = e * low;
    }

    int outputs() {
      return blocks * size;
    }

    /** Adds mass times the matrix to rows from {@code row} on, item u being in bucket u / width. */
    void add(double[] q, int row, int domain, int width, double mass) {
      for (int output = 0; output < outputs(); output++) {
        for (int item = 0; item < domain; item++) {
          int bucket = item / width;
          int column = 1 + bucket % (size - 1);
          boolean isHigh =
              output / size == bucket / (size - 1)
                  && (Integer.bitCount(output % size & column) & 1) == 0;
          q[(row + output) * domain + item] = mass * (isHigh ? high : low);
        }
      }
    }

    /** The least power of two that is at least x &gt; 1. */
    private static int powerOfTwoAbove(double x) {
      int power = 2;
      while (power < x) {
        power *= 2;
      }
      return power;
    }
  }
}
