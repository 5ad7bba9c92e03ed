package org.sparkldp.protocols.postprocess;

/**
 * A trend filter of order 0 on a path: numbers that rarely change from one place to the next. It
 * finds the x with the least ½ Σ w (y − x)² + λ Σ |x_{v+1} − x_v|, exactly, in O(k).
 *
 * <p>Sums of w y over sums of w are a road; a string pulled taut through the tube of radius λ about
 * it, fixed at both ends, has the slopes x. From its last bend on, the hulls of the tube's two
 * walls are kept; where they cross, the string bends.
 *
 * <p>Source: Davies &amp; Kovac, Ann. Statist. 29, 2001.
 */
final class TautString {
  private final double[] road;
  private final double[] sums;
  private final double lambda;

  private TautString(double[] y, double[] w, double lambda) {
    this.lambda = lambda;
    road = new double[y.length + 1];
    sums = new double[y.length + 1];
    for (int v = 0; v < y.length; v++) {
      road[v + 1] = road[v] + w[v];
      sums[v + 1] = sums[v] + w[v] * y[v];
    }
  }

  /** One wall's hull from the last bend: places whose slopes grow, or fall, with a sign of -1. */
  private final class Wall {
    final int sign;
    final int[] places = new int[road.length];
    int head;
    int tail;

    Wall(int sign) {
      this.sign = sign;
    }

    double height(int place) {
      boolean isEnd = place == 0 || place == road.length - 1;
      return sums[place] + (isEnd ? 0 : sign * lambda);
    }

    void push(int place, Bend bend) {
      places[tail++] = place;
      while (tail - head >= 2 && sign * slope(tail - 1, bend) <= sign * slope(tail - 2, bend)) {
        places[tail - 2] = place;
        tail--;
      }
    }

    /** The slope of the hull's side that ends at a place of it. */
    double slope(int at, Bend bend) {
      int to = places[at];
      return at == head
          ? (height(to) - bend.height) / (road[to] - road[bend.place])
          : (height(to) - height(places[at - 1])) / (road[to] - road[places[at - 1]]);
    }
  }

  private record Bend(int place, double height) {}

  /** The numbers. */
  static double[] of(double[] y, double[] w, double lambda) {
    return new TautString(y, w, lambda).pulled();
  }

  private double[] pulled() {
    int k = road.length - 1;
    double[] x = new double[k];
    Wall upper = new Wall(1);
    Wall lower = new Wall(-1);
    Bend bend = new Bend(0, 0);
    for (int place = 1; place <= k; place++) {
      upper.push(place, bend);
      lower.push(place, bend);
      while (lower.slope(lower.head, bend) > upper.slope(upper.head, bend)) {
        // The wall that has just been met from the bend is the one that turns the string.
        Wall turned = upper.tail - upper.head == 1 ? lower : upper;
        bend = bendAt(turned, bend, x);
      }
    }
    while (bend.place < k) {
      bend = bendAt(lower.tail - lower.head > 1 ? lower : upper, bend, x);
    }
    return x;
  }

  private Bend bendAt(Wall wall, Bend from, double[] x) {
    double slope = wall.slope(wall.head, from);
    int to = wall.places[wall.head++];
    for (int v = from.place; v < to; v++) {
      x[v] = slope;
    }
    return new Bend(to, wall.height(to));
  }
}
