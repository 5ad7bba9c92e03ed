package org.sparkldp.datasets;

import java.util.List;

/**
 * The families of a jar. A jar that names its class in {@code
 * META-INF/services/org.sparkldp.datasets.GeneratorCatalogue} is known at once to every command;
 * the class is public with a public constructor that takes nothing.
 */
public interface GeneratorCatalogue {
  /** In any order. */
  List<GeneratorFamily> families();
}
