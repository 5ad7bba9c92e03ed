package org.sparkldp.protocols;

import java.util.Optional;
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
 */
public interface InRounds extends Attached {
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

  /** The first round's spec. */
  default ProtocolSpec firstSpec() {
    return at().firstSpec();
  }

  /** This round, from 1. */
  default int round() {
    return at().number();
  }

  /** Rounds at most; at least 2. */
  default int rounds() {
    return at().rounds();
  }

  /**
   * The round in which a person answers.
   *
   * @param word uniform, independent of the value, and of the word that decides the cohort
   * @return in [1, rounds]
   */
  default int roundOf(long word) {
    return at().roundOf(word);
  }

  @Override
  default byte[] attachment() {
    return at().attachment();
  }

  /**
   * The next round, decided by this one's reports (and the earlier ones'); it asks for the same
   * values.
   *
   * <p>Refuses in one sentence if this is the last round, or the reports are too few for the next
   * to make sense.
   */
  default Protocol<?, ?> next(Accumulator<?> reports) {
    return at().next(this, reports);
  }

  /**
   * The next round of a protocol, as {@link #next(Accumulator)}; none after the last, or where
   * there is one round only.
   */
  @SuppressWarnings("unchecked") // all rounds ask for the same values
  static <V> Optional<Protocol<V, ?>> next(Protocol<V, ?> protocol, Accumulator<?> reports) {
    return protocol
        .facet(InRounds.class)
        .filter(at -> at.round() < at.rounds())
        .map(at -> (Protocol<V, ?>) at.next(reports));
  }

  /** The later round of a state. */
  default Protocol<?, ?> resume(RoundState state) {
    return at().resume(state);
  }
}
