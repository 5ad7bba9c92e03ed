package org.sparkldp.jobs.ingest;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * Reports by their names: one row for each name, which has the first report and says how many are
 * counted, and what becomes of the others.
 *
 * <p>A name that was not counted before is counted if all its reports are equal; of different ones
 * none is. Where an earlier batch has counted a report of the name, that one stays.
 */
final class Twins implements Iterator<InternalRow> {
  /** 1 if the row's report is counted, else 0. */
  static final String REPORTS = "__ldp_reports";

  /** How many equal reports came with it. */
  static final String REPEATS = "__ldp_repeats";

  /** How many reports were counted before. */
  static final String REPLAYS = "__ldp_replays";

  /** How many reports of the name are not counted, for there is a different one. */
  static final String DISPUTED = "__ldp_disputed";

  private static final int HIGH = 0;
  private static final int LOW = 1;
  private static final int NEW = 2;

  private final Iterator<InternalRow> reports;
  private final DataType[] types;
  private InternalRow first; // of the next name; null after the last

  private Twins(Iterator<InternalRow> reports, DataType[] types) {
    this.reports = reports;
    this.types = types;
    this.first = reports.hasNext() ? reports.next().copy() : null;
  }

  /**
   * The table.
   *
   * @param sorted the two halves of a name, whether the report is new, and all that makes a report;
   *     in each partition by the first three, and those of a name in one partition
   */
  static Dataset<Row> of(SparkSession spark, Dataset<Row> sorted) {
    StructType schema = sorted.schema();
    DataType[] types =
        Arrays.stream(schema.fields()).map(StructField::dataType).toArray(DataType[]::new);
    for (String count : new String[] {REPORTS, REPEATS, REPLAYS, DISPUTED}) {
      schema = schema.add(count, DataTypes.LongType, false);
    }
    return SparkLine.table(
        spark,
        sorted
            .queryExecution()
            .toRdd()
            .toJavaRDD()
            .mapPartitions(reports -> (Iterator<InternalRow>) new Twins(reports, types))
            .rdd(),
        schema);
  }

  @Override
  public boolean hasNext() {
    return first != null;
  }

  @Override
  public InternalRow next() {
    InternalRow one = first;
    first = null;
    long equal = 0;
    long others = 0;
    while (first == null && reports.hasNext()) {
      InternalRow row = reports.next();
      if (row.getLong(HIGH) != one.getLong(HIGH) || row.getLong(LOW) != one.getLong(LOW)) {
        first = row.copy();
      } else if (row.getBoolean(NEW)) {
        if (isEqual(one, row)) {
          equal++;
        } else {
          others++;
        }
      }
    }
    Object[] counts =
        !one.getBoolean(NEW)
            ? new Object[] {0L, 0L, equal, others}
            : others == 0
                ? new Object[] {1L, equal, 0L, 0L}
                : new Object[] {0L, 0L, 0L, 1 + equal + others};
    return new JoinedRow(one, new GenericInternalRow(counts));
  }

  /** Whether all that makes a report is equal; texts and bytes are, not hashes of them. */
  private boolean isEqual(InternalRow one, InternalRow other) {
    for (int i = NEW + 1; i < types.length; i++) {
      Object mine = one.isNullAt(i) ? null : one.get(i, types[i]);
      Object theirs = other.isNullAt(i) ? null : other.get(i, types[i]);
      if (!Objects.deepEquals(mine, theirs)) {
        return false;
      }
    }
    return true;
  }
}
