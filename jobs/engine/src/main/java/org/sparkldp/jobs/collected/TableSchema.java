package org.sparkldp.jobs.collected;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.store.RunRecord;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.tables.Domain;
import org.sparkldp.tables.Impossible;

/**
 * The columns of a collected table, in the order of its domain. Immutable.
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
   * @param cells of their levels in which nobody can be, the last attribute running fastest
   */
  public record Never(String predicate, List<Integer> attributes, List<Integer> cells) {
    public Never {
      attributes = List.copyOf(attributes);
      cells = List.copyOf(cells);
    }

    int[] set() {
      return attributes.stream().mapToInt(Integer::intValue).toArray();
    }

    /** 1 where nobody can be. */
    double[] weights(Domain domain) {
      double[] weights =
          new double[attributes.stream().map(domain::size).reduce(1, Math::multiplyExact)];
      cells.forEach(cell -> weights[cell] = 1);
      return weights;
    }

    private Impossible in(Domain domain) {
      boolean[] marks = new boolean[weights(domain).length];
      cells.forEach(cell -> marks[cell] = true);
      return new Impossible(set(), marks);
    }
  }

  public TableSchema {
    attributes = List.copyOf(attributes);
    impossible = List.copyOf(impossible);
    List<String> names =
        attributes.stream().map(each -> each.name().toLowerCase(Locale.ROOT)).toList();
    Require.that(!names.isEmpty() && new HashSet<>(names).size() == names.size())
        .orRefuse("a table needs attributes, each with a name of its own. Provided: %s.", names);
    Require.that(label.isEmpty() || names.contains(label.toLowerCase(Locale.ROOT)))
        .orRefuse("a label must be one of the attributes %s. Provided: %s.", names, label);
  }

  /** Its domain. */
  public Domain domain() {
    return new Domain(
        attributes.stream().map(TableAttribute::name).toList(),
        attributes.stream().map(TableAttribute::levels).toList());
  }

  /** The cells that its model leaves empty. */
  List<Impossible> empty() {
    return impossible.stream().map(never -> never.in(domain())).toList();
  }

  /** The columns, as Spark has them. */
  public StructType sparkType() {
    StructType type = new StructType();
    for (TableAttribute attribute : attributes) {
      type = type.add(attribute.name(), attribute.sparkType());
    }
    return type;
  }

  /** As JSON. */
  public String json() {
    return RunRecord.text(this);
  }

  /** From JSON. */
  public static TableSchema ofJson(String json) {
    return RunRecord.of(json, TableSchema.class);
  }
}
