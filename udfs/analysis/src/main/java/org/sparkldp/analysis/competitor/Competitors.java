package org.sparkldp.analysis.competitor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Design;

/**
 * Strategy matrices in closed form, with which the search for a better one begins (McKenna, Maity,
 * Mazumdar &amp; Miklau, VLDB 2020, section 6.1, and subset selection). Each answers any workload
 * through the optimal reconstruction. Domains hold n ≥ 2 items; epsilon is in nats, finite and &gt;
 * 0; e = exp(epsilon).
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
   * Hadamard response (Acharya, Sun &amp; Zhang 2019): items by blocks, an item high in the half of
   * its block's reports where its Hadamard column is 1.
   *
   * <p>B = 2^(⌈log₂ min(e, 2n)⌉ − 1) blocks of b = 2^⌈log₂(n/B + 1)⌉ reports; a block has b − 1
   * items, since the first column of the Hadamard matrix has no information.
   *
   * @param domain at most {@value #DENSE_LIMIT}
   */
  public static Design.DenseDesign hadamard(int domain, double epsilon) {
    requireDense(domain);
    HadamardBlocks blocks = new HadamardBlocks(domain, epsilon);
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
  public static Design.DenseDesign hierarchical(int domain, double epsilon) {
    requireDense(domain);
    List<HadamardBlocks> levels = new ArrayList<>();
    int outputs = 0;
    for (int width = 1; width < domain; width *= BRANCHING) {
      levels.add(new HadamardBlocks((domain + width - 1) / width, epsilon));
      outputs += levels.get(levels.size() - 1).outputs();
    }
    double[] q = new double[outputs * domain];
    int row = 0;
    int width = 1;
    for (HadamardBlocks level : levels) {
      level.add(q, row, domain, width, 1.0 / levels.size());
      row += level.outputs();
      width *= BRANCHING;
    }
    return dense(domain, q);
  }

  private static Design.DenseDesign dense(int domain, double[] q) {
    double[] even = new double[domain];
    Arrays.fill(even, 1);
    return new Design.DenseDesign(q.length / domain, domain, q, even);
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
  private static final class HadamardBlocks {
    private final int blocks;
    private final int size;
    private final double high;
    private final double low;

    HadamardBlocks(int buckets, double epsilon) {
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
