package org.sparkldp.datasets.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.datasets.ChiSquare;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.datasets.Generator;

/** The map: connected, plain, of the published size, the same for everybody. */
class StreetGridTest {
  @Test
  void byDefault_hasThePublishedSize() {
    StreetGrid grid = new StreetGrid(StreetGrid.AVENUES, StreetGrid.STREETS);
    assertEquals(3784, grid.junctions());
    assertEquals(7070, grid.from().length);
    assertEquals(7070, grid.to().length);
    StreetGrid again = new StreetGrid(43, 88);
    assertArrayEquals(grid.from(), again.from());
    assertArrayEquals(grid.to(), again.to());
  }

  @Test
  void anySize_isConnectedWithoutDoubleEdges() {
    for (int[] size : new int[][] {{2, 2}, {2, 30}, {17, 5}, {43, 88}}) {
      StreetGrid grid = new StreetGrid(size[0], size[1]);
      int[] from = grid.from();
      int[] to = grid.to();
      Set<Long> edges = new HashSet<>();
      int[] part = IntStream.range(0, grid.junctions()).toArray();
      for (int edge = 0; edge < from.length; edge++) {
        assertTrue(from[edge] < to[edge] && to[edge] < grid.junctions());
        assertTrue(edges.add((long) from[edge] << 32 | to[edge]));
        int old = part[to[edge]];
        int now = part[from[edge]];
        part = Arrays.stream(part).map(p -> p == old ? now : p).toArray();
      }
      assertEquals(1, Arrays.stream(part).distinct().count());
    }
  }

  @Test
  void edges_joinNeighboursOnly() {
    StreetGrid grid = new StreetGrid(9, 11);
    int[] from = grid.from();
    int[] to = grid.to();
    for (int edge = 0; edge < from.length; edge++) {
      double length =
          Math.hypot(grid.x(from[edge]) - grid.x(to[edge]), grid.y(from[edge]) - grid.y(to[edge]));
      assertEquals(to[edge] == from[edge] + 1 ? 0.09 : 0.08, length, 1e-12);
    }
  }

  @Test
  void trips_gatherWhereTheTruthSays() {
    StreetGrid grid = new StreetGrid(6, 7);
    Generator trips = Datasets.find("trips(avenues=6,streets=7,drivers=10)");
    Column.OfInt hour = trips.column("hour", Column.OfInt.class);
    Column.OfInt pickup = trips.column("pickup", Column.OfInt.class);
    long[] atNight = new long[grid.junctions()];
    long[] byDay = new long[grid.junctions()];
    for (long i = 0; i < 400_000; i++) {
      if (hour.at(5, i) == 2) {
        atNight[pickup.at(5, i)]++;
      } else if (hour.at(5, i) == 13) {
        byDay[pickup.at(5, i)]++;
      }
    }
    assertFalse(ChiSquare.rejects(atNight, Trips.junctions(grid, 2)));
    assertFalse(ChiSquare.rejects(byDay, Trips.junctions(grid, 13)));
    assertTrue(ChiSquare.rejects(atNight, Trips.junctions(grid, 13)), "another hour's truth");
  }

  @Test
  void sizes_outOfRangeAreRefused() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> new StreetGrid(1, 5)).getMessage();
    assertEquals("avenues must be from 2 to 300. Provided value: 1.", message);
  }
}
