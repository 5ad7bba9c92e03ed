package org.sparkldp.protocols.workload;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.workload.SubsetOrder.SubsetDigits;

/**
 * The number of people who hold each combination of levels of a set T of attributes, for all T of
 * {@code least} to {@code most} attributes. Queries come by the size of T, then with the first
 * attributes first, then by levels; the empty T asks for everybody.
 *
 * <p>There are Σ_T Π_{i in T} n_i queries. With a the number of attributes on which u and v agree,
 * G_uv = Σ_k C(a, k), k from least to most: 2^a for all marginals, C(a, K) for exactly K ways. The
 * character s has eigenvalue Σ_T Π_{i not in T} n_i over those T that hold all i with s_i ≠ 0.
 */
public final class Marginals extends Workload {
  private final int[] sizes;
  private final int least;
  private final int most;
  private final SubsetOrder order;

  /** G_uv by the number of attributes on which u and v agree. */
  private final double[] byAgreements;

  private Marginals(int least, int most, int... attributes) {
    super(attributes);
    this.sizes = attributes;
    this.least = least;
    this.most = most;
    this.order = new SubsetOrder(sizes, least, most);
    this.byAgreements = new double[sizes.length + 1];
    double[] subsets = one();
    for (int a = 0; a <= sizes.length; a++) {
      byAgreements[a] = sum(subsets, 0);
      subsets = SubsetOrder.times(subsets, 1, 1);
    }
  }

  /**
   * All marginals, from everybody to the contingency table.
   *
   * @param attributes two or more; or a single one of 2^d items, which is read as d bits, the most
   *     significant first
   */
  public static Marginals all(int... attributes) {
    int[] sizes = several(attributes);
    return new Marginals(0, sizes.length, sizes);
  }

  /**
   * The marginals of exactly {@code ways} attributes.
   *
   * @param ways 1 to the number of attributes
   * @param attributes as of {@link #all}
   */
  public static Marginals exactly(int ways, int... attributes) {
    int[] sizes = several(attributes);
    return new Marginals(requireWays(ways, sizes), ways, sizes);
  }

  /**
   * The marginals of at most {@code ways} attributes, everybody among them.
   *
   * @param ways 1 to the number of attributes
   * @param attributes as of {@link #all}
   */
  public static Marginals upTo(int ways, int... attributes) {
    int[] sizes = several(attributes);
    return new Marginals(0, requireWays(ways, sizes), sizes);
  }

  private static int[] several(int[] attributes) {
    int[] sizes = bits(attributes);
    if (sizes.length < 2 && !Arrays.equals(sizes, new int[] {2})) {
      throw Require.refusal(
          "marginals must be over several attributes, or over 2^d items that are read as d bits."
              + " Provided value: %s items; give the sizes of the attributes, or pad the domain to"
              + " a power of two.",
          domain(attributes));
    }
    return sizes;
  }

  private static int requireWays(int ways, int[] attributes) {
    Require.that(ways >= 1 && ways <= attributes.length)
        .orRefuse(
            "marginals must be of 1 to as many attributes as there are. Provided value: %s of %s.",
            ways, attributes.length);
    return ways;
  }

  @Override
  public String name() {
    if (least == most) {
      return "marginals-" + most;
    }
    return most == sizes.length ? "all-marginals" : "marginals-upto-" + most;
  }

  @Override
  public long queries() {
    return order.queries();
  }

  @Override
  public double gram(int u, int v) {
    int agreements = 0;
    int restU = u;
    int restV = v;
    for (int i = sizes.length - 1; i >= 0; i--) {
      agreements += restU % sizes[i] == restV % sizes[i] ? 1 : 0;
      restU /= sizes[i];
      restV /= sizes[i];
    }
    return byAgreements[agreements];
  }

  @Override
  public double[] gramTimes(double[] x) {
    return new GroupTransform(sizes).multiply(gramSpectrum(), x);
  }

