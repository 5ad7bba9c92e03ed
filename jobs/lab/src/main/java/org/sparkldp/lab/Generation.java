package org.sparkldp.lab;

import java.io.Serializable;
import java.sql.Date;
import java.time.LocalDate;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.datasets.Generator;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.check.Require;

/** Synthetic tables on Spark: row i is the generator's row i, whatever partition makes it. */
public final class Generation {
  private Generation() {}

  /** Writes a table as Parquet, by folders of the generator's partition columns if it has any. */
  public static void write(
      SparkSession spark,
      Generator generator,
      long seed,
      long rows,
      int partitions,
      String output) {
    Dataset<Row> table = table(spark, generator, seed, rows, partitions);
    if (new Output(spark, output).exists()) {
      throw Require.refusal(
          "a generated table must have a new folder. Provided path: %s, which is there; name"
              + " another, or delete it.",
          output);
    }
    List<String> by = generator.partitionColumns();
    var writer = table.write();
    (by.isEmpty() ? writer : writer.partitionBy(by.toArray(new String[0]))).parquet(output);
  }

  /** The table, not yet computed. */
  public static Dataset<Row> table(
      SparkSession spark, Generator generator, long seed, long rows, int partitions) {
    if (rows < 1 || partitions < 1) {
      throw Require.refusal(
          "a table must have at least one row and one partition. Provided values: rows = %s,"
              + " partitions = %s.",
          rows, partitions);
    }
    StructType schema = new StructType();
    for (Column column : generator.columns()) {
      schema = schema.add(column.name(), type(column), false);
    }
    return spark
        .range(0, rows, 1, partitions)
        .map(new RowGenerator(generator.spec().toString(), seed), Encoders.row(schema));
  }

  private static DataType type(Column column) {
    return switch (column.type()) {
      case LONG -> DataTypes.LongType;
      case INT -> DataTypes.IntegerType;
      case DOUBLE -> DataTypes.DoubleType;
      case STRING -> DataTypes.StringType;
      case DATE -> DataTypes.DateType;
    };
  }

  /** Carries the spec, not the tables; each task finds the generator again. */
  private static final class RowGenerator implements MapFunction<Long, Row>, Serializable {
    private final String spec;
    private final long seed;
    private transient Generator generator;

    RowGenerator(String spec, long seed) {
      this.spec = spec;
      this.seed = seed;
    }

    @Override
    public Row call(Long index) {
      if (generator == null) {
        generator = Datasets.find(spec);
      }
      Object[] row = generator.row(seed, index);
      for (int i = 0; i < row.length; i++) {
        // Spark's row encoder takes the older class unless a session setting says otherwise.
        row[i] = row[i] instanceof LocalDate day ? Date.valueOf(day) : row[i];
      }
      return RowFactory.create(row);
    }
  }
}
