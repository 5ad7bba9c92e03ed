package org.sparkldp.datasets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterRandomTest {
  private static final int N = 1 << 17;

  @FunctionalInterface
  private interface Words {
    long at(long n);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 31042cc5515af7ee",
    "1, 0, 1, 17121ecf373d2628",
    "1, 1, 1, 8700d1c75ed8f53e",
    "-1, 9223372036854775807, 7, c7e4db6821f55c5b",
    "42, 123456789, 3, 3bf7805831106e30"
  })
  void bits_agreeWithAnIndependentImplementationInPython(
      long seed, long index, int stream, String hex) {
    assertEquals(Long.parseUnsignedLong(hex, 16), CounterRandom.bits(seed, index, stream));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 5657375785937528303",
    "1, 0, 8488670887091938631",
    "1, 1, 3531955381324186028",
    "-1, 9223372036854775807, 1082372337519945636",
    "42, 123456789, 1008753353743087833"
  })
  void permute_agreesWithAnIndependentImplementationInPython(long seed, long index, long expected) {
    assertEquals(expected, CounterRandom.permute(seed, index));
  }

  @Test
  void bits_areUniformInEveryByte() {
    for (int shift = 0; shift < 64; shift += 8) {
      assertFalse(byteIsSkewed(n -> CounterRandom.bits(3, n, 1), shift), "rows");
      assertFalse(byteIsSkewed(n -> CounterRandom.bits(n, 0, 1), shift), "first rows of seeds");
    }
    assertTrue(byteIsSkewed(n -> n * 0x9e3779b97f4a7c15L & ~(n & 8), 0), "wrong twin");
  }

  @Test
  void bits_ofNeighbouringRowsStreamsAndSeedsAreIndependent() {
    assertFalse(
        depend(n -> CounterRandom.bits(3, n, 1), n -> CounterRandom.bits(3, n + 1, 1)), "rows");
    assertFalse(
        depend(n -> CounterRandom.bits(3, n, 1), n -> CounterRandom.bits(3, n, 2)), "streams");
    assertFalse(
        depend(n -> CounterRandom.bits(3, n, 1), n -> CounterRandom.bits(4, n, 1)), "seeds");
    assertFalse(
        depend(n -> CounterRandom.bits(n, 5, 1), n -> CounterRandom.bits(n, 6, 1)),
        "rows of many seeds");
    assertTrue(
        depend(n -> n * 0x9e3779b97f4a7c15L, n -> (n + 1) * 0x9e3779b97f4a7c15L), "wrong twin");
  }

  @Test
  void unit_staysInsideTheOpenUnitInterval() {
    // The extreme words are all zeros and all ones; no seed is known to give them, so the bound is
    // checked on the formula's own terms.
    assertTrue(0.5 * 0x1p-52 > 0 && ((1L << 52) - 1 + 0.5) * 0x1p-52 < 1);
    double mean =
        LongStream.range(0, N)
            .mapToDouble(n -> CounterRandom.unit(1, n, 1))
            .average()
            .orElseThrow();
    assertEquals(0.5, mean, 5 / Math.sqrt(12.0 * N));
  }

  @Test
  void permute_canBeUndone_soNoTwoIndexesShareAnIdentifier() {
    for (long seed : new long[] {0, 1, -1, Long.MIN_VALUE, 987654321}) {
      for (int n = 0; n < 10_000; n++) {
        long index = CounterRandom.bits(9, n, 1) >>> 1;
        assertEquals(index, undo(seed, CounterRandom.permute(seed, index)));
      }
      for (long index : new long[] {0, 1, Long.MAX_VALUE}) {
        assertEquals(index, undo(seed, CounterRandom.permute(seed, index)));
      }
    }
  }

  @Test
  void permute_scattersConsecutiveIndexes() {
    Set<Long> seen = new HashSet<>();
    int ascents = 0;
    for (long index = 0; index < N; index++) {
      long id = CounterRandom.permute(1, index);
      assertTrue(id >= 0 && seen.add(id));
      ascents += id < CounterRandom.permute(1, index + 1) ? 1 : 0;
    }
    // Ascents of a random permutation: mean N/2, variance N/12.
    assertEquals(N / 2.0, ascents, 5 * Math.sqrt(N / 12.0));
    assertFalse(byteIsSkewed(n -> CounterRandom.permute(1, n), 0));
    assertFalse(byteIsSkewed(n -> CounterRandom.permute(1, n), 55));
  }

  @Test
  void permute_refusesANegativeIndex() {
    assertThrows(IllegalArgumentException.class, () -> CounterRandom.permute(1, -1));
  }

  private static boolean byteIsSkewed(Words words, int shift) {
    long[] counts = new long[256];
    double[] uniform = new double[256];
    Arrays.fill(uniform, 1 / 256.0);
    for (long n = 0; n < N; n++) {
      counts[(int) (words.at(n) >>> shift) & 255]++;
    }
    return ChiSquare.rejects(counts, uniform);
  }

  /** Compares the top four bits and the low four bits of the two words. */
  private static boolean depend(Words one, Words other) {
    long[][] top = new long[16][16];
    long[][] low = new long[16][16];
    for (long n = 0; n < N; n++) {
      top[(int) (one.at(n) >>> 60)][(int) (other.at(n) >>> 60)]++;
      low[(int) one.at(n) & 15][(int) other.at(n) & 15]++;
    }
    return ChiSquare.findsDependence(top) || ChiSquare.findsDependence(low);
  }

  /** The steps of permute from the last to the first, each inverted modulo 2^63. */
  private static long undo(long seed, long id) {
    BigInteger modulus = BigInteger.ONE.shiftLeft(63);
    long[] keys = {mix(seed), mix(mix(seed) + 0x9e3779b97f4a7c15L)};
    BigInteger x = BigInteger.valueOf(id);
    for (int round = 1; round >= 0; round--) {
      x = undoXorShift(x, 32);
      x = divide(x, 0x94d049bb133111ebL, modulus);
      x = undoXorShift(x, 29);
      x = divide(x, 0xbf58476d1ce4e5b9L, modulus);
      x = undoXorShift(x, 32);
      x = x.subtract(BigInteger.valueOf(keys[round])).mod(modulus);
    }
    return x.longValueExact();
  }

  private static BigInteger divide(BigInteger x, long odd, BigInteger modulus) {
    return x.multiply(BigInteger.valueOf(odd).modInverse(modulus)).mod(modulus);
  }

  /** The x with x ^ (x >>> shift) = y: each pass makes shift more bits right, from the top. */
  private static BigInteger undoXorShift(BigInteger y, int shift) {
    BigInteger x = y;
    for (int right = shift; right < 63; right += shift) {
      x = y.xor(x.shiftRight(shift));
    }
    return x;
  }

  private static long mix(long seed) {
    // SplittableRandom's first word is the finalizer of seed plus the golden increment.
    return new SplittableRandom(seed - 0x9e3779b97f4a7c15L).nextLong();
  }
}
