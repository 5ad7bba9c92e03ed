package org.sparkldp.sql;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.expressions.KnownFloatingPointNormalized;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.sparkldp.sql.catalyst.ObjectCall;
import org.sparkldp.sql.catalyst.SparkLine;
import org.sparkldp.sql.catalyst.Unfailing;

/**
 * The same expressions as columns, for jobs: with what SQL text cannot carry, such as a domain of a
 * million items or a plan's fingerprint. Arguments must have exact types.
 */
public final class LdpColumns {
  private LdpColumns() {}

  /** A {@link ObjectCall named call} of a method on an immutable object. */
  public static Column call(
      String name,
      Serializable target,
      String method,
      DataType type,
      boolean deterministic,
      Column... arguments) {
    return SparkLine.column(
        new ObjectCall(
            name,
            target,
            method,
            type,
            deterministic,
            Arrays.stream(arguments).map(SparkLine::expression).toList()));
  }

  /**
   * The public word of each row's person, BIGINT; NULL without an id.
   *
   * @param label names what the word decides
   * @param id BIGINT or STRING
   */
  public static Column publicWord(String label, Column id) {
    return call("ldp_word", new PublicWord(label), PublicWord.METHOD, DataTypes.LongType, true, id);
  }

  /** An expression over a person's row; NULL if it would fail. */
  public static Column unfailing(Column expression) {
    return SparkLine.column(new Unfailing(SparkLine.expression(expression)));
  }

  /** A column under its own name, without its metadata. */
  public static Column withoutMetadata(Column column, String name) {
    // Spark before 4.1 takes an alias of a bare column for one that says nothing, and gives the
    // column back, metadata and all. What stands around it here does nothing but hinder that.
    return SparkLine.column(new KnownFloatingPointNormalized(SparkLine.expression(column)))
        .as(name, Metadata.empty());
  }
}
