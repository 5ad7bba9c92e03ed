package org.sparkldp.protocols.postprocess;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Services;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The consistency steps, found by name: this project's and those that jars bring. Ours are
 * functions of the raw numbers and n.
 *
 * <p>Source, if none is named: Wang et al., NDSS 2020.
 */
public final class Consistencies {
  private static final double FALSE_ALARM = 0.05;
  private static final Map<String, Consistency> BY_NAME = load();

  private Consistencies() {}

  /** One of ours. */
  private record Step(String name, String description, Function<Estimate, double[]> function)
      implements Consistency {

    @Override
    public double[] apply(Estimate raw) {
      return function.apply(raw);
    }
  }

  private static List<Consistency> ours() {
    return List.of(
        new Step(
            "base-cut",
            "numbers that do not stand out from noise (5 % over all items) to 0",
            Consistencies::baseCut),
        new Step(
            "clip", "each number into [0, n]; the sum is left as it falls", Consistencies::clip),
        new Step(
            "norm-mul",
            "negative numbers to 0, the rest scaled to sum to n",
            raw -> normMul(raw.estimates(), raw.n())),
        new Step(
            "norm-sub",
            "negative numbers to 0, the rest shifted alike to sum to n",
            raw -> normSub(raw.estimates(), raw.n())),
        new Step("power", "the posterior mean under a power law of the counts", Power::apply),
        new Step("power-ns", "power, then norm-sub", raw -> normSub(Power.apply(raw), raw.n())),
        new Step(
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

  /**
   * Keeps only numbers that stand out from noise, at most n, and sets the others to 0. A number
   * stands out when it exceeds z standard errors, z being the normal quantile of 1 − {@value
   * #FALSE_ALARM}/k: over k items that nobody holds, the probability that any is kept is at most
   * {@value #FALSE_ALARM} (Bonferroni). The sum is left as it falls. The paper's Base-Cut; the
   * level is this project's.
   */
  private static double[] baseCut(Estimate raw) {
    List<Estimate.Row> rows = raw.rows();
    double z = rows.isEmpty() ? 0 : StandardNormal.upperQuantile(FALSE_ALARM / rows.size());
    return rows.stream()
        .mapToDouble(row -> row.estimate() > z * row.standardError() ? row.estimate() : 0)
        .map(x -> Math.min(x, raw.n()))
        .toArray();
  }

  /**
   * Each number on its own. Never farther from the truth than the raw number is; but the sum comes
   * out too large, since what lies below 0 is cut and what lies above the truth stays. (The paper's
   * Base-Pos, with the upper bound added.)
   */
  private static double[] clip(Estimate raw) {
    return Arrays.stream(raw.estimates()).map(x -> Math.max(0, Math.min(raw.n(), x))).toArray();
  }

  /**
   * What most code does, and rarely the best: large counts shrink most, by a bias that grows with
   * the number of items. If no number is positive the result is uniform.
   */
  private static double[] normMul(double[] raw, long n) {
    double[] x = Arrays.stream(raw).map(v -> Math.max(0, v)).toArray();
    double sum = Arrays.stream(x).sum();
    for (int i = 0; i < x.length; i++) {
      x[i] = sum > 0 ? x[i] * (n / sum) : (double) n / x.length;
    }
    return x;
  }

  /**
   * Negative numbers to 0, then the same amount off every positive one, again and again until
   * nothing is negative and the sum is n.
   *
   * <p>Where the positive numbers sum to n or more, which is the rule since errors that are cut
   * below are not cut above, this is {@link Simplex} exactly: the amount taken off is positive, so
   * what was cut stays cut, and both are max(x − tau, 0) with sum n. If they sum to less, the
   * missing people are shared among the positive items only, and items that were cut stay at 0,
   * while simplex would lift the nearest of them too: (−0.1, 3) with n = 10 gives (0, 10) here and
   * (3.45, 6.55) there. If no number is positive there is nobody to share among, and it is simplex
   * again.
   */
  private static double[] normSub(double[] x, double n) {
    double positive = Arrays.stream(x).filter(v -> v > 0).sum();
    if (positive >= n || positive == 0) {
      return Simplex.nearest(x, n);
    }
    double lift = (n - positive) / Arrays.stream(x).filter(v -> v > 0).count();
    return Arrays.stream(x).map(v -> v > 0 ? v + lift : 0).toArray();
  }
}
