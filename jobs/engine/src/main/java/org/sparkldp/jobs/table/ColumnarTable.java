package org.sparkldp.jobs.table;

import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A table of Parquet or ORC files, whose footers say how many rows they have and which columns.
 * Files may differ by columns that nobody wants.
 */
final class ColumnarTable extends FileTable {
  ColumnarTable(
      SparkSession spark, Input input, TableFiles files, TableFormat format, Wanted wanted) {
    super(spark, input, files, format, wanted);
  }

  private String name() {
    return format.name().toLowerCase(Locale.ROOT);
  }

  @Override
  Class<? extends FileLook> eye() {
    return ColumnarLook.class;
  }

  @Override
  Map<String, String> ofTheLook() {
    String named = wanted.isAny() ? "" : String.join("\n", wanted.columns());
    return new TreeMap<>(Map.of("ldp.format", name(), JsonLook.KEYS, named));
  }

  @Override
  boolean mayBeEmpty() {
    return false;
  }

  @Override
  void requireStructure(FileFacts file) {
    // A footer says how many rows there are.
  }

  @Override
  Dataset<Row> rows(Collection<FileFacts> seen, StructType folders) {
    Dataset<Row> ofSpark =
        Boolean.parseBoolean(input.options().get("mergeSchema")) || seen.isEmpty()
            ? load(reader(name(), options()))
            : reader(name(), Map.of())
                .load(new Path(URI.create(seen.iterator().next().file)).toString());
    StructType columns = new StructType();
    for (StructField field : ofSpark.schema().fields()) {
      if (!List.of(folders.fieldNames()).contains(field.name())) {
        columns = columns.add(field);
      }
    }
    for (StructField folder : folders.fields()) {
      columns = columns.add(folder);
    }
    return load(reader(name(), options()).schema(columns));
  }
}
