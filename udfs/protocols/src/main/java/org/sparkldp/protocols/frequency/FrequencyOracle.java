package org.sparkldp.protocols.frequency;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Correlated;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.Postprocessed;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.Resilient;
import org.sparkldp.protocols.postprocess.Best;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol that estimates how many people hold each of k items.
 *
 * <p>Estimates: k rows, item v in row v, in users.
 *
 * @param <R> a report
 */
public abstract class FrequencyOracle<R> extends ItemProtocol<R>
    implements Correlated, Postprocessed, Resilient {
  /** Honest reports among which the best one is looked for where reports are no public list. */
  private static final int TRIED = 256;

  /** Totals so near each other differ by rounding alone. */
  private static final double SAME = 1e-9;

  /** Estimates from one report alone that are made to learn the reach of all: about a second. */
  private static final int MAX_ESTIMATES = 1 << 20;

  protected FrequencyOracle(ProtocolSpec spec, Guarantee guarantee, int k) {
    super(spec, guarantee, k);
  }

  @Override
  public final double[] answers(long[] counts) {
    return Arrays.stream(counts).asDoubleStream().toArray();
  }

  @Override
  public double[] best(Estimate raw) {
    return Best.of(raw);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Estimates are sums of what each report adds, φ, and people are independent, so the
   * covariance is Σ E[φ φ'] − Σ E[φ] E[φ'] over people. The second sum is 0: E[φ] is 1 for the
   * person's own item, 0 for others, and nobody holds both. So Σ φ φ' over the reports is the
   * covariance, without bias. Here by the counters, one for each report that there can be.
   */
  @Override
  public Optional<double[]> covariances(Accumulator<?> reports, int... items) {
    List<R> all = everyReport();
    long[] counters = reports.counts();
    if (all.size() != counters.length) {
      return Optional.empty();
    }
    double[] covariances = new double[items.length];
    for (int i = 0; i < counters.length; i++) {
      if (counters[i] != 0) {
        R report = all.get(i);
        double[] each = Arrays.stream(items).mapToDouble(v -> contribution(report, v)).toArray();
        double sum = Arrays.stream(each).sum();
        for (int j = 0; j < each.length; j++) {
          covariances[j] += counters[i] * each[j] * (sum - each[j]);
        }
      }
    }
    return Optional.of(covariances);
  }

  /**
   * The difference of the two items' estimates from this report alone, in any unit. Oracles that
   * know it without estimating all k items say so.
   */
  @Override
  public double contrast(R report, int item, int other) {
    double[] alone = contributions(report);
    return alone[item] - alone[other];
  }

  /**
   * What one report adds to an item's estimate, in people: estimates are sums of it over reports.
   * Oracles that know it without estimating all k items say so.
   */
  public double contribution(R report, int item) {
    return contributions(report)[item];
  }

  /** What one report adds to every item's estimate: the estimates from it alone. */
  final double[] contributions(R report) {
    Accumulator<R> one = newAccumulator();
    one.add(report);
    return estimate(one).estimates();
  }

  /**
   * What weighted reports add to the estimates ({@link #contribution}), and the sum of the squares
   * of these contributions, each times the report's weight. Empty for an oracle whose estimates are
   * no such sums.
   *
   * @param counters of the layout, each report added as often as its weight says; may be
   *     overwritten
   * @param total the sum of the weights
   */
  public Optional<Moments> moments(long[] counters, long total) {
    return Optional.empty();
  }

  /** The least that a report's squared contribution is on average, whatever its person holds. */
  public double leastSquare() {
    return 0;
  }

  /**
   * Sums over reports, by item.
   *
   * @param first of contributions
   * @param second of their squares
   * @param largest size of a contribution
   */
  public record Moments(double[] first, double[] second, double largest) {}

  /**
   * The least and the most that a report which accumulators accept adds to each estimate, in
   * people. Empty where nobody has computed it; by default computed from every report, where these
   * are few enough.
   */
  protected Optional<Reach[]> reach() {
    List<R> all = everyReport();
    if (all.isEmpty() || (long) all.size() * k() > MAX_ESTIMATES) {
      return Optional.empty();
    }
    double[][] added = new double[k()][all.size()];
    for (int i = 0; i < all.size(); i++) {
      double[] alone = contributions(all.get(i));
      for (int item = 0; item < alone.length; item++) {
        added[item][i] = alone[item];
      }
    }
    return Optional.of(Arrays.stream(added).map(Reach::of).toArray(Reach[]::new));
  }

  /** Against a person who does not hold the item, or one who does. */
  @Override
  public final Optional<double[]> shiftPerPercent(long n) {
    return reach()
        .map(
            all -> Arrays.stream(all).mapToDouble(r -> r.beyond(Reach.COUNT) * 0.01 * n).toArray());
  }

  /**
   * Fake people whose reports add most to the targets' estimates together. By default they send the
   * best of every report; or the best one of many honest reports of targets.
   */
  protected Poisoning<R> maximalGain(int[] targets) {
    List<R> all = everyReport();
    if (!all.isEmpty()) {
      double[] totals = all.stream().mapToDouble(report -> total(report, targets)).toArray();
      double most = Arrays.stream(totals).max().orElseThrow();
      double same = SAME * Math.max(1, Math.abs(most));
      int[] best = IntStream.range(0, totals.length).filter(i -> totals[i] > most - same).toArray();
      return new OneOf<>(this, best.length, i -> all.get(best[i]));
    }
    RandomSource source = new SimulationSource(0);
    R best = report(targets[0], source);
    for (int i = 1; i < TRIED; i++) {
      R next = report(targets[i % targets.length], source);
      best = total(next, targets) > total(best, targets) ? next : best;
    }
    R report = best;
    return new OneOf<>(this, 1, i -> report);
  }

  private double total(R report, int[] targets) {
    return Arrays.stream(targets).mapToDouble(item -> contribution(report, item)).sum();
  }

  /**
   * Fake people who send any report, each as likely as another; where reports are no public list,
   * who randomize any item.
   */
  protected Poisoning<R> randomReports() {
    List<R> all = everyReport();
    if (!all.isEmpty()) {
      return new OneOf<>(this, all.size(), all::get);
    }
    return new Randomized(IntStream.range(0, k()).toArray());
  }

  @Override
  public final Optional<Poisoning<R>> poisoning(Poisoning.PoisoningKind kind, int[] targets) {
    Poisoning.requireTargets(targets, k());
    return Optional.of(
        switch (kind) {
          case MAXIMAL_GAIN -> maximalGain(targets.clone());
          case RANDOM_REPORT -> randomReports();
          case INPUT -> new Randomized(targets.clone());
        });
  }

  /** Fake people with items of a list, each as likely as another, who are honest otherwise. */
  private final class Randomized implements Poisoning<R> {
    private final int[] items;

    Randomized(int[] items) {
      this.items = items;
    }

    @Override
    public R report(RandomSource source) {
      return FrequencyOracle.this.report(items[source.uniform(items.length)], source);
    }

    @Override
    public double gain(int item) {
      return (double) Arrays.stream(items).filter(v -> v == item).count() / items.length;
    }
  }
}
