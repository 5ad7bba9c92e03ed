package org.sparkldp.analysis.orbit;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.sparkldp.protocols.workload.GroupTransform;
import org.sparkldp.protocols.workload.Labels;
import org.sparkldp.protocols.workload.Query;
import org.sparkldp.protocols.workload.Workload;

/** Workloads by their Gram matrices alone, from the paper's table. */
public final class GramWorkload extends Workload {
  /** An entry of G. */
  public interface Entry {
    double at(int u, int v);
  }

  private final String name;
  private final Entry entry;
  private final boolean translations;
  private final boolean permutations;

  private GramWorkload(
      String name, Entry entry, boolean translations, boolean permutations, int... attributes) {
    super(attributes);
    this.name = name;
    this.entry = entry;
    this.translations = translations;
    this.permutations = permutations;
  }

  public static Workload histogram(int... attributes) {
    boolean alike = Arrays.stream(attributes).distinct().count() == 1;
    return new GramWorkload("histogram", (u, v) -> u == v ? 1 : 0, true, alike, attributes);
  }

  public static Workload prefix(int n) {
    return new GramWorkload("prefix", (u, v) -> n - Math.max(u, v), false, false, n);
  }

  public static Workload allRange(int n) {
    return new GramWorkload(
        "all-range", (u, v) -> (Math.min(u, v) + 1.0) * (n - Math.max(u, v)), false, false, n);
  }

  public static Workload allMarginals(int d) {
    return binary("all-marginals", d, h -> Math.pow(2, d - h));
  }

  /** C(d−h, k). */
  public static Workload marginals(int k, int d) {
    return binary("marginals-" + k, d, h -> choose(d - h, k));
  }

  /** All characters of at most k attributes. */
  public static Workload parity(int k, int d) {
    return binary(
        "parity-" + k,
        d,
        h -> {
          double sum = 0;
          for (int s = 0; s < 1 << d; s++) {
            if (Integer.bitCount(s) <= k) {
              sum += (Integer.bitCount(s & ((1 << h) - 1)) & 1) == 0 ? 1 : -1;
            }
          }
          return sum;
        });
  }

  /** All marginals over any attributes: each equal digit doubles the number that hold both. */
  public static Workload allMarginalsOf(int... attributes) {
    return new GramWorkload(
        "all-marginals",
        (u, v) -> {
          int[] left = Explicit.digits(u, attributes);
          int[] right = Explicit.digits(v, attributes);
          double gram = 1;
          for (int i = 0; i < left.length; i++) {
            gram *= left[i] == right[i] ? 2 : 1;
          }
          return gram;
        },
        true,
        false,
        attributes);
  }

  /** Of no symmetry at all: G = BᵀB, B's entries from a fixed formula. */
  public static Workload crooked(int... attributes) {
    return new GramWorkload(
        "crooked",
        (u, v) -> {
          double sum = 0;
          for (int i = 0; i < 40; i++) {
            sum += Math.sin(1 + i * i + 3.7 * u * i) * Math.sin(1 + i * i + 3.7 * v * i);
          }
          return sum;
        },
        false,
        false,
        attributes);
  }

  /** Of given eigenvalues by character, the same for conjugate ones. */
  public static Workload invariant(double[] g, int... attributes) {
    CyclicGroup group = new CyclicGroup(attributes);
    double[] column = new GroupTransform(attributes).symmetric(g);
    return new GramWorkload(
        "invariant",
        (u, v) -> column[group.add(u, group.negate(v))] / g.length,
        true,
        false,
        attributes);
  }

  /** Of given eigenvalues over binary digits, the same for each number of digits. */
  public static Workload cube(double[] g) {
    int d = Integer.numberOfTrailingZeros(g.length);
    double[] column = new GroupTransform(binary(d)).symmetric(g);
    return binary("cube", d, h -> column[(1 << h) - 1] / g.length);
  }

  private static int[] binary(int d) {
    int[] attributes = new int[d];
    Arrays.fill(attributes, 2);
    return attributes;
  }

  /** Of a given matrix. */
  public static Workload of(double[] gram, int... attributes) {
    int n = (int) Math.round(Math.sqrt(gram.length));
    return new GramWorkload("given", (u, v) -> gram[u * n + v], false, false, attributes);
  }

  private static Workload binary(String name, int d, IntToDoubleFunction byDistance) {
    double[] table = new double[d + 1];
    for (int h = 0; h <= d; h++) {
      table[h] = byDistance.applyAsDouble(h);
    }
    return new GramWorkload(name, (u, v) -> table[Integer.bitCount(u ^ v)], true, true, binary(d));
  }

  private static double choose(int n, int k) {
    double product = n < k ? 0 : 1;
    for (int i = 0; i < k; i++) {
      product *= (n - i) / (i + 1.0);
    }
    return product;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long queries() {
    return domain();
  }

  @Override
  public double gram(int u, int v) {
    return entry.at(u, v);
  }

  @Override
  public double[] gramTimes(double[] x) {
    double[] product = new double[x.length];
    if (name.equals("histogram")) {
      return x.clone();
    }
    for (int u = 0; u < x.length; u++) {
      for (int v = 0; v < x.length; v++) {
        product[u] += entry.at(u, v) * x[v];
      }
    }
    return product;
  }

  @Override
  public Query query(long index) {
    throw new UnsupportedOperationException("known by its Gram matrix");
  }

  @Override
  public String label(long index, Labels labels) {
    throw new UnsupportedOperationException("known by its Gram matrix");
  }

  @Override
  public boolean isTranslationInvariant() {
    return translations;
  }

  @Override
  public boolean isPermutationInvariant() {
    return permutations;
  }
}
