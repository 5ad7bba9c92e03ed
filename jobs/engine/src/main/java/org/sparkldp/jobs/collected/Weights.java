package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.tables.Density;
import org.sparkldp.tables.Domain;

/**
 * What a query counts and sums, as weights of the cells of its attributes: an answer is the sum of
 * weight times share. A cell that a predicate cuts counts in parts, as if its people were spread as
 * those of its column are, whatever their other columns.
 */
final class Weights {
  private static final int MOST_GROUPS = 1 << 16;

  private final TableSchema schema;
  private final TableQuery query;
  final int[] set;

  /** Of its numbers, how people are spread within cells. */
  final Map<Integer, Density> densities = new HashMap<>();

  private final CellRows cells;
  private final List<TableQuery.SummedPart> parts;
  private final Map<List<Object>, PeopleGroup> groups = new LinkedHashMap<>();

  /** Of each part and level of the attributes, the value there; null where a part has no ends. */
  private final double[][] atEnds;

  /** For each level of the attributes together, the cell, and which numbers are at upper ends. */
  private final int[] cellOf;

  private final int[] upperOf;

  /** Of each part, whether a predicate or a group cuts through a cell. */
  private final boolean[] isCut;

  /**
   * Of a group in a cell: of each part how many count, and the mean, least and largest value; and
   * whether those of the part are all people of the cell or none.
   */
  private record CellEntry(int cell, double[][] sums, boolean[] isWhole) {}

  /**
   * A group of people.
   *
   * @param shown its values of the columns that are no measures
   */
  record PeopleGroup(Object[] shown, List<Integer> startCells, List<CellEntry> entries) {}

  /** Which weights of a part. */
  enum WeightKind {
    SUM,
    LEAST,
    MOST
  }

  Weights(FittedTable fitted, TableQuery query) {
    schema = fitted.table().schema();
    this.query = query;
    set = query.attributes();
    Arrays.stream(set)
        .filter(a -> schema.attributes().get(a).isNumber())
        .forEach(a -> densities.put(a, fitted.density(a)));
    parts = query.parts;
    double size =
        Arrays.stream(set).asDoubleStream().map(a -> levels((int) a)).reduce(1, (a, b) -> a * b);
    Require.that(size <= Domain.MAX_CELLS)
        .orRefuse(
            "a query must speak of columns with at most %s cells together: name fewer columns."
                + " Provided: %s with %s cells.",
            Domain.MAX_CELLS,
            Arrays.stream(set).mapToObj(schema.domain().names()::get).toList(),
            (long) size);
    cells = new CellRows(schema, densities, query, set, expressions());
    cellOf = new int[size()];
    upperOf = new int[cellOf.length];
    isCut = new boolean[parts.size()];
    number();
    evaluate();
    atEnds = new double[parts.size()][];
    for (int k = 0; k < parts.size(); k++) {
      boolean hasEnds = parts.get(k).isExact() && !parts.get(k).numbers().isEmpty();
      atEnds[k] = hasEnds ? ends(parts.get(k)) : null;
    }
  }

  private int levels(int attribute) {
    return schema.attributes().get(attribute).levels();
  }

  /** What is asked of a point. */
  private CellRows.Asked expressions() {
    List<Expression> expressions = new ArrayList<>(List.of(query.where));
    Set<Integer> affine = new HashSet<>();
    expressions.addAll(query.keys);
    parts.forEach(part -> expressions.add(part.filter()));
    for (TableQuery.SummedPart part : parts) {
      if (part.isAffine()) {
        affine.add(expressions.size());
      }
      expressions.add(part.value());
    }
    expressions.addAll(query.keyColumns);
    return new CellRows.Asked(expressions, affine);
  }

