package org.sparkldp.protocols.gaussian.published;

import org.sparkldp.protocols.RoundProtocol;

/** One round of two, with half of the people in either. */
interface TwoRounds<R> extends RoundProtocol<Double, R> {
  @Override
  default int rounds() {
    return 2;
  }

  @Override
  default int roundOf(long word) {
    return word < 0 ? 2 : 1;
  }
}
