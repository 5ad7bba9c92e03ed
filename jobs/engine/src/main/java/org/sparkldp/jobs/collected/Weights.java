package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.MutableProjection;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.tables.Density;
import org.sparkldp.tables.Domain;

/**
 * What a query counts and sums, as weights of the levels of its attributes: an answer is the sum of
 * weight times share. Spark evaluates the query's expressions at the points of each cell. A cell
 * that a predicate cuts counts in parts, as if its people were spread as those of its column are,
 * whatever their other columns.
 */
final class Weights {
  private static final int MOST_GROUPS = 1 << 16;

  /** The most points, a few seconds. */
  private static final double MOST = 1 << 23;

  /** The attributes that the query speaks of, ascending. */
  final int[] set;

  /** Of its numbers, how people are spread within cells. */
  final Map<Integer, Density> densities = new HashMap<>();

  private final TableQuery query;
  private final List<TableAttribute> attributes;
  private final List<List<CellPoints>> points = new ArrayList<>();

  /** The values of all columns, and after them the lower ends of their cells. */
  private final InternalRow row;

  private final MutableProjection evaluated;
  private final MutableProjection values; // of the parts
  private final Map<List<Object>, PeopleGroup> groups = new LinkedHashMap<>();

  /** Of each part, whether a predicate or a group cuts through a cell. */
  private final boolean[] isCut;

  /** The people of a cell who are in a part: how many, and their values. */
  private static final class PartSum {
    double weight;
    double sum;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    int points;
    boolean isWhole; // all people of the cell

    void add(double pointWeight, double value) {
      weight += pointWeight;
      sum += pointWeight * value;
      least = Math.min(least, value);
      most = Math.max(most, value);
      points++;
    }
  }

  /**
   * A cell, as far as it is in a group.
   *
   * @param levels of the cell, two for each number that may be summed
   * @param ends of parts that ends of cells make unbiased, their values at these levels; else null
   */
  private record CellEntry(int[] levels, PartSum[] sums, double[][] ends) {}

  /**
   * A group of people.
   *
   * @param shown its values of the columns that are no measures
   * @param startCells the cells of numbers that are grouped by as they are
   */
  record PeopleGroup(Object[] shown, List<Integer> startCells, List<CellEntry> entries) {

    /** The levels of its cells, for which its weights are. */
    int[] levels() {
      return entries.stream().flatMapToInt(entry -> Arrays.stream(entry.levels)).toArray();
    }
  }

  /** Which weights of a part. */
  enum WeightKind {
    SUM,
    LEAST,
    MOST,
    /** Where the part cuts a cell, which part of its people are not counted; else 0. */
    OTHERS
  }

  Weights(FittedTable fitted, TableQuery query) {
    List<TableAttribute> all = fitted.table().schema().attributes();
    this.query = query;
    set = query.attributes();
    attributes = Arrays.stream(set).mapToObj(all::get).toList();
    double size =
        attributes.stream().mapToDouble(TableAttribute::levels).reduce(1, (a, b) -> a * b);
    Require.that(size <= Domain.MAX_CELLS)
        .orRefuse(
            "a query must speak of columns with at most %s cells together: name fewer columns."
                + " Provided: %s with %s cells.",
            Domain.MAX_CELLS, names(), (long) size);
    for (int a : set) {
      if (all.get(a).isNumber()) {
        densities.put(a, fitted.density(a));
      }
    }
    row = new GenericInternalRow(2 * all.size());
    lay();
    evaluated = query.compiled(query.evaluated);
    values = query.compiled(query.values());
    isCut = new boolean[query.parts.size()];
    for (int k = 0; k < isCut.length; k++) {
      Set<Integer> fine = query.fine(k);
      isCut[k] =
          IntStream.range(0, set.length)
              .filter(j -> fine.contains(set[j]))
              .anyMatch(j -> points.get(j).stream().anyMatch(CellPoints::isSampled));
    }
    int[] cell = new int[set.length];
    do {
      evaluate(cell);
    } while (next(cell, j -> points.get(j).size()));
  }

  private List<String> names() {
    return attributes.stream().map(TableAttribute::name).toList();
  }

  /** Counts on, the last digit fastest; false after the last number. */
  private static boolean next(int[] digits, IntUnaryOperator sizes) {
    for (int j = digits.length - 1; j >= 0; j--) {
      if (++digits[j] < sizes.applyAsInt(j)) {
        return true;
      }
      digits[j] = 0;
    }
    return false;
  }