  private void evaluate() {
    int partsAt = 1 + query.keys.size();
    int shownAt = partsAt + 2 * parts.size();
    CellRows.Evaluation evaluation = cells.new Evaluation(expressions().all());
    Set<Integer> by = new HashSet<>();
    query.keys.forEach(key -> by.addAll(query.attributesOf(key)));
    List<Set<Integer>> fine = parts.stream().map(this::fine).toList();
    for (int cell = 0; cell < cells.count(); cell++) {
      Map<List<Object>, double[][]> here = new HashMap<>();
      List<Object> first = new ArrayList<>(); // the group, and of each part whether it counts
      boolean[] isWhole = new boolean[parts.size()];
      Arrays.fill(isWhole, true);
      int at = cell;
      cells.at(
          cell,
          evaluation,
          (weight, values) -> {
            boolean isCounted = !values.isNullAt(0) && values.getBoolean(0);
            List<Object> key = new ArrayList<>();
            if (isCounted) {
              for (int i = 0; i < query.keys.size(); i++) {
                key.add(kept(values, 1 + i, query.keys.get(i)));
              }
            }
            Object mine = isCounted ? key : "not counted";
            boolean isFirst = first.isEmpty();
            if (isFirst) {
              first.add(mine);
            }
            boolean isHere = first.get(0).equals(mine);
            boolean isAll = query.keys.isEmpty(); // a group even where nobody is counted
            if ((isAll || (isCounted && weight > 0)) && !groups.containsKey(key)) {
              add(key, values, shownAt, at);
            }
            double[][] sums =
                isCounted && weight > 0 ? here.computeIfAbsent(key, none -> sums()) : here.get(key);
            for (int k = 0; k < parts.size(); k++) {
              int place = partsAt + k;
              int value = place + parts.size();
              boolean has =
                  isCounted
                      && !values.isNullAt(place)
                      && values.getBoolean(place)
                      && !values.isNullAt(value);
              if (isFirst) {
                first.add(has);
              }
              isWhole[k] &= isHere && first.get(1 + k).equals(has);
              if (has && sums != null) {
                double x = values.getDouble(value);
                sums[k][0] += weight;
                sums[k][1] += weight * x;
                sums[k][2] = Math.min(sums[k][2], x);
                sums[k][3] = Math.max(sums[k][3], x);
              }
            }
          });
      for (int k = 0; k < isCut.length; k++) {
        isCut[k] |= !isWhole[k] || cells.isSampled(cell, fine.get(k));
      }
      Require.that(here.size() <= 1 || here.size() <= cells.groups(cell, by))
          .orRefuse(
              "a group must be a good part of a cell: group by the column itself, or by less fine"
                  + " groups. Provided: %s groups in a cell.",
              here.size());
      here.forEach((key, sums) -> groups.get(key).entries.add(new CellEntry(at, sums, isWhole)));
    }
  }

  private double[][] sums() {
    double[][] sums = new double[parts.size()][];
    Arrays.setAll(
        sums, k -> new double[] {0, 0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY});
    return sums;
  }

  private static Object kept(InternalRow values, int place, Expression of) {
    Object value = values.get(place, of.dataType());
    return value instanceof UTF8String text ? text.clone() : value;
  }

  private void add(List<Object> key, InternalRow values, int shownAt, int cell) {
    Require.that(groups.size() < MOST_GROUPS)
        .orRefuse("a query must have at most %s groups. Provided: more.", MOST_GROUPS);
    Object[] shown = new Object[query.keyColumns.size()];
    for (int i = 0; i < shown.length; i++) {
      Expression of = query.keyColumns.get(i);
      shown[i] =
          CatalystTypeConverters.convertToScala(kept(values, shownAt + i, of), of.dataType());
    }
    int[] digits = cells.digits(cell);
    List<Integer> starts =
        query.byCell.stream().map(a -> digits[Arrays.binarySearch(set, a)]).toList();
    groups.put(key, new PeopleGroup(shown, starts, new ArrayList<>()));
  }

  /** The value of a part where summed numbers are at the ends of their cells. */
  private double[] ends(TableQuery.SummedPart part) {
    CellRows.Evaluation value = cells.new Evaluation(List.of(part.value()));
    int moving = mask(part);
    double[] ends = new double[cellOf.length];
    for (int i = 0; i < ends.length; i++) {
      InternalRow found = cells.atEnds(cellOf[i], upperOf[i] & moving, value);
      ends[i] = found.isNullAt(0) ? Double.NaN : found.getDouble(0);
    }
    return ends;
  }

  /** The numbers of a part, as bits of places in the set. */
  private int mask(TableQuery.SummedPart part) {
    return part.numbers().stream()
        .mapToInt(a -> 1 << Arrays.binarySearch(set, a))
        .reduce(0, (a, b) -> a | b);
  }

  List<PeopleGroup> groups() {
    return List.copyOf(groups.values());
  }

