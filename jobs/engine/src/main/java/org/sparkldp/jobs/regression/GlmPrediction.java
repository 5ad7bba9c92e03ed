package org.sparkldp.jobs.regression;

import java.io.Serializable;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.regression.Family;

/**
 * The mean of a label that a model gives for features; generated code calls it.
 *
 * @param coefficients of the features, in their order
 */
public record GlmPrediction(Family family, Vector coefficients, double intercept)
    implements Serializable {
  static final String METHOD = "mean";

  /**
   * The mean at these features.
   *
   * @param features as many as there are coefficients; a NULL among them gives NaN
   */
  public double mean(ArrayData features) {
    if (features.numElements() != coefficients.size()) {
      throw Require.refusal(
          "features must be as many as the model's coefficients, %s. Provided: %s.",
          coefficients.size(), features.numElements());
    }
    double z = intercept;
    for (int j = 0; j < coefficients.size(); j++) {
      z += coefficients.apply(j) * (features.isNullAt(j) ? Double.NaN : features.getDouble(j));
    }
    return family.mean(z);
  }
}