  /** Lays as many points as there is time for. */
  private void lay() {
    int spread = 2 * CellPoints.FINE;
    do {
      spread /= 2;
      Require.that(spread >= 1)
          .orRefuse(
              "a query must speak of at most %s cells, each at several points: name fewer columns."
                  + " Provided: %s.",
              (long) MOST, names());
      points.clear();
      for (int j = 0; j < set.length; j++) {
        points.add(
            CellPoints.of(
                attributes.get(j),
                densities.get(set[j]),
                query.cuts(set[j]),
                Math.min(spread, query.points(set[j])),
                query.points(set[j]) == CellPoints.FINE));
      }
    } while (rows() > (spread > CellPoints.COARSE ? MOST / 8 : MOST)); // finer: perhaps a second
  }

  private double rows() {
    return points.stream()
        .mapToDouble(cells -> cells.stream().mapToInt(CellPoints::size).sum())
        .reduce(1, (a, b) -> a * b);
  }

  private CellPoints at(int[] cell, int j) {
    return points.get(j).get(cell[j]);
  }

  /** Finds the groups of a cell's points, and sums their parts. */
  private void evaluate(int[] cell) {
    Map<List<Object>, PartSum[]> here = new HashMap<>();
    for (int j = 0; j < set.length; j++) {
      row.update(row.numFields() / 2 + set[j], at(cell, j).start());
    }
    int count = 0;
    int[] point = new int[set.length];
    do {
      count++;
      double weight = 1;
      for (int j = 0; j < set.length; j++) {
        row.update(set[j], at(cell, j).values().get(point[j]));
        weight *= at(cell, j).weights().get(point[j]);
      }
      add(cell, weight, evaluated.apply(row), here);
    } while (next(point, j -> at(cell, j).size()));
    double most =
        IntStream.range(0, set.length)
            .filter(j -> query.keyed().contains(set[j]))
            .mapToDouble(j -> at(cell, j).groups())
            .reduce(1, (a, b) -> a * b);
    Require.that(here.size() <= Math.max(1, most))
        .orRefuse(
            "a group must be a good part of a cell: group by the column itself, or by less fine"
                + " groups. Provided: %s groups in a cell.",
            here.size());
    if (here.isEmpty()) {
      return;
    }
    int[] levels = levels(cell);
    double[][] ends = ends(cell, levels);
    for (Map.Entry<List<Object>, PartSum[]> entry : here.entrySet()) {
      PartSum[] sums = entry.getValue();
      for (int k = 0; k < sums.length; k++) {
        sums[k].isWhole = sums[k].points == count;
        isCut[k] |= sums[k].points > 0 && !sums[k].isWhole;
      }
      groups.get(entry.getKey()).entries.add(new CellEntry(levels, sums, ends));
    }
  }

  /** Adds a point to its group. One that stands for nobody tells only whether the cell is cut. */
  private void add(
      int[] cell, double weight, InternalRow found, Map<List<Object>, PartSum[]> here) {
    boolean isCounted = isTrue(found, 0);
    boolean isAll = query.keys.isEmpty(); // a group even where nobody is counted
    if (!isCounted && !isAll) {
      return;
    }
    List<Object> key = new ArrayList<>();
    for (int i = 0; i < query.keys.size(); i++) {
      key.add(InternalRow.copyValue(found.get(1 + i, query.keys.get(i).dataType())));
    }
    if ((isAll || weight > 0) && !groups.containsKey(key)) {
      groups.put(key, group(cell, found));
    }
    if (!isCounted) {
      return;
    }
    int parts = query.parts.size();
    PartSum[] sums =
        weight > 0
            ? here.computeIfAbsent(
                key,
                none ->
                    IntStream.range(0, parts).mapToObj(k -> new PartSum()).toArray(PartSum[]::new))
            : here.get(key);
    int filters = 1 + key.size();
    for (int k = 0; k < parts; k++) {
      int value = filters + parts + k;
      if (isTrue(found, filters + k) && !found.isNullAt(value)) {
        if (sums == null) {
          isCut[k] = true;
        } else {
          sums[k].add(weight, found.getDouble(value));
        }
      }
    }
  }

  private static boolean isTrue(InternalRow of, int place) {
    return !of.isNullAt(place) && of.getBoolean(place);
  }

  private PeopleGroup group(int[] cell, InternalRow found) {
    Require.that(groups.size() < MOST_GROUPS)
        .orRefuse("a query must have at most %s groups. Provided: more.", MOST_GROUPS);
    Object[] shown = new Object[query.keyColumns.size()];
    int first = 1 + query.keys.size() + 2 * query.parts.size();
    for (int i = 0; i < shown.length; i++) {
      Expression of = query.keyColumns.get(i);
      Object value = InternalRow.copyValue(found.get(first + i, of.dataType()));
      shown[i] = CatalystTypeConverters.convertToScala(value, of.dataType());
    }
    List<Integer> starts =
        query.byCell.stream().map(a -> cell[Arrays.binarySearch(set, a)]).toList();
    return new PeopleGroup(shown, starts, new ArrayList<>());
  }

