package org.sparkldp.protocols.frequency;

import java.util.Arrays;
import org.sparkldp.protocols.Compiled;

/**
 * The field of g elements, g a prime power up to 256, as tables: 3 g² bytes.
 *
 * <p>Elements are 0 .. g − 1. With g = p^r, p prime, element a stands for the polynomial over the
 * integers modulo p whose coefficients are a's digits in base p, the lowest first. Sums are digit
 * by digit modulo p. Products are modulo x^r − c, where c is the smallest element for which the
 * powers of x run through all g − 1 elements but 0. For a prime (r = 1) both are the integers
 * modulo g, whatever c is; g = 4, 8, 9, 16 have c = 3, 3, 4, 3, for instance x³ = x + 1 in the
 * field of 8.
 */
final class FiniteField {
  /** The largest field. */
  static final int MAX_SIZE = 256;

  private final int size;
  private final int p;
  private final byte[] sums; // a + b at a * size + b
  private final byte[] differences;
  private final byte[] products;

  /** The field of {@code size} elements; {@code size} satisfies {@link #exists}. */
  FiniteField(int size) {
    this.size = size;
    this.p = smallestFactor(size);
    this.sums = new byte[size * size];
    this.differences = new byte[size * size];
    this.products = new byte[size * size];
    int[] powers = powers();
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        int sum = addMultiple(a, b, 1);
        sums[a * size + b] = (byte) sum;
        differences[sum * size + b] = (byte) a;
      }
    }
    for (int i = 0; i < size - 1; i++) {
      for (int j = 0; j < size - 1; j++) {
        products[powers[i] * size + powers[j]] = (byte) powers[(i + j) % (size - 1)];
      }
    }
  }

  /** Whether there is a field of that size here: a prime power between 2 and 256. */
  static boolean exists(int size) {
    if (size < 2 || size > MAX_SIZE) {
      return false;
    }
    int rest = size;
    while (rest % smallestFactor(size) == 0) {
      rest /= smallestFactor(size);
    }
    return rest == 1;
  }

  /** a + b. */
  int sum(int a, int b) {
    return sums[a * size + b] & 0xff;
  }

  /** a b. */
  int product(int a, int b) {
    return products[a * size + b] & 0xff;
  }

  /** The element d with b + d = a. */
  int difference(int a, int b) {
    return differences[a * size + b] & 0xff;
  }

  /** With what a client needs for its arithmetic: the powers of x, and p for sums by digits. */
  Compiled.Recipe in(Compiled.Recipe recipe) {
    return recipe.with("p", p).with("powers", Arrays.stream(powers()).asLongStream().toArray());
  }

  private static int smallestFactor(int x) {
    int factor = 2;
    while (x % factor != 0) {
      factor++;
    }
    return factor;
  }

  /** a + times · b with 0 ≤ times &lt; p, digit by digit in base p. */
  private int addMultiple(int a, int b, int times) {
    int result = 0;
    for (int place = 1; place < size; place *= p) {
      result += (a / place + times * (b / place)) % p * place;
    }
    return result;
  }

  /** 1, x, x², …, all elements but 0. */
  int[] powers() {
    int[] powers = new int[size - 1];
    for (int c = 1; ; c++) {
      int power = 1;
      int order = 0;
      do {
        powers[order++] = power;
        // Times x: the digits move up one place, and the one that leaves returns as its multiple of
        // c.
        power = addMultiple(power * p % size, c, power * p / size);
      } while (power > 1 && order < size - 1);
      if (power == 1 && order == size - 1) {
        return powers;
      }
    }
  }
}
