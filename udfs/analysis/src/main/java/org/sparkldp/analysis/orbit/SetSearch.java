package org.sparkldp.analysis.orbit;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.workload.GroupTransform;

/**
 * Looks for the subset S of a group H that is worth most at given prices c_η of the eigenvalues:
 *
 * <pre>
 *   (e−1)² Σ_η c_η |F(η)|² / (|H| + (e−1)|S|)²  =  (e−1)² Σ_{x,y in S} ĉ(x − y) / (…)²,
 * </pre>
 *
 * ĉ the transform of c (real, for c_η = c_−η). A quadratic form of 0s and 1s, searched by tabu: the
 * best flip of one element is made even if it loses, and elements just flipped rest a while (Glover
 * 1989). A flip costs O(|H|).
 */
final class SetSearch {
  private final int[] sizes;
  private final int order;
  private final CyclicGroup group;
  private final GroupTransform transform;
  private final double excess;
  private final RandomSource random;

  /** Differences x − y of a group that is neither one cycle nor binary; null for these. */
  private final int[] table;

  private final boolean binary;

  /** By axis, of 2π k/size. */
  private final double[][] cosines;

  private final double[][] sines;

  private double[] kernel;

  SetSearch(int[] sizes, double epsilon, RandomSource random) {
    this(sizes, epsilon, random, true);
  }

  /**
   * @param searching false for one that only computes {@link #powers}
   */
  SetSearch(int[] sizes, double epsilon, RandomSource random, boolean searching) {
    this.sizes = sizes.clone();
    this.group = new CyclicGroup(sizes);
    this.transform = new GroupTransform(sizes);
    this.order = transform.domain();
    this.excess = Math.expm1(epsilon);
    this.random = random;
    this.cosines = new double[sizes.length][];
    this.sines = new double[sizes.length][];
    for (int axis = 0; axis < sizes.length; axis++) {
      double unit = 2 * Math.PI / sizes[axis];
      cosines[axis] =
          IntStream.range(0, sizes[axis]).mapToDouble(k -> Math.cos(unit * k)).toArray();
      sines[axis] = IntStream.range(0, sizes[axis]).mapToDouble(k -> Math.sin(unit * k)).toArray();
    }
    boolean allTwo = true;
    for (int size : sizes) {
      allTwo &= size == 2;
    }
    this.binary = allTwo;
    this.table = allTwo || sizes.length == 1 || !searching ? null : new int[order * order];
    if (table != null) {
      for (int y = 0; y < order; y++) {
        int negative = group.negate(y);
        for (int x = 0; x < order; x++) {
          table[y * order + x] = group.add(x, negative);
        }
      }
    }
  }

  int[] sizes() {
    return sizes;
  }

  /** |H|. */
  int order() {
    return order;
  }

  /** Sets c_η, by character; the same for η and −η; all but the first matter. */
  void prices(double[] c) {
    double[] free = c.clone();
    free[0] = 0;
    this.kernel = transform.symmetric(free);
  }

  /** |F(η)|² (e−1)²/(|H| + (e−1)|S|)² by character, 0 for the first. */
  double[] powers(BitSet set) {
    double[] re = new double[order];
    set.stream().forEach(x -> re[x] = 1);
    double scale = excess / (order + excess * set.cardinality());
    if (binary) {
      double[] power = transform.symmetric(re);
      for (int eta = 0; eta < order; eta++) {
        power[eta] *= scale;
        power[eta] *= power[eta];
      }
      power[0] = 0;
      return power;
    }
    double[] im = new double[order];
    transform.forward(re, im);
    for (int eta = 0; eta < order; eta++) {
      re[eta] = scale * scale * (re[eta] * re[eta] + im[eta] * im[eta]);
    }
    re[0] = 0;
    return re;
  }

  /** (e−1)²/(|H| + (e−1) size)². */
  double scale(int size) {
    return square(excess / (order + excess * size));
  }

  /** F(η) = Σ_{s in S} conj η(s), by character. */
  void transform(BitSet set, double[] re, double[] im) {
    set.stream().forEach(x -> re[x] = 1);
    transform.forward(re, im);
  }

  /** η(x) for all η. */
  void character(int x, double[] re, double[] im) {
    re[0] = 1;
    im[0] = 0;
    int known = 1;
    int rest = x;
    for (int axis = sizes.length - 1; axis >= 0; axis--) {
      int size = sizes[axis];
      int digit = rest % size;
      rest /= size;
      for (int power = 1; power < size; power++) {
        int turn = (int) ((long) power * digit % size);
        double c = cosines[axis][turn];
        double s = sines[axis][turn];
        for (int k = 0; k < known; k++) {
          re[power * known + k] = re[k] * c - im[k] * s;
          im[power * known + k] = re[k] * s + im[k] * c;
        }
      }
      known *= size;
    }
  }