  /** The levels of a cell. */
  private int[] levels(int[] cell) {
    IntStream levels = IntStream.of(0);
    for (int j = 0; j < set.length; j++) {
      TableAttribute of = attributes.get(j);
      int first = of.isSummed() ? 2 * cell[j] : cell[j];
      int last = of.isSummed() && cell[j] < of.cells() ? first + 1 : first;
      levels =
          levels.flatMap(
              level -> IntStream.rangeClosed(first, last).map(mine -> level * of.levels() + mine));
    }
    return levels.toArray();
  }

  /** The values of parts where summed numbers are at the ends of their cells. */
  private double[][] ends(int[] cell, int[] levels) {
    double[][] ends = new double[query.parts.size()][];
    for (int k = 0; k < ends.length; k++) {
      ends[k] = query.parts.get(k).hasEnds() ? new double[levels.length] : null;
    }
    for (int i = 0; i < levels.length; i++) {
      int rest = levels[i];
      for (int j = set.length - 1; j >= 0; j--) {
        CellPoints at = at(cell, j);
        int level = rest % attributes.get(j).levels();
        rest /= attributes.get(j).levels();
        boolean isSummed = attributes.get(j).isSummed();
        row.update(set[j], !isSummed ? at.values().get(0) : level % 2 == 0 ? at.start() : at.end());
      }
      InternalRow found = values.apply(row);
      for (int k = 0; k < ends.length; k++) {
        if (ends[k] != null) {
          ends[k][i] = found.isNullAt(k) ? Double.NaN : found.getDouble(k);
        }
      }
    }
    return ends;
  }

  List<PeopleGroup> groups() {
    return List.copyOf(groups.values());
  }

  /** Whether a part is of people in a part of a cell. */
  boolean isCut(int part) {
    return isCut[part];
  }

  /** The weights of a part over the levels of a group. */
  double[] of(PeopleGroup group, int part, WeightKind kind) {
    boolean isApart = query.isApart(part);
    double[] weights = new double[group.levels().length];
    int at = 0;
    for (CellEntry entry : group.entries) {
      PartSum sum = entry.sums[part];
      boolean isAtEnds = entry.ends[part] != null && (isApart || sum.isWhole);
      double count = sum.isWhole ? 1 : sum.weight; // weights of a whole cell add up to about 1
      double mean = sum.least == sum.most ? count * sum.least : sum.sum;
      for (int i = 0; i < entry.levels.length; i++, at++) {
        double atEnd = isAtEnds ? entry.ends[part][i] : Double.NaN;
        if (sum.weight > 0) {
          weights[at] =
              switch (kind) {
                case SUM -> Double.isNaN(atEnd) ? mean : count * atEnd;
                case LEAST -> count * sum.least;
                case MOST -> count * sum.most;
                case OTHERS -> sum.isWhole ? 0 : Math.max(0, 1 - sum.weight);
              };
        }
      }
    }
    return weights;
  }

  /** The variance of weights of a group between the ends of a cell, at supposed shares. */
  double betweenEnds(PeopleGroup group, double[] of, double[] shares) {
    double within = 0;
    int at = 0;
    for (CellEntry entry : group.entries) {
      double people = 0;
      double mean = 0;
      for (int i = 0; i < entry.levels.length; i++) {
        people += shares[entry.levels[i]];
        mean += shares[entry.levels[i]] * of[at + i];
      }
      mean = people > 0 ? mean / people : 0;
      for (int level : entry.levels) {
        within += shares[level] * (of[at] - mean) * (of[at] - mean);
        at++;
      }
    }
    return within;
  }

  /** The cells of the query's attributes, all levels counted. */
  int size() {
    return attributes.stream().mapToInt(TableAttribute::levels).reduce(1, (a, b) -> a * b);
  }

  /** For some levels of the query's attributes, the cells of some of these, numbered. */
  int[] cellsOf(Set<Integer> some, int[] levels) {
    int[] cells = new int[levels.length];
    int inner = size();
    for (int j = 0; j < set.length; j++) {
      TableAttribute of = attributes.get(j);
      inner /= of.levels();
      for (int i = 0; some.contains(set[j]) && i < levels.length; i++) {
        cells[i] = cells[i] * of.counted() + of.cellOf(levels[i] / inner % of.levels());
      }
    }
    return cells;
  }
}
