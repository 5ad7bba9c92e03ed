package org.sparkldp.protocols;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * One question under one set of parameters, both ends of it: how a value becomes a report, how
 * reports add up, and what they say.
 *
 * <p>Protocols are immutable and validated when they are made; {@link #spec} is their whole
 * identity. They are found by name through {@link Protocols}, so that SQL, jobs, audit and
 * simulation know a new one at once.
 *
 * @param <V> a value, such as an item index
 * @param <R> a report, such as an Integer or packed bits
 */
public interface Protocol<V, R> {

  /** The canonical text. */
  ProtocolSpec spec();

  /** What one report costs the person: the claim, and the exact epsilon of the integers in use. */
  Guarantee guarantee();

  /**
   * Whether what is said of estimates needs reports of different people: rows of one person with
   * equal values have one keyed report, which would count for several.
   */
  default boolean needsOneReportEach() {
    return false;
  }

  /**
   * Whether {@link #guarantee} is of all reports together that a person ever gives under one key,
   * one a period, and not of one report. Such a protocol remembers ({@link RandomSource#memory}),
   * so its coins must be keyed.
   */
  default boolean isForLife() {
    return false;
  }

  /** What values are. */
  ValueType valueType();

  /** What reports are; their shape and size never depend on the value. */
  ReportType reportType();

  /**
   * The number of people behind one estimate (of one stratum, in all rounds together) that the
   * protocol's own analysis needs; empty if it names no number. With fewer people the protocol
   * still answers, so that simulations can show its failures. Check the number before you ask real
   * people.
   */
  default OptionalLong usersNeeded() {
    return OptionalLong.empty();
  }

  /** This round, from 1, of a protocol of several; 0 if there is one round only. */
  default int round() {
    return 0;
  }

  /** Rounds at most; 0 if there is one round only. */
  default int rounds() {
    return 0;
  }

  /** The first round's spec. */
  default ProtocolSpec firstSpec() {
    return spec();
  }

  /**
   * The round in which a person answers.
   *
   * @param word uniform, independent of the value, and of the word that decides the cohort
   */
  default int roundOf(long word) {
    return round();
  }

  /** The next round; a protocol of one round has none. */
  default Protocol<V, ?> next(Accumulator<?> reports) {
    throw Require.refusal(
        "only a protocol of several rounds has a next round. Provided value: %s.", spec());
  }

  /** The later round of a state; a protocol of one round has none. */
  default Protocol<V, ?> resume(RoundState state) {
    throw Require.refusal(
        "state must be left out where there is one round. Provided value: %s.",
        state.fingerprint());
  }

  /**
   * Data that the spec names by its fingerprint, such as a strategy matrix; empty if the spec alone
   * defines the protocol. {@link Protocols#of(ProtocolSpec, byte[])} makes an equal protocol of
   * both on any machine.
   */
  default byte[] attachment() {
    return new byte[0];
  }

  /** The local randomizer: the only code that sees a value. */
  Randomizer<V, R> randomizer();

  /**
   * Some values that the randomizer takes, for test vectors and for the laws that every protocol is
   * held to. One may occur more than once. The list is permanent, as test vectors are.
   */
  default List<V> exampleValues() {
    return List.of();
  }

  /**
   * The true answers behind the estimates, and the estimates' variances; empty for a protocol
   * without such formulas.
   *
   * @param values each held by {@code people} people
   * @param people at least 1
   */
  default Optional<Expected> expected(List<V> values, long people) {
    return Optional.empty();
  }

  /**
   * The truth behind estimates: fixed people, chance in the coins only.
   *
   * @param answers the true answers, row by row
   * @param variances the variance of each estimate, in its unit squared
   */
  record Expected(double[] answers, double[] variances) {}

  /**
   * The public cohorts of people, by number; one if nothing public distinguishes people. Empty for
   * a protocol whose reports do not depend on finitely many inputs, which cannot be audited.
   */
  default List<Cohort<R>> eachCohort() {
    return List.of();
  }

  /** How reports add up. */
  Layout<R> layout();

  /** An empty accumulator that merges only with its like and with equal context. */
  default Accumulator<R> newAccumulator(String context) {
    return new Accumulator<>(spec(), context, layout());
  }

  /** An empty accumulator without further context. */
  default Accumulator<R> newAccumulator() {
    return newAccumulator("");
  }

  /**
   * Unbiased estimates with standard errors and two-sided intervals.
   *
   * @param reports what was accumulated; n = 0 is refused
   * @param confidence probability that an interval covers the truth, in (0, 1)
   */
  Estimate estimate(Accumulator<R> reports, double confidence);

  /**
   * The covariance of two rows' estimates, which sums and differences of rows need; empty for a
   * protocol without a formula.
   *
   * @param reports of which the rows were estimated
   * @param row the place of one of them
   * @param other the place of another
   */
  default OptionalDouble covariance(Accumulator<R> reports, int row, int other) {
    return OptionalDouble.empty();
  }

  /**
   * The best guess of each number: for reading, not for sums and differences. The estimates
   * themselves, where more is not known of the true numbers.
   */
  default double[] best(Estimate raw) {
    return raw.estimates();
  }

  /**
   * The most that one percent of fake reports could have shifted each estimate, in its unit,
   * upwards or downwards: with f percent it is f times as much. Empty for a protocol without such a
   * number.
   *
   * <p>A fake report is any that accumulators accept. The shift is against what honest reports of
   * the same people would have given on average, whatever values they hold. It is the worst case
   * over the fake reports, not an average: somebody who knows the protocol reaches it.
   *
   * @param n reports, the fake ones among them
   */
  default Optional<double[]> shiftPerPercent(long n) {
    return Optional.empty();
  }

  /** {@link #estimate(Accumulator, double)} with 95 % intervals. */
  default Estimate estimate(Accumulator<R> reports) {
    return estimate(reports, 0.95);
  }

  /**
   * People whose reports are made alike: the finitely many inputs that their reports depend on, and
   * the report of each. An audit knows a protocol by its cohorts and by nothing else.
   *
   * @param <R> a report
   */
  interface Cohort<R> {

    /**
     * The number of inputs, at least 2. Inputs 0 and 1 lie as far apart as any, and the first few
     * are spread over all, because an audit compares the first ones if there are many.
     */
    long inputs();

    /**
     * One report.
     *
     * @param input in [0, inputs)
     */
    R report(long input, RandomSource source);

    /**
     * How much more a report speaks for one input than for another, in any unit; audits look for
     * the reports where it is largest.
     */
    double contrast(R report, long input, long other);

    /** As {@link ItemProtocol#firstIndependentBit}. */
    default int firstIndependentBit() {
      return -1;
    }
  }
}
