package org.sparkldp.client;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.DoubleToLongFunction;
import java.util.function.IntBinaryOperator;

/**
 * The draw of a report: steps that the question names, and integers that it gives them. It
 * evaluates + − × ÷ alone, and never decides a probability itself.
 */
interface Draw {
  /**
   * Draws the report of a value: an item, a number that is in range or clipped to it, or an
   * attribute's place each.
   *
   * @return what an envelope has: the number of a cell, or packed bits in base64
   */
  Object report(double[] value, Coins coins);

  /** A draw of items. */
  interface OfItems {
    Object report(int item, Coins coins);
  }

  /** The draw of a question's steps. */
  static Draw of(Fields n) {
    switch (n.text("steps")) {
      case "choice":
        return items(choice(n.integer("k"), n.word("weight")));
      case "hash":
        return items(hash(n, new Field(n), n.word("weight")));
      case "hadamard":
        return items(hadamard(n.integer("blocks"), n.integer("size"), n.word("weight")));
      case "hyperplanes":
        return items(hyperplanes(n));
      case "line":
        return items(line(n));
      case "subset":
        return items(subset(n.integer("k"), n.integer("size"), n.own()));
      case "bits":
        return items(bits(n.integer("k"), n.word("p"), n.word("q")));
      case "window":
        return window(n, place(n));
      case "two-points":
        return twoPoints(n.word("least"), n.word("slope"), place(n));
      case "tables":
        return new Tables(n);
      default:
        throw new Refusal(
            "unknown-steps",
            "the question must be drawn by steps that this client knows; update the client.");
    }
  }

  /** How many items the steps take, or levels of each attribute of tables; none of a number. */
  static long[] sizes(Fields draw) {
    return draw.has("grids")
        ? draw.sections("grids").stream()
            .mapToLong(grid -> grid.integers("groups").length + grid.integer("apart"))
            .toArray()
        : draw.has("k") ? new long[] {draw.integer("k")} : new long[0];
  }

  static Draw items(OfItems draw) {
    return (value, coins) -> draw.report((int) value[0], coins);
  }

  static OfItems choice(int k, long weight) {
    return (item, coins) -> coins.choose(item, k, weight, 0);
  }

  static OfItems hash(Fields n, Field field, long weight) {
    int g = n.integer("g");
    int digits = n.integer("digits");
    int seeds = n.integer("seeds");
    return (item, coins) -> {
      int seed = coins.uniform(seeds);
      int hash = 0;
      for (int i = 0, s = seed, v = item; i < digits; i++, s /= g, v /= g) {
        hash = field.sum(hash, field.product(s % g, v % g), 1);
      }
      return (long) seed * g + coins.choose(hash, g, weight, 0);
    };
  }

  static OfItems hadamard(int blocks, int size, long weight) {
    int bits = Integer.numberOfTrailingZeros(size);
    return (item, coins) -> {
      int row = item / blocks + 1;
      long drawn = coins.choose(2 * (item % blocks), 2 * blocks, weight, bits);
      long half = drawn / size;
      long cell = drawn % size;
      boolean isOdd = (half + Long.bitCount(cell & row)) % 2 == 1;
      return half / 2 * size + (isOdd ? cell ^ Integer.lowestOneBit(row) : cell);
    };
  }

  /** A cell that supports the item in all but o of 2^64 cases, else another; each alike. */
  static OfItems design(Fields n, IntBinaryOperator supporting, IntBinaryOperator other) {
    int replicas = n.integer("replicas");
    int others = n.integer("cells") - replicas;
    long own = n.own();
    return (item, coins) ->
        coins.below(own)
            ? supporting.applyAsInt(item, coins.uniform(replicas))
            : other.applyAsInt(item, coins.uniform(others));
  }

  static OfItems hyperplanes(Fields n) {
    Hyperplanes space = new Hyperplanes(n.integer("q"), n.integer("dimensions"));
    return design(n, space::supporting, space::other);
  }

