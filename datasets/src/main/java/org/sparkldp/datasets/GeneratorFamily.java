package org.sparkldp.datasets;

import java.util.List;

/**
 * A kind of synthetic table with parameters: what a new generator implements.
 *
 * <p>Families are found by {@link java.util.ServiceLoader}: a jar that names its class in {@code
 * META-INF/services/org.sparkldp.datasets.GeneratorFamily} is known at once to every command. The
 * class is public with a public constructor that takes nothing.
 */
public interface GeneratorFamily {
  /** Lower case letters, digits and hyphens, a letter first; unique among all families. */
  String name();

  /** One sentence, without a full stop, for a list of families. */
  String description();

  /** In the order the canonical text prints them; may be empty. */
  List<Parameter> parameters();

  /**
   * The generator for the given parameters.
   *
   * @param spec of this family, every value inside its parameter's range; what parameters must
   *     satisfy together is checked here and refused with {@link IllegalArgumentException}
   */
  Generator generator(GeneratorSpec spec);
}
