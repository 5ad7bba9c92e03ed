package org.sparkldp.jobs.plan;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * The value of a person that is randomized, and the way of a row of the table to the randomizer's
 * input.
 */
public interface Values {
  /** The item of a row whose value is outside. */
  long OUTSIDE = -1;

  /** The private columns, as far as the plan names them. */
  List<String> columns();

  /** The columns of which the levels are known. */
  default List<Attribute> attributes() {
    return List.of();
  }

  /** The types that private columns have where files do not say, as in CSV and JSON. */
  Map<String, DataType> types();

  /** The keys of a plan from which the task would read equal values. */
  Map<String, Object> settings();

  /**
   * Refuses what the table's schema already shows to be wrong, before any row is read.
   *
   * @return the private columns, those that only the table can name included
   */
  default Collection<String> require(Plan plan, Dataset<Row> table) {
    return columns();
  }

  /**
   * The item or the stratum of a row, BIGINT, never NULL; {@link #OUTSIDE} where there is none.
   *
   * @param number the row's {@link #number}, already computed; ignored if there is none
   */
  Column item(Plan plan, StructType schema, Column number);

  /**
   * Whether the value of a row is outside, whatever the plan does about such.
   *
   * @param item the row's {@link #item}, already computed
   */
  default Column isOutside(Plan plan, StructType schema, Column item) {
    return item.equalTo(OUTSIDE);
  }

  /** Which rows are outside in each column; none where the attributes' domains tell. */
  default Map<String, Column> outside(Plan plan, StructType schema) {
    return Map.of();
  }

  /**
   * The number or vector of a row, which the randomizer takes besides; none for items.
   *
   * @param id of the row, already computed
   */
  default Optional<Column> number(Plan plan, StructType schema, Column id) {
    return Optional.empty();
  }

  /**
   * The keys by which a client on a person's device finds the randomizer's input of a value; empty
   * where that takes a table.
   */
  default Optional<Map<String, Object>> onDevices(Plan plan) {
    return Optional.empty();
  }

  /** What the randomizer takes, in its order; of items, the item and the id of keyed coins. */
  default Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
    return isKeyed ? new Column[] {item, id} : new Column[] {item};
  }
}
