package org.sparkldp.datasets.law;

import java.io.Serializable;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.sparkldp.datasets.Truth;

/**
 * A law of commons-statistics, moved and scaled. It is what is true of cells and never draws one,
 * for its last bits may differ between JVMs.
 */
public final class Law implements Truth.Numeric {
  private static final long serialVersionUID = 1L;

  private final Maker maker;
  private final double shift;
  private final double scale;
  private transient ContinuousDistribution made;

  /** Makes a law before it is moved and scaled, for distributions cannot be serialized. */
  public interface Maker extends Serializable {
    /** The law. */
    ContinuousDistribution make();
  }

  /** The law of shift + scale y, where y is of a law and the scale above 0. */
  public Law(Maker maker, double shift, double scale) {
    this.maker = maker;
    this.shift = shift;
    this.scale = scale;
  }

  private ContinuousDistribution law() {
    if (made == null) {
      made = maker.make();
    }
    return made;
  }

  @Override
  public double mean() {
    return shift + scale * law().getMean();
  }

  @Override
  public double variance() {
    return scale * scale * law().getVariance();
  }

  @Override
  public double cdf(double x) {
    return law().cumulativeProbability((x - shift) / scale);
  }

  @Override
  public double quantile(double p) {
    return shift + scale * law().inverseCumulativeProbability(Probabilities.requireOpenUnit(p));
  }
}
