package org.sparkldp.client;

/** A finite field by the powers of an element, with p numbers to a digit. */
final class Field {
  private final int p;
  private final int[] powers;
  private final int[] logarithms;

  Field(Fields numbers) {
    this.p = numbers.integer("p", 2, Draw.MOST_BITS);
    long[] all = numbers.integers("powers");
    this.powers = new int[all.length];
    this.logarithms = new int[all.length + 1];
    for (int e = 0; e < all.length; e++) {
      powers[e] = (int) all[e];
      logarithms[powers[e]] = e;
    }
  }

  int power(int e) {
    return powers[e];
  }

  /** a + times b, digit by digit. */
  int sum(int a, int b, int times) {
    long sum = 0;
    for (int place = 1; place <= powers.length; place *= p) {
      sum += (a / place + (long) times * (b / place % p)) % p * place;
    }
    return (int) sum;
  }

  int difference(int a, int b) {
    return sum(a, b, p - 1);
  }

  int product(int a, int b) {
    return a == 0 || b == 0 ? 0 : powers[(logarithms[a] + logarithms[b]) % powers.length];
  }
}
