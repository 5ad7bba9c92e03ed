package org.sparkldp.protocols.workload;

import org.sparkldp.protocols.check.Require;

/**
 * The order of queries that belong to subsets of attributes: subsets by their size, then
 * lexicographically (those with the first attribute come first), and within one subset by the
 * digits of its attributes, the first running slowest. A subset T has as many queries as its sizes
 * multiply to.
 */
final class SubsetOrder {

  /** A query's subset, rising, and the digits of its attributes. */
  record SubsetDigits(int[] attributes, int[] digits) {}

  private final int[] sizes;
  private final int least;
  private final int most;

  /** after[i][k]: queries of the subsets of k of the attributes i, i + 1, …; Σ_T Π_{j in T} n_j. */
  private final long[][] after;

  /**
   * @param sizes digits by attribute
   * @param least the smallest subset's size
   * @param most the largest subset's size, at most as many as there are attributes
   */
  SubsetOrder(int[] sizes, int least, int most) {
    this.sizes = sizes.clone();
    this.least = least;
    this.most = most;
    this.after = new long[sizes.length + 1][most + 1];
    after[sizes.length][0] = 1;
    try {
      for (int i = sizes.length - 1; i >= 0; i--) {
        after[i][0] = 1;
        for (int k = 1; k <= most; k++) {
          after[i][k] =
              Math.addExact(
                  after[i + 1][k], Math.multiplyExact((long) sizes[i], after[i + 1][k - 1]));
        }
      }
      first(most + 1);
    } catch (ArithmeticException overflow) {
      throw Require.refusal(
          overflow,
          "a workload must have fewer than 2^63 queries. Provided: subsets of up to %s of %s"
              + " attributes; ask for smaller subsets.",
          most,
          sizes.length);
    }
  }

  /** Number of the first query of the subsets of {@code size} attributes. */
  long first(int size) {
    long first = 0;
    for (int k = least; k < size; k++) {
      first = Math.addExact(first, after[0][k]);
    }
    return first;
  }

  long queries() {
    return first(most + 1);
  }

  SubsetDigits place(long index) {
    int size = least;
    long rest = index;
    while (rest >= after[0][size]) {
      rest -= after[0][size++];
    }
    int[] attributes = new int[size];
    long block = 1; // queries of the attributes chosen so far
    for (int i = 0, chosen = 0; chosen < size; i++) {
      long with = block * sizes[i] * after[i + 1][size - chosen - 1];
      if (rest < with) {
        attributes[chosen++] = i;
        block *= sizes[i];
      } else {
        rest -= with;
      }
    }
    int[] digits = new int[size];
    for (int j = size - 1; j >= 0; j--) {
      digits[j] = (int) (rest % sizes[attributes[j]]);
      rest /= sizes[attributes[j]];
    }
    return new SubsetDigits(attributes, digits);
  }

  /**
   * polynomial(z) · (constant + linear z), cut where the polynomial was: how numbers of subsets,
   * and sums over them, grow by one attribute that is either left out or taken.
   */
  static double[] times(double[] polynomial, double constant, double linear) {
    double[] product = new double[polynomial.length];
    for (int k = 0; k < product.length; k++) {
      product[k] = constant * polynomial[k] + (k == 0 ? 0 : linear * polynomial[k - 1]);
    }
    return product;
  }
}
