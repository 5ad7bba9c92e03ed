package org.sparkldp.published.rappor;

import java.nio.charset.StandardCharsets;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.ReleaseKey;

/**
 * RAPPOR on one person's device: reports a value as often as asked, at a cost of one epsilon per
 * value.
 *
 * <p>Memoization without memory: the coins of each stage are a pseudorandom function, under the
 * person's own secret, of what that stage may depend on.
 *
 * <pre>
 *   cohort          the person
 *   permanent       the person and the value
 *   instantaneous   the person, the value and the report's number (round)
 * </pre>
 *
 * So the permanent bits of a value are the same in every report, today and after a restart, and
 * asking twice for one round gives the same report twice. Different stages and different specs have
 * different labels and never share coins.
 *
 * <p>Guarantee: {@link Rappor#guarantee} for all reports of one value together, {@link
 * Rappor#reportEpsilon} for one of them; it is computational, resting on HMAC-SHA256, SipHash and
 * AES, and on the secret staying on the device: anyone who has it can undo the reports. Lose the
 * secret, and the next one spends epsilon anew.
 *
 * <p>Immutable and safe for threads.
 */
public final class RapporClient {
  private static final byte[] NOTHING = {};

  private final Rappor protocol;
  private final int cohort;
  private final KeyedRandomness permanent;
  private final KeyedRandomness instantaneous;

  /**
   * @param protocol what is asked
   * @param secret this person's own, from a good source, never anybody else's
   */
  public RapporClient(Rappor protocol, ReleaseKey secret) {
    this.protocol = protocol;
    this.cohort =
        protocol.cohort(
            new KeyedRandomness(secret, "rappor cohort of " + protocol).open(NOTHING, 0));
    this.permanent = new KeyedRandomness(secret, "rappor permanent of " + protocol);
    this.instantaneous = new KeyedRandomness(secret, "rappor instantaneous of " + protocol);
  }

  /** This person's cohort, in [0, cohorts). */
  public int cohort() {
    return cohort;
  }

  /**
   * A report of a text.
   *
   * @param round the report's number, such as the day; a new one gives fresh instantaneous coins
   */
  public byte[] report(CharSequence text, long round) {
    byte[] id = text.toString().getBytes(StandardCharsets.UTF_8);
    long[] words = protocol.bloom(text, cohort);
    protocol.permanent(words, permanent.open(id, 0));
    return protocol.instantaneous(cohort, words, instantaneous.open(id, round));
  }

  /**
   * A report of an item, that is of its index in decimal.
   *
   * @param item in [0, k); another is refused without being named
   */
  public byte[] report(int item, long round) {
    protocol.requireItem(item);
    return report(Integer.toString(item), round);
  }

  /** Names the protocol and cohort, never the secret. */
  @Override
  public String toString() {
    return protocol + ", cohort " + cohort;
  }
}
