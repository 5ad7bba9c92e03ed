package org.sparkldp.tables;

/**
 * A dense table of numbers over a set of attributes. Sums and products run over cells in their
 * order, so that every machine has the same bits.
 */
record Factor(Domain domain, int[] attributes, double[] values) {

  /** The product, over the attributes of both. */
  Factor times(Factor other) {
    int[] both = domain.requireSet(Domain.union(attributes, other.attributes));
    int[] mine = domain.cellsOf(both, attributes);
    int[] others = domain.cellsOf(both, other.attributes);
    double[] product = new double[mine.length];
    for (int i = 0; i < product.length; i++) {
      product[i] = values[mine[i]] * other.values[others[i]];
    }
    return new Factor(domain, both, product);
  }

  /** The sums over all attributes that are not kept. */
  Factor marginal(int[] kept) {
    if (kept.length == attributes.length) {
      return this;
    }
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
