package org.sparkldp.analysis;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.analysis.competitor.Competitor;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Services;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;

/** Every mechanism that answers workloads, by name: ours, and those that jars add. */
public final class Mechanisms {

  private Mechanisms() {}

  /**
   * The result of a mechanism on a workload.
   *
   * @param mechanism its name
   * @param design its strategy matrix
   * @param performance its errors; for additive noise with the noise of its formula in real
   *     numbers, which the certified noise exceeds by some millionths
   * @param made how, a sentence
   * @param seconds to make and evaluate it
   */
  public record MechanismOutcome(
      String mechanism, Design design, Performance performance, String made, double seconds) {

    /** m as a number that may be beyond long (sets), or the numbers in a noisy report. */
    public double rows() {
      return design.rows();
    }
  }

  /** All names, the default first, and ours before others'. */
  public static List<String> names() {
    return Installed.MECHANISMS.stream().map(Mechanism::label).toList();
  }

  /** Whether a mechanism can be made for a workload. */
  public static boolean applies(String mechanism, Workload workload) {
    return find(mechanism).applies(workload);
  }

  /** Makes and evaluates a mechanism. */
  public static MechanismOutcome of(
      String mechanism,
      Workload workload,
      double epsilon,
      SearchOptions options,
      Progress.SearchListener listener) {
    long start = System.nanoTime();
    Mechanism.Made made = find(mechanism).make(workload, epsilon, options, listener);
    return new MechanismOutcome(
        mechanism,
        made.design(),
        made.performance(),
        made.how(),
        (System.nanoTime() - start) / 1e9);
  }

  private static Mechanism find(String name) {
    return Installed.MECHANISMS.stream()
        .filter(mechanism -> mechanism.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                Require.refusal(
                    "a mechanism must be one of %s. Provided value: %s.%s",
                    String.join(", ", names()), name, Services.PUBLISHED));
  }

  /** Loaded once: the class path of a JVM does not change under it. */
  private static final class Installed {
    static final List<Mechanism> MECHANISMS = load();

    private static List<Mechanism> load() {
      List<Mechanism> all = new ArrayList<>();
      all.add(new OptimizedMechanism());
      all.addAll(List.of(Competitor.values()));
      all.addAll(Services.load(Mechanism.class));
      return List.copyOf(all);
    }
  }
}
