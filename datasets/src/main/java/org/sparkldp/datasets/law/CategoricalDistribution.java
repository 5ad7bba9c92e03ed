package org.sparkldp.datasets.law;

import java.util.List;
import org.sparkldp.datasets.GeneratorRefusal;
import org.sparkldp.datasets.Truth;

/** The truth of a column with finitely many values that are names or dates, not quantities. */
public final class CategoricalDistribution implements Truth.Categorical {
  private static final long serialVersionUID = 1L;

  private final List<?> values;
  private final double[] probabilities;

  /**
   * @param values each once; an immutable, serializable list
   * @param probabilities of the values, in their order; each in [0, 1], with sum 1 (within 1e-9)
   */
  public CategoricalDistribution(List<?> values, double[] probabilities) {
    Probabilities.requireDistribution(probabilities);
    if (values.size() != probabilities.length) {
      throw GeneratorRefusal.of(
          "Labels and probabilities must be equally many. Provided sizes: %s and %s. Give one"
              + " probability per label.",
          values.size(), probabilities.length);
    }
    this.values = values;
    this.probabilities = probabilities.clone();
  }

  @Override
  public List<?> values() {
    return values;
  }

  @Override
  public double[] probabilities() {
    return probabilities.clone();
  }
}