  /** The elements whose flip leaves the set worth most, the best first. */
  int[] bestFlips(BitSet set, int count) {
    double[] gain = new double[order];
    set.stream().forEach(y -> add(gain, y, 1));
    double value = set.stream().mapToDouble(y -> gain[y]).sum();
    int size = set.cardinality();
    double up = 1 / square(order + excess * (size + 1));
    double down = 1 / square(order + excess * (size - 1));
    for (int x = 0; x < order; x++) {
      gain[x] = (value + (set.get(x) ? -2 : 2) * gain[x] + kernel[0]) * (set.get(x) ? down : up);
    }
    double[] sorted = gain.clone();
    Arrays.sort(sorted);
    double least = sorted[order - Math.min(count, order)];
    return IntStream.range(0, order)
        .filter(x -> gain[x] >= least)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer x) -> -gain[x]))
        .limit(count)
        .mapToInt(x -> x)
        .toArray();
  }

  /** A uniform set of so many elements. */
  BitSet randomSet(int size) {
    int[] elements = new int[order];
    for (int i = 0; i < order; i++) {
      elements[i] = i;
    }
    BitSet set = new BitSet(order);
    for (int i = 0; i < size; i++) {
      int j = i + random.uniform(order - i);
      set.set(elements[j]);
      elements[j] = elements[i];
    }
    return set;
  }

  /** The best set seen within {@code patience} flips of the last improvement. */
  BitSet improve(BitSet start, int patience) {
    double[] gain = new double[order]; // Σ_{y in S} ĉ(x − y)
    boolean[] in = new boolean[order];
    int size = start.cardinality();
    double value = 0;
    for (int y = start.nextSetBit(0); y >= 0; y = start.nextSetBit(y + 1)) {
      in[y] = true;
      add(gain, y, 1);
    }
    for (int y = start.nextSetBit(0); y >= 0; y = start.nextSetBit(y + 1)) {
      value += gain[y];
    }
    int[] restsUntil = new int[order];
    double best = worth(value, size);
    BitSet bestSet = (BitSet) start.clone();
    int last = 0;
    int tenure = Math.max(2, Math.min(10, order / 8));
    for (int flip = 1; flip - last <= patience; flip++) {
      double up = size < order - 1 ? 1 / square(order + excess * (size + 1)) : -1;
      double down = size > 1 ? 1 / square(order + excess * (size - 1)) : -1;
      int chosen = -1;
      double chosenWorth = 0;
      for (int x = 0; x < order; x++) {
        double scale = in[x] ? down : up;
        if (scale < 0) {
          continue;
        }
        double after = (value + (in[x] ? -2 : 2) * gain[x] + kernel[0]) * scale;
        if ((chosen < 0 || after > chosenWorth) && (restsUntil[x] < flip || after > best)) {
          chosen = x;
          chosenWorth = after;
        }
      }
      if (chosen < 0) {
        continue;
      }
      int sign = in[chosen] ? -1 : 1;
      value += 2 * sign * gain[chosen] + kernel[0];
      size += sign;
      add(gain, chosen, sign);
      in[chosen] = !in[chosen];
      restsUntil[chosen] = flip + tenure / 2 + random.uniform(tenure);
      if (chosenWorth > best * (1 + 1e-9)) {
        best = chosenWorth;
        last = flip;
        bestSet.clear();
        for (int x = 0; x < order; x++) {
          if (in[x]) {
            bestSet.set(x);
          }
        }
      }
    }
    return bestSet;
  }

  private double worth(double value, int size) {
    return value / square(order + excess * size);
  }

  /** gain(x) += sign ĉ(x − y). */
  private void add(double[] gain, int y, int sign) {
    if (binary) {
      for (int x = 0; x < order; x++) {
        gain[x] += sign * kernel[x ^ y];
      }
    } else if (table == null) {
      for (int x = 0; x < y; x++) {
        gain[x] += sign * kernel[x - y + order];
      }
      for (int x = y; x < order; x++) {
        gain[x] += sign * kernel[x - y];
      }
    } else {
      for (int x = 0; x < order; x++) {
        gain[x] += sign * kernel[table[y * order + x]];
      }
    }
  }

  private static double square(double x) {
    return x * x;
  }
}
