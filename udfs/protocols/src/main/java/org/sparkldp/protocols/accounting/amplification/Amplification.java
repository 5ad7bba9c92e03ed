package org.sparkldp.protocols.accounting.amplification;

import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.HadamardResponse;
import org.sparkldp.protocols.frequency.LinearLocalHashing;
import org.sparkldp.protocols.frequency.ProjectiveGeometryResponse;
import org.sparkldp.protocols.frequency.RandomizedResponse;

/**
 * The privacy loss of one person to somebody who sees the accumulator of all reports and nothing
 * else: (epsilon, delta), where epsilon is never below the true one. Where a condition is not met
 * it is the report's own epsilon, with the reason.
 *
 * <p>It holds for accumulators of {@code rr}, {@code grr}, {@code hadamard} and {@code olh} with
 * linear hash functions. Their accumulator is, to the byte, the histogram of the reports: 8 bytes a
 * cell, and a report is a cell (an item; a cell of a block; a seed and its bucket). It never holds
 * for a table of reports, whose report ids, public columns, files and times survive.
 *
 * <p>The caller answers for the rest: one report a person, coins that are independent and unknown
 * to the observer (not the holder of the release key, or of the reports), one grouping of the
 * reports only, and people who keep from the observer what they reported.
 *
 * @param epsilon an upper bound
 * @param delta with it; 0 where epsilon is the report's own
 * @param lower the true epsilon at the delta that was asked for is not below this
 * @param reason why epsilon is the report's own; empty where it is smaller
 */
public record Amplification(double epsilon, double delta, double lower, Optional<String> reason) {
  /** The most people: windows of laws stay within memory. Of more people, count so many. */
  public static final long MOST_PEOPLE = 10_000_000_000L;

  /** The smallest delta, far above what windows leave out. */
  public static final double LEAST_DELTA = 1e-20;

  /** More than the logarithm of a rounded e^epsilon may be off. */
  private static final double EXPONENTIAL = 5e-16;

  /** How closely epsilon is searched for, relative. */
  private static final double FINE = 1e-4;

  /**
   * What the accumulator of a group shows of one of its people.
   *
   * @param protocol of the reports
   * @param people in the group who answer honestly and keep what they reported to themselves, this
   *     person among them
   * @param delta failure probability, from 1e-20 to below 1
   */
  public static Amplification of(Protocol<?, ?> protocol, long people, double delta) {
    return of(protocol, people, delta, true);
  }

  /** The same in half of the time, without a lower bound, which is 0. */
  public static Amplification atMost(Protocol<?, ?> protocol, long people, double delta) {
    return of(protocol, people, delta, false);
  }

  private static Amplification of(
      Protocol<?, ?> protocol, long people, double delta, boolean withLower) {
    requireDelta(delta);
    Require.that(people >= 1)
        .orRefuse("people must be at least 1. Provided value: %s. Count those of a group.", people);
    Optional<DivergenceRange> shape = shape(protocol, delta);
    double local = protocol.guarantee().exactEpsilon();
    if (shape.isEmpty()) {
      return new Amplification(
          protocol.guarantee().epsilon(),
          protocol.guarantee().delta(),
          0,
          Optional.of("its accumulator is not the shuffled histogram of reports"));
    }
    return of(
        shape.get(),
        local,
        Math.min(people, MOST_PEOPLE),
        delta,
        withLower && people <= MOST_PEOPLE);
  }

  /**
   * What any function of the reports that does not look at their order shows, for any randomizer.
   * The lower bound is of 3-ary randomized response, for an epsilon of at least 1e-6.
   *
   * @param epsilon of a report, with delta 0
   */
  public static Amplification ofAny(double epsilon, long people, double delta) {
    requireDelta(delta);
    Require.between("people", people, 1, MOST_PEOPLE);
    double p = StrictMath.exp(epsilon);
    return of(
        DivergenceRange.of(p, 1 / (p + 1), ShuffleLaw.atLeast(p, 1 / (p + 2))::least),
        epsilon,
        people,
        delta,
        true);
  }

  /**
   * The closed form of Feldman, McMillan &amp; Talwar (FOCS 2021, theorem 3.1), for comparison;
   * empty where it has none, for fewer people.
   */
  public static Optional<Double> closedForm(double epsilon, long people, double delta) {
    double e = StrictMath.exp(epsilon);
    if (epsilon > StrictMath.log(people / (16 * StrictMath.log(2 / delta)))) {
      return Optional.empty();
    }
    double noise = 8 * StrictMath.sqrt(e * StrictMath.log(4 / delta) / people) + 8 * e / people;
    return Optional.of(StrictMath.log1p((e - 1) / (e + 1) * noise));
  }

  /** Whether epsilon is below the report's own. */
  public boolean isAmplified() {
    return reason.isEmpty();
  }

  /** A divergence of n people at a gamma. */
  private interface Divergence {
    double of(long people, double gamma);
  }

  /**
   * The divergence of a protocol's reports under two values.
   *
   * @param most a divergence that no dataset exceeds
   * @param least a divergence that the worst dataset has
   */
  private record DivergenceRange(Divergence most, Divergence least) {

    /**
     * @param own a: the total variation distance of two reports is at most a (e^epsilon − 1)
     */
    static DivergenceRange of(double p, double own, Divergence least) {
      return new DivergenceRange(
          ShuffleLaw.atMost(p * (1 + 1e-14), own * (1 + 1e-14))::most, least);
    }
  }

