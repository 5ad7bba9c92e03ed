package org.sparkldp.protocols;

import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * One round of a protocol of several. It is sequentially interactive: what earlier people reported
 * decides what later ones are asked, and each person answers in one round only.
 *
 * <p>The first round's spec states the question. Each later round has the same spec with one more
 * parameter, {@code state}: the fingerprint of its {@link #attachment}, a {@link RoundState} with
 * the first round's accumulator at least, which names the question, and whatever later rounds need
 * of the others. Every round may be estimated on the way.
 *
 * <p>Which round a person answers in is a public function of a word that has nothing to do with the
 * value ({@link #roundOf}), the same in all rounds.
 *
 * @param <V> a value
 * @param <R> a report
 */
public interface RoundProtocol<V, R> extends Protocol<V, R> {
  /** The parameter by which later rounds name their attachment. */
  Parameter STATE =
      Parameter.text(
              "state",
              "fingerprint of the earlier rounds' reports; the estimate of a round writes it")
          .optional();

  /** Where this round stands. */
  Round<?, ?> at();

  /** Refuses an accumulator of another protocol. */
  void requireOwn(Accumulator<?> reports);

  @Override
  default ProtocolSpec firstSpec() {
    return at().firstSpec();
  }

  /** This round, from 1. */
  @Override
  default int round() {
    return at().number();
  }

  /** Rounds at most; at least 2. */
  @Override
  default int rounds() {
    return at().rounds();
  }

  /**
   * The round in which a person answers.
   *
   * @param word uniform, independent of the value, and of the word that decides the cohort
   * @return in [1, rounds]
   */
  @Override
  default int roundOf(long word) {
    return at().roundOf(word);
  }

  @Override
  default byte[] attachment() {
    return at().attachment();
  }

  /**
   * The next round, decided by this one's reports (and the earlier ones').
   *
   * <p>Refuses in one sentence if this is the last round, or the reports are too few for the next
   * to make sense.
   */
  @Override
  @SuppressWarnings("unchecked") // all rounds ask for the same values
  default RoundProtocol<V, ?> next(Accumulator<?> reports) {
    return (RoundProtocol<V, ?>) at().next(this, reports);
  }

  @Override
  @SuppressWarnings("unchecked") // all rounds ask for the same values
  default Protocol<V, ?> resume(RoundState state) {
    return (RoundProtocol<V, ?>) at().resume(state);
  }
}
