package org.sparkldp.protocols.strategy;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;

/**
 * One orbit with its integers, ready to sample: rows are the translates of a base set in a group H,
 * which the features map items to.
 */
final class OrbitMember {
  /** Rows of all orbits together, at most. */
  static final int ROW_LIMIT = 1 << 23;

  final int[][] features;
  final int[] moduli;
  final int[] masks; // binary features as masks of the item's bits; null for others
  final BitSet base;
  final int[] high;
  final int[] low;
  final long leaveOut;

  OrbitMember(int[] attributes, int[][] features, int[] moduli, BitSet base, long leaveOut) {
    this.features = features;
    this.moduli = moduli;
    this.base = base;
    this.leaveOut = leaveOut;
    int rows = Arrays.stream(moduli).reduce(1, Math::multiplyExact);
    this.high = base.stream().toArray();
    this.low = new int[rows - high.length];
    for (int i = 0, s = base.nextClearBit(0); i < low.length; s = base.nextClearBit(s + 1)) {
      low[i++] = s;
    }
    this.masks = masks(attributes, features, moduli);
  }

  private static int[] masks(int[] attributes, int[][] features, int[] moduli) {
    int r = attributes.length;
    if (Arrays.stream(attributes).anyMatch(n -> n != 2)
        || Arrays.stream(moduli).anyMatch(q -> q != 2)) {
      return null;
    }
    int[] masks = new int[features.length];
    for (int j = 0; j < masks.length; j++) {
      for (int i = 0; i < r; i++) {
        masks[j] |= (features[j][i] & 1) << (r - 1 - i);
      }
    }
    return masks;
  }

  int rows() {
    return high.length + low.length;
  }

  /** a(u). */
  int image(int item, int[] attributes) {
    int image = 0;
    if (masks != null) {
      for (int mask : masks) {
        image = (image << 1) | (Integer.bitCount(item & mask) & 1);
      }
      return image;
    }
    for (int j = 0; j < moduli.length; j++) {
      long sum = 0;
      int rest = item;
      for (int i = attributes.length - 1; i >= 0; i--) {
        sum += (long) features[j][i] * (rest % attributes[i]);
        rest /= attributes[i];
      }
      image = image * moduli[j] + (int) Math.floorMod(sum, (long) moduli[j]);
    }
    return image;
  }

  /** a − b in H. */
  int minus(int a, int b) {
    if (masks != null) {
      return a ^ b;
    }
    int difference = 0;
    int scale = 1;
    int restA = a;
    int restB = b;
    for (int j = moduli.length - 1; j >= 0; j--) {
      int q = moduli[j];
      difference += scale * Math.floorMod(restA % q - restB % q, q);
      scale *= q;
      restA /= q;
      restB /= q;
    }
    return difference;
  }

  /** Whether all rows are alike: then a report says nothing, and leaveOut is 0. */
  boolean isTrivial() {
    return high.length == 0 || low.length == 0;
  }

  /** Probability of a high row, given the orbit. */
  double highProbability() {
    return isTrivial() ? 1.0 / rows() : Thresholds.probability(-leaveOut) / high.length;
  }

  /** Probability of a low row, given the orbit. */
  double lowProbability() {
    return isTrivial() ? 1.0 / rows() : Thresholds.probability(leaveOut) / low.length;
  }

  /** Refuses forms that are not defined or not onto H, and base sets beyond it. */
  static void requireForms(int[] attributes, int[][] features, int[] moduli, BitSet base) {
    long rows = 1;
    boolean defined = features.length == moduli.length && features.length > 0;
    for (int j = 0; defined && j < moduli.length; j++) {
      defined = moduli[j] >= 2 && features[j].length == attributes.length;
      for (int i = 0; defined && i < attributes.length; i++) {
        defined = (long) features[j][i] * attributes[i] % moduli[j] == 0;
      }
      rows *= moduli[j];
      defined &= rows <= ROW_LIMIT;
    }
    if (!defined || base.length() > rows) {
      throw Require.refusal(
          "an orbit must have features that are defined on its attributes, and a base set"
              + " within their group. Provided: features %s modulo %s over attributes %s.",
          Arrays.deepToString(features), Arrays.toString(moduli), Arrays.toString(attributes));
    }
    if (!isOnto(attributes, features, moduli)) {
      throw Require.refusal(
          "an orbit's features must be independent. Provided: features %s modulo %s.",
          Arrays.deepToString(features), Arrays.toString(moduli));
    }
  }

  /**
   * Whether the features reach all of H.
   *
   * <p>They do if no character of H but the trivial one becomes trivial on the domain. If one does,
   * so does a multiple of it whose order is a prime p. Characters of order p are vectors over the
   * field of p elements, with a coordinate for each modulus that p divides; and so are their
   * images, with one for each attribute that p divides. Between them the features are a matrix
   * modulo p. So they are onto just if for each p this matrix has independent rows.
   */
  static boolean isOnto(int[] attributes, int[][] features, int[] moduli) {
    long left = Arrays.stream(moduli).asLongStream().reduce(1, (a, b) -> a * b);
    for (int p = 2; left > 1; p++) {
      if (left % p == 0) { // and so p is a prime: smaller ones have been divided out
        if (!areIndependent(modulo(p, attributes, features, moduli), p)) {
          return false;
        }
        while (left % p == 0) {
          left /= p;
        }
      }
    }
    return true;
  }

  private static long[][] modulo(int p, int[] attributes, int[][] features, int[] moduli) {
    int[] columns =
        IntStream.range(0, attributes.length).filter(i -> attributes[i] % p == 0).toArray();
    return IntStream.range(0, moduli.length)
        .filter(j -> moduli[j] % p == 0)
        .mapToObj(
            j -> Arrays.stream(columns).mapToLong(i -> Math.floorMod(features[j][i], p)).toArray())
        .toArray(long[][]::new);
  }

  /** By elimination without division: a row is combined with the one that has a leading digit. */
  private static boolean areIndependent(long[][] rows, int p) {
    for (int r = 0; r < rows.length; r++) {
      int lead = 0;
      while (lead < rows[r].length && rows[r][lead] == 0) {
        lead++;
      }
      if (lead == rows[r].length) {
        return false;
      }
      for (int below = r + 1; below < rows.length; below++) {
        long own = rows[r][lead];
        long other = rows[below][lead];
        for (int i = 0; i < rows[r].length; i++) {
          rows[below][i] = Math.floorMod(rows[below][i] * own - rows[r][i] * other, (long) p);
        }
      }
    }
    return true;
  }

  /** The character of the domain that a character of H becomes. */
  static int character(int[] attributes, int[][] features, int[] moduli, int eta) {
    int character = 0;
    for (int i = 0; i < attributes.length; i++) {
      long numerator = 0;
      int rest = eta;
      for (int j = moduli.length - 1; j >= 0; j--) {
        // n_i c_ji / q_j is an integer.
        numerator += (rest % moduli[j]) * ((long) attributes[i] * features[j][i] / moduli[j]);
        rest /= moduli[j];
      }
      character = character * attributes[i] + (int) Math.floorMod(numerator, (long) attributes[i]);
    }
    return character;
  }
}
