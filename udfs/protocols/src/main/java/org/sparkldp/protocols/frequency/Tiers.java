package org.sparkldp.protocols.frequency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Adds up people who answered one question under several specs, such as two epsilons of which they
 * chose one. Counts are unbiased, and intervals hold, under what is said of the tiers: {@link
 * #DIFFERENT} assumes nothing, {@link #ALIKE} that each tier is a random part of all people.
 *
 * <p>Input: accumulators of frequency oracles of one number of items, of different people. Errors:
 * other protocols; no reports.
 *
 * <p><b>Estimator.</b> Tier t has n(t) of n people, and its unbiased count X(t) of an item. The
 * count of all is Σ a(t) X(t). Tiers that differ have a = 1. For tiers that are alike any weights
 * with Σ a(t) n(t) = n are unbiased, and least is the variance of those inverse to that of a
 * person's answer, u(t) + s: u of the random bits where all items are as frequent, s = (1/k) (1 −
 * 1/k) of who is in the tier. They hang on the specs and on n(t) alone, never on reports. Who is in
 * a tier adds p (1 − p) n² / (n − 1) Σ (n(t) / n) (a(t) − 1)² to the variance of an item of share
 * p, as parts of a fixed number of people are hypergeometric.
 *
 * <p><b>Intervals.</b> Each tier has its own, with distances d(t) from X(t) to an end. The end of
 * all is √(Σ a² d² + z² v) away, v being the variance by tiers at the share which the end says.
 * Source: Zou &amp; Donner, Statistics in Medicine 27, 2008.
 */
public final class Tiers {
  /** Counts of each tier add up; people of one may be others than those of another. */
  public static final String DIFFERENT = "different";

  /** Each tier's people are a random part of all. */
  public static final String ALIKE = "alike";

  /** Large beside any rounding of equal shares. */
  private static final long PEOPLE = 1L << 40;

  private final List<FrequencyOracle<?>> oracles = new ArrayList<>();
  private final List<Estimate> tiers = new ArrayList<>();
  private final double[] weights;
  private final double n;
  private final double z;

  private Tiers(List<? extends Accumulator<?>> given, boolean areAlike, double confidence) {
    for (Accumulator<?> tier : given) {
      FrequencyOracle<?> oracle = oracle(Protocols.of(tier.spec()));
      int items = oracle(Protocols.of(given.get(0).spec())).k();
      Require.that(items == oracle.k())
          .orRefuse(
              "tiers must be of the same items. Provided: %s and %s of them.", items, oracle.k());
      if (tier.n() > 0) { // nobody chose the others
        oracles.add(oracle);
        tiers.add(Protocols.estimate(tier, confidence));
      }
    }
    n = tiers.stream().mapToLong(Estimate::n).sum();
    Estimate.requireBasis((long) n, confidence);
    weights = new double[tiers.size()];
    Arrays.fill(weights, 1);
    if (areAlike) {
      Arrays.setAll(weights, t -> 1 / ofPerson(oracles.get(t)));
      double sum = 0;
      for (int t = 0; t < weights.length; t++) {
        sum += weights[t] * tiers.get(t).n();
      }
      double factor = n / sum;
      Arrays.setAll(weights, t -> weights[t] * factor);
    }
    z = StandardNormal.ofInterval((long) n, confidence);
  }

  private static FrequencyOracle<?> oracle(Protocol<?, ?> protocol) {
    if (protocol instanceof FrequencyOracle<?> oracle) {
      return oracle;
    }
    throw Require.refusal(
        "tiers must be reports of frequency oracles, which count items. Provided value: %s.",
        protocol.spec());
  }

  /** The variance of a person's answer to whether an item is the person's. */
  private static double ofPerson(FrequencyOracle<?> oracle) {
    long[] evenly = new long[oracle.k()];
    Arrays.fill(evenly, PEOPLE / evenly.length);
    double share = 1.0 / evenly.length;
    return Arrays.stream(oracle.variances(evenly)).average().orElseThrow() / PEOPLE
        + share * (1 - share);
  }

  /**
   * What is assumed, for whoever reads the counts.
   *
   * @param tiers {@link #DIFFERENT} or {@link #ALIKE}
   */
  public static String note(String tiers) {
    return tiers.equals(ALIKE)
        ? "each tier is taken for a random part of all people, and counts are wrong where tiers"
            + " differ; a person in two tiers counts twice"
        : "counts of tiers are added up; a person in two tiers counts twice";
  }

  /** Refuses another word. */
  public static void require(String tiers) {
    Require.that(List.of(DIFFERENT, ALIKE).contains(tiers))
        .orRefuse(
            "tiers must be %s, whose counts add up, or %s, random parts of the same people."
                + " Provided value: %s.",
            DIFFERENT, ALIKE, tiers);
  }

  /**
   * The counts of all tiers' people.
   *
   * @param assumed {@link #DIFFERENT} or {@link #ALIKE}
   */
  public static Estimate together(
      List<? extends Accumulator<?>> tiers, String assumed, double confidence) {
    require(assumed);
    return new Tiers(tiers, assumed.equals(ALIKE), confidence).estimate(confidence);
  }

  private Estimate estimate(double confidence) {
    List<Estimate.Row> rows = new ArrayList<>();
    for (int v = 0; v < oracles.get(0).k(); v++) {
      double count = 0;
      double variance = 0;
      double below = 0;
      double above = 0;
      for (int t = 0; t < weights.length; t++) {
        Estimate.Row row = tiers.get(t).rows().get(v);
        count += weights[t] * row.estimate();
        variance += square(weights[t] * row.standardError());
        below += square(weights[t] * (row.estimate() - row.lower()));
        above += square(weights[t] * (row.upper() - row.estimate()));
      }
      double least = byTier(count - Math.sqrt(below));
      double most = byTier(count + Math.sqrt(above));
      rows.add(
          new Estimate.Row(
              tiers.get(0).rows().get(v).item(),
              count,
              Math.sqrt(variance + byTier(count)),
              count - Math.sqrt(below + z * z * least),
              count + Math.sqrt(above + z * z * most)));
    }
    return new Estimate((long) n, confidence, rows);
  }

  /** The variance of a count of so many people by who is in which tier. */
  private double byTier(double count) {
    double share = Math.max(0, Math.min(1, count / n));
    double uneven = 0;
    for (int t = 0; t < weights.length; t++) {
      uneven += tiers.get(t).n() / n * square(weights[t] - 1);
    }
    return n > 1 ? share * (1 - share) * n * n / (n - 1) * uneven : 0;
  }

  private static double square(double x) {
    return x * x;
  }
}
