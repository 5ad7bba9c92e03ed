package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;

/**
 * One item each person, of one attribute or of several together.
 *
 * @param domain the items
 */
public record ItemValues(ProductDomain domain) implements Values {
  /** Reads the one attribute or the several of a plan. */
  static ItemValues read(Settings plan, OutsideRule outside) {
    return new ItemValues(ProductDomain.of(Attribute.readAll(plan), outside));
  }

  @Override
  public List<String> columns() {
    return domain.columns();
  }

  @Override
  public Map<String, DataType> types() {
    return Columns.types(domain.attributes());
  }

  @Override
  public Map<String, Object> settings() {
    List<Attribute> attributes = domain.attributes();
    return attributes.size() == 1
        ? Keys.written(attributes.get(0))
        : Map.of("attributes", attributes.stream().map(Keys::written).toList());
  }

  @Override
  public Column item(Plan plan, StructType schema, Column number) {
    return Columns.item(domain, schema);
  }

  @Override
  public Column isOutside(Plan plan, StructType schema, Column item) {
    ProductDomain known = new ProductDomain(domain.attributes(), false, false);
    return Columns.item(known, schema).equalTo(OUTSIDE);
  }
}
