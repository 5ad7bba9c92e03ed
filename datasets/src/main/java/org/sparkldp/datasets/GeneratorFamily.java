package org.sparkldp.datasets;

import java.util.List;
import java.util.function.Function;

/**
 * A kind of synthetic table with parameters, which a {@link GeneratorCatalogue} lists.
 *
 * @param name lower case letters, digits and hyphens, a letter first; unique among all families
 * @param description one sentence, without a full stop, for a list of families
 * @param parameters in the order the canonical text prints them; may be empty
 * @param generator of a spec of this family, every value inside its parameter's range; what
 *     parameters must satisfy together is checked here and refused with {@link
 *     IllegalArgumentException}
 */
public record GeneratorFamily(
    String name,
    String description,
    List<GeneratorParameter> parameters,
    Function<GeneratorSpec, Generator> generator) {

  public GeneratorFamily {
    parameters = List.copyOf(parameters);
  }
}
