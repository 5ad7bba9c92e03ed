package org.sparkldp.jobs.pipeline;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

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

/** A plan's private column as items: BIGINT, never NULL. */
final class ItemColumn {
  /** Where a value goes that the domain does not know, unless the plan has an item for it. */
  static final long OUTSIDE = -1;

  private ItemColumn() {}

  /** The item of a row; of NULL, NaN and unknown values the extra item or {@link #OUTSIDE}. */
  static Column of(Plan plan, StructType schema) {
    requireType(plan, schema);
    String type =
        switch (plan.domain().kind()) {
          case TEXT -> "string";
          case INTEGER -> "bigint";
          case REAL -> "double";
        };
    boolean category = plan.outside() == Plan.Outside.CATEGORY;
    Column outside = lit(category ? (long) plan.domain().size() : OUTSIDE);
    Column index =
        LdpColumns.call(
            "ldp_item",
            plan.domain(),
            "index",
            DataTypes.LongType,
            true,
            col(plan.column()).cast(type),
            outside);
    return coalesce(index, outside);
  }

  private static void requireType(Plan plan, StructType schema) {
    DataType given = type(schema, plan.column());
    boolean fits =
        switch (plan.domain().kind()) {
          case TEXT -> true;
          case INTEGER -> given instanceof IntegralType;
          case REAL -> given instanceof NumericType;
        };
    if (!fits) {
      throw new IllegalArgumentException(
          "the column's type must fit the domain, "
              + (plan.domain().kind() == Domain.Kind.INTEGER ? "an integer type" : "a number")
              + ". Provided: "
              + plan.column()
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
