package org.sparkldp.datasets;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A synthetic table of any number of rows with known truth: a family whose parameters are fixed.
 *
 * <p>A row is a pure function of (seed, index): the same bytes in any order, on any number of
 * threads, partitions or machines. Immutable and serializable, so that tasks can carry it; 28 bytes
 * per item of a large domain, so that there a task better carries the spec and finds the rest. It
 * is not called Dataset because every program that uses it beside Spark already has one.
 *
 * <p>Two generators are equal when their specs are.
 */
public final class Generator implements Serializable {
  private static final long serialVersionUID = 1L;

  private final GeneratorSpec spec;
  private final List<Column> columns;
  private final List<String> partitionColumns;

  /** A table that is not partitioned. */
  public Generator(GeneratorSpec spec, List<? extends Column> columns) {
    this(spec, columns, List.of());
  }

  /**
   * @param spec the family with its parameters
   * @param columns in the order of the table; names unique
   * @param partitionColumns names of the columns by which a stored table is best partitioned, the
   *     outermost directory first; may be empty
   */
  public Generator(
      GeneratorSpec spec, List<? extends Column> columns, List<String> partitionColumns) {
    this.spec = spec;
    this.columns = List.copyOf(columns);
    this.partitionColumns = List.copyOf(partitionColumns);
    Set<String> names = new HashSet<>();
    for (Column column : columns) {
      if (!names.add(column.name())) {
        throw GeneratorRefusal.of(
            "Column names must be unique in a table. Provided twice: %s. Rename one of the two.",
            column.name());
      }
    }
    partitionColumns.forEach(this::column);
  }

  /** The family and its parameters; {@link Datasets#find} of its text gives an equal generator. */
  public GeneratorSpec spec() {
    return spec;
  }

  public List<Column> columns() {
    return columns;
  }

  public List<String> partitionColumns() {
    return partitionColumns;
  }

  /** The column of that name; refuses a name the table does not have. */
  public Column column(String name) {
    for (Column column : columns) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    throw GeneratorRefusal.of(
        "A column of %s must be one of %s. Provided name: %s. Choose one of them.",
        spec, String.join(", ", columns.stream().map(Column::name).toList()), name);
  }

  /** The column of that name and kind, for its primitive cells; refuses another kind. */
  public <C extends Column> C column(String name, Class<C> kind) {
    Column column = column(name);
    if (!kind.isInstance(column)) {
      throw GeneratorRefusal.of(
          "Column %s of %s has type %s. Provided kind: %s. Choose the kind of its type, or another"
              + " column.",
          name, spec, column.type(), kind.getSimpleName());
    }
    return kind.cast(column);
  }

  /**
   * The cells of one row, in the order of the columns, boxed as {@link Column.Type} says.
   *
   * @param seed which table
   * @param index which row, in [0, 2^63)
   */
  public Object[] row(long seed, long index) {
    if (index < 0) {
      throw GeneratorRefusal.of(
          "A row index must be in [0, 2^63). Provided value: %s. Count rows from 0.", index);
    }
    Object[] row = new Object[columns.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = columns.get(i).value(seed, index);
    }
    return row;
  }

  /** The canonical spec, {@code zipf(k=256,s=1.1)}. */
  @Override
  public String toString() {
    return spec.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Generator generator && spec.equals(generator.spec);
  }

  @Override
  public int hashCode() {
    return spec.hashCode();
  }
}
