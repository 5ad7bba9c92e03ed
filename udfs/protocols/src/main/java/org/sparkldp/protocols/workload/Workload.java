package org.sparkldp.protocols.workload;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.stream.LongStream;
import org.sparkldp.protocols.check.Require;

/**
 * Linear counting queries over a domain of n items: the rows of a p × n matrix W, known by their
 * Gram matrix G = WᵀW, so that p may be large.
 *
 * <p>Immutable. {@link #name} is its whole identity beside the domain's {@link #attributes}.
 */
public abstract class Workload {
  /** The largest domain whose Gram matrix is written out in full (8,192² doubles: 0.5 GiB). */
  public static final int DENSE_LIMIT = 8192;

  /** The label of the query that counts all people. */
  static final String EVERYBODY = "everybody";

  private final int[] attributes;
  private final int domain;

  /**
   * @param attributes sizes of the attributes, each at least 1, their product at most 2^24
   */
  protected Workload(int... attributes) {
    this.domain = domain(attributes);
    this.attributes = attributes.clone();
  }

  /** The product of the attributes' sizes, which must be in range. */
  static int domain(int[] attributes) {
    long product = 1;
    for (int size : attributes) {
      if (size < 1 || (product *= size) > 1 << 24) {
        throw Require.refusal(
            "a workload's attributes must have sizes of at least 1 whose product is at most 2^24."
                + " Provided values: %s; bin them more coarsely.",
            Arrays.toString(attributes));
      }
    }
    return (int) product;
  }

  /** A single attribute of 2^d items, d at least 1, as d binary ones; any others as they are. */
  static int[] bits(int[] attributes) {
    if (attributes.length != 1 || attributes[0] < 2 || Integer.bitCount(attributes[0]) != 1) {
      return attributes.clone();
    }
    int[] bits = new int[Integer.numberOfTrailingZeros(attributes[0])];
    Arrays.fill(bits, 2);
    return bits;
  }

  /** Canonical text, which {@code Workloads} reads back over the same attributes. */
  public abstract String name();

  /** n, the items of the domain. */
  public final int domain() {
    return domain;
  }

  /** Sizes of the attributes, the first one's digit running slowest. */
  public final int[] attributes() {
    return attributes.clone();
  }

  /** p, the number of queries. */
  public abstract long queries();

  /** G_uv. */
  public abstract double gram(int u, int v);

  /** G x in no more time than the workload's structure needs. */
  public abstract double[] gramTimes(double[] x);

  /**
   * Row {@code index} of W.
   *
   * @param index in [0, p)
   */
  public abstract Query query(long index);

  /** The name of a query in the words of a domain. */
  public abstract String label(long index, Labels labels);

  /**
   * Whether G is unchanged when all items are translated in the product group of the attributes
   * (Z_{n_1} × … × Z_{n_r}, for binary attributes: G_uv depends on u xor v only).
   */
  public boolean isTranslationInvariant() {
    return false;
  }

  /** Whether G is moreover unchanged under every permutation of attributes, all of one size. */
  public boolean isPermutationInvariant() {
    return false;
  }

  /**
   * The eigenvalues of a translation-invariant G by character, numbered like the items (see {@link
   * GroupTransform}); others are refused. At least 0, up to rounding.
   */
  public double[] gramSpectrum() {
    if (!isTranslationInvariant()) {
      throw new IllegalStateException(
          "a workload must be translation-invariant for its eigenvalues to belong to characters."
              + " Provided: "
              + this
              + "; decompose its Gram matrix instead.");
    }
    double[] row = new double[domain];
    for (int u = 0; u < domain; u++) {
      row[u] = gram(u, 0);
    }
    return new GroupTransform(attributes).symmetric(row);
  }

  /** tr G, the sum of the squared entries of W. */
  public double trace() {
    double trace = 0;
    for (int u = 0; u < domain; u++) {
      trace += gram(u, u);
    }
    return trace;
  }

  /** G in full, row after row; refused above {@value #DENSE_LIMIT} items. */
  public double[] gram() {
    double[] gram = newGram();
    for (int u = 0; u < domain; u++) {
      for (int v = 0; v <= u; v++) {
        gram[u * domain + v] = gram[v * domain + u] = gram(u, v);
      }
    }
    return gram;
  }

  /** Place for G in full, refused for too many items. */
  final double[] newGram() {
    Require.that(domain <= DENSE_LIMIT)
        .orRefuse(
            "a Gram matrix is written out for at most %s items. Provided value: %s; use a workload"
                + " with symmetry, or bin the domain more coarsely.",
            DENSE_LIMIT, domain);
    return new double[domain * domain];
  }

  /** W x, all p answers; p must fit an array. */
  public double[] answers(double[] x) {
    double[] answers = newAnswers();
    for (int i = 0; i < answers.length; i++) {
      answers[i] = query(i).answer(x);
    }
    return answers;
  }

  final boolean hasEqualSizes() {
    return Arrays.stream(attributes).distinct().count() <= 1;
  }

  /** Refuses the number of a query that there is not. */
  final long requireQuery(long index) {
    if (index < 0 || index >= queries()) {
      throw new IndexOutOfBoundsException(
          "a query's number must be at least 0 and below "
              + queries()
              + ". Provided value: "
              + index
              + ".");
    }
    return index;
  }

  /** The queries of several workloads together, refused if they are 2^63 or more. */
  static long total(LongStream queries, LongBinaryOperator exactly) {
    try {
      return queries.reduce(exactly).orElseThrow();
    } catch (ArithmeticException overflow) {
      throw Require.refusal(
          overflow, "a workload must have fewer than 2^63 queries; join fewer workloads.");
    }
  }

  /** Place for p answers, refused if no array holds them. */
  final double[] newAnswers() {
    long queries = queries();
    Require.that(queries <= Integer.MAX_VALUE - 8)
        .orRefuse(
            "a workload must have fewer than 2^31 queries to be answered as a whole. Provided"
                + " value: %s; ask it query by query.",
            queries);
    return new double[(int) queries];
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Workload that
        && name().equals(that.name())
        && Arrays.equals(attributes, that.attributes);
  }

  @Override
  public final int hashCode() {
    return 31 * name().hashCode() + Arrays.hashCode(attributes);
  }

  @Override
  public final String toString() {
    return name() + " over " + domain + " items";
  }
}
