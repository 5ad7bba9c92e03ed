package org.sparkldp.tables;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A law written out over all cells of a domain: what models are held against. */
record Joint(Domain domain, double[] shares) {

  static int[] all(Domain domain) {
    return Domain.identity(domain.count());
  }

  /** The product of exp(potentials) of sets of attributes, scaled to 1. */
  static Joint of(Domain domain, int[][] sets, double[][] potentials) {
    double[] logs = new double[(int) domain.cells(all(domain))];
    for (int t = 0; t < sets.length; t++) {
      int[] cells = domain.cellsOf(all(domain), sets[t]);
      for (int i = 0; i < logs.length; i++) {
        logs[i] += potentials[t][cells[i]];
      }
    }
    double largest = Arrays.stream(logs).max().orElseThrow();
    double[] shares = Arrays.stream(logs).map(log -> Math.exp(log - largest)).toArray();
    double sum = Arrays.stream(shares).sum();
    return new Joint(domain, Arrays.stream(shares).map(share -> share / sum).toArray());
  }

  /** Random people; a larger power leaves more cells almost empty. */
  static Joint random(Domain domain, int power, SplittableRandom random) {
    double[] shares = new double[(int) domain.cells(all(domain))];
    Arrays.setAll(shares, i -> Math.pow(random.nextDouble(), power));
    double sum = Arrays.stream(shares).sum();
    return new Joint(domain, Arrays.stream(shares).map(share -> share / sum).toArray());
  }

  /** People of some kinds, within each of which attributes are independent. */
  static double[][][] kinds(Domain domain, int kinds, SplittableRandom random) {
    double[][][] laws = new double[kinds][domain.count()][];
    for (double[][] kind : laws) {
      for (int a = 0; a < kind.length; a++) {
        double[] law = new double[domain.size(a)];
        Arrays.setAll(law, v -> Math.pow(-Math.log(random.nextDouble()), 2));
        double sum = Arrays.stream(law).sum();
        kind[a] = Arrays.stream(law).map(each -> each / sum).toArray();
      }
    }
    return laws;
  }

  /** The marginal of such people, each kind as many. */
  static double[] ofKinds(Domain domain, double[][][] kinds, int[] set) {
    double[] shares = new double[(int) domain.cells(set)];
    for (double[][] kind : kinds) {
      for (int i = 0; i < shares.length; i++) {
        double share = 1.0 / kinds.length;
        int rest = i;
        for (int j = set.length - 1; j >= 0; j--) {
          share *= kind[set[j]][rest % domain.size(set[j])];
          rest /= domain.size(set[j]);
        }
        shares[i] += share;
      }
    }
    return shares;
  }

  double[] marginal(int... set) {
    return new Factor(domain, all(domain), shares).marginal(set).values();
  }

  /** An asked table without noise. */
  AskedTable asked(int... set) {
    return AskedTable.of(domain, set, marginal(set), law(domain, set), 1e6);
  }

  static PureLaw law(Domain domain, int... set) {
    return PureLaw.best((int) Math.max(2, domain.cells(set)), 1);
  }

  static double distance(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> Math.abs(a[i] - b[i])).sum() / 2;
  }
}
