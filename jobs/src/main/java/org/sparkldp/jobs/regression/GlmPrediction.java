package org.sparkldp.jobs.regression;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.regression.Family;

/** The mean of a label that a model gives for features; generated code calls it. */
public final class GlmPrediction implements Serializable {
  static final String METHOD = "mean";

  private final Family family;
  private final double[] coefficients;
  private final double intercept;

  GlmPrediction(Family family, double[] coefficients, double intercept) {
    this.family = family;
    this.coefficients = coefficients.clone();
    this.intercept = intercept;
  }

  /**
   * The mean at these features.
   *
   * @param features as many as there are coefficients; a NULL among them gives NaN
   */
  public double mean(ArrayData features) {
    if (features.numElements() != coefficients.length) {
      throw Require.refusal(
          "features must be as many as the model's coefficients, %s. Provided: %s.",
          coefficients.length, features.numElements());
    }
    double z = intercept;
    for (int j = 0; j < coefficients.length; j++) {
      z += coefficients[j] * (features.isNullAt(j) ? Double.NaN : features.getDouble(j));
    }
    return family.mean(z);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GlmPrediction that
        && family == that.family
        && Arrays.equals(coefficients, that.coefficients)
        && intercept == that.intercept;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(coefficients) + Double.hashCode(intercept);
  }

  @Override
  public String toString() {
    return family.text();
  }
}
