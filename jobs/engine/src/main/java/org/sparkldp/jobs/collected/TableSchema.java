package org.sparkldp.jobs.collected;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.tables.Domain;
import org.sparkldp.tables.Impossible;

/**
 * The columns of a whole table, as a plan asks them or as its answers have them, in the order of
 * its domain. Immutable.
 *
 * @param label the attribute whose pairs are asked first; empty where there is none
 * @param impossible what holds for nobody
 */
public record TableSchema(List<TableAttribute> attributes, String label, List<Never> impossible) {

  /**
   * What cannot be.
   *
   * @param predicate in SQL
   * @param attributes that it names, ascending
   * @param items of the plan's levels of these together for which it holds
   */
  public record Never(String predicate, List<Integer> attributes, List<Integer> items) {
    public Never {
      attributes = List.copyOf(attributes);
      items = List.copyOf(items);
    }
  }

  public TableSchema {
    attributes = List.copyOf(attributes);
    impossible = List.copyOf(impossible);
    List<String> names = attributes.stream().map(TableAttribute::name).toList();
    Require.that(
            !names.isEmpty()
                && names.stream().map(name -> name.toLowerCase(Locale.ROOT)).distinct().count()
                    == names.size())
        .orRefuse(
            "attributes must be of different columns, and at least one. Provided: %s.", names);
    Require.that(label.isEmpty() || names.contains(label))
        .orRefuse("label must be one of the attributes %s. Provided value: %s.", names, label);
  }

  /** The same, of numbers in joined cells: of each attribute the group of each of its cells. */
  public TableSchema joined(List<int[]> groups) {
    return new TableSchema(
        IntStream.range(0, attributes.size())
            .mapToObj(a -> attributes.get(a).joined(groups.get(a)))
            .toList(),
        label,
        impossible);
  }

  /** The names of its columns. */
  public List<String> names() {
    return attributes.stream().map(TableAttribute::name).toList();
  }

  /** The plan's cells of some attributes together, and the missing ones if any of them has such. */
  public ProductDomain planned(List<Integer> of) {
    List<TableAttribute> named = of.stream().map(attributes::get).toList();
    return new ProductDomain(
        named.stream().map(TableAttribute::known).toList(),
        false,
        named.stream().anyMatch(TableAttribute::hasMissing));
  }

  /** Its domain. */
  public Domain domain() {
    return new Domain(names(), attributes.stream().map(TableAttribute::levels).toList());
  }

  /** For each combination of some columns' levels that of their cells, the missing ones last. */
  int[] cellsOf(int[] columns) {
    int[][] cells =
        Arrays.stream(columns)
            .mapToObj(attributes::get)
            .map(of -> IntStream.range(0, of.levels()).map(of::cellOf).toArray())
            .toArray(int[][]::new);
    return domain().cellsOf(columns, columns, cells);
  }

  /** The levels that its model leaves empty, for each thing that cannot be. */
  public List<Impossible> empty() {
    return impossible.stream().map(this::empty).toList();
  }

  /** A cell cannot be where nobody can be in any part of it. */
  private Impossible empty(Never never) {
    List<TableAttribute> named = never.attributes.stream().map(attributes::get).toList();
    boolean[] isThere =
        new boolean[named.stream().map(TableAttribute::counted).reduce(1, Math::multiplyExact)];
    ProductDomain planned = planned(never.attributes);
    Set<Integer> items = new HashSet<>(never.items);
    for (int item = 0; item < planned.size(); item++) {
      int[] at = planned.levels(item);
      int cell = 0;
      boolean isSomebody = !items.contains(item);
      for (int i = 0; i < at.length; i++) {
        TableAttribute of = named.get(i);
        isSomebody &= of.hasMissing() || at[i] < of.planned();
        cell = cell * of.counted() + of.cellOfPlanned(at[i]);
      }
      if (isSomebody) {
        isThere[cell] = true;
      }
    }
    int[] columns = never.attributes.stream().mapToInt(Integer::intValue).toArray();
    int[] cells = cellsOf(columns);
    boolean[] empty = new boolean[cells.length];
    for (int level = 0; level < cells.length; level++) {
      empty[level] = !isThere[cells[level]];
    }
    return new Impossible(columns, empty);
  }

  /** The columns, as Spark has them. */
  public StructType sparkType() {
    StructType type = new StructType();
    for (TableAttribute attribute : attributes) {
      type = type.add(attribute.name(), attribute.sparkType());
    }
    return type;
  }
}
