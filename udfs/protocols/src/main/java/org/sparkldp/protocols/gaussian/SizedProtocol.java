package org.sparkldp.protocols.gaussian;

import java.util.OptionalLong;

/**
 * A protocol that gives nonsense below a certain number of people, and knows it. It answers all the
 * same, so that its failures can be looked at in simulations; who asks real people should compare
 * first.
 */
public interface SizedProtocol {

  /**
   * People behind one estimate (one stratum's, in all rounds together) from which on the protocol's
   * own analysis holds; empty where it names no number.
   */
  OptionalLong usersNeeded();
}
