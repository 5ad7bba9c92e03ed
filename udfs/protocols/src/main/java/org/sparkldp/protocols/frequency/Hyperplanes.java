package org.sparkldp.protocols.frequency;

import org.sparkldp.protocols.Compiled;

/**
 * The design of the projective space of dimension t − 1 over the integers modulo a prime q: points
 * are its points, and a cell supports the points of one hyperplane. It promises O(t) arithmetic a
 * cell, and t q additions a cell for the supports of all points.
 *
 * <p><b>Points and cells.</b> Both are vectors of t digits modulo q, not all 0, up to a factor; of
 * the q − 1 vectors that stand for one, the one is taken whose highest digit that is not 0 is 1.
 * With P_d = (q^d − 1)/(q − 1) points of d digits, the vector whose leading 1 is at place d and
 * whose lower digits are the number z in base q has number P_d + z. Thus dropping the lowest digit
 * y of cell c ≥ 1 gives the cell (c − 1) div q of one dimension less, where y = (c − 1) mod q; and
 * cell 0, the vector 0…01, becomes 0. A cell y supports the points x with Σ_i x_i y_{t−1−i} = 0
 * modulo q, in which a point's digits below its leading 1 are read from the other end: digit i of a
 * point's z, lowest first, meets the cell's digit i + 1 above the one that meets the leading 1.
 *
 * <p><b>Draws.</b> Let the leading 1 meet the cell's digit at place L. The digits above are a cell
 * w of t − 1 − L dimensions or 0, those below are free, and the one at L is then decided by w if
 * the cell is to be on the hyperplane, and any other one but that if it is not. Numbers are split
 * by division.
 */
final class Hyperplanes implements BlockDesign {
  private final int q;
  private final int dimensions; // t
  private final int[] powers; // q^d, d ≤ t − 1
  private final int[] spaces; // P_d, d ≤ t
  private final long reciprocal; // ⌈2^32 / q⌉

  /**
   * @param q a prime
   * @param dimensions t, at least 2, with q P_t below 2^32
   */
  Hyperplanes(int q, int dimensions) {
    this.q = q;
    this.dimensions = dimensions;
    this.powers = new int[dimensions];
    this.spaces = new int[dimensions + 1];
    for (int d = 0, power = 1; d < dimensions; d++, power *= q) {
      powers[d] = power;
      spaces[d + 1] = spaces[d] + power;
    }
    this.reciprocal = ((1L << 32) + q - 1) / q;
  }

  /** P_d, or a number beyond all limits. */
  static long space(int q, int d) {
    long points = 0;
    for (int i = 0; i < d && points < 1L << 31; i++) {
      points = points * q + 1;
    }
    return points;
  }

  /** The least t for which there are k points. */
  static int dimensions(int q, int k) {
    int d = 1;
    while (space(q, d) < k) {
      d++;
    }
    return d;
  }

  @Override
  public int points() {
    return spaces[dimensions];
  }

  @Override
  public int size() {
    return spaces[dimensions - 1];
  }

  @Override
  public int cells() {
    return spaces[dimensions];
  }

  @Override
  public int supporting(int point, int draw) {
    int lead = lead(point);
    int free = dimensions - 1 - lead; // L
    if (draw < spaces[free]) {
      return draw; // all digits from L on are 0
    }
    int rest = draw - spaces[free];
    int above = free == 0 ? rest : rest / powers[free];
    int low = rest - above * powers[free];
    return cell(above, point - spaces[lead], 0, free, low);
  }

  @Override
  public int other(int point, int draw) {
    int lead = lead(point);
    int free = dimensions - 1 - lead;
    int rest = free == 0 ? draw : draw / powers[free];
    int low = draw - rest * powers[free];
    if (rest == 0) {
      return spaces[free] + low; // the leading 1 is at L
    }
    int above = (rest - 1) / (q - 1);
    return cell(above, point - spaces[lead], rest - above * (q - 1), free, low);
  }

  /** The cell whose digit at L is {@code off} above the one that makes it orthogonal. */
  private int cell(int above, int z, int off, int free, int low) {
    int digit = off - product(above, z);
    digit += digit < 0 ? q : 0;
    return spaces[free] + powers[free] * (q * above + 1 + digit) + low;
  }

  @Override
  public Compiled.Recipe recipe() {
    return Compiled.Recipe.of("hyperplanes").with("q", q).with("dimensions", dimensions);
  }