  private static Optional<DivergenceRange> shape(Protocol<?, ?> protocol, double delta) {
    double p = StrictMath.exp(protocol.guarantee().exactEpsilon());
    if (protocol instanceof RandomizedResponse response) {
      return Optional.of(response(p, response.k(), delta));
    }
    if (protocol instanceof HadamardResponse hadamard) {
      return Optional.of(hadamard(p, hadamard.blocks(), hadamard.k()));
    }
    if (protocol instanceof LinearLocalHashing hashing) {
      return Optional.of(hashing(p, hashing.buckets(), hashing.k()));
    }
    if (protocol instanceof ProjectiveGeometryResponse design) {
      return Optional.of(design(p, design.points(), design.size()));
    }
    return Optional.empty();
  }

  /**
   * With v points and s of them in a cell, a cell that supports the item has probability p w, w =
   * s/(s p + v − s) divided by the item's cells. Of these a share of (s − 1)/(v − 1) supports
   * another given item too, so that two items differ by (p − 1) w on the rest. In the worst dataset
   * that is known here, the others hold one of the two.
   */
  private static DivergenceRange design(double p, int points, int size) {
    double own = (points - size) / (points - 1.0) * size / (size * p + (points - size));
    return DivergenceRange.of(p, own, new CoinLaw(p, own)::least);
  }

  /**
   * Two items' reports differ in the two items alone: by (p − 1) q, q = 1/(p + k − 1). All others
   * of the worst dataset hold a third item, where there is one.
   */
  private static DivergenceRange response(double p, int items, double delta) {
    double own = 1 / (p + items - 1);
    if (items > 2) {
      return DivergenceRange.of(p, own, ShuffleLaw.atLeast(p, own)::least);
    }
    WarnerLaw upper = new WarnerLaw(p * (1 + 1e-14));
    return new DivergenceRange((n, gamma) -> upper.most(n, gamma, delta), new WarnerLaw(p)::least);
  }

  /**
   * A half of a block has probability p r if it is the item's own, else r = 1/(p + 2B − 1).
   *
   * <p>Two items of one block: their own halves overlap by half of each, for the product of their
   * rows is a row of as many +1 as −1. So they differ by (p − 1) r/2, on the cells where their rows
   * differ. Two items of different blocks differ by (p − 1) r, on their own halves. No other pair
   * is farther apart.
   *
   * <p>The worst dataset: with one block, of items 0, 1 and 2 the third's row is the product of the
   * others' rows (1 xor 2 = 3), so it is −1 wherever they differ. With four blocks or more, item 2
   * is in a third block. Else no item is far from both, and the others hold one of the two.
   */
  private static DivergenceRange hadamard(double p, int blocks, int items) {
    double r = 1 / (p + 2 * blocks - 1);
    double own = blocks == 1 ? r / 2 : r;
    return DivergenceRange.of(
        p,
        own,
        items >= 3 && blocks != 2 ? ShuffleLaw.atLeast(p, own)::least : new CoinLaw(p, own)::least);
  }

  /**
   * A seed is uniform. A bucket has probability p q if it is the item's, else q = 1/(p + g − 1).
   * Two items' buckets differ under a fraction 1 − 1/g of the seeds, for every two items, and then
   * their reports differ by (p − 1) q.
   *
   * <p>The worst dataset: items 0, 1 and 2 have the digit 0, 1 or 2 in the lowest place and 0
   * elsewhere, if g is at least 3. Under a seed whose lowest digit is not 0 their buckets are three
   * different ones, for multiplication by it is one to one; under others they are one bucket. So
   * where items 0 and 1 differ, people who hold item 2 are in neither bucket. With two buckets, or
   * two items, the others hold one of the two.
   */
  private static DivergenceRange hashing(double p, int buckets, int items) {
    double own = (1 - 1.0 / buckets) / (p + buckets - 1);
    return DivergenceRange.of(
        p,
        own,
        items >= 3 && buckets >= 3
            ? ShuffleLaw.atLeast(p, own)::least
            : new CoinLaw(p, own)::least);
  }

  private static Amplification of(
      DivergenceRange shape, double local, long people, double delta, boolean withLower) {
    double upper = last(e -> shape.most.of(people, StrictMath.exp(e)), local, delta, true);
    double lower =
        withLower ? last(e -> shape.least.of(people, StrictMath.exp(e)), local, delta, false) : 0;
    return upper < local
        ? new Amplification(upper, delta, lower, Optional.empty())
        : new Amplification(
            local, 0, lower, Optional.of("too few people answer for it to be smaller"));
  }

  /**
   * Where a divergence, which falls with epsilon and is 0 at most, passes delta.
   *
   * @param isAbove whether an epsilon on the far side is wanted, else on the near side
   */
  private static double last(
      DoubleUnaryOperator divergence, double most, double delta, boolean isAbove) {
    if (divergence.applyAsDouble(0) <= delta) {
      return 0;
    }
    double near = most; // where the divergence is above delta, once it is found
    double far = most;
    do {
      far = near;
      near = far / 4;
    } while (divergence.applyAsDouble(near) <= delta && near > 1e-12);
    while (far - near > FINE * far) {
      double middle = (near + far) / 2;
      if (divergence.applyAsDouble(middle) <= delta) {
        far = middle;
      } else {
        near = middle;
      }
    }
    return isAbove ? far + EXPONENTIAL * (1 + far) : Math.max(0, near - EXPONENTIAL * (1 + near));
  }

  private static void requireDelta(double delta) {
    Require.that(delta >= LEAST_DELTA && delta < 1)
        .orRefuse(
            "delta must be at least 1e-20 and below 1. Provided value: %s. Usual choices are far"
                + " below 1 in the number of people.",
            delta);
  }
}
