package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_contains;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Counting;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Unlisted;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.protocols.sets.SetProtocol;
import org.sparkldp.sql.LdpColumns;

/** The number of people who hold each item, of whom each may hold several, or none. */
public record ItemsTask(ItemSets values, SetProtocol protocol) implements Task, Counting {

  @Override
  public ItemsKind kind() {
    return new ItemsKind();
  }

  @Override
  public String row(int place) {
    return values.domain.item(place);
  }

  @Override
  public List<String> notes() {
    int most = protocol.most();
    return most == protocol.k()
        ? List.of()
        : List.of(
            "A person counts with at most "
                + most
                + " items. Of more, "
                + most
                + " are chosen at random, so that an item of somebody who holds h of them counts "
                + most
                + "/h.");
  }

  @Override
  public List<Unlisted> unlisted(Answers answers) {
    return Unlisted.ofItems(values.domain);
  }

  /**
   * A set of items each person. NULL is no set, but a missing one.
   *
   * @param domain the items, of one column of arrays
   */
  public record ItemSets(ProductDomain domain) implements Values {
    private static ItemSets read(Settings plan, OutsideRule outside) {
      return new ItemSets(ProductDomain.of(List.of(Attribute.readAll(plan).get(0)), outside));
    }

    private Attribute attribute() {
      return domain.attributes().get(0);
    }

    @Override
    public List<String> columns() {
      return domain.columns();
    }

    @Override
    public Map<String, DataType> types() {
      Map<String, DataType> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      DataType item = Columns.sqlType(attribute().domain().kind());
      types.put(attribute().column(), DataTypes.createArrayType(item));
      return types;
    }

    @Override
    public Map<String, Object> settings() {
      return Keys.written(attribute());
    }

    /** The places of the row's items; {@link Values#OUTSIDE} of one that has none. */
    private Column places(long other, long missing, StructType schema) {
      Domain items = attribute().domain();
      Column list = Columns.list(attribute().column(), Columns.sqlType(items.kind()), schema);
      Places of = new Places(items, other, missing);
      return coalesce(
          LdpColumns.call("ldp_items", of, Places.METHOD, Columns.DOUBLES, true, list),
          array(lit((double) missing)));
    }

    @Override
    public Optional<Column> number(Plan plan, StructType schema, Column id) {
      long other = domain.hasOther() ? attribute().domain().size() : OUTSIDE;
      long missing = domain.hasMissing() ? domain.size() - 1L : other;
      return Optional.of(places(other, missing, schema));
    }

    @Override
    public Column item(Plan plan, StructType schema, Column number) {
      return NumberValues.accepted(plan, number, lit(0L));
    }

    @Override
    public Column isOutside(Plan plan, StructType schema, Column item) {
      return array_contains(places(OUTSIDE, OUTSIDE, schema), (double) OUTSIDE);
    }

    @Override
    public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
      return new Column[] {number, id};
    }
  }

  /**
   * The places in a domain of an array's elements.
   *
   * @param other of an element outside
   * @param missing of NULL
   */
  public record Places(Domain domain, long other, long missing) implements Serializable {
    /** The method that generated code calls. */
    static final String METHOD = "of";

    /** Of each element, in their order. */
    public ArrayData of(ArrayData values) {
      double[] places = new double[values.numElements()];
      for (int i = 0; i < places.length; i++) {
        places[i] = values.isNullAt(i) ? missing : domain.item(values, i, other);
      }
      return UnsafeArrayData.fromPrimitiveArray(places);
    }
  }

  /** Sets of items in plans. */
  public static final class ItemsKind extends TaskKind<ItemSets, SetProtocol> {
    /** As the service loader makes it. */
    public ItemsKind() {
      super(
          "items",
          SetProtocol.class,
          "items of which a person may hold several need privset or item-bits",
          ItemSets::read,
          ItemsTask::new,
          "column",
          "domain");
    }

    @Override
    protected Optional<DecidedParameter<SetProtocol>> decided(ItemSets values) {
      return Optional.of(
          new DecidedParameter<>("k", values.domain.size(), "the number of items", SetProtocol::k));
    }
  }
}
