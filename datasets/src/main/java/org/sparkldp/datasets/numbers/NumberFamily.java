package org.sparkldp.datasets.numbers;

import java.util.List;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.Truth;
import org.sparkldp.datasets.table.ItemTable;

/**
 * Tables of an id and a number x, drawn from one law: a family is its name, its parameters and the
 * law. Numbers are drawn by the law's quantile function, except where a family knows a faster way.
 *
 * @param <L> the law
 */
abstract class NumberFamily<L extends Truth.Numeric> implements GeneratorFamily {
  static final int X_STREAM = 1;
  static final Parameter MU = Parameter.real("mu", "mean, in units of x", 0, -1e9, 1e9);
  static final Parameter SIGMA =
      Parameter.real("sigma", "standard deviation, in units of x", 1, 1e-9, 1e9);

  private final String name;
  private final String description;
  private final String meaning;
  private final List<Parameter> parameters;

  /**
   * @param meaning of a cell
   */
  NumberFamily(String name, String description, String meaning, Parameter... parameters) {
    this.name = name;
    this.description = description;
    this.meaning = meaning;
    this.parameters = List.of(parameters);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  /** The law of x. */
  abstract L law(GeneratorSpec spec);

  /** Numbers of the law. */
  Column.DoubleCell cell(L law) {
    return (seed, index) -> law.quantile(CounterRandom.unit(seed, index, X_STREAM));
  }

  @Override
  public Generator generator(GeneratorSpec spec) {
    L law = law(spec);
    return new Generator(
        spec, List.of(ItemTable.id(), new Column.OfDouble("x", meaning, law, cell(law))));
  }
}
