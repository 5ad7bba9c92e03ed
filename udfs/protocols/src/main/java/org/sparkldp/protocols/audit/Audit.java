package org.sparkldp.protocols.audit;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.sparkldp.protocols.Audited;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.check.Require;

/**
 * Measures how much a protocol leaks, by running its randomizer.
 *
 * <p><b>Exact.</b> The randomizer is run through every outcome of its coins ({@link
 * EnumeratingSource}), for every item, which gives the exact table P[report | item]; epsilon is the
 * logarithm of the largest ratio in a column of it, rounded up. Where a report has more joint bits
 * than can be enumerated but the bits are independent, the table of every single bit is enumerated
 * instead and the worst ratios of the bits in which two items differ are added. When all items
 * would cost too many runs, as many as fit are compared, and {@link AuditResult#items} is their
 * number. Every cohort is enumerated over its inputs.
 *
 * <p><b>Sampled.</b> A lower bound from an attack: of two items, the reports that speak most for
 * the one are an event; its frequency under either item, with Clopper–Pearson bounds, shows at
 * least a certain epsilon at the claimed delta, except with probability {@value #ALPHA}. How many
 * of them are the event is settled on samples of its own. Where the reports' other {@link Features}
 * seem to reveal more than is claimed (outputs that only one of the items can have, for instance),
 * an event of those is tested too, on fresh samples.
 *
 * <p>Cost: some seconds of enumeration at most; sampling can be given a limit of time.
 */
public final class Audit {
  /** Chance that the sampled lower bound exceeds the true epsilon. */
  public static final double ALPHA = 1e-6;

  /** Runs of the randomizer after which enumeration begins no further item. */
  private static final long BUDGET = 1L << 20;

  /** Runs of the randomizer of one item after which it is not enumerable. */
  private static final long LIMIT = 1L << 21;

  /** Public cohorts of which each is enumerated. */
  private static final int MOST_COHORTS = 256;

  /**
   * The result of an audit.
   *
   * @param claimed the claimed epsilon, nats
   * @param exact epsilon by enumeration, rounded up; empty if the randomizer is not enumerable
   * @param items how many items were compared by enumeration
   * @param lowerBound sampled lower bound of epsilon
   * @param samples reports of either item that the bound rests on
   */
  public record AuditResult(
      double claimed, OptionalDouble exact, int items, double lowerBound, long samples) {

    /** Whether anything found exceeds the claim. */
    public boolean isAboveClaim() {
      return exact.orElse(0) > claimed || lowerBound > claimed;
    }
  }

  private Audit() {}

  /**
   * Audits a protocol of items, of numbers, or of vectors.
   *
   * @param tampering how its coins are biased, to show that the audit detects it
   * @param samples reports drawn for the lower bound, per item; 0 leaves it at 0
   * @param seed of the samples
   */
  public static AuditResult run(
      Protocol<?, ?> protocol, Tampering tampering, long samples, long seed) {
    return run(protocol, tampering, new Attack.Sampling(samples, seed, Long.MAX_VALUE));
  }

  /**
   * The same, where sampling ends after some time, with the reports that there are by then.
   *
   * @param limit above 0
   */
  public static AuditResult run(
      Protocol<?, ?> protocol, Tampering tampering, long samples, long seed, Duration limit) {
    return run(protocol, tampering, new Attack.Sampling(samples, seed, limit.toNanos()));
  }

  /** Audits a protocol with coins as they are. */
  public static AuditResult run(Protocol<?, ?> protocol, long samples, long seed) {
    return run(protocol, Tampering.NONE, samples, seed);
  }

  static AuditResult run(
      Protocol<?, ?> protocol, Tampering tampering, long samples, long seed, long budget) {
    Attack.Sampling sampling = new Attack.Sampling(samples, seed, Long.MAX_VALUE);
    return run(protocol, tampering, sampling, new Enumeration.RunLimit(budget, budget));
  }

  private static AuditResult run(
      Protocol<?, ?> protocol, Tampering tampering, Attack.Sampling sampling) {
    int compared = Math.max(1, Math.min(Audited.cohorts(protocol).size(), MOST_COHORTS));
    return run(
        protocol,
        tampering,
        sampling,
        new Enumeration.RunLimit(BUDGET / compared, LIMIT / compared));
  }

  /**
   * The worst of all cohorts, which are public; of {@value #MOST_COHORTS} of them if there are
   * more, since many differ in their names only. The attack is on the first that cannot be
   * enumerated, or else on the first; epsilon is exact if all were, or where those that were refute
   * the claim.
   *
   * @param budget of each cohort
   */
  private static <R> AuditResult run(
      Protocol<?, R> protocol,
      Tampering tampering,
      Attack.Sampling sampling,
      Enumeration.RunLimit budget) {
    List<Audited.Cohort<R>> cohorts = Audited.cohorts(protocol);
    if (cohorts.isEmpty()) {
      throw Require.refusal(
          "only protocols of items, numbers or vectors can be audited. Provided value: %s.",
          protocol.spec());
    }
    double claim = protocol.guarantee().epsilon();
    double worst = 0;
    int items = Integer.MAX_VALUE;
    int unknown = -1;
    int compared = Math.min(cohorts.size(), MOST_COHORTS);
    for (int i = 0; i < compared; i++) {
      int cohort = (int) ((long) cohorts.size() * i / compared);
      int[] alike = new int[1];
      Subject<R> subject = new Subject<>(protocol, cohorts.get(cohort));
      OptionalDouble exact = Enumeration.epsilon(subject, tampering, budget, alike);
      if (exact.isPresent()) {
        worst = Math.max(worst, exact.getAsDouble());
        items = Math.min(items, alike[0]);
      } else if (unknown < 0) {
        unknown = cohort;
      }
    }
    boolean isExact = unknown < 0 || worst > claim;
    Subject<R> attacked = new Subject<>(protocol, cohorts.get(Math.max(0, unknown)));
    Attack.SampledBound shown = Attack.on(attacked, tampering, sampling);
    return new AuditResult(
        claim,
        isExact ? OptionalDouble.of(worst) : OptionalDouble.empty(),
        isExact ? items : 0,
        shown.epsilon(),
        shown.samples());
  }
}