  static OfItems line(Fields n) {
    int q = n.integer("q");
    int m = n.integer("cosets");
    int taken = n.integer("taken");
    int zero = n.integer("zero");
    Field field = n.has("powers") ? new Field(n) : null;
    long generator = n.integer("generator", 0);
    IntBinaryOperator difference =
        (item, e) -> {
          if (field != null) {
            return field.difference(item, field.power(e));
          }
          long power = generator == 0 ? e + 1 : 1;
          long base = generator;
          for (int rest = generator == 0 ? 0 : e; rest != 0; rest /= 2, base = base * base % q) {
            power = rest % 2 == 1 ? power * base % q : power;
          }
          return (int) ((item - power + q) % q);
        };
    return design(
        n,
        (item, u) -> {
          int rest = u - zero * m;
          return rest < 0
              ? u * q + item
              : (rest / taken + m - rest % taken % m) % m * q
                  + difference.applyAsInt(item, rest / taken);
        },
        (item, u) -> {
          int c = u % m;
          int i = u / m - (zero == 0 ? 1 : 0);
          return i < 0
              ? c * q + item
              : c * q
                  + difference.applyAsInt(
                      item, i / (m - taken) * m + (c + taken + i % (m - taken)) % m);
        });
  }

  static OfItems subset(int k, int size, long own) {
    return (item, coins) -> {
      byte[] bits = new byte[(k + 7) / 8];
      boolean isIn = coins.below(own);
      for (int j = k - 1 - (size - (isIn ? 1 : 0)); j < k - 1; j++) {
        int u = coins.uniform(j + 1);
        put(bits, has(bits, u) ? j : u, true);
      }
      if (has(bits, item)) {
        put(bits, k - 1, true); // the item's place stood for the last item
      }
      put(bits, item, isIn);
      return Base64.getEncoder().encodeToString(bits);
    };
  }

  static boolean has(byte[] bits, int place) {
    return (bits[place >> 3] >> (place & 7) & 1) == 1;
  }

  static void put(byte[] bits, int place, boolean one) {
    int bit = 1 << (place & 7);
    bits[place >> 3] = (byte) (one ? bits[place >> 3] | bit : bits[place >> 3] & ~bit);
  }

  static OfItems bits(int k, long p, long q) {
    return (item, coins) -> {
      ByteBuffer packed = ByteBuffer.allocate((k + 63) / 64 * 8).order(ByteOrder.LITTLE_ENDIAN);
      for (long group : coins.bits(q, k)) {
        packed.putLong(group);
      }
      byte[] bits = Arrays.copyOf(packed.array(), (k + 7) / 8);
      put(bits, item, coins.below(p));
      return Base64.getEncoder().encodeToString(bits);
    };
  }

  /** Where a number is on a grid from end to end. */
  static DoubleToLongFunction place(Fields n) {
    double lower = n.real("lower");
    double upper = n.real("upper");
    int grid = n.integer("grid");
    boolean clips = n.integer("clip") == 1;
    return value -> {
      Refusal.unless(
          clips ? !Double.isNaN(value) : value >= lower && value <= upper,
          "outside",
          "a value must be a number in the question's range. One was not (it is not shown).");
      return Math.round((Math.max(lower, Math.min(upper, value)) - lower) / (upper - lower) * grid);
    };
  }

  static Draw window(Fields n, DoubleToLongFunction place) {
    long grid = n.integer("grid");
    int cells = n.integer("cells");
    int window = n.integer("window");
    long[] sums = n.integers("sums");
    long own = n.own();
    int last = sums.length - 1;
    return (value, coins) -> {
      long scaled = (2 * place.applyAsLong(value[0]) - grid) * sums[last];
      coins.word(); // the cohort's
      int from = 0;
      while (from < last - 1 && sums[from + 1] * grid <= scaled) {
        from++;
      }
      double width = (double) grid * (sums[from + 1] - sums[from]);
      double above = (scaled - sums[from] * grid) / width;
      if (above == 1 || coins.below((long) (above * 0x1p63) << 1)) {
        from++;
      }
      if (coins.below(own)) {
        return from + coins.uniform(window);
      }
      int other = coins.uniform(cells - window);
      return other < from ? other : other + window;
    };
  }

  static Draw twoPoints(long least, long slope, DoubleToLongFunction place) {
    return (value, coins) -> {
      long t = least + place.applyAsLong(value[0]) * slope;
      coins.word(); // the cohort's
      return coins.below(t) ? 1 : 0;
    };
  }
}
