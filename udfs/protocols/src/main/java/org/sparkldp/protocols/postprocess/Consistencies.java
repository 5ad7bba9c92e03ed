package org.sparkldp.protocols.postprocess;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Services;

/**
 * The consistency steps, found by name: this project's and those that jars bring. Ours are
 * functions of the raw numbers and n.
 */
public final class Consistencies {
  private static final Map<String, Consistency> BY_NAME = load();

  private Consistencies() {}

  /** One of ours. */
  private record NamedConsistency(
      String name, String description, Function<Estimate, double[]> function)
      implements Consistency {

    @Override
    public double[] apply(Estimate raw) {
      return function.apply(raw);
    }
  }

  private static List<Consistency> ours() {
    return List.of(
        new NamedConsistency(
            "best", "the best guess of each count, at least 0 and n in all", Best::of),
        new NamedConsistency(
            "simplex",
            "the nearest numbers, in Euclidean distance, that are at least 0 and sum to n",
            raw -> Simplex.nearest(raw.estimates(), raw.n())));
  }

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
    ours().forEach(step -> found.put(step.name(), step));
    Services.load(Consistency.class).forEach(step -> found.putIfAbsent(step.name(), step));
    return found;
  }
}
