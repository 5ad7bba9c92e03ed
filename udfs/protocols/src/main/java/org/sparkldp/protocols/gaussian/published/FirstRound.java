package org.sparkldp.protocols.gaussian.published;

import org.sparkldp.protocols.RoundProtocol;

/** The round that a spec without a state means; it knows how later ones follow from a state. */
interface FirstRound<R> extends RoundProtocol<Double, R> {

  /**
   * The later round of a state.
   *
   * @param fingerprint what the spec calls it
   * @param attachment its bytes; others are refused
   */
  RoundProtocol<Double, ?> resume(String fingerprint, byte[] attachment);
}
