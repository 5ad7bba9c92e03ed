package org.sparkldp.protocols.postprocess;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Services;

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
    Map<String, Consistency> found = new TreeMap<>();
    Services.load(Consistency.class).forEach(step -> found.putIfAbsent(step.name(), step));
    return found;
  }
}
