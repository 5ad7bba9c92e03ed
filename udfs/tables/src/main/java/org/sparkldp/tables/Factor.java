package org.sparkldp.tables;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;

/**
 * A dense table of numbers over a set of attributes. Sums and products run over cells in their
 * order, so that every machine has the same bits.
 */
record Factor(Domain domain, int[] attributes, double[] values) {
  /** The most products of an answer, about a second. */
  private static final double MAX_PRODUCTS = 1 << 28;

  /** The product, summed over all attributes that are not kept; it is never written out. */
  Factor times(Factor other, int[] kept) {
    int[] both = Domain.union(attributes, other.attributes);
    domain.requireSet(kept);
    Require.that(domain.cells(both) <= MAX_PRODUCTS)
        .orRefuse(
            "an answer between far parts of a model may need at most %s products: hold a table of"
                + " these attributes, or a smaller tree. Provided: %s.",
            (long) MAX_PRODUCTS, (long) domain.cells(both));
    int[][] strides = {
      strides(both, attributes), strides(both, other.attributes), strides(both, kept)
    };
    int[] levels = new int[both.length];
    int[] at = new int[3];
    double[] sums = new double[(int) domain.cells(kept)];
    int moving;
    do {
      sums[at[2]] += values[at[0]] * other.values[at[1]];
      for (moving = both.length - 1; moving >= 0; moving--) {
        boolean isLast = ++levels[moving] == domain.size(both[moving]);
        for (int i = 0; i < 3; i++) {
          at[i] += strides[i][moving] * (isLast ? 1 - levels[moving] : 1);
        }
        if (!isLast) {
          break;
        }
        levels[moving] = 0;
      }
    } while (moving >= 0);
    return new Factor(domain, kept, sums);
  }

  /** How far a step of each attribute moves in the cells of a set; 0 where it is not in it. */
  private int[] strides(int[] attributes, int[] set) {
    int[] strides = new int[attributes.length];
    int stride = 1;
    for (int i = set.length - 1; i >= 0; i--) {
      strides[Arrays.binarySearch(attributes, set[i])] = stride;
      stride *= domain.size(set[i]);
    }
    return strides;
  }

  /** The sums over all attributes that are not kept. */
  Factor marginal(int[] kept) {
    return new Factor(
        domain, kept, sums(values, domain.cellsOf(attributes, kept), (int) domain.cells(kept)));
  }

  /** For each group the sum of its members. */
  static double[] sums(double[] values, int[] groups, int count) {
    double[] sums = new double[count];
    for (int i = 0; i < values.length; i++) {
      sums[groups[i]] += values[i];
    }
    return sums;
  }
}
