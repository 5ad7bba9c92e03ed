package org.sparkldp.jobs.pipeline;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.sql.LdpColumns;

/**
 * A plan's private columns as what the randomizer takes: items, BIGINT, never NULL; or numbers,
 * DOUBLE, and the item is then the person's stratum.
 */
final class ItemColumn {
  /** Where a value goes that the domain does not know, unless the plan has a level for it. */
  static final long OUTSIDE = -1;

  private ItemColumn() {}

  /**
   * The item (or stratum) of a row; {@link #OUTSIDE} if a level is NULL, NaN or unknown and has no
   * place, or a number is not finite.
   */
  static Column of(Plan plan, StructType schema) {
    Column item = plan.attributes().isEmpty() ? lit(0L) : item(plan, schema);
    if (plan.values() instanceof Plan.Numbers numbers) {
      Column number = number(numbers, schema);
      Column isFinite =
          number.isNotNull().and(abs(number).lt(lit(Double.POSITIVE_INFINITY))); // NaN is above
      return when(isFinite, item).otherwise(lit(OUTSIDE));
    }
    return item;
  }

  /** The numbers of a plan, DOUBLE, as they are. */
  static Column number(Plan.Numbers numbers, StructType schema) {
    DataType given = type(schema, numbers.column());
    if (!(given instanceof NumericType)) {
      throw new IllegalArgumentException(
          "the column's type must fit the task, a number. Provided: "
              + numbers.column()
              + " of type "
              + given.sql()
              + ".");
    }
    return col(numbers.column()).cast("double");
  }

  private static Column item(Plan plan, StructType schema) {
    int[] sizes = plan.sizes();
    Column item = null;
    Column isOutside = lit(false);
    for (int i = 0; i < sizes.length; i++) {
      Column level = level(plan, plan.attributes().get(i), schema);
      isOutside = isOutside.or(level.equalTo(OUTSIDE));
      item = item == null ? level : item.multiply(lit((long) sizes[i])).plus(level);
    }
    return sizes.length == 1 ? item : when(isOutside, lit(OUTSIDE)).otherwise(item);
  }

  private static Column level(Plan plan, Plan.Attribute attribute, StructType schema) {
    Domain domain = attribute.domain();
    requireType(attribute, schema);
    String type =
        switch (domain.kind()) {
          case TEXT -> "string";
          case INTEGER -> "bigint";
          case REAL -> "double";
        };
    boolean category = plan.outside() == Plan.Outside.CATEGORY;
    Column outside = lit(category ? (long) domain.size() : OUTSIDE);
    Column index =
        LdpColumns.call(
            "ldp_item",
            domain,
            "index",
            DataTypes.LongType,
            true,
            col(attribute.column()).cast(type),
            outside);
    return coalesce(index, outside);
  }

  private static void requireType(Plan.Attribute attribute, StructType schema) {
    DataType given = type(schema, attribute.column());
    Domain.Kind kind = attribute.domain().kind();
    boolean fits =
        switch (kind) {
          case TEXT -> true;
          case INTEGER -> given instanceof IntegralType;
          case REAL -> given instanceof NumericType;
        };
    if (!fits) {
      throw new IllegalArgumentException(
          "the column's type must fit the domain, "
              + (kind == Domain.Kind.INTEGER ? "an integer type" : "a number")
              + ". Provided: "
              + attribute.column()
              + " of type "
              + given.sql()
              + ".");
    }
  }

  /** The type of a column; refuses one that is not there. */
  static DataType type(StructType schema, String name) {
    return Arrays.stream(schema.fields())
        .filter(field -> field.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the table must have the plan's columns. Missing: "
                        + name
                        + "; it has "
                        + String.join(", ", schema.fieldNames())
                        + "."))
        .dataType();
  }
}
