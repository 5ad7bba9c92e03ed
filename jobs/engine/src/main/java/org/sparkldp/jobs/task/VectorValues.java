package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;

/**
 * A vector of finite numbers each person.
 *
 * @param vector one column of arrays, or several of numbers
 * @param label a number that follows the vector's; none where nothing is regressed on it
 */
public record VectorValues(List<String> vector, Optional<String> label) implements Values {
  public VectorValues {
    vector = List.copyOf(vector);
  }

  /** Reads {@code columns}, or the one {@code column}, and the label where there is one. */
  static VectorValues read(Settings plan, OutsideRule outside) {
    return new VectorValues(
        plan.oneOrMoreColumns(),
        plan.has("label") ? Optional.of(plan.text("label")) : Optional.empty());
  }

  /** The name of a coordinate. */
  String coordinate(int index) {
    return vector.size() == 1 ? vector.get(0) + "[" + index + "]" : vector.get(index);
  }

  @Override
  public List<String> columns() {
    return Stream.concat(vector.stream(), label.stream()).toList();
  }

  @Override
  public Map<String, DataType> types() {
    Map<String, DataType> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    columns().forEach(column -> types.put(column, DataTypes.DoubleType));
    if (vector.size() == 1) {
      types.put(vector.get(0), Columns.DOUBLES);
    }
    return types;
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    if (vector.size() == 1) {
      settings.put("column", vector.get(0));
    } else {
      settings.put("columns", vector);
    }
    label.ifPresent(column -> settings.put("label", column));
    return settings;
  }

  @Override
  public Column item(Plan plan, StructType schema, Column number) {
    return NumberValues.accepted(plan, number, lit(0L));
  }

  @Override
  public Optional<Column> number(Plan plan, StructType schema, Column id) {
    Column[] last = label.stream().map(name -> Columns.number(name, schema)).toArray(Column[]::new);
    return Optional.of(concat(Columns.vector(vector, schema), array(last).cast(Columns.DOUBLES)));
  }

  @Override
  public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
    return new Column[] {number, id};
  }
}
