package org.sparkldp.published.frequency;

import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.frequency.LinearLocalHashing;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.wire.Wire;

/**
 * Binary local hashing, {@code blh(epsilon,k,hash)}: local hashing with two buckets. Its variance
 * at small counts is n ((e^eps + 1)/(e^eps − 1))², which {@code hadamard} has as well.
 *
 * <p>Input, report, guarantee, estimator, cost and errors: {@link LinearLocalHashing} and {@link
 * SeededLocalHashing}.
 *
 * <p>Source: Wang, Blocki, Li &amp; Jha, USENIX Security 2017, section 4.4; the logic of Bassily
 * &amp; Smith, STOC 2015.
 */
public final class BinaryLocalHashing {
  private BinaryLocalHashing() {}

  private static FrequencyOracle<?> of(Parameters given) {
    return given.text("hash").equals("linear")
        ? LinearLocalHashing.of(given, 2)
        : SeededLocalHashing.of(given, 2);
  }

  private static String either(String linear, String seeded) {
    return "`hash=linear`: " + linear + ". `hash=seeded`: " + seeded;
  }

  /** {@code blh(epsilon,k,hash)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              "blh",
              6,
              "binary local hashing: a random hash function and the item's bit under it, perturbed")
          .takes(
              Parameter.EPSILON,
              LinearLocalHashing.K,
              Parameter.word(
                  "hash",
                  "family of hash functions: linear (the default; exact, fast estimates) or"
                      + " seeded",
                  "linear",
                  "seeded"))
          .sends(
              new Wire(
                  either(LinearLocalHashing.WIRE.report(), SeededLocalHashing.WIRE.report()),
                  LinearLocalHashing.WIRE.coins(),
                  either(LinearLocalHashing.WIRE.counters(), SeededLocalHashing.WIRE.counters())))
          .variants("", "hash=seeded")
          .makes(BinaryLocalHashing::of);
}
