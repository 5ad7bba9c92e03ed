package org.sparkldp.protocols;

import java.util.Optional;
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

  /** What values are. */
  ValueType valueType();

  /** What reports are; their shape and size never depend on the value. */
  ReportType reportType();

  /** The local randomizer: the only code that sees a value. */
  Randomizer<V, R> randomizer();

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

  /** {@link #estimate(Accumulator, double)} with 95 % intervals. */
  default Estimate estimate(Accumulator<R> reports) {
    return estimate(reports, 0.95);
  }

  /**
   * What more the protocol can do: {@link InRounds}, {@link Audited}, {@link Compiled}, {@link
   * Predicted}, {@link Resilient}, {@link Correlated}, {@link Postprocessed}, {@link ForLife},
   * {@link Attached}, {@link Demanding}, or an interface of another jar. Nobody asks a protocol for
   * its class; a protocol that passes on to another answers for that one.
   *
   * @param kind an interface
   */
  default <F> Optional<F> facet(Class<F> kind) {
    return Optional.of(this).filter(kind::isInstance).map(kind::cast);
  }
}
