package org.sparkldp.protocols.random;

/**
 * Weights arranged for Walker's alias method: as many columns of one height as there are outcomes,
 * each filled by at most two of them, exactly. A uniform column and a uniform height in it are an
 * outcome with its weight.
 *
 * <p>Source: Vose, "A linear algorithm for generating random numbers with a given distribution",
 * IEEE Trans. Software Engineering 17(9), 1991, here on integers.
 *
 * @param own how much of column j is j's
 * @param others whose the rest of column j is; j where it has none
 */
public record AliasColumns(long[] own, int[] others) {

  /**
   * Arranges weights, each times their number m, in columns of the height of their sum.
   *
   * @param weights at least 0
   * @param total their sum, with m · total below 2^63
   */
  public static AliasColumns of(long[] weights, long total) {
    int m = weights.length;
    long[] own = new long[m];
    int[] others = new int[m];
    int[] small = new int[m];
    int[] large = new int[m];
    int smalls = 0;
    int larges = 0;
    for (int j = 0; j < m; j++) {
      own[j] = Math.multiplyExact(weights[j], (long) m);
      others[j] = j;
      if (own[j] < total) {
        small[smalls++] = j;
      } else {
        large[larges++] = j;
      }
    }
    while (smalls > 0) {
      int j = small[--smalls];
      int donor = large[larges - 1]; // there is one, for the sum is that of all columns
      others[j] = donor;
      own[donor] -= total - own[j];
      if (own[donor] < total) {
        larges--;
        small[smalls++] = donor;
      }
    }
    return new AliasColumns(own, others); // the larges that are left are exactly full
  }
}
