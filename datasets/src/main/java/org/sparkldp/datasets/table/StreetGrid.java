package org.sparkldp.datasets.table;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.GeneratorRefusal;

/**
 * A street network in the manner of Manhattan: avenues crossed by streets, with some blocks merged,
 * always connected. It is public: a map, not a table of people.
 *
 * <p>Junction {@code street * avenues + avenue} stands {@value #BLOCK_WIDTH} km from its neighbour
 * on a street and {@value #BLOCK_HEIGHT} km from its neighbour on an avenue, and the whole is
 * turned as Manhattan is. Of the edges between neighbours the share {@value #KEPT} is kept, which
 * for 43 avenues and 88 streets gives 3,784 junctions and 7,070 edges, the size of the network in
 * Balle &amp; Wang's experiment (ICML 2018, section 5.3), which was never published. Immutable; a
 * pure function of its two sizes.
 */
public final class StreetGrid {
  /** Avenues by default. */
  public static final int AVENUES = 43;

  /** Streets by default. */
  public static final int STREETS = 88;

  /** The most of either. */
  public static final int MOST = 300;

  private static final double BLOCK_WIDTH = 0.09;
  private static final double BLOCK_HEIGHT = 0.08;
  private static final double TURN = StrictMath.toRadians(-29);
  private static final double KEPT = 7070.0 / 7437;
  private static final long SEED = 8;
  private static final int EDGE_STREAM = 1;

  private final int avenues;
  private final int streets;
  private final int[] from;
  private final int[] to;

  /**
   * @param avenues 2 to 300
   * @param streets 2 to 300
   */
  public StreetGrid(int avenues, int streets) {
    this.avenues = requireSize("avenues", avenues);
    this.streets = requireSize("streets", streets);
    int[][] all = neighbours();
    int[] kept = kept(all);
    from = Arrays.stream(kept).map(edge -> all[edge][0]).toArray();
    to = Arrays.stream(kept).map(edge -> all[edge][1]).toArray();
  }

  private static int requireSize(String name, int size) {
    if (size < 2 || size > MOST) {
      throw GeneratorRefusal.of("%s must be from 2 to %s. Provided value: %s.", name, MOST, size);
    }
    return size;
  }

  private int[][] neighbours() {
    int[][] edges = new int[streets * (avenues - 1) + (streets - 1) * avenues][];
    int edge = 0;
    for (int junction = 0; junction < junctions(); junction++) {
      if (junction % avenues < avenues - 1) {
        edges[edge++] = new int[] {junction, junction + 1};
      }
      if (junction + avenues < junctions()) {
        edges[edge++] = new int[] {junction, junction + avenues};
      }
    }
    return edges;
  }

  /** Edges of a spanning tree, and of the others as many as are wanted, in rising order. */
  private int[] kept(int[][] edges) {
    int[] shuffled =
        IntStream.range(0, edges.length)
            .boxed()
            .sorted(Comparator.comparingLong(edge -> CounterRandom.bits(SEED, edge, EDGE_STREAM)))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] parent = IntStream.range(0, junctions()).toArray();
    boolean[] isKept = new boolean[edges.length];
    int left = (int) StrictMath.round(KEPT * edges.length);
    for (int edge : shuffled) {
      int a = root(parent, edges[edge][0]);
      int b = root(parent, edges[edge][1]);
      if (a != b) {
        parent[a] = b;
        isKept[edge] = true;
        left--;
      }
    }
    for (int edge : shuffled) {
      if (!isKept[edge] && left > 0) {
        isKept[edge] = true;
        left--;
      }
    }
    return IntStream.range(0, edges.length).filter(edge -> isKept[edge]).toArray();
  }

  private static int root(int[] parent, int of) {
    int node = of;
    while (parent[node] != node) {
      parent[node] = parent[parent[node]];
      node = parent[node];
    }
    return node;
  }

  /** Avenues. */
  public int avenues() {
    return avenues;
  }

  /** Streets. */
  public int streets() {
    return streets;
  }

  /** Number of junctions. */
  public int junctions() {
    return avenues * streets;
  }

  /** The first ends of the edges. */
  public int[] from() {
    return from.clone();
  }

  /** The other ends of the edges. */
  public int[] to() {
    return to.clone();
  }

  /** Where a junction is, in km to the east. */
  public double x(int junction) {
    return across(junction) * StrictMath.cos(TURN) - along(junction) * StrictMath.sin(TURN);
  }

  /** Where a junction is, in km to the north. */
  public double y(int junction) {
    return across(junction) * StrictMath.sin(TURN) + along(junction) * StrictMath.cos(TURN);
  }

  /** Km from the first avenue. */
  private double across(int junction) {
    return BLOCK_WIDTH * (junction % avenues);
  }

  /** Km from the first street. */
  private double along(int junction) {
    int street = junction / avenues;
    return BLOCK_HEIGHT * street;
  }
}
