package org.sparkldp.datasets;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/** The registry of synthetic tables: every {@link GeneratorCatalogue} on the class path. */
public final class Datasets {
  private Datasets() {}

  /** All families, ordered by name. Two of one name are refused. */
  public static List<GeneratorFamily> all() {
    // The jar of a user is seen by the context class loader (spark-submit --jars); on a thread
    // whose context is another one, ours still sees our own.
    Set<ClassLoader> loaders = new LinkedHashSet<>();
    loaders.add(Datasets.class.getClassLoader());
    loaders.add(Thread.currentThread().getContextClassLoader());
    TreeMap<String, GeneratorFamily> families = new TreeMap<>();
    Map<String, Class<?>> owners = new HashMap<>();
    for (ClassLoader loader : loaders) {
      for (GeneratorCatalogue catalogue : ServiceLoader.load(GeneratorCatalogue.class, loader)) {
        for (GeneratorFamily family : catalogue.families()) {
          Class<?> other = owners.put(family.name(), catalogue.getClass());
          families.put(family.name(), family);
          if (other != null && !other.equals(catalogue.getClass())) {
            throw new IllegalStateException(
                "Generator names must be unique on the class path. Provided twice: "
                    + family.name()
                    + " by "
                    + other.getName()
                    + " and "
                    + catalogue.getClass().getName()
                    + ". Remove one of the two jars.");
          }
        }
      }
    }
    return List.copyOf(families.values());
  }

  /**
   * The generator of a spec, {@code zipf(k=256,s=1.1)}; parameters left out take their defaults.
   *
   * @throws IllegalArgumentException if the text is no spec, the family unknown or a parameter out
   *     of range; the message says rule, offer and remedy
   */
  public static Generator find(String text) {
    GeneratorFamily family = family(GeneratorSpec.familyOf(text));
    return family.generator().apply(GeneratorSpec.of(family, GeneratorSpec.parametersOf(text)));
  }

  /** The family of that name; refuses a name nobody has. */
  public static GeneratorFamily family(String name) {
    List<GeneratorFamily> all = all();
    for (GeneratorFamily family : all) {
      if (family.name().equals(name)) {
        return family;
      }
    }
    throw GeneratorRefusal.of(
        "A generator must be one of %s. Provided name: %s. Choose one of them, or put the jar of"
            + " its Catalogue on the class path.",
        String.join(", ", all.stream().map(GeneratorFamily::name).toList()), name);
  }
}
