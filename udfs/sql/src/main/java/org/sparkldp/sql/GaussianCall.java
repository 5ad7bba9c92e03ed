package org.sparkldp.sql;

import java.io.Serializable;
import org.sparkldp.protocols.release.GaussianCalibration;

/** The methods of the {@code ldp_gaussian_} functions. */
public final class GaussianCall implements Serializable {
  static final GaussianCall INSTANCE = new GaussianCall();

  private GaussianCall() {}

  public double sigma(double epsilon, double delta, double sensitivity) {
    return GaussianCalibration.sigma(epsilon, delta, sensitivity);
  }

  public double delta(double epsilon, double sigma, double sensitivity) {
    return GaussianCalibration.delta(epsilon, sigma, sensitivity);
  }

  public double epsilon(double sigma, double delta, double sensitivity) {
    return GaussianCalibration.epsilon(sigma, delta, sensitivity);
  }

  private Object readResolve() {
    return INSTANCE;
  }

  @Override
  public String toString() {
    return "analytic Gaussian";
  }
}
