package org.sparkldp.datasets.table;

import java.util.List;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;

/**
 * Items whose popularity falls by a constant ratio: P(item i) is proportional to ratio^i, i in [0,
 * k). A light tail: most of a large domain stays nearly empty.
 */
public final class Geometric implements GeneratorFamily {
  @Override
  public String name() {
    return "geometric";
  }

  @Override
  public String description() {
    return "items whose popularity falls by a constant ratio";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        ItemTable.DOMAIN,
        Parameter.real("ratio", "popularity of an item over its predecessor's", 0.95, 0.001, 1));
  }

  @Override
  public Generator generator(GeneratorSpec spec) {
    double[] weights = new double[spec.integer("k")];
    double ratio = spec.real("ratio");
    for (int i = 0; i < weights.length; i++) {
      weights[i] = StrictMath.pow(ratio, i);
    }
    return ItemTable.of(spec, weights);
  }
}
