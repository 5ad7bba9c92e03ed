package org.sparkldp.datasets.table;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;

/** Items that are equally popular: P(item i) = 1/k, i in [0, k). No heavy hitter to find. */
public final class Uniform implements GeneratorFamily {
  @Override
  public String name() {
    return "uniform";
  }

  @Override
  public String description() {
    return "items that are equally popular";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(ItemTable.DOMAIN);
  }

  @Override
  public Generator generator(GeneratorSpec spec) {
    double[] weights = new double[spec.integer("k")];
    Arrays.fill(weights, 1);
    return ItemTable.of(spec, weights);
  }
}