  @Override
  public Query query(long index) {
    SubsetDigits place = order.place(requireQuery(index));
    int[] items = {0};
    for (int i = 0, chosen = 0; i < sizes.length; i++) {
      boolean fixed = chosen < place.digits().length && place.attributes()[chosen] == i;
      int digit = fixed ? place.digits()[chosen++] : 0;
      int levels = fixed ? 1 : sizes[i];
      int[] longer = new int[items.length * levels];
      for (int j = 0; j < longer.length; j++) {
        longer[j] = items[j / levels] * sizes[i] + digit + j % levels;
      }
      items = longer;
    }
    double[] ones = new double[items.length];
    Arrays.fill(ones, 1);
    return new Query(items, ones);
  }

  @Override
  public String label(long index, Labels labels) {
    SubsetDigits place = order.place(requireQuery(index));
    StringBuilder text = new StringBuilder();
    for (int j = 0; j < place.digits().length; j++) {
      int attribute = place.attributes()[j];
      text.append(j == 0 ? "" : ", ")
          .append(labels.attribute(attribute))
          .append('=')
          .append(labels.level(attribute, place.digits()[j]));
    }
    return text.isEmpty() ? EVERYBODY : text.toString();
  }

  @Override
  public boolean isTranslationInvariant() {
    return true;
  }

  @Override
  public boolean isPermutationInvariant() {
    return hasEqualSizes();
  }

  @Override
  public double[] gramSpectrum() {
    double[] spectrum = new double[domain()];
    fillSpectrum(0, 0, one(), 0, spectrum);
    return spectrum;
  }

  /**
   * The eigenvalues of all characters with given first digits.
   *
   * @param from the first digits, as a number
   * @param polynomial Π (n_i + z) over those i with digit 0: left out of T, or taken
   * @param taken how many digits are not 0, so that T must hold their attributes
   */
  private void fillSpectrum(
      int attribute, int from, double[] polynomial, int taken, double[] spectrum) {
    if (attribute == sizes.length) {
      spectrum[from] = sum(polynomial, taken);
      return;
    }
    int size = sizes[attribute];
    double[] either = SubsetOrder.times(polynomial, size, 1);
    fillSpectrum(attribute + 1, from * size, either, taken, spectrum);
    for (int digit = 1; digit < size; digit++) {
      fillSpectrum(attribute + 1, from * size + digit, polynomial, taken + 1, spectrum);
    }
  }

  private double[] one() {
    double[] one = new double[most + 1];
    one[0] = 1;
    return one;
  }

  /** The coefficients at the sizes least to most, when {@code taken} attributes are in already. */
  private double sum(double[] polynomial, int taken) {
    double sum = 0;
    for (int k = Math.max(0, least - taken); k <= most - taken; k++) {
      sum += polynomial[k];
    }
    return sum;
  }

  @Override
  public double trace() {
    return domain() * byAgreements[sizes.length];
  }

  @Override
  public double[] answers(double[] x) {
    double[] answers = newAnswers();
    int[] next = new int[most + 1];
    for (int k = least; k <= most; k++) {
      next[k] = (int) order.first(k);
    }
    fillAnswers(0, 0, 1, x, answers, next);
    return answers;
  }

  /**
   * Sums tables out of tables, attribute by attribute; the order of the leaves is that of the
   * queries.
   *
   * @param kept how many attributes before this one are in T
   * @param cells product of their sizes
   * @param table cells × the digits of this attribute × those of all later ones
   * @param next by size of T, where its next table belongs
   */
  private void fillAnswers(
      int attribute, int kept, int cells, double[] table, double[] answers, int[] next) {
    if (kept + sizes.length - attribute < least) {
      return;
    }
    if (attribute == sizes.length) {
      System.arraycopy(table, 0, answers, next[kept], cells);
      next[kept] += cells;
      return;
    }
    int size = sizes[attribute];
    if (kept < most) {
      fillAnswers(attribute + 1, kept + 1, cells * size, table, answers, next);
    }
    int later = table.length / (cells * size);
    double[] summed = new double[cells * later];
    for (int cell = 0; cell < cells; cell++) {
      for (int digit = 0; digit < size; digit++) {
        int from = (cell * size + digit) * later;
        for (int i = 0; i < later; i++) {
          summed[cell * later + i] += table[from + i];
        }
      }
    }
    fillAnswers(attribute + 1, kept, cells, summed, answers, next);
  }
}
