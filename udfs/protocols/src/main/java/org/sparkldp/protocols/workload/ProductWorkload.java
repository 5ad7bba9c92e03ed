package org.sparkldp.protocols.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;

/**
 * Every query of one workload over some attributes together with every query of another one over
 * the next attributes: W = W_1 ⊗ W_2 ⊗ …, G = G_1 ⊗ G_2 ⊗ …. Item and query numbers are mixed
 * radix, the first factor running slowest.
 */
public final class ProductWorkload extends Workload {
  private final List<Workload> factors;
  private final long queries;

  private ProductWorkload(List<Workload> factors) {
    super(factors.stream().flatMapToInt(f -> Arrays.stream(f.attributes())).toArray());
    this.factors = factors;
    this.queries = total(factors.stream().mapToLong(Workload::queries), Math::multiplyExact);
  }

  /** A product; one that holds products takes up their factors, and of one factor it is that. */
  public static Workload of(List<? extends Workload> factors) {
    Require.that(!factors.isEmpty())
        .orRefuse("a product of workloads must have a factor; give one.");
    List<Workload> flat = new ArrayList<>();
    for (Workload factor : factors) {
      if (factor instanceof ProductWorkload product) {
        flat.addAll(product.factors);
      } else {
        flat.add(factor);
      }
    }
    return flat.size() == 1 ? flat.get(0) : new ProductWorkload(List.copyOf(flat));
  }

  /** The factors in their order. */
  public List<Workload> factors() {
    return factors;
  }

  @Override
  public String name() {
    return factors.stream()
        .map(
            factor -> {
              String name =
                  factor instanceof UnionWorkload ? "(" + factor.name() + ")" : factor.name();
              return Arrays.stream(factor.attributes())
                  .mapToObj(Integer::toString)
                  .collect(Collectors.joining(",", name + "[", "]"));
            })
        .collect(Collectors.joining(" x "));
  }

  @Override
  public long queries() {
    return queries;
  }

  @Override
  public double gram(int u, int v) {
    double product = 1;
    int restU = u;
    int restV = v;
    for (int i = factors.size() - 1; i >= 0; i--) {
      Workload factor = factors.get(i);
      int n = factor.domain();
      product *= factor.gram(restU % n, restV % n);
      restU /= n;
      restV /= n;
    }
    return product;
  }

  @Override
  public double[] gramTimes(double[] x) {
    double[] y = x;
    int inner = 1;
    for (int i = factors.size() - 1; i >= 0; i--) {
      Workload factor = factors.get(i);
      y = alongAxis(y, factor.domain(), factor.domain(), inner, factor::gramTimes);
      inner *= factor.domain();
    }
    return y;
  }

  @Override
  public double[] answers(double[] x) {
    newAnswers();
    double[] y = x;
    int inner = 1;
    for (int i = factors.size() - 1; i >= 0; i--) {
      Workload factor = factors.get(i);
      int rows = (int) factor.queries();
      y = alongAxis(y, factor.domain(), rows, inner, factor::answers);
      inner *= rows;
    }
    return y;
  }

  /**
   * Applies a map of vectors of size {@code from} to such of size {@code to} to the middle axis.
   */
  private static double[] alongAxis(
      double[] x, int from, int to, int inner, UnaryOperator<double[]> map) {
    int outer = x.length / (from * inner);
    double[] y = new double[outer * to * inner];
    double[] line = new double[from];
    for (int o = 0; o < outer; o++) {
      for (int i = 0; i < inner; i++) {
        for (int j = 0; j < from; j++) {
          line[j] = x[(o * from + j) * inner + i];
        }
        double[] mapped = map.apply(line);
        for (int j = 0; j < to; j++) {
          y[(o * to + j) * inner + i] = mapped[j];
        }
      }
    }
    return y;
  }

  @Override
  public double[] gramSpectrum() {
    if (!isTranslationInvariant()) {
      return super.gramSpectrum();
    }
    double[] product = {1};
    for (Workload factor : factors) {
      double[] before = product;
      double[] spectrum = factor.gramSpectrum();
      product = new double[before.length * spectrum.length];
      Arrays.setAll(product, s -> before[s / spectrum.length] * spectrum[s % spectrum.length]);
    }
    return product;
  }

  @Override
  public double trace() {
    double product = 1;
    for (Workload factor : factors) {
      product *= factor.trace();
    }
    return product;
  }

  @Override
  public boolean isTranslationInvariant() {
    return factors.stream().allMatch(Workload::isTranslationInvariant);
  }

  /** Known for equal factors over one attribute each; of other products it is not asked. */
  @Override
  public boolean isPermutationInvariant() {
    return isTranslationInvariant()
        && factors.get(0).attributes().length == 1
        && factors.stream().distinct().count() == 1;
  }

  @Override
  public Query query(long index) {
    long[] numbers = numbers(index);
    int[] items = {0};
    double[] weights = {1};
    for (int i = 0; i < numbers.length; i++) {
      Query query = factors.get(i).query(numbers[i]);
      int size = query.items().length;
      int n = factors.get(i).domain();
      int[] allItems = new int[items.length * size];
      double[] allWeights = new double[allItems.length];
      for (int j = 0; j < allItems.length; j++) {
        allItems[j] = items[j / size] * n + query.items()[j % size];
        allWeights[j] = weights[j / size] * query.weights()[j % size];
      }
      items = allItems;
      weights = allWeights;
    }
    return new Query(items, weights);
  }

  /** The labels of the factors' queries, joined by "and"; items are named with their attributes. */
  @Override
  public String label(long index, Labels labels) {
    long[] numbers = numbers(index);
    int[] offset = {0};
    return IntStream.range(0, numbers.length)
        .mapToObj(
            i -> {
              Workload factor = factors.get(i);
              Labels part = new PartLabels(labels, offset[0], factor.attributes());
              offset[0] += factor.attributes().length;
              return factor.label(numbers[i], part);
            })
        .collect(Collectors.joining(" and "));
  }

  private long[] numbers(long index) {
    long rest = requireQuery(index);
    long[] numbers = new long[factors.size()];
    for (int i = numbers.length - 1; i >= 0; i--) {
      numbers[i] = rest % factors.get(i).queries();
      rest /= factors.get(i).queries();
    }
    return numbers;
  }

  /** The words of the attributes from {@code offset} on. */
  private record PartLabels(Labels whole, int offset, int[] sizes) implements Labels {
    @Override
    public String item(int item) {
      String[] levels = new String[sizes.length];
      int rest = item;
      for (int i = sizes.length - 1; i >= 0; i--) {
        levels[i] = attribute(i) + "=" + level(i, rest % sizes[i]);
        rest /= sizes[i];
      }
      return String.join(", ", levels);
    }

    @Override
    public String attribute(int attribute) {
      return whole.attribute(offset + attribute);
    }

    @Override
    public String level(int attribute, int digit) {
      return whole.level(offset + attribute, digit);
    }
  }
}
