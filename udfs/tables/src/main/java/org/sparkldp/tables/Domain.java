package org.sparkldp.tables;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;

/**
 * The attributes of a table with the number of their levels; a missing value is a level like any
 * other. A set of attributes is an ascending array of their numbers, and its cells are numbered
 * with the last attribute running fastest.
 *
 * @param names distinct
 * @param sizes levels of each, at least 1
 */
public record Domain(List<String> names, List<Integer> sizes) {
  /** The most cells that a table, a tree or an answer may have. */
  public static final int MAX_CELLS = 1 << 22;

  public Domain {
    names = List.copyOf(names);
    sizes = List.copyOf(sizes);
    Require.that(!names.isEmpty() && names.size() == sizes.size())
        .orRefuse(
            "a domain needs attributes, each with a size. Provided: %s names and %s sizes.",
            names.size(), sizes.size());
    Require.that(new HashSet<>(names).size() == names.size())
        .orRefuse("attributes must have different names. Provided: %s.", names);
    for (int a = 0; a < names.size(); a++) {
      Require.that(sizes.get(a) >= 1 && sizes.get(a) <= MAX_CELLS)
          .orRefuse(
              "attribute %s must have between 1 and %s levels. Provided: %s.",
              names.get(a), MAX_CELLS, sizes.get(a));
    }
  }

  /** Attributes named a0, a1 and so on. */
  public static Domain of(int... sizes) {
    String[] names = new String[sizes.length];
    Arrays.setAll(names, a -> "a" + a);
    return new Domain(List.of(names), Arrays.stream(sizes).boxed().toList());
  }

  /** The number of attributes. */
  public int count() {
    return sizes.size();
  }

  /** The levels of an attribute. */
  public int size(int attribute) {
    return sizes.get(attribute);
  }

  /** The names of a set of attributes. */
  public List<String> names(int[] set) {
    return Arrays.stream(set).mapToObj(names::get).toList();
  }

  /** Refuses attributes that do not ascend, and sets of too many cells. */
  int[] requireSet(int[] set) {
    for (int i = 0; i < set.length; i++) {
      Require.that(set[i] >= 0 && set[i] < count() && (i == 0 || set[i] > set[i - 1]))
          .orRefuse(
              "a set of attributes must be ascending and below %s. Provided: %s.",
              count(), Arrays.toString(set));
    }
    Require.that(cells(set) <= MAX_CELLS)
        .orRefuse(
            "attributes asked together must have at most %s cells: name fewer of them or join"
                + " levels. Provided: %s with %s cells.",
            MAX_CELLS, names(set), (long) cells(set));
    return set;
  }

  /** The cells of a set of attributes; a double, which a product does not overflow. */
  double cells(int[] set) {
    double cells = 1;
    for (int a : set) {
      cells *= size(a);
    }
    return cells;
  }

  /** For each cell of {@code from} the cell of {@code to}, a subset of it, that it lies in. */
  int[] cellsOf(int[] from, int[] to) {
    return cellsOf(from, to, AskedTable.whole(this, to));
  }

  /**
   * The same where the levels of {@code to} are groups of levels.
   *
   * @param groups for each attribute of {@code to} and each of its levels, the group
   */
  public int[] cellsOf(int[] from, int[] to, int[][] groups) {
    int[] cells = {0};
    int done = 0;
    for (int a : from) {
      int size = size(a);
      int[] group = done < to.length && to[done] == a ? groups[done++] : null;
      int factor = group == null ? 1 : groupsOf(group);
      int[] finer = new int[cells.length * size];
      for (int i = 0; i < cells.length; i++) {
        for (int level = 0; level < size; level++) {
          finer[i * size + level] = cells[i] * factor + (group == null ? 0 : group[level]);
        }
      }
      cells = finer;
    }
    return cells;
  }

  static int[] identity(int size) {
    int[] all = new int[size];
    Arrays.setAll(all, level -> level);
    return all;
  }

  static int groupsOf(int[] group) {
    return Arrays.stream(group).max().orElseThrow() + 1;
  }

  static boolean contains(int[] set, int[] subset) {
    return Arrays.stream(subset).allMatch(a -> Arrays.binarySearch(set, a) >= 0);
  }

  static int[] union(int[] a, int[] b) {
    return IntStream.concat(Arrays.stream(a), Arrays.stream(b)).sorted().distinct().toArray();
  }

  static int[] intersection(int[] a, int[] b) {
    return Arrays.stream(a).filter(x -> Arrays.binarySearch(b, x) >= 0).toArray();
  }
}
