package org.sparkldp.protocols.workload;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.workload.SubsetOrder.SubsetDigits;

/**
 * By how many more people hold an even than an odd number of ones among a set T of binary
 * attributes, for all T of at most {@code order} attributes: the characters (−1)^{Σ_{i in T} u_i}
 * of low order. Queries come by the size of T, then with the first attributes first; the empty T
 * asks for everybody.
 *
 * <p>There are Σ_{k ≤ order} C(d, k) queries. G_uv = Σ_{k ≤ order} K_k(h), K_k(h) the coefficient
 * of z^k in (1 − z)^h (1 + z)^{d − h} (Krawtchouk), h the digits in which u and v differ; if the
 * order is d, G = n I. A character has eigenvalue n if it is a query and else 0.
 */
public final class Parity extends Workload {
  private final int order;
  private final SubsetOrder subsets;

  /** G_uv by the number of digits in which u and v differ. */
  private final double[] byDistance;

  private Parity(int order, int... attributes) {
    super(attributes);
    int d = attributes.length;
    this.order = order;
    int[] ones = new int[d];
    Arrays.fill(ones, 1);
    this.subsets = new SubsetOrder(ones, 0, order);
    this.byDistance = new double[d + 1];
    for (int h = 0; h <= d; h++) {
      double[] polynomial = new double[order + 1];
      polynomial[0] = 1;
      for (int i = 0; i < d; i++) {
        polynomial = SubsetOrder.times(polynomial, 1, i < h ? -1 : 1);
      }
      byDistance[h] = Arrays.stream(polynomial).sum();
    }
  }

  /**
   * All 2^d parities.
   *
   * @param attributes all binary; or a single one of 2^d items, which is read as d bits, the most
   *     significant first
   */
  public static Parity all(int... attributes) {
    int[] binary = binary(attributes);
    return new Parity(binary.length, binary);
  }

  /**
   * The parities of at most {@code order} attributes, everybody among them.
   *
   * @param order 1 to d, the number of attributes
   * @param attributes as of {@link #all}
   */
  public static Parity upTo(int order, int... attributes) {
    int[] binary = binary(attributes);
    Require.that(order >= 1 && order <= binary.length)
        .orRefuse(
            "the order of parities must be from 1 to the number of attributes. Provided value: %s"
                + " of %s.",
            order, binary.length);
    return new Parity(order, binary);
  }

  private static int[] binary(int[] attributes) {
    int[] binary = bits(attributes);
    if (binary.length == 0 || Arrays.stream(binary).anyMatch(size -> size != 2)) {
      throw Require.refusal(
          "parity must be over binary attributes, or over 2^d items that are read as d bits."
              + " Provided value: %s; pad the domain to a power of two, or ask for marginals.",
          Arrays.toString(attributes));
    }
    return binary;
  }

  @Override
  public String name() {
    return isComplete() ? "parity" : "parity-" + order;
  }

  private boolean isComplete() {
    return order == byDistance.length - 1;
  }

  @Override
  public long queries() {
    return subsets.queries();
  }

  @Override
  public double gram(int u, int v) {
    return byDistance[Integer.bitCount(u ^ v)];
  }

  @Override
  public double[] gramTimes(double[] x) {
    return new GroupTransform(attributes()).multiply(gramSpectrum(), x);
  }

  @Override
  public Query query(long index) {
    int mask = 0;
    for (int attribute : subsets.place(requireQuery(index)).attributes()) {
      mask |= domain() >>> (attribute + 1);
    }
    double[] signs = new double[domain()];
    for (int u = 0; u < signs.length; u++) {
      signs[u] = 1 - 2 * (Integer.bitCount(u & mask) & 1);
    }
    return new Query(IntStream.range(0, domain()).toArray(), signs);
  }

  @Override
  public String label(long index, Labels labels) {
    SubsetDigits place = subsets.place(requireQuery(index));
    StringBuilder text = new StringBuilder();
    for (int attribute : place.attributes()) {
      text.append(text.isEmpty() ? "parity of " : ", ").append(labels.attribute(attribute));
    }
    return text.isEmpty() ? EVERYBODY : text.toString();
  }

  @Override
  public boolean isTranslationInvariant() {
    return true;
  }

  @Override
  public boolean isPermutationInvariant() {
    return true;
  }

  @Override
  public double[] gramSpectrum() {
    double[] spectrum = new double[domain()];
    for (int s = 0; s < spectrum.length; s++) {
      spectrum[s] = Integer.bitCount(s) <= order ? domain() : 0;
    }
    return spectrum;
  }

  @Override
  public double trace() {
    return (double) domain() * queries();
  }

  /** The Walsh–Hadamard transform of x, in the order of the queries. */
  @Override
  public double[] answers(double[] x) {
    double[] transform = new GroupTransform(attributes()).symmetric(x);
    double[] answers = newAnswers();
    int[] next = new int[order + 1];
    for (int k = 0; k <= order; k++) {
      next[k] = (int) subsets.first(k);
    }
    // Of two sets of one size the one with the earlier attributes is the larger number.
    for (int s = domain() - 1; s >= 0; s--) {
      int size = Integer.bitCount(s);
      if (size <= order) {
        answers[next[size]++] = transform[s];
      }
    }
    return answers;
  }
}
