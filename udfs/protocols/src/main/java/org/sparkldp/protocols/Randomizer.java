package org.sparkldp.protocols;

import org.sparkldp.protocols.random.RandomSource;

/**
 * A local randomizer: the map from a value to a report. Stateless and safe for threads.
 *
 * @param <V> a value
 * @param <R> a report
 */
public interface Randomizer<V, R> {

  /**
   * One report. Refuses a value outside the domain without naming it.
   *
   * @param source where the coins come from; in keyed mode it must have been opened with {@link
   *     #encode} of the same value
   */
  R randomize(V value, RandomSource source);

  /**
   * The value as the word that enters keyed randomness: equal values give equal words, and values
   * that {@link #randomize} distinguishes give different ones.
   */
  long encode(V value);
}
