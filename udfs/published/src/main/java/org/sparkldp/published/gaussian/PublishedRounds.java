package org.sparkldp.published.gaussian;

import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.RoundState;

/** The published protocols of several rounds. */
final class PublishedRounds {
  /** The round that a spec without a state means; it knows how later ones follow from a state. */
  interface Resumable<R> extends RoundProtocol<Double, R> {

    /** The later round of a state; another question's is refused. */
    RoundProtocol<Double, ?> resume(RoundState state);
  }

  /** One round of two, with half of the people in either. */
  interface OfTwo<R> extends RoundProtocol<Double, R> {
    @Override
    default int rounds() {
      return 2;
    }

    @Override
    default int roundOf(long word) {
      return word < 0 ? 2 : 1;
    }
  }

  private PublishedRounds() {}
}
