package org.sparkldp.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The draw of one table of several: a word decides the table, whatever the value is, and the report
 * is that of the table's item, after the reports of the tables before.
 */
final class Tables implements Draw {
  private final List<Grid> grids = new ArrayList<>();
  private final List<DrawnTable> tables = new ArrayList<>();

  Tables(Fields draw) {
    draw.sections("grids").forEach(grid -> grids.add(new Grid(grid)));
    draw.sections("tables").forEach(table -> tables.add(new DrawnTable(table)));
    Refusal.unless(!tables.isEmpty(), "malformed", "a question must have a table.");
  }

  @Override
  public Object report(double[] value, Coins coins) {
    long word = coins.word();
    int t = 0;
    while (t < tables.size() - 1 && Long.compareUnsigned(word, tables.get(t).end) >= 0) {
      t++;
    }
    return tables.get(t).report(value, coins);
  }

  /** A table and its oracle. */
  private final class DrawnTable {
    private final long end; // of the words that decide for it or for one before
    private final long[] attributes;
    private final int offset;
    private final Draw oracle;

    DrawnTable(Fields n) {
      this.end = n.has("end") ? n.word("end") : 0;
      this.attributes = n.integers("attributes");
      this.offset = n.integer("offset");
      this.oracle = Draw.of(n);
      long items =
          Arrays.stream(attributes)
              .map(a -> grids.get((int) a).levels)
              .reduce(1, Math::multiplyExact);
      Refusal.unless(
          items == n.integer("k"), "malformed", "a table must have as many items as its draw.");
    }

    Object report(double[] value, Coins coins) {
      int item = 0;
      for (long a : attributes) {
        Grid grid = grids.get((int) a);
        item = item * grid.levels + grid.level(value[(int) a], coins);
      }
      return offset + ((Number) oracle.report(new double[] {item}, coins)).longValue();
    }
  }

  /** The levels of an attribute: groups of its cells or two ends of each, then the levels apart. */
  private static final class Grid {
    private final int[] groups; // of each cell
    private final int width; // of a cell, in steps
    private final int ends;
    private final int inside; // levels of cells
    private final int levels;

    Grid(Fields n) {
      this.groups = Arrays.stream(n.integers("groups")).mapToInt(Math::toIntExact).toArray();
      this.width = n.integer("width", 1, Integer.MAX_VALUE / groups.length);
      this.ends = 1 + n.integer("ends", 0, 1);
      this.inside = ends * (Arrays.stream(groups).max().orElse(0) + 1);
      this.levels = inside + n.integer("apart", 0, MOST_CELLS);
      Refusal.unless(
          Arrays.stream(groups).allMatch(group -> group >= 0 && group < groups.length),
          "malformed",
          "a group must be one of as many as there are cells.");
    }

    /** The level of a place; where there are ends a coin says which one, whatever the place is. */
    int level(double place, Coins coins) {
      int beyond = (int) place - groups.length - (width > 1 ? 1 : 0);
      long at = Math.round(place * width);
      int group = groups[(int) Math.min(groups.length - 1, at / width)];
      int from = 0;
      int to = 1;
      if (beyond < 0) {
        while (groups[from] != group) {
          from++;
        }
        to = groups.length;
        while (groups[to - 1] != group) {
          to--;
        }
      }
      int end = ends > 1 && coins.uniform((to - from) * width) < at - (long) from * width ? 1 : 0;
      return beyond < 0 ? ends * group + end : inside + beyond;
    }
  }
}
