package org.sparkldp.analysis.orbit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.sparkldp.analysis.orbit.ColumnGeneration.MixtureColumn;
import org.sparkldp.protocols.strategy.Orbit;

/** Base sets of binary digits that depend on how many digits are 1: all of them, as columns. */
final class SymmetricFunctions {
  private SymmetricFunctions() {}

  /** A symmetric function of b digits: high where the number of ones is in a mask. */
  record SymmetricColumn(int b, int mask, double[] values) implements MixtureColumn {
    @Override
    public Orbit orbit() {
      int[] moduli = new int[b];
      Arrays.fill(moduli, 2);
      BitSet base = new BitSet();
      for (int x = 0; x < 1 << b; x++) {
        if ((mask >> Integer.bitCount(x) & 1) == 1) {
          base.set(x);
        }
      }
      return new Orbit(identity(b, b), moduli, base, 1);
    }
  }

  /** The functions of 1 to 14 of d digits, where their images are not too many for the group. */
  static List<MixtureColumn> pool(int d, int characters, CharacterClasses classes, double epsilon) {
    List<MixtureColumn> pool = new ArrayList<>();
    double images = 1;
    for (int b = 1; b <= Math.min(d, 14); b++) {
      images *= (d - b + 1.0) / b;
      if (images * (1 << b) <= 32.0 * characters) {
        addTo(pool, b, classes, epsilon);
      }
    }
    return pool;
  }

  /**
   * F(η) of a symmetric function depends on the number j of digits in η: Σ_i mask_i K_i(j), with
   * the Krawtchouk polynomials K_i(j) the coefficients of (1 − z)^j (1 + z)^{b−j}.
   */
  private static void addTo(
      List<MixtureColumn> pool, int b, CharacterClasses classes, double epsilon) {
    double[][] krawtchouk = new double[b + 1][];
    for (int j = 0; j <= b; j++) {
      krawtchouk[j] = krawtchouk(b, j);
    }
    double excess = Math.expm1(epsilon);
    for (int mask = 1; mask < (2 << b) - 1; mask++) {
      double[] values = new double[classes.a().length];
      double members = 1;
      double size = 0;
      for (int j = 0; j <= b; j++) {
        double transform = 0;
        for (int i = 0; i <= b; i++) {
          transform += (mask >> i & 1) * krawtchouk[j][i];
        }
        if (j == 0) {
          size = transform;
        } else {
          members *= (b - j + 1.0) / j;
          int index = classes.of()[(1 << j) - 1];
          if (index >= 0) {
            double f = excess * transform / ((1 << b) + excess * size);
            values[index] = members * f * f;
          }
        }
      }
      pool.add(new SymmetricColumn(b, mask, values));
    }
  }

  /** K_0(j), …, K_b(j) over b binary digits. */
  static double[] krawtchouk(int b, int j) {
    double[] coefficients = {1};
    for (int factor = 0; factor < b; factor++) {
      double sign = factor < j ? -1 : 1;
      double[] product = Arrays.copyOf(coefficients, coefficients.length + 1);
      for (int i = 0; i < coefficients.length; i++) {
        product[i + 1] += sign * coefficients[i];
      }
      coefficients = product;
    }
    return coefficients;
  }

  /** The first attributes as features. */
  static int[][] identity(int features, int attributes) {
    int[][] identity = new int[features][attributes];
    for (int j = 0; j < features; j++) {
      identity[j][j] = 1;
    }
    return identity;
  }
}
