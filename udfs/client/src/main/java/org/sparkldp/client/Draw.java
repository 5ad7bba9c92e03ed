package org.sparkldp.client;

import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.function.DoubleToLongFunction;
import java.util.function.IntBinaryOperator;

/**
 * The draw of a report: steps that the question names, and integers that it gives them. It
 * evaluates + − × ÷ alone, and never decides a probability itself.
 */
interface Draw {
  /** Of a cell, or of what a randomizer draws first. */
  int MOST_CELLS = 1 << 24;

  /** Of a set of bits. */
  int MOST_BITS = 1 << 16;

  /** Of a number below 2^31, in any base. */
  int MOST_DIGITS = 31;

  /**
   * Draws the report of a value: an item, a number that is in range or clipped to it, or an
   * attribute's place each.
   *
   * @return what an envelope has: the number of a cell, or packed bits in base64
   */
  Object report(double[] value, Coins coins);

  /** A draw of items. */
  interface OfItems extends Draw {
    Object report(int item, Coins coins);

    @Override
    default Object report(double[] value, Coins coins) {
      return report((int) value[0], coins);
    }
  }

  /** The draw of a question's steps. */
  static Draw of(Fields n) {
    switch (n.text("steps")) {
      case "choice":
        return choice(n.integer("k"), n.word("weight"));
      case "hash":
        return hash(n, new Field(n), n.word("weight"));
      case "hadamard":
        return hadamard(n.integer("blocks"), n.integer("size"), n.word("weight"));
      case "hyperplanes":
        return hyperplanes(n);
      case "line":
        return line(n);
      case "subset":
        int items = n.integer("k", 1, MOST_BITS);
        return subset(items, n.integer("size", 1, items), n.own());
      case "bits":
        return bits(n.integer("k", 1, MOST_BITS), n.word("p"), n.word("q"));
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

  static OfItems choice(int k, long weight) {
    return (item, coins) -> coins.choose(item, k, weight, 0);
  }

  static OfItems hash(Fields n, Field field, long weight) {
    int g = n.integer("g", 2, MOST_CELLS);
    int digits = n.integer("digits", 1, MOST_DIGITS);
    int seeds = n.integer("seeds", 1, MOST_CELLS);
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
    int replicas = n.integer("replicas", 1, MOST_CELLS);
    int others = n.integer("cells", replicas + 1, 2 * MOST_CELLS) - replicas;
    long own = n.own();
    return (item, coins) ->
        coins.below(own)
            ? supporting.applyAsInt(item, coins.uniform(replicas))
            : other.applyAsInt(item, coins.uniform(others));
  }

  static OfItems hyperplanes(Fields n) {
    Hyperplanes space =
        new Hyperplanes(n.integer("q", 2, MOST_CELLS), n.integer("dimensions", 1, MOST_DIGITS));
    return design(n, space::supporting, space::other);
  }

  static OfItems line(Fields n) {
    int q = n.integer("q", 1, MOST_CELLS);
    int m = n.integer("cosets", 1, MOST_CELLS);
    int zero = n.integer("zero", 0, 1);
    int taken = n.integer("taken", n.integer("replicas") > zero * m ? 1 : 0, m - 1);
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
      BitSet bits = new BitSet();
      boolean isIn = coins.below(own);
      for (int j = k - 1 - (size - (isIn ? 1 : 0)); j < k - 1; j++) {
        int u = coins.uniform(j + 1);
        bits.set(bits.get(u) ? j : u);
      }
      if (bits.get(item)) {
        bits.set(k - 1); // the item's place stood for the last item
      }
      bits.set(item, isIn);
      return packed(bits, k);
    };
  }

  static String packed(BitSet bits, int k) {
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bits.toByteArray(), (k + 7) / 8));
  }

  static OfItems bits(int k, long p, long q) {
    return (item, coins) -> {
      BitSet bits = BitSet.valueOf(coins.bits(q, k));
      bits.set(item, coins.below(p));
      return packed(bits, k);
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
    int window = n.integer("window", 1, MOST_CELLS);
    int cells = n.integer("cells", window + 1, 2 * MOST_CELLS);
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
