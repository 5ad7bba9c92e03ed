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

  /** The plan's levels of some attributes together. */
  public ProductDomain planned(List<Integer> of) {
    TableAttribute any = attributes.get(0); // all are of one plan
    return new ProductDomain(
        of.stream().map(a -> attributes.get(a).column().attribute()).toList(),
        any.other(),
        any.missing());
  }

  /** Its domain. */
  public Domain domain() {
    return new Domain(names(), attributes.stream().map(TableAttribute::levels).toList());
  }

  /** The cells that its model leaves empty, for each thing that cannot be. */
  public List<Impossible> empty() {
    return impossible.stream().map(this::empty).toList();
  }

  /** A cell cannot be where nobody can be in any part of it. */
  private Impossible empty(Never never) {
    List<TableAttribute> named = never.attributes.stream().map(attributes::get).toList();
    boolean[] empty =
        new boolean[named.stream().map(TableAttribute::levels).reduce(1, Math::multiplyExact)];
    Arrays.fill(empty, true);
    ProductDomain planned = planned(never.attributes);
    Set<Integer> items = new HashSet<>(never.items);
    for (int item = 0; item < planned.size(); item++) {
      if (items.contains(item)) {
        continue;
      }
      int[] at = planned.levels(item);
      IntStream cells = IntStream.of(0);
      for (int i = 0; i < at.length; i++) {
        int size = named.get(i).levels();
        int[] levels = named.get(i).levelsOf(at[i]);
        cells = cells.flatMap(cell -> Arrays.stream(levels).map(level -> cell * size + level));
      }
      cells.forEach(cell -> empty[cell] = false);
    }
    return new Impossible(never.attributes.stream().mapToInt(Integer::intValue).toArray(), empty);
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
