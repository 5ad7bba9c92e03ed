package org.sparkldp.jobs.ingest;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.envelope.EnvelopeCheck;
import org.sparkldp.protocols.envelope.EnvelopeFields;
import org.sparkldp.protocols.envelope.Flaw;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * Envelopes after the check, one row each: what is wrong, or the report and its name. Rows are made
 * as Spark holds them, without a round of conversions. One thread at a time.
 */
final class Rows {
  /** The flaw's name; NULL of a report that may be counted. */
  static final String FLAW = "__ldp_flaw";

  static final String HIGH = "__ldp_high";
  static final String LOW = "__ldp_low";
  static final String FILE = "__ldp_file";
  static final String PLACE = "__ldp_place";
  static final String ORIGINAL = "__ldp_original";

  /** Bytes of an original that are kept. */
  static final int MOST_ORIGINAL = 4096;

  private static final int REPORT = 3;

  private final EnvelopeCheck check;
  private final ReportType.ReportCarrier kind;
  private final String[] columns;
  private final int[] places;
  private final int width;
  private final Map<Flaw, UTF8String> names = new EnumMap<>(Flaw.class);

  Rows(Terms asked) {
    this.check = asked.check();
    this.kind = asked.kind();
    this.columns = asked.columns().toArray(new String[0]);
    this.places = new int[columns.length];
    for (int i = 0; i < columns.length; i++) {
      places[i] = asked.place(columns[i]);
    }
    this.width = schema(asked).size();
    for (Flaw flaw : Flaw.values()) {
      names.put(flaw, UTF8String.fromString(flaw.text()));
    }
  }

  static StructType schema(Terms asked) {
    List<StructField> fields = new ArrayList<>();
    add(fields, FLAW, DataTypes.StringType, true);
    add(fields, HIGH, DataTypes.LongType, false);
    add(fields, LOW, DataTypes.LongType, false);
    add(fields, "report", asked.reportType(), true);
    asked.columns().forEach(column -> add(fields, column, DataTypes.StringType, true));
    add(fields, FILE, DataTypes.StringType, true);
    add(fields, PLACE, DataTypes.LongType, true);
    add(fields, ORIGINAL, DataTypes.BinaryType, true);
    return new StructType(fields.toArray(new StructField[0]));
  }

  private static void add(List<StructField> fields, String name, DataType type, boolean nullable) {
    fields.add(DataTypes.createStructField(name, type, nullable));
  }

  /** These rows as a table. */
  static Dataset<Row> table(SparkSession spark, Terms asked, JavaRDD<InternalRow> rows) {
    return SparkLine.table(spark, rows.rdd(), schema(asked));
  }

  /**
   * The row of an envelope.
   *
   * @param flaw that reading it has shown, or null
   */
  GenericInternalRow row(Flaw flaw, EnvelopeFields fields) {
    Flaw found = flaw == null ? check.check(fields) : flaw;
    Object[] row = new Object[width];
    row[0] = found == null ? null : names.get(found);
    row[1] = 0L;
    row[2] = 0L;
    if (found == null) {
      row[1] = check.high();
      row[2] = check.low();
      switch (kind) {
        case CELL -> row[REPORT] = (int) check.number();
        case WORD -> row[REPORT] = check.number();
        case BITS -> row[REPORT] = check.bits();
      }
      for (int i = 0; i < places.length; i++) {
        row[REPORT + 1 + i] =
            UTF8String.fromBytes(places[i] < 0 ? check.period() : check.value(places[i]).bytes());
      }
    }
    return new GenericInternalRow(row);
  }

  /** Adds where an envelope was, and its beginning. */
  void place(GenericInternalRow row, UTF8String file, Long place, byte[] original) {
    row.update(width - 3, file);
    row.update(width - 2, place);
    row.update(width - 1, original);
  }
}
