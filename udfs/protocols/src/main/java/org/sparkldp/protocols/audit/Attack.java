package org.sparkldp.protocols.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * The sampled half of an audit: a lower bound of epsilon from the reports of two items. It is above
 * the true epsilon with probability {@link Audit#ALPHA} at most.
 */
final class Attack {
  /** The share of {@link Audit#ALPHA} that pays for the events of {@link Features}. */
  private static final double FEATURES_ALPHA = 1e-9;

  /** Reports of either item that settle the event of the attack. */
  private static final int TRIAL = 1000;

  /** The number of reports that are drawn, and the most time for it. */
  record Sampling(long samples, long seed, long nanos) {}

  private Attack() {}

  /**
   * A sampled bound.
   *
   * @param samples reports of either item that it rests on
   */
  record SampledBound(double epsilon, long samples) {}

  /** Items 0 and 1: how often do reports speak most for 0, under either? */
  static <R> SampledBound on(Subject<R> subject, Tampering tampering, Sampling sampling) {
    if (sampling.samples == 0) {
      return new SampledBound(0, 0);
    }
    long began = System.nanoTime();
    double delta = subject.guarantee().delta();
    RandomSource source = tampering.of(new SimulationSource(sampling.seed));
    // The event is fixed on samples of its own, so that the bounds below are honest.
    int trial = (int) Math.min(sampling.samples, TRIAL);
    double[] own = new double[trial];
    double[] other = new double[trial];
    List<Object> seen0 = new ArrayList<>();
    List<Object> seen1 = new ArrayList<>();
    int tried = 0;
    while (tried < trial && (tried < 2 || System.nanoTime() - began < sampling.nanos / 4)) {
      R report0 = subject.report(0, source);
      R report1 = subject.report(1, source);
      own[tried] = subject.contrast(report0, 0, 1);
      other[tried] = subject.contrast(report1, 0, 1);
      tried++;
      seen0.add(Features.plain(report0));
      seen1.add(Features.plain(report1));
    }
    own = Arrays.copyOf(own, tried);
    other = Arrays.copyOf(other, tried);
    double least = bestEvent(own, other, Math.min(sampling.samples, MOST_PROMISED), delta);
    Features features = Features.of(Stream.concat(seen0.stream(), seen1.stream()).toList());
    Features.BucketCounts order0 = features.newCounts();
    Features.BucketCounts order1 = features.newCounts();
    seen0.forEach(order0::add);
    seen1.forEach(order1::add);
    Features.BucketCounts counts0 = features.newCounts();
    Features.BucketCounts counts1 = features.newCounts();
    long hits0 = 0;
    long hits1 = 0;
    long drawn = 0;
    while (drawn < sampling.samples
        && (drawn < 2 || System.nanoTime() - began < sampling.nanos / 4 * 3)) {
      R report0 = subject.report(0, source);
      R report1 = subject.report(1, source);
      hits0 += subject.contrast(report0, 0, 1) >= least ? 1 : 0;
      hits1 += subject.contrast(report1, 0, 1) >= least ? 1 : 0;
      counts0.add(Features.plain(report0));
      counts1.add(Features.plain(report1));
      drawn++;
    }
    double shown = shown(hits0, hits1, drawn, delta, (Audit.ALPHA - FEATURES_ALPHA) / 2);
    Features.BucketEvent event = features.best(order0, order1, counts0, counts1, delta);
    if (event.promised() > subject.guarantee().epsilon()) {
      hits0 = 0;
      hits1 = 0;
      for (long i = 0; i < drawn; i++) {
        hits0 += features.holds(event, Features.plain(subject.report(0, source))) ? 1 : 0;
        hits1 += features.holds(event, Features.plain(subject.report(1, source))) ? 1 : 0;
      }
      shown = Math.max(shown, shown(hits0, hits1, drawn, delta, FEATURES_ALPHA / 2));
    }
    return new SampledBound(Math.max(0, shown), drawn);
  }

  /**
   * Samples for which bounds are promised: with more the choice of an event is the same, and with
   * 2^60 the beta law's continued fraction does not end.
   */
  private static final long MOST_PROMISED = 1L << 40;

  /**
   * The contrast from which on reports are the event that promises the largest bound: the largest
   * there is where reports are few, a quantile where contrasts hardly repeat.
   */
  private static double bestEvent(double[] own, double[] other, long samples, double delta) {
    Arrays.sort(own);
    Arrays.sort(other);
    double best = Double.NEGATIVE_INFINITY;
    double event = best;
    int hits1 = 0;
    for (int hits0 = 1; hits0 <= own.length; hits0++) {
      double least = own[own.length - hits0] - 1e-9; // equal ones may differ by rounding
      if (hits0 < own.length && own[own.length - hits0 - 1] >= least) {
        continue;
      }
      while (hits1 < other.length && other[other.length - hits1 - 1] >= least) {
        hits1++;
      }
      double scale = (double) samples / own.length;
      double promised =
          shown(
              Math.min(samples, Math.round(hits0 * scale)), // doubles may round it up
              Math.min(samples, Math.round(hits1 * scale)),
              samples,
              delta,
              Audit.ALPHA / 2);
      if (promised > best) {
        best = promised;
        event = least;
      }
    }
    return event;
  }

  /** The epsilon that an event's hits under two items show at least, given delta. */
  private static double shown(long hits0, long hits1, long samples, double delta, double tail) {
    return Math.log(Math.max(0, lower(hits0, samples, tail) - delta) / upper(hits1, samples, tail));
  }

  /** Clopper–Pearson: the true frequency is below this with probability at most {@code tail}. */
  static double lower(long hits, long samples, double tail) {
    return hits == 0
        ? 0
        : BetaDistribution.of(hits, samples - hits + 1.0).inverseCumulativeProbability(tail);
  }

  /** Clopper–Pearson: the true frequency is above this with probability at most {@code tail}. */
  static double upper(long hits, long samples, double tail) {
    return hits == samples
        ? 1
        : BetaDistribution.of(hits + 1.0, samples - hits).inverseSurvivalProbability(tail);
  }
}