  /** The leading place of a point. */
  private int lead(int point) {
    int lead = dimensions - 1;
    while (point < spaces[lead]) {
      lead--;
    }
    return lead;
  }

  /** Σ z_i w_i modulo q over the digits of a number z and of a cell w. */
  private int product(int w, int z) {
    int sum = 0;
    int cell = w;
    int number = z;
    while (cell > 0) {
      // Division by an invariant: exact, for x ⌈2^32 / q⌉ exceeds x 2^32 / q by less than x < 2^32
      // / q.
      int cellQuotient = (int) (((cell - 1) * reciprocal) >>> 32);
      int numberQuotient = (int) ((number * reciprocal) >>> 32);
      sum += (cell - 1 - q * cellQuotient) * (number - q * numberQuotient);
      cell = cellQuotient;
      number = numberQuotient;
    }
    return (sum + number % q) % q; // the cell's leading 1
  }

  @Override
  public boolean supports(int cell, int point) {
    int lead = lead(point);
    int above = cell;
    for (int place = dimensions - 1 - lead; place > 0 && above >= 0; place--) {
      above = above == 0 ? -1 : (above - 1) / q;
    }
    if (above <= 0) {
      return above < 0; // all digits from L on are 0; or all but the one at L, which is 1
    }
    int digit = (above - 1) % q;
    return (digit + product((above - 1) / q, point - spaces[lead])) % q == 0;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Points with the leading 1 at place j meet the upper j + 1 digits of cells alone, so that the
   * lowest digits are summed out one after the other, and each time one problem is left: {@link
   * #ofLeadingPoints}.
   */
  @Override
  public long[] supports(long[] counts, int k) {
    long[] supports = new long[k];
    long[] sums = counts;
    long vanished = 0;
    for (int lead = dimensions - 1; lead >= 0; lead--) {
      int points = Math.min(k - spaces[lead], powers[lead]);
      if (points > 0) {
        ofLeadingPoints(sums, lead + 1, vanished, supports, spaces[lead], points);
      }
      vanished += sums[0];
      long[] fewer = new long[spaces[lead]];
      for (int w = 0, at = 1; w < fewer.length; w++) {
        for (int y = 0; y < q; y++) {
          fewer[w] += sums[at++];
        }
      }
      sums = fewer;
    }
    return supports;
  }

  /**
   * C(x) for points whose leading 1 meets the lowest of a cell's d digits.
   *
   * <p>The cell's other digits are exchanged for the point's, as in {@link LinearLocalHashing}, the
   * lowest first. Before digit i is, entry [x_{i−1} .. x_0][w, y] is the number of reports whose
   * digits above are w and whose y_0 + x_0 y_1 + .. + x_{i−1} y_i is y, up to a factor: so it has P
   * places only, all together about as many as there are cells. Those where w and y are both 0 are
   * the supports so far.
   */
  private void ofLeadingPoints(
      long[] counts, int d, long vanished, long[] supports, int from, int points) {
    supports[from] = vanished;
    long[] sums = counts;
    int known = 1; // settings of the digits that are exchanged, which are the first points
    for (int m = d; m > 1; m--) {
      int size = spaces[m];
      int fewer = spaces[m - 1];
      int next = (int) Math.min((long) known * q, points);
      long[] exchanged = new long[next * fewer];
      for (int point = next - 1; point >= 0; point--) {
        int x = point / known;
        int before = (point - x * known) * size;
        supports[from + point] =
            supports[from + point - x * known] + sums[before + 1 + (x == 0 ? 0 : q - x)];
        exchange(sums, before, x, exchanged, point * fewer, fewer);
      }
      sums = exchanged;
      known = next;
    }
  }

  private void exchange(long[] sums, int before, int x, long[] exchanged, int after, int fewer) {
    // Where all digits above are 0, a factor makes the sum 1 unless it is 0.
    exchanged[after] = sums[before];
    for (int y = 0; y < q; y++) {
      if ((y + x) % q != 0) {
        exchanged[after] += sums[before + 1 + y];
      }
    }
    for (int block = 1; block < fewer; block += q) { // h, then the digit's q values
      int shift = 0; // a x
      for (int a = 0; a < q; a++) {
        int at = before + 1 + q * (block + a);
        int to = after + block;
        for (int y = 0; y < q - shift; y++) {
          exchanged[to + shift + y] += sums[at + y];
        }
        for (int y = q - shift; y < q; y++) {
          exchanged[to + shift + y - q] += sums[at + y];
        }
        shift += x;
        shift -= shift >= q ? q : 0;
      }
    }
  }
}
