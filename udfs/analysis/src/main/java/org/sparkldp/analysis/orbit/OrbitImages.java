package org.sparkldp.analysis.orbit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sparkldp.protocols.random.Hashes;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.strategy.Orbit;

/**
 * An orbit over the first b binary digits of a domain, moved to any others by permutations of the
 * digits.
 */
final class OrbitImages {
  /** Selections of digits that are all walked through; beyond it they are drawn. */
  private static final int ENUMERATED = 300_000;

  private OrbitImages() {}

  /**
   * The same rows with the fewest features: the characters with F(η) ≠ 0 span a group, a basis of
   * which are the new features, and the set is a union of classes of digits alike in all of them.
   *
   * @param powers |F(η)|², by characters of b binary digits
   */
  static Orbit reduced(int b, BitSet set, double[] powers) {
    double largest = 0;
    for (double power : powers) {
      largest = Math.max(largest, power);
    }
    // Gaussian elimination over bits.
    List<Integer> basis = new ArrayList<>();
    for (int eta = 1; eta < powers.length; eta++) {
      if (powers[eta] > 1e-9 * largest) {
        int rest = eta;
        for (int vector : basis) {
          rest = Math.min(rest, rest ^ vector);
        }
        if (rest != 0) {
          basis.add(rest);
        }
      }
    }
    int[][] features = new int[basis.size()][b];
    for (int j = 0; j < features.length; j++) {
      for (int i = 0; i < b; i++) {
        features[j][i] = basis.get(j) >> (b - 1 - i) & 1;
      }
    }
    BitSet base = new BitSet();
    set.stream()
        .forEach(
            x -> {
              int image = 0;
              for (int vector : basis) {
                image = 2 * image + (Integer.bitCount(vector & x) & 1);
              }
              base.set(image);
            });
    int[] moduli = new int[features.length];
    Arrays.fill(moduli, 2);
    return new Orbit(features, moduli, base, 1);
  }

  /**
   * The orbit's distinct images over d digits, all of them if there are at most {@code limit} and
   * not too many ways to choose the digits, else a random part; in random order.
   *
   * @param orbit over b binary digits, b ≤ d
   * @param isSymmetric whether the order of the digits makes no difference
   */
  static List<Orbit> of(
      Orbit orbit, int b, int d, boolean isSymmetric, int limit, RandomSource random) {
    double ways = 1;
    for (int i = 0; i < b; i++) {
      ways *= isSymmetric ? (d - i) / (i + 1.0) : d - i;
    }
    Walk walk = new Walk(orbit, d, isSymmetric);
    if (ways <= ENUMERATED) {
      walk.all(new int[b], 0, 0);
    } else {
      int[] digits = new int[d];
      for (int i = 0; i < d; i++) {
        digits[i] = i;
      }
      for (int tries = 0; tries < 2 * limit; tries++) {
        shuffle(digits, random);
        walk.visit(Arrays.copyOf(digits, b));
      }
    }
    List<Orbit> images = walk.images;
    for (int i = 0; i < images.size() - 1; i++) {
      int j = i + random.uniform(images.size() - i);
      Orbit swap = images.get(i);
      images.set(i, images.get(j));
      images.set(j, swap);
    }
    return images.size() > limit ? images.subList(0, limit) : images;
  }

  private static void shuffle(int[] digits, RandomSource random) {
    for (int i = digits.length - 1; i > 0; i--) {
      int j = random.uniform(i + 1);
      int swap = digits[i];
      digits[i] = digits[j];
      digits[j] = swap;
    }
  }

  private static final class Walk {
    private final Orbit orbit;
    private final int d;
    private final boolean isSymmetric;
    private final double[] powers;
    private final Set<Long> seen = new HashSet<>();
    private final List<Orbit> images = new ArrayList<>();

    Walk(Orbit orbit, int d, boolean isSymmetric) {
      this.orbit = orbit;
      this.d = d;
      this.isSymmetric = isSymmetric;
      this.powers = new SetSearch(orbit.moduli(), 1, null).powers(orbit.base());
    }

    void all(int[] digits, int filled, int used) {
      if (filled == digits.length) {
        visit(digits.clone());
        return;
      }
      int from = isSymmetric && filled > 0 ? digits[filled - 1] + 1 : 0;
      for (int digit = from; digit < d; digit++) {
        if ((used >> digit & 1) == 0) {
          digits[filled] = digit;
          all(digits, filled + 1, used | 1 << digit);
        }
      }
    }

    /** Two images are one if they have the same |F|² at the same characters. */
    void visit(int[] digits) {
      int[][] features = new int[orbit.features().length][d];
      int[] vectors = new int[features.length];
      for (int j = 0; j < features.length; j++) {
        for (int i = 0; i < digits.length; i++) {
          features[j][digits[i]] = orbit.features()[j][i];
          vectors[j] |= orbit.features()[j][i] << (d - 1 - digits[i]);
        }
      }
      long fingerprint = 0;
      for (int eta = 1; eta < powers.length; eta++) {
        int character = 0;
        for (int j = 0; j < vectors.length; j++) {
          if ((eta >> (vectors.length - 1 - j) & 1) == 1) {
            character ^= vectors[j];
          }
        }
        // A sum, so that the order in which characters come makes no difference.
        fingerprint += Hashes.mix(character * Hashes.GAMMA + Math.round(powers[eta] * 1e12));
      }
      if (seen.add(fingerprint)) {
        images.add(new Orbit(features, orbit.moduli(), orbit.base(), 1));
      }
    }
  }
}
