package org.sparkldp.datasets.table;

import java.util.List;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorParameter;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.law.Discrete;
import org.sparkldp.datasets.law.Mixture;
import org.sparkldp.datasets.law.Normal;
import org.sparkldp.datasets.law.Probabilities;
import org.sparkldp.datasets.law.TruncatedNormal;

/**
 * Numbers in [0, 1) with two modes, and their bins: x is one of two normals, each conditioned on
 * [0, 1), and item = floor(k x). The test of histograms, densities, ranges and quantiles.
 */
public final class Bimodal {
  private static final int PART_STREAM = 1;
  private static final int PLACE_STREAM = 2;

  static final GeneratorFamily FAMILY =
      new GeneratorFamily(
          "bimodal",
          "numbers in [0, 1) with two modes, and their bins",
          List.of(
              GeneratorParameter.integer("k", "number of equal bins of [0, 1)", 256, 2, 1 << 20),
              GeneratorParameter.real("weight", "probability of the first mode", 0.6, 0, 1),
              GeneratorParameter.real("mu1", "centre of the first mode", 0.3, 0, 1),
              GeneratorParameter.real(
                  "sigma1", "width of the first mode, before it is cut", 0.08, 0.001, 1),
              GeneratorParameter.real("mu2", "centre of the second mode", 0.75, 0, 1),
              GeneratorParameter.real(
                  "sigma2", "width of the second mode, before it is cut", 0.05, 0.001, 1)),
          Bimodal::generator);

  private Bimodal() {}

  private static Generator generator(GeneratorSpec spec) {
    int k = spec.integer("k");
    double weight = spec.real("weight");
    TruncatedNormal first = part(spec.real("mu1"), spec.real("sigma1"));
    TruncatedNormal second = part(spec.real("mu2"), spec.real("sigma2"));
    Mixture truth = new Mixture(List.of(first, second), new double[] {weight, 1 - weight});
    double[] bins = new double[k];
    for (int i = 0; i < k; i++) {
      // Inverted by rounding only where both ends are far in a tail: then the bin is empty.
      bins[i] = Math.max(0, truth.cdf((i + 1.0) / k) - truth.cdf((double) i / k));
    }
    Column.DoubleCell x =
        (seed, index) -> {
          boolean isFirst = CounterRandom.unit(seed, index, PART_STREAM) < weight;
          return (isFirst ? first : second).quantile(CounterRandom.unit(seed, index, PLACE_STREAM));
        };
    return new Generator(
        spec,
        List.of(
            ItemTable.id(),
            new Column.OfDouble("x", "number, in [0, 1)", truth, x),
            new Column.OfInt(
                "item",
                "bin of x, floor(k x), in [0, k)",
                new Discrete(0, Probabilities.normalize(bins)),
                (seed, index) -> (int) (x.at(seed, index) * k))));
  }

  private static TruncatedNormal part(double mu, double sigma) {
    return new TruncatedNormal(new Normal(mu, sigma), 0, 1);
  }
}
