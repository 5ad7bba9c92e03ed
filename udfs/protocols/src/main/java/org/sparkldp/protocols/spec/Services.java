package org.sparkldp.protocols.spec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Services of the jars on the class path, those that Spark added to the application included. Ours
 * come first, and each provider once.
 */
public final class Services {
  /** For refusals of a name that is not found: in which jar else to look. */
  public static final String PUBLISHED =
      " What only serves to compare with papers is in spark-ldp-lab.jar.";

  private Services() {}

  /** One provider of each class. */
  public static <T> List<T> load(Class<T> type) {
    // Spark adds application jars to the context loader; a plain JVM has all on its own.
    Set<ClassLoader> loaders = new LinkedHashSet<>();
    loaders.add(type.getClassLoader());
    if (Thread.currentThread().getContextClassLoader() != null) {
      loaders.add(Thread.currentThread().getContextClassLoader());
    }
    Set<Class<?>> known = new LinkedHashSet<>();
    List<T> found = new ArrayList<>();
    for (ClassLoader loader : loaders) {
      for (T provider : ServiceLoader.load(type, loader)) {
        if (known.add(provider.getClass())) {
          found.add(provider);
        }
      }
    }
    return found;
  }
}
