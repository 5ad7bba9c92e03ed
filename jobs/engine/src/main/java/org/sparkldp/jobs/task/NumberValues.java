package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.Acceptance;
import org.sparkldp.sql.LdpColumns;

/**
 * A finite number each person.
 *
 * @param column the numbers
 * @param strata public column whose levels have estimates of their own; none where everybody is in
 *     one
 */
public record NumberValues(@Key String column, @Key Optional<Attribute> strata) implements Values {

  /** The strata as a domain; none where everybody is in one. */
  Optional<ProductDomain> domain() {
    return strata.map(attribute -> new ProductDomain(List.of(attribute), false, false));
  }

  @Override
  public List<String> columns() {
    return List.of(column);
  }

  @Override
  public List<Attribute> attributes() {
    return strata.stream().toList();
  }

  @Override
  public Map<String, DataType> types() {
    Map<String, DataType> types = Columns.types(attributes());
    types.put(column, DataTypes.DoubleType);
    return types;
  }

  @Override
  public Map<String, Object> settings() {
    return Keys.written(this);
  }

  @Override
  public Optional<Map<String, Object>> onDevices(Plan plan) {
    return strata.isPresent() ? Optional.empty() : Optional.of(Map.of("number", column));
  }

  /** Refuses whole numbers, which are steps, whatever the plan says. */
  void requireSmooth(StructType schema, Protocol<?, ?> protocol, String answer) {
    if (Columns.type(schema, column) instanceof IntegralType) {
      throw Require.refusal(
          "a column of whole numbers has steps, so its %s must be asked without law=smooth."
              + " Provided: %s, with %s; leave law out.",
          answer, column, protocol.spec());
    }
  }

  @Override
  public Column item(Plan plan, StructType schema, Column number) {
    Column stratum = domain().map(levels -> Columns.item(levels, schema)).orElse(lit(0L));
    return accepted(plan, number, stratum);
  }

  /** The item of values that the protocol takes. */
  static Column accepted(Plan plan, Column value, Column item) {
    Column isTaken =
        LdpColumns.call(
            "ldp_accepts",
            new Acceptance(plan.protocol()),
            Acceptance.METHOD,
            DataTypes.BooleanType,
            true,
            value);
    return when(coalesce(isTaken, lit(false)), item).otherwise(lit(OUTSIDE));
  }

  @Override
  public Optional<Column> number(Plan plan, StructType schema, Column id) {
    return Optional.of(Columns.number(column, schema));
  }

  /** A number's cohort is decided by the id, whatever the coins. */
  @Override
  public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
    return new Column[] {number, item.cast("int"), id};
  }
}
