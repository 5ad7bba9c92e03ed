package org.sparkldp.protocols.frequency;

import org.sparkldp.protocols.Compiled;

/**
 * The design of the affine line over a field of q elements: points are the elements, and a cell
 * supports the image of one set B of s elements under a map x ↦ g^c x + b. It promises a few
 * operations a cell, for any s.
 *
 * <p>These maps move any pair of points to any other, so that the images of any B support all pairs
 * equally often. B is chosen so that few of them differ: it consists of cosets of the largest
 * subgroup H of the field's multiplication for which that is possible, and of 0 if that makes H
 * larger. So with h elements of H and m = (q − 1)/h cosets, c in [0, m) gives all images; with g a
 * primitive element,
 *
 * <pre>
 *   cell = c q + b  supports  b + g^e for all e in [0, q − 1) with (e − c) mod m &lt; j,  and b if 0 is in B.
 * </pre>
 *
 * <p>h is gcd(s, q − 1) or gcd(s − 1, q − 1), the larger one, with 0 in B in the second case alone;
 * if they are equal, the first. With s = 1, B is 0 alone and a cell is the point: randomized
 * response. Nothing is multiplied then, and q may be any number.
 *
 * <p>Source: Wilson, "Cyclotomy and difference families in elementary abelian groups", Journal of
 * Number Theory 4, 1972.
 */
final class AffineLine implements BlockDesign {
  private final int q;
  private final int size;
  private final int cosets; // m
  private final int taken; // j
  private final int zero; // elements 0 in B
  private final int[] powers; // g^e
  private final int[] logarithms; // their inverse; of 0, none
  private final FiniteField field; // null where arithmetic is modulo q

  /**
   * @param q a prime, or a prime power that {@link FiniteField#exists}; any number ≥ 2 if size is 1
   * @param size in [1, q)
   */
  AffineLine(int q, int size) {
    int subgroup = subgroup(q, size);
    this.q = q;
    this.size = size;
    this.cosets = (q - 1) / subgroup;
    this.zero = size % subgroup == 0 && size > 1 ? 0 : 1;
    this.taken = (size - zero) / subgroup;
    this.field = size == 1 || isPrime(q) ? null : new FiniteField(q);
    this.powers = size == 1 ? others(q) : field == null ? powers(q) : field.powers();
    this.logarithms = new int[q];
    for (int e = 0; e < q - 1; e++) {
      logarithms[powers[e]] = e;
    }
  }

  /** Whether there is such a field here. */
  static boolean isField(int q) {
    return isPrime(q) || FiniteField.exists(q);
  }

  static boolean isPrime(int x) {
    for (int d = 2; (long) d * d <= x; d++) {
      if (x % d == 0) {
        return false;
      }
    }
    return x > 1;
  }

  /** Cells of the design, which may be too many. */
  static long cells(int q, int size) {
    return (long) q * ((q - 1) / subgroup(q, size));
  }

  private static int subgroup(int q, int size) {
    return Math.max(gcd(size, q - 1), gcd(size - 1, q - 1));
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** All elements but 0, in no group's order. */
  private static int[] others(int q) {
    int[] others = new int[q - 1];
    for (int e = 0; e < q - 1; e++) {
      others[e] = e + 1;
    }
    return others;
  }

  /** The powers of the smallest primitive element modulo a prime. */
  private static int[] powers(int q) {
    int[] powers = new int[q - 1];
    for (int g = 1; ; g++) {
      int order = 0;
      long power = 1;
      do {
        powers[order++] = (int) power;
        power = power * g % q;
      } while (power != 1 && order < q - 1);
      if (power == 1 && order == q - 1) {
        return powers;
      }
    }
  }

  @Override
  public int points() {
    return q;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int cells() {
    return q * cosets;
  }

  @Override
  public int supporting(int point, int draw) {
    int rest = draw - zero * cosets;
    if (rest < 0) {
      return draw * q + point; // b is the point
    }
    int e = rest / taken;
    int turned = e % cosets - (rest - e * taken);
    int c = turned + (turned < 0 ? cosets : 0);
    return c * q + minus(point, powers[e]);
  }

  @Override
  public int other(int point, int draw) {
    int i = draw / cosets;
    int c = draw - i * cosets;
    if (zero == 0) {
      if (i == 0) {
        return c * q + point; // the point is b
      }
      i--;
    }
    int left = cosets - taken; // cosets that are not in B
    int turn = i / left;
    int from = c + taken + (i - turn * left);
    int e = turn * cosets + from - (from >= cosets ? cosets : 0);
    return c * q + minus(point, powers[e]);
  }

  /** A field by its powers where it has tables, else by the element that they are of. */
  @Override
  public Compiled.Recipe recipe() {
    Compiled.Recipe line =
        Compiled.Recipe.of("line")
            .with("q", q)
            .with("cosets", cosets)
            .with("taken", taken)
            .with("zero", zero);
    return field != null ? field.in(line) : size == 1 ? line : line.with("generator", powers[1]);
  }

  private int minus(int a, int b) {
    if (field != null) {
      return field.difference(a, b);
    }
    int difference = a - b;
    return difference + (difference < 0 ? q : 0);
  }

  @Override
  public boolean supports(int cell, int point) {
    int c = cell / q;
    int x = minus(point, cell - c * q);
    return x == 0 ? zero == 1 : Math.floorMod(logarithms[x] - c, cosets) < taken;
  }

  /**
   * {@inheritDoc}
   *
   * <p>A sum for each element of each image of B with b = 0, which takes r k additions.
   */
  @Override
  public long[] supports(long[] counts, int k) {
    long[] supports = new long[k];
    for (int c = 0; c < cosets; c++) {
      if (zero == 1) {
        add(counts, c * q, 0, supports);
      }
      for (int e = 0; e < q - 1; e++) {
        int coset = e % cosets - c;
        if (coset + (coset < 0 ? cosets : 0) < taken) {
          add(counts, c * q, powers[e], supports);
        }
      }
    }
    return supports;
  }

  /** Adds to each point the cells whose b is the element below it. */
  private void add(long[] counts, int from, int element, long[] supports) {
    if (field != null) {
      for (int x = 0; x < supports.length; x++) {
        supports[x] += counts[from + field.difference(x, element)];
      }
      return;
    }
    int wrapped = Math.min(element, supports.length);
    for (int x = 0; x < wrapped; x++) {
      supports[x] += counts[from + x - element + q];
    }
    for (int x = wrapped; x < supports.length; x++) {
      supports[x] += counts[from + x - element];
    }
  }
}
