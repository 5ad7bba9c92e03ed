package org.sparkldp.protocols.workload;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The queries of several workloads over the same domain, one workload after the other. A weight w
 * multiplies a workload's rows, answers and standard errors, so its errors count w² times in the
 * total; G = Σ w² G_i.
 */
public final class UnionWorkload extends Workload {
  /** Weights lie between 1e-6 and 1e6. */
  private static final double MOST_WEIGHT = 1e6;

  private final List<Workload> parts;
  private final double[] weights;
  private final long queries;

  private UnionWorkload(List<Workload> parts, double[] weights) {
    super(parts.get(0).attributes());
    this.parts = parts;
    this.weights = weights;
    this.queries = total(parts.stream().mapToLong(Workload::queries), Math::addExact);
  }

  /**
   * A union; one that holds unions takes up their parts, and of one part with weight 1 it is that
   * part.
   *
   * @param parts one or more, over the same attributes
   * @param weights as many, between 1e-6 and 1e6
   */
  public static Workload of(List<? extends Workload> parts, double... weights) {
    Require.that(!parts.isEmpty() && parts.size() == weights.length)
        .orRefuse(
            "a union must have parts, and a weight for each. Provided: %s parts and %s weights.",
            parts.size(), weights.length);
    List<Workload> flat = new ArrayList<>();
    List<Double> flatWeights = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      Workload part = parts.get(i);
      if (!Arrays.equals(part.attributes(), parts.get(0).attributes())) {
        throw Require.refusal(
            "the parts of a union must be over the same attributes. Provided: %s over %s and %s"
                + " over %s.",
            parts.get(0).name(),
            Arrays.toString(parts.get(0).attributes()),
            part.name(),
            Arrays.toString(part.attributes()));
      }
      if (part instanceof UnionWorkload union) {
        for (int j = 0; j < union.weights.length; j++) {
          flat.add(union.parts.get(j));
          flatWeights.add(weights[i] * union.weights[j]);
        }
      } else {
        flat.add(part);
        flatWeights.add(weights[i]);
      }
    }
    for (double weight : flatWeights) {
      Require.that(weight >= 1 / MOST_WEIGHT && weight <= MOST_WEIGHT)
          .orRefuse("a weight must be between 1e-6 and 1e6. Provided value: %s.", weight);
    }
    if (flat.size() == 1 && flatWeights.get(0) == 1) {
      return flat.get(0);
    }
    return new UnionWorkload(
        List.copyOf(flat), flatWeights.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The workloads in their order. */
  public List<Workload> parts() {
    return parts;
  }

  @Override
  public String name() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < weights.length; i++) {
      text.append(i == 0 ? "" : "+");
      if (weights[i] != 1) {
        text.append(decimal(weights[i])).append('*');
      }
      text.append(parts.get(i).name());
    }
    return text.toString();
  }

  /** The shortest decimal that reads back as the weight, without an exponent. */
  private static String decimal(double weight) {
    return new BigDecimal(ProtocolSpec.shortest(weight)).stripTrailingZeros().toPlainString();
  }

  @Override
  public long queries() {
    return queries;
  }

  @Override
  public double gram(int u, int v) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * weights[i] * parts.get(i).gram(u, v);
    }
    return sum;
  }

  @Override
  public double[] gram() {
    return sum(Workload::gram);
  }

  @Override
  public double[] gramTimes(double[] x) {
    return sum(part -> part.gramTimes(x));
  }

  @Override
  public double[] gramSpectrum() {
    return isTranslationInvariant() ? sum(Workload::gramSpectrum) : super.gramSpectrum();
  }

  /** Σ w² of something linear in the Gram matrix. */
  private double[] sum(Function<Workload, double[]> ofPart) {
    double[] sum = ofPart.apply(parts.get(0)).clone();
    Arrays.setAll(sum, j -> weights[0] * weights[0] * sum[j]);
    for (int i = 1; i < weights.length; i++) {
      double square = weights[i] * weights[i];
      double[] term = ofPart.apply(parts.get(i));
      for (int j = 0; j < sum.length; j++) {
        sum[j] += square * term[j];
      }
    }
    return sum;
  }

  @Override
  public double trace() {
    double trace = 0;
    for (int i = 0; i < weights.length; i++) {
      trace += weights[i] * weights[i] * parts.get(i).trace();
    }
    return trace;
  }

  @Override
  public Query query(long index) {
    return atPart(
        index,
        (part, rest) -> {
          Query query = parts.get(part).query(rest);
          double weight = weights[part];
          return new Query(
              query.items(), Arrays.stream(query.weights()).map(w -> weight * w).toArray());
        });
  }

  /** The label of the part's query, after its weight and × unless that is 1. */
  @Override
  public String label(long index, Labels labels) {
    return atPart(
        index,
        (part, rest) -> {
          String label = parts.get(part).label(rest, labels);
          return weights[part] == 1 ? label : decimal(weights[part]) + " × " + label;
        });
  }

  /** A part, and the number of the query in it. */
  private <T> T atPart(long index, PartQuery<T> then) {
    long rest = requireQuery(index);
    int part = 0;
    while (rest >= parts.get(part).queries()) {
      rest -= parts.get(part++).queries();
    }
    return then.at(part, rest);
  }

  private interface PartQuery<T> {
    T at(int part, long index);
  }

  @Override
  public boolean isTranslationInvariant() {
    return parts.stream().allMatch(Workload::isTranslationInvariant);
  }

  @Override
  public boolean isPermutationInvariant() {
    return parts.stream().allMatch(Workload::isPermutationInvariant);
  }

  @Override
  public double[] answers(double[] x) {
    double[] answers = newAnswers();
    int from = 0;
    for (int i = 0; i < weights.length; i++) {
      double[] part = parts.get(i).answers(x);
      for (int j = 0; j < part.length; j++) {
        answers[from++] = weights[i] * part[j];
      }
    }
    return answers;
  }
}
