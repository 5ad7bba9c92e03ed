package org.sparkldp.datasets.table;

import java.util.List;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;

/**
 * Items whose popularity falls as a power of their rank: P(item i) is proportional to (i + 1)^-s, i
 * in [0, k). The usual stress for heavy hitters; s = 0 is uniform.
 */
public final class Zipf implements GeneratorFamily {
  @Override
  public String name() {
    return "zipf";
  }

  @Override
  public String description() {
    return "items whose popularity falls as a power of their rank";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        ItemTable.DOMAIN, Parameter.real("s", "Zipf exponent, 0 is uniform", 1.1, 0, 10));
  }

  @Override
  public Generator generator(GeneratorSpec spec) {
    double[] weights = new double[spec.integer("k")];
    double s = spec.real("s");
    for (int i = 0; i < weights.length; i++) {
      weights[i] = StrictMath.pow(i + 1.0, -s);
    }
    return ItemTable.of(spec, weights);
  }
}
