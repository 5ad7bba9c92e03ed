package org.sparkldp.datasets;

import java.util.List;

/** Normal numbers with known mean and standard deviation. */
public final class Gaussian implements GeneratorFamily {
  private static final int X_STREAM = 1;

  @Override
  public String name() {
    return "gaussian";
  }

  @Override
  public String description() {
    return "normal numbers of given mean and standard deviation";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.real("mu", "mean, in units of x", 0, -1e9, 1e9),
        Parameter.real("sigma", "standard deviation, in units of x", 1, 1e-9, 1e9));
  }

  @Override
  public Generator generator(GeneratorSpec spec) {
    Normal normal = new Normal(spec.real("mu"), spec.real("sigma"));
    return new Generator(
        spec,
        List.of(
            ItemTable.id(),
            new Column.OfDouble(
                "x",
                "number, unbounded; at most 8.3 sigma from mu",
                normal,
                (seed, index) -> normal.quantile(CounterRandom.unit(seed, index, X_STREAM)))));
  }
}
