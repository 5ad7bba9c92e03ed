package org.sparkldp.protocols.postprocess;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.sparkldp.protocols.check.Require;

/** Finds consistency steps by name. */
public final class Consistencies {
  private static final Map<String, Consistency> BY_NAME = load();

  private Consistencies() {}

  /** The step of that name. */
  public static Consistency of(String name) {
    Consistency step = BY_NAME.get(name);
    if (step == null) {
      throw Require.refusal(
          "there is no consistency step of that name. Provided value: %s. Known: %s.",
          name, String.join(", ", BY_NAME.keySet()));
    }
    return step;
  }

  /** All steps, by name. */
  public static Collection<Consistency> all() {
    return Collections.unmodifiableCollection(BY_NAME.values());
  }

  private static Map<String, Consistency> load() {
    // Spark adds application jars to the context loader; a plain JVM has all on its own.
    List<ClassLoader> loaders = new ArrayList<>();
    loaders.add(Consistencies.class.getClassLoader());
    if (Thread.currentThread().getContextClassLoader() != null) {
      loaders.add(Thread.currentThread().getContextClassLoader());
    }
    Map<String, Consistency> found = new TreeMap<>();
    for (ClassLoader loader : loaders) {
      for (Consistency step : ServiceLoader.load(Consistency.class, loader)) {
        found.putIfAbsent(step.name(), step);
      }
    }
    return found;
  }
}
