package org.sparkldp.datasets.numbers;

import java.util.List;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.law.Mixture;
import org.sparkldp.datasets.law.Normal;

/**
 * One of two normals, scaled to a given mean and standard deviation: skewed numbers, two modes, or
 * outliers.
 */
public final class TwoNormals extends NumberFamily<Mixture> {
  private static final int PART_STREAM = 2;

  /** As the service loader needs it. */
  public TwoNormals() {
    super(
        "two-normals",
        "one of two normals: skewed, with two modes, or with outliers",
        "number, unbounded",
        MU,
        SIGMA,
        Parameter.real("share", "probability of the second normal", 0.2, 0, 1),
        Parameter.real(
            "distance",
            "from the first's centre to the second's, in sigmas of the first",
            3,
            -1e6,
            1e6),
        Parameter.real("ratio", "the second's sigma, in sigmas of the first", 1, 1e-6, 1e6));
  }

  @Override
  Mixture law(GeneratorSpec spec) {
    double share = spec.real("share");
    double distance = spec.real("distance");
    double ratio = spec.real("ratio");
    double spread =
        Math.sqrt(1 - share + share * ratio * ratio + share * (1 - share) * distance * distance);
    double first = spec.real("sigma") / spread;
    double centre = spec.real("mu") - share * distance * first;
    return new Mixture(
        List.of(new Normal(centre, first), new Normal(centre + distance * first, ratio * first)),
        new double[] {1 - share, share});
  }

  @Override
  Column.DoubleCell cell(Mixture law) {
    return (seed, index) ->
        law.draw(
            CounterRandom.unit(seed, index, PART_STREAM),
            CounterRandom.unit(seed, index, X_STREAM));
  }
}
