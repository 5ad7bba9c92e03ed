package org.sparkldp.client;

/** Cells of a design that are hyperplanes over q elements, and which of them support an item. */
final class Hyperplanes {
  private final int q;
  private final int[] powers;
  private final int[] spaces;

  Hyperplanes(int q, int dimensions) {
    this.q = q;
    this.powers = new int[dimensions];
    this.spaces = new int[dimensions];
    powers[0] = 1;
    for (int d = 1; d < dimensions; d++) {
      powers[d] = Math.multiplyExact(powers[d - 1], q);
      spaces[d] = spaces[d - 1] + powers[d - 1];
    }
  }

  private int free(int item) {
    int free = 0;
    while (item < spaces[spaces.length - 1 - free]) {
      free++;
    }
    return free;
  }

  private int dot(int w, int z) {
    return w == 0 ? z % q : ((w - 1) % q * (z % q) + dot((w - 1) / q, z / q)) % q;
  }

  private int cell(int item, int w, int off, int low) {
    int free = free(item);
    int digit = (off + q - dot(w, item - spaces[spaces.length - 1 - free])) % q;
    return spaces[free] + powers[free] * (q * w + 1 + digit) + low;
  }

  int supporting(int item, int u) {
    int rest = u - spaces[free(item)];
    int power = powers[free(item)];
    return rest < 0 ? u : cell(item, rest / power, 0, rest % power);
  }

  int other(int item, int u) {
    int power = powers[free(item)];
    int rest = u / power - 1;
    return rest < 0
        ? spaces[free(item)] + u
        : cell(item, rest / (q - 1), 1 + rest % (q - 1), u % power);
  }
}
