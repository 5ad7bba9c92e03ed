package org.sparkldp.functions;

import org.apache.spark.sql.api.java.UDF1;

/** {@link Ldp#epsilon} for Spark's {@code registerJavaFunction}. */
public final class EpsilonUdf implements UDF1<String, Double> {
  private static final long serialVersionUID = 1;

  @Override
  public Double call(String spec) {
    return Ldp.epsilon(spec);
  }
}
