package org.sparkldp.protocols.frequency;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.wire.Wire;

/**
 * Local hashing: each person draws a public hash function at random, maps the own item to one of g
 * buckets with it, and reports the function with the bucket after g-ary randomized response. A
 * report supports the items that its function maps to its bucket, so that p = e^eps/(e^eps + g − 1)
 * and q = 1/g.
 *
 * <ul>
 *   <li>{@code blh(epsilon,k,hash)}, binary: g = 2; variance at small counts n ((e^eps + 1)/(e^eps
 *       − 1))²;
 *   <li>{@code olh(epsilon,k,g,hash)}, optimised: by default the g with the least variance at small
 *       counts, n (e^eps + g − 1)²/((e^eps − 1)² (g − 1)), which is near e^eps + 1, where it is 4 n
 *       e^eps/(e^eps − 1)².
 * </ul>
 *
 * <p>Two families of hash functions: {@link LinearLocalHashing} ({@code hash=linear}, the default),
 * whose collision probability is 1/g exactly and whose estimates come from a fast transform; and
 * {@link SeededLocalHashing} ({@code hash=seeded}), a seeded mixing function as in the paper, for
 * any g.
 *
 * <p>Source: Wang, Blocki, Li &amp; Jha, USENIX Security 2017, section 4.4 and equations 9 and 10;
 * binary local hashing is the logic of Bassily &amp; Smith, STOC 2015.
 */
public final class LocalHashing {
  private static final Wire WIRE =
      new Wire(
          "`hash=linear`: INT, seed g + bucket, seed in [0, g^d), bucket in [0, "
              + "g). `hash=seeded`: BIGINT, seed 2^32 + bucket, seed in [0, 2^30), "
              + "bucket in [0, g)",
          "Uniform(seeds), then KeepOrOther(H_seed(item), g, weight)",
          "`hash=linear`: reports by cell. `hash=seeded`: supporting reports by " + "item");

  /** The largest domain. */
  static final int MAX_K = 1 << 21;

  private static final Parameter HASH =
      Parameter.optional(
          "hash",
          Parameter.Kind.TEXT,
          "family of hash functions: linear (the default; exact, fast estimates) or seeded");

  private LocalHashing() {}

  static void require(double epsilon, int k) {
    Epsilon.require(epsilon);
    FrequencyOracle.requireK(k, MAX_K, "Map items to fewer groups first.");
  }

  /** The number of buckets with the least variance at small counts among the admissible ones. */
  static int bestBuckets(double epsilon, int most, IntPredicate admissible) {
    double e = StrictMath.exp(epsilon);
    int best = 2;
    for (int g = 3; g <= most; g++) {
      if (spread(e, g) < spread(e, best) && admissible.test(g)) {
        best = g;
      }
    }
    return best;
  }

  private static double spread(double e, int g) {
    return (e + g - 1) * (e + g - 1) / (g - 1);
  }

  private static boolean linear(Parameters given) {
    String hash = given.text("hash", "linear");
    Require.that(hash.equals("linear") || hash.equals("seeded"))
        .orRefuse(
            "hash must be linear or seeded. Provided value: %s. Leave it out for linear.", hash);
    return hash.equals("linear");
  }

  private static Protocol<?, ?> binary(Parameters given) {
    double epsilon = given.real("epsilon");
    int k = given.integer("k");
    return linear(given)
        ? LinearLocalHashing.binary(epsilon, k)
        : SeededLocalHashing.binary(epsilon, k);
  }

  private static Protocol<?, ?> optimised(Parameters given) {
    double epsilon = given.real("epsilon");
    int k = given.integer("k");
    OptionalInt g = given.optionalInteger("g");
    if (linear(given)) {
      return g.isPresent()
          ? LinearLocalHashing.optimised(epsilon, k, g.getAsInt())
          : LinearLocalHashing.optimised(epsilon, k);
    }
    return g.isPresent()
        ? SeededLocalHashing.optimised(epsilon, k, g.getAsInt())
        : SeededLocalHashing.optimised(epsilon, k);
  }

  /** Provides {@code blh(epsilon,k,hash)}. */
  public static final class Binary extends ProtocolProvider {
    public Binary() {
      super(
          "blh",
          6,
          "binary local hashing: a random hash function and the item's bit under it, perturbed",
          List.of(Parameter.EPSILON, Parameter.K, HASH),
          LocalHashing::binary);
    }

    @Override
    public Optional<Wire> wire() {
      return Optional.of(WIRE);
    }

    @Override
    protected List<String> variants() {
      return List.of("", "hash=seeded");
    }
  }

  /** Provides {@code olh(epsilon,k,g,hash)}. */
  public static final class Optimised extends ProtocolProvider {
    public Optimised() {
      super(
          "olh",
          7,
          "optimised local hashing: a random hash function and the item's bucket, perturbed",
          List.of(
              Parameter.EPSILON,
              Parameter.K,
              Parameter.optional(
                  "g",
                  Parameter.Kind.INTEGER,
                  "buckets, at least 2 (a prime power up to 256 for hash=linear); by default the"
                      + " best near e^epsilon + 1"),
              HASH),
          LocalHashing::optimised);
    }

    @Override
    public Optional<Wire> wire() {
      return Optional.of(WIRE);
    }

    @Override
    protected List<String> variants() {
      return List.of("", "hash=seeded");
    }
  }
}
