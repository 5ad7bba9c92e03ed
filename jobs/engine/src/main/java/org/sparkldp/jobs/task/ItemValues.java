package org.sparkldp.jobs.task;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.sql.LdpColumns;

/**
 * One item each person, of one attribute or of several together; where predicates are asked, the
 * class of items that they do not tell apart.
 *
 * @param domain the items
 * @param predicates that make classes of them; empty where each item is asked about
 */
public record ItemValues(ProductDomain domain, Optional<Predicates> predicates) implements Values {
  /** Each item by itself. */
  public ItemValues(ProductDomain domain) {
    this(domain, Optional.empty());
  }

  /** Reads the one attribute or the several of a plan. */
  static ItemValues read(Settings plan, OutsideRule outside) {
    return new ItemValues(ProductDomain.of(Attribute.readAll(plan), outside));
  }

  @Override
  public List<String> columns() {
    return domain.columns();
  }

  @Override
  public List<Attribute> attributes() {
    return domain.attributes();
  }

  @Override
  public Map<String, DataType> types() {
    return Columns.types(attributes());
  }

  @Override
  public Map<String, Object> settings() {
    List<Attribute> attributes = domain.attributes();
    Map<String, Object> settings =
        new HashMap<>(
            attributes.size() == 1
                ? Keys.written(attributes.get(0))
                : Map.of("attributes", attributes.stream().map(Keys::written).toList()));
    predicates.ifPresent(asked -> settings.put(Predicates.KEY, asked.settings()));
    return settings;
  }

  @Override
  public Optional<Map<String, Object>> onDevices(Plan plan) {
    return predicates.isPresent()
        ? Optional.empty()
        : Optional.of(
            Map.of("attributes", attributes().stream().map(a -> onDevices(a, domain)).toList()));
  }

  /** What finds a value's level on a device. */
  static Map<String, Object> onDevices(Attribute attribute, ProductDomain of) {
    Map<String, Object> keys = new HashMap<>(Keys.written(attribute));
    keys.put("size", of.size(attribute));
    if (of.hasOther()) {
      keys.put("other", attribute.domain().size());
    }
    if (of.hasMissing() || of.hasOther()) {
      keys.put("missing", of.size(attribute) - 1);
    }
    return keys;
  }

  @Override
  public Column item(Plan plan, StructType schema, Column number) {
    Column item = Columns.item(domain, schema);
    return predicates
        .map(
            asked ->
                LdpColumns.call(
                    "ldp_class", asked, Predicates.METHOD, DataTypes.LongType, true, item))
        .orElse(item);
  }

  @Override
  public Column isOutside(Plan plan, StructType schema, Column item) {
    ProductDomain known = new ProductDomain(domain.attributes(), false, false);
    return Columns.item(known, schema).equalTo(OUTSIDE);
  }
}