  /** Whether a part is of people in a part of a cell. */
  boolean isCut(int part) {
    return isCut[part];
  }

  /** Numbers on which a part hangs otherwise than by a factor. */
  private Set<Integer> fine(TableQuery.SummedPart part) {
    Set<Integer> all = new HashSet<>(query.deciding(part));
    all.addAll(part.isAffine() ? Set.of() : part.numbers());
    return all;
  }

  /** The weights of a part over the levels of the query's attributes. */
  double[] of(PeopleGroup group, int part, WeightKind of) {
    double[][] byCell = new double[cells.count()][];
    boolean[] isWhole = new boolean[byCell.length];
    for (CellEntry entry : group.entries) {
      byCell[entry.cell] = entry.sums[part];
      isWhole[entry.cell] = entry.isWhole[part];
    }
    TableQuery.SummedPart what = parts.get(part);
    boolean isApart =
        what.numbers().stream().noneMatch(query.deciding(what)::contains); // from who is counted
    double[] weights = new double[size()];
    for (int i = 0; i < weights.length; i++) {
      int cell = cellOf[i];
      double[] sums = byCell[cell];
      if (sums == null || sums[0] == 0) {
        continue;
      }
      double atEnd =
          atEnds[part] != null && (isApart || isWhole[cell]) ? atEnds[part][i] : Double.NaN;
      double count = isWhole[cell] ? 1 : sums[0]; // weights of a whole cell add up to about 1
      double mean = sums[2] == sums[3] ? count * sums[2] : sums[1];
      weights[i] =
          switch (of) {
            case SUM -> Double.isNaN(atEnd) ? mean : count * atEnd;
            case LEAST -> count * sums[2];
            case MOST -> count * sums[3];
          };
    }
    return weights;
  }

  /** Of each level of a cell that a part cuts, which part of its people are not counted; else 0. */
  double[] others(PeopleGroup group, int part) {
    double[] byCell = new double[cells.count()];
    for (CellEntry entry : group.entries) {
      double counted = entry.sums[part][0];
      boolean isPart = !entry.isWhole[part] && counted > 0;
      byCell[entry.cell] = isPart ? Math.max(0, 1 - counted) : 0;
    }
    return Arrays.stream(cellOf).mapToDouble(cell -> byCell[cell]).toArray();
  }

  /** The variance of weights between the ends of a cell, at supposed shares. */
  double betweenEnds(double[] of, double[] shares) {
    double[] people = new double[cells.count()];
    double[] sums = new double[people.length];
    double within = 0;
    for (int i = 0; i < of.length; i++) {
      people[cellOf[i]] += shares[i];
      sums[cellOf[i]] += shares[i] * of[i];
      within += shares[i] * of[i] * of[i];
    }
    for (int c = 0; c < people.length; c++) {
      within -= people[c] > 0 ? sums[c] * sums[c] / people[c] : 0;
    }
    return Math.max(0, within);
  }

  private void number() {
    for (int i = 0; i < cellOf.length; i++) {
      int rest = i;
      int[] digits = new int[set.length];
      for (int j = set.length - 1; j >= 0; j--) {
        TableAttribute attribute = schema.attributes().get(set[j]);
        int level = rest % attribute.levels();
        rest /= attribute.levels();
        digits[j] = attribute.cellOf(level);
        upperOf[i] |= attribute.isSummed() && digits[j] < attribute.cells() ? (level & 1) << j : 0;
      }
      for (int j = 0; j < set.length; j++) {
        TableAttribute attribute = schema.attributes().get(set[j]);
        cellOf[i] = cellOf[i] * (attribute.cells() + (attribute.hasMissing() ? 1 : 0)) + digits[j];
      }
    }
  }

  /** The cells of the query's attributes, all levels counted. */
  int size() {
    return Arrays.stream(set).map(this::levels).reduce(1, (a, b) -> a * b);
  }

  /** For each level of the query's attributes, the cell of one of them. */
  int[] cellsOf(int attribute) {
    int at = Arrays.binarySearch(set, attribute);
    int inner =
        IntStream.range(at + 1, set.length).map(j -> levels(set[j])).reduce(1, (a, b) -> a * b);
    int all = size();
    TableAttribute of = schema.attributes().get(attribute);
    return IntStream.range(0, all).map(i -> of.cellOf(i / inner % of.levels())).toArray();
  }
}
