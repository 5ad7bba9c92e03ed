package org.sparkldp.datasets;

/**
 * Counter-based randomness for synthetic data: a random word is a pure function of (seed, index,
 * stream), with no state to carry from row to row.
 *
 * <p>It makes data, never privacy noise: whoever knows the seed knows every word, and the function
 * is not cryptographic.
 *
 * <p>Cost: three 64-bit finalizers, some 5 ns. Source of the finalizer and its increment: Steele,
 * Lea and Flood 2014, OOPSLA, "Fast splittable pseudorandom number generators", figure 16
 * (Stafford's variant 13).
 */
public final class CounterRandom {
  /** 2^64 divided by the golden ratio, made odd: consecutive multiples are well spread. */
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private static final long MASK_63 = Long.MAX_VALUE;

  private CounterRandom() {}

  /**
   * 64 uniform bits.
   *
   * @param seed which table
   * @param index which row
   * @param stream which draw of the row
   */
  public static long bits(long seed, long index, int stream) {
    // The stream key enters both inside and outside. SplitMix64 alone, mix(key + index * GOLDEN),
    // would make all streams windows on one cycle, and two windows may overlap.
    long key = mix(seed + GOLDEN * (stream + 1L));
    return mix(key + mix(key + GOLDEN * index));
  }

  /** A uniform double in (0, 1): the centre of one of 2^52 equal cells, so never 0 and never 1. */
  public static double unit(long seed, long index, int stream) {
    return ((bits(seed, index, stream) >>> 12) + 0.5) * 0x1p-52;
  }

  /**
   * A bijection of [0, 2^63) chosen by the seed: distinct indexes give distinct identifiers that
   * are neither consecutive nor ordered.
   *
   * @param index in [0, 2^63)
   */
  public static long permute(long seed, long index) {
    if (index < 0) {
      throw GeneratorRefusal.of(
          "A row index must be in [0, 2^63). Provided value: %s. Count rows from 0.", index);
    }
    // Each step can be undone modulo 2^63: adding a key, multiplying by an odd number, and xor with
    // a right shift (the high bits stay, and give back the low ones).
    long x = index;
    long key = mix(seed);
    for (int round = 0; round < 2; round++) {
      x = (x + key) & MASK_63;
      x = ((x ^ (x >>> 32)) * 0xbf58476d1ce4e5b9L) & MASK_63;
      x = ((x ^ (x >>> 29)) * 0x94d049bb133111ebL) & MASK_63;
      x ^= x >>> 32;
      key = mix(key + GOLDEN);
    }
    return x;
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
