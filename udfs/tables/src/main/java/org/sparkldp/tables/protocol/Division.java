package org.sparkldp.tables.protocol;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.ProjectiveGeometryResponse;
import org.sparkldp.tables.TableDesign;

/**
 * The tables of a round, by which oracle each is answered, and by whom: a public word decides, in
 * proportion to the people wanted. Reports are the oracles' cells, one table's after the other's.
 */
final class Division {
  private final List<int[]> tables;
  private final List<Grid> grids;
  private final List<ProjectiveGeometryResponse> oracles;
  private final int[] offsets;
  private final long[] ends; // of the words of each table but the last

  /**
   * @param people wanted for each table, in any unit
   */
  Division(List<Grid> grids, List<int[]> tables, double[] people, double epsilon) {
    this.grids = grids;
    this.tables = tables;
    Map<Integer, ProjectiveGeometryResponse> made = new HashMap<>();
    oracles =
        tables.stream()
            .map(
                table ->
                    made.computeIfAbsent(
                        size(grids, table),
                        size -> ProjectiveGeometryResponse.DECLARATION.of(epsilon, size)))
            .toList();
    offsets = new int[tables.size() + 1];
    for (int t = 0; t < tables.size(); t++) {
      long end = (long) offsets[t] + oracles.get(t).cells();
      Require.that(end <= ProjectiveGeometryResponse.MAX_CELLS)
          .orRefuse(
              "all tables together must have at most %s cells of reports. Provided: more, by table"
                  + " %s of %s; ask fewer or coarser ones.",
              ProjectiveGeometryResponse.MAX_CELLS, t + 1, tables.size());
      offsets[t + 1] = (int) end;
    }
    double all = Arrays.stream(people).sum();
    ends = new long[tables.size() - 1];
    double before = 0;
    for (int t = 0; t < ends.length; t++) {
      before += people[t];
      ends[t] = Thresholds.of(Math.min(before / all, Math.nextDown(1.0)));
    }
  }

  /** Where all tables are as important. */
  static Division even(List<Grid> grids, List<int[]> tables, double epsilon) {
    double[] cells = tables.stream().mapToDouble(table -> size(grids, table)).toArray();
    double[] alike = new double[cells.length];
    Arrays.fill(alike, 1);
    return new Division(grids, tables, TableDesign.division(cells, alike, 1), epsilon);
  }

  private static int size(List<Grid> grids, int[] table) {
    long size = 1;
    for (int a : table) {
      size *= grids.get(a).levels();
      Require.that(size <= ProjectiveGeometryResponse.MAX_K)
          .orRefuse(
              "a table must have at most %s cells. Provided: more, by attributes %s; take fewer or"
                  + " coarser ones.",
              ProjectiveGeometryResponse.MAX_K, Arrays.toString(table));
    }
    return (int) size;
  }

  int count() {
    return tables.size();
  }

  int[] table(int t) {
    return tables.get(t);
  }

  Grid grid(int attribute) {
    return grids.get(attribute);
  }

  List<Grid> grids() {
    return grids;
  }

  ProjectiveGeometryResponse oracle(int t) {
    return oracles.get(t);
  }

  /** Items of a table. */
  int items(int t) {
    return oracles.get(t).k();
  }

  int offset(int t) {
    return offsets[t];
  }

  /** The table of somebody with a public word. */
  int tableOf(long word) {
    int t = 0;
    while (t < ends.length && Long.compareUnsigned(word, ends[t]) >= 0) {
      t++;
    }
    return t;
  }

  /** What a client needs to do the same. */
  Compiled.Recipe recipe() {
    return Compiled.Recipe.of("tables")
        .with("grids", grids.stream().map(Grid::recipe).toList())
        .with("tables", IntStream.range(0, count()).mapToObj(this::recipe).toList());
  }

  private Compiled.Recipe recipe(int t) {
    Compiled.Recipe oracle =
        oracles
            .get(t)
            .recipe()
            .orElseThrow()
            .with("attributes", Arrays.stream(tables.get(t)).asLongStream().toArray())
            .with("offset", offsets[t]);
    return t < ends.length ? oracle.words("end", ends[t]) : oracle;
  }

  /** The share of people who are asked a table. */
  double part(int t) {
    double end = t < ends.length ? Thresholds.probability(ends[t]) : 1;
    return end - (t > 0 ? Thresholds.probability(ends[t - 1]) : 0);
  }

  /** The table of a report. */
  int tableOf(int report) {
    int at = Arrays.binarySearch(offsets, report);
    return at >= 0 ? at : -at - 2;
  }

  /** Reports by cell. */
  int cells() {
    return offsets[count()];
  }

  /** The most that any table's report costs. */
  double exactEpsilon() {
    return oracles.stream()
        .mapToDouble(each -> each.guarantee().exactEpsilon())
        .max()
        .orElseThrow();
  }

  /** For each item of a table the one of groups of its attributes' levels. */
  int[] cellsOf(int t, int[][] groups) {
    return Grid.domain(grids).cellsOf(tables.get(t), tables.get(t), groups);
  }

  /** For each of a table's attributes the level in an item. */
  int[] levels(int t, int item) {
    int[] table = tables.get(t);
    int[] levels = new int[table.length];
    int rest = item;
    for (int i = table.length - 1; i >= 0; i--) {
      levels[i] = rest % grids.get(table[i]).levels();
      rest /= grids.get(table[i]).levels();
    }
    return levels;
  }

  /** The parts of the reports of each table. */
  long[] answered(long[] counters) {
    return IntStream.range(0, count())
        .mapToLong(t -> Arrays.stream(counters, offsets[t], offsets[t + 1]).sum())
        .toArray();
  }
}
