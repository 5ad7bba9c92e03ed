package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Unlisted;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.protocols.sums.KeyedSums;
import org.sparkldp.protocols.sums.MeanBy;
import org.sparkldp.protocols.sums.NumberSums;

/** Counts, sums and means of a private number by a private key, from one report. */
public record MeanByTask(KeyedNumber values, MeanBy protocol) implements Task {
  private static final String VALUE = "value";

  @Override
  public MeanByKind kind() {
    return new MeanByKind();
  }

  @Override
  public String row(int place) {
    return KeyedSums.row(place, values.keys.domain()::item);
  }

  @Override
  public String measure(int place) {
    return KeyedSums.measure(place).of(values.value);
  }

  @Override
  public String item(int place, String row) {
    return values.keys.domain().item(KeyedSums.key(place));
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Sums and means are of numbers clipped to ["
            + protocol.sums().lower()
            + ", "
            + protocol.sums().upper()
            + "]; nobody knows how many were.");
  }

  @Override
  public List<Unlisted> unlisted(Answers answers) {
    return Unlisted.ofItems(values.keys.domain()).stream()
        .map(
            people ->
                new Unlisted(
                    people.name(),
                    people.level(),
                    people.rows().stream().map(KeyedSums::count).toList()))
        .toList();
  }

  @Override
  public boolean isComparable(int row) {
    return KeyedSums.measure(row) == NumberSums.Measure.MEAN;
  }

  /**
   * A key and a number each person. Who has no number counts as one without a key does.
   *
   * @param keys the items of the key
   * @param value the column of numbers
   */
  public record KeyedNumber(ItemValues keys, String value) implements Values {
    private static KeyedNumber read(Settings plan, OutsideRule outside) {
      return new KeyedNumber(ItemValues.read(plan, outside), plan.text(VALUE));
    }

    @Override
    public List<String> columns() {
      List<String> columns = new ArrayList<>(keys.columns());
      columns.add(value);
      return columns;
    }

    @Override
    public List<Attribute> attributes() {
      return keys.attributes();
    }

    @Override
    public Map<String, DataType> types() {
      Map<String, DataType> types = keys.types();
      types.put(value, DataTypes.DoubleType);
      return types;
    }

    @Override
    public Map<String, Object> settings() {
      Map<String, Object> settings = new HashMap<>(keys.settings());
      settings.put(VALUE, value);
      return settings;
    }

    /** What the protocol takes: the key's place, and the number. */
    @Override
    public Optional<Column> number(Plan plan, StructType schema, Column id) {
      Column number = Columns.number(value, schema);
      Column key =
          when(Columns.isMissing(value, schema), lit(without(keys.domain().hasMissing())))
              .when(isInfinite(number), lit(without(false)))
              .otherwise(keys.item(plan, schema, number));
      Column known = when(number.isNaN().or(isInfinite(number)), lit(0.0)).otherwise(number);
      return Optional.of(array(key.cast(DataTypes.DoubleType), coalesce(known, lit(0.0))));
    }

    /** The key of who has no number: the level of such, in each attribute, that the plan adds. */
    private long without(boolean isMissing) {
      ProductDomain domain = keys.domain();
      if (!isMissing && !domain.hasOther()) {
        return OUTSIDE;
      }
      long key = 0;
      for (Attribute attribute : domain.attributes()) {
        int size = domain.size(attribute);
        key = key * size + (isMissing ? size - 1 : attribute.domain().size());
      }
      return key;
    }

    @Override
    public Column item(Plan plan, StructType schema, Column number) {
      return NumberValues.accepted(plan, number, lit(0L));
    }

    @Override
    public Column isOutside(Plan plan, StructType schema, Column item) {
      Column number = Columns.number(value, schema);
      return keys.isOutside(plan, schema, item)
          .or(Columns.isMissing(value, schema))
          .or(isInfinite(number));
    }

    private static Column isInfinite(Column number) {
      return abs(number).equalTo(Double.POSITIVE_INFINITY);
    }

    @Override
    public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
      return new Column[] {number, id};
    }
  }

  /** Means by a key in plans. */
  public static final class MeanByKind extends TaskKind<KeyedNumber, MeanBy> {
    /** As the service loader makes it. */
    public MeanByKind() {
      super(
          "mean-by",
          MeanBy.class,
          "means by a private key need the protocol mean-by",
          KeyedNumber::read,
          MeanByTask::new,
          "column",
          "domain",
          "attributes",
          VALUE);
    }

    @Override
    protected Optional<DecidedParameter<MeanBy>> decided(KeyedNumber values) {
      return Optional.of(
          new DecidedParameter<>(
              "k", values.keys.domain().size(), "the number of keys", MeanBy::k));
    }
  }
}
