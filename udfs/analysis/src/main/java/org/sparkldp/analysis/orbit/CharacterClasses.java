package org.sparkldp.analysis.orbit;

import java.util.Arrays;

/**
 * Characters of a group in classes within which a mixture of orbits distinguishes nothing; those of
 * eigenvalue 0 are in none.
 *
 * @param of the class of each character, or -1
 * @param a N² g of each class, N being its characters and g their eigenvalue
 */
record CharacterClasses(int[] of, double[] a) {

  /** A class for each character and its conjugate. */
  static CharacterClasses pairs(int[] attributes, double[] g, double floor) {
    int n = g.length;
    CyclicGroup group = new CyclicGroup(attributes);
    int[] of = new int[n];
    double[] a = new double[n];
    int count = 0;
    of[0] = -1;
    for (int c = 1; c < n; c++) {
      int conjugate = group.negate(c);
      if (g[c] <= floor) {
        of[c] = -1;
      } else if (conjugate < c) {
        of[c] = of[conjugate];
        a[of[c]] = 4 * g[c];
      } else {
        of[c] = count;
        a[count++] = g[c];
      }
    }
    return new CharacterClasses(of, Arrays.copyOf(a, count));
  }

  /** A class for each number of attributes. */
  static CharacterClasses weights(int[] attributes, double[] g, double floor) {
    int d = attributes.length;
    int[] of = new int[g.length];
    int[] byWeight = new int[d + 1];
    double[] a = new double[d];
    Arrays.fill(byWeight, -1);
    int count = 0;
    double choose = 1;
    for (int weight = 1; weight <= d; weight++) {
      choose *= (d - weight + 1.0) / weight;
      double eigenvalue = g[(1 << weight) - 1];
      if (eigenvalue > floor) {
        byWeight[weight] = count;
        a[count++] = choose * choose * eigenvalue;
      }
    }
    for (int c = 0; c < of.length; c++) {
      of[c] = byWeight[Integer.bitCount(c)];
    }
    of[0] = -1;
    return new CharacterClasses(of, Arrays.copyOf(a, count));
  }
}
