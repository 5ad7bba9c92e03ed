package org.sparkldp.jobs.ingest;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.when;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.mapred.AvroKey;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.spark.api.java.JavaNewHadoopRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.util.LongAccumulator;
import org.sparkldp.jobs.store.Tree;
import org.sparkldp.protocols.envelope.EnvelopeCheck;
import org.sparkldp.protocols.envelope.EnvelopeFields;
import org.sparkldp.protocols.envelope.EnvelopeReader;
import org.sparkldp.protocols.envelope.Flaw;
import org.sparkldp.protocols.envelope.Text;

/**
 * The files of a batch as a table of {@link Rows}, whatever their format. Every line and every
 * record is one row; none is left out, and none fails the job.
 */
record EnvelopeTable(SparkSession spark, EnvelopeFiles files, Asked asked) {
  /**
   * The rows.
   *
   * @param withOriginals whether each also says where it was, and how it began
   * @param flawed counts those with a flaw as they are read; null where nobody asks
   */
  Dataset<Row> rows(boolean withOriginals, LongAccumulator flawed) {
    JavaRDD<InternalRow> rows =
        switch (files.format()) {
          case JSON -> lines(withOriginals);
          case PARQUET -> columns(withOriginals);
          case AVRO -> records(withOriginals);
        };
    return Rows.table(spark, asked, flawed == null ? rows : rows.map(row -> counted(row, flawed)));
  }

  private static InternalRow counted(InternalRow row, LongAccumulator flawed) {
    if (!row.isNullAt(0)) {
      flawed.add(1);
    }
    return row;
  }

  /** Rows of one part of the input, each made when it is asked for. */
  private static <T> Iterator<InternalRow> each(Iterator<T> all, Function<T, InternalRow> row) {
    Iterable<T> part = () -> all;
    return StreamSupport.stream(part.spliterator(), false).map(row).iterator();
  }

  private static UTF8String path(InputSplit split) {
    return UTF8String.fromString(((FileSplit) split).getPath().toString());
  }

  private static byte[] beginning(byte[] bytes, int length) {
    return Arrays.copyOf(bytes, Math.min(length, Rows.MOST_ORIGINAL));
  }

  /** The files' paths as patterns, of which each matches its file alone. */
  private Stream<Path> exactly() {
    return files.paths().stream().map(file -> new Path(Tree.exactly(file.toString())));
  }

  private Configuration configuration() {
    try {
      Job job = Job.getInstance(spark.sessionState().newHadoopConf());
      FileInputFormat.setInputPaths(job, exactly().toArray(Path[]::new));
      return job.getConfiguration();
    } catch (IOException e) {
      throw new UncheckedIOException("the input must be readable", e);
    }
  }

  private JavaRDD<InternalRow> lines(boolean withOriginals) {
    Configuration configuration = configuration();
    int most = EnvelopeCheck.mostBytes(asked.protocol());
    configuration.setInt(BoundedLines.MOST, most);
    var lines =
        (JavaNewHadoopRDD<LongWritable, ? extends BinaryComparable>)
            new JavaSparkContext(spark.sparkContext())
                .newAPIHadoopRDD(
                    configuration,
                    BoundedLines.class,
                    LongWritable.class,
                    org.apache.hadoop.io.Text.class);
    Asked of = asked;
    return lines.mapPartitionsWithInputSplit(
        (split, all) -> {
          Rows rows = new Rows(of);
          EnvelopeReader reader = new EnvelopeReader();
          UTF8String file = path(split);
          return each(
              all,
              line -> {
                byte[] bytes = line._2().getBytes();
                int length = line._2().getLength();
                Flaw flaw = length > most ? Flaw.TOO_LONG : reader.read(bytes, length);
                GenericInternalRow row = rows.row(flaw, reader.fields());
                if (withOriginals) {
                  rows.place(row, file, line._1().get(), beginning(bytes, length));
                }
                return row;
              });
        },
        true);
  }

  private JavaRDD<InternalRow> columns(boolean withOriginals) {
    Dataset<Row> table = spark.read().parquet(exactly().map(Path::toString).toArray(String[]::new));
    List<Column> wanted = new ArrayList<>();
    List<Column> original = new ArrayList<>();
    for (String name : EnvelopeFields.NAMES) {
      boolean isThere = List.of(table.columns()).contains(name);
      wanted.add(isThere ? typed(table.schema().apply(name)) : lit(null));
      if (isThere) {
        original.add(col(name));
      }
    }
    int width = wanted.size();
    if (withOriginals) {
      wanted.add(original.isEmpty() ? lit("{}") : to_json(struct(original.toArray(Column[]::new))));
      wanted.add(col("_metadata.file_path"));
      wanted.add(col("_metadata.row_index"));
    }
    Dataset<Row> chosen = table.select(wanted.toArray(Column[]::new));
    StructField[] typed = chosen.schema().fields();
    Asked of = asked;
    return chosen
        .queryExecution()
        .toRdd()
        .toJavaRDD()
        .mapPartitions(
            all -> {
              Rows rows = new Rows(of);
              EnvelopeFields fields = new EnvelopeFields(true);
              return each(
                  all,
                  from -> {
                    Flaw flaw = read(fields, field -> from.get(field, typed[field].dataType()));
                    GenericInternalRow row = rows.row(flaw, fields);
                    if (withOriginals) {
                      byte[] text = from.getUTF8String(width).getBytes();
                      rows.place(
                          row,
                          from.getUTF8String(width + 1).clone(),
                          from.getLong(width + 2),
                          beginning(text, text.length));
                    }
                    return row;
                  });
            });
  }

  /** A column whose type envelopes have, or one of a type that they have not. */
  private static Column typed(StructField column) {
    DataType type = column.dataType();
    boolean isKnown =
        type instanceof StringType
            || type instanceof IntegerType
            || type instanceof ShortType
            || type instanceof LongType
            || type instanceof BinaryType
            || (type instanceof MapType map
                && map.keyType() instanceof StringType
                && map.valueType() instanceof StringType);
    Column given = col(column.name());
    return isKnown ? given : when(given.isNotNull(), lit(true));
  }

  @SuppressWarnings("unchecked") // Avro's classes have no types of their records
  private JavaRDD<InternalRow> records(boolean withOriginals) {
    JavaNewHadoopRDD<AvroKey<GenericRecord>, NullWritable> records =
        (JavaNewHadoopRDD<AvroKey<GenericRecord>, NullWritable>)
            (JavaNewHadoopRDD<?, ?>)
                new JavaSparkContext(spark.sparkContext())
                    .newAPIHadoopRDD(
                        configuration(),
                        AvroRecords.class,
                        (Class<AvroKey<GenericRecord>>) (Class<?>) AvroKey.class,
                        NullWritable.class);
    Asked of = asked;
    return records.mapPartitionsWithInputSplit(
        (split, all) -> {
          Rows rows = new Rows(of);
          EnvelopeFields fields = new EnvelopeFields(true);
          UTF8String file = path(split);
          return each(
              all,
              next -> {
                GenericRecord record = next._1().datum();
                Flaw flaw = read(fields, field -> named(record, EnvelopeFields.NAMES.get(field)));
                GenericInternalRow row = rows.row(flaw, fields);
                if (withOriginals) {
                  byte[] original = record.toString().getBytes(StandardCharsets.UTF_8);
                  rows.place(row, file, null, beginning(original, original.length));
                }
                return row;
              });
        },
        true);
  }

  private static Object named(GenericRecord record, String field) {
    return record.hasField(field) ? record.get(field) : null;
  }

  /** Reads fields that have types, by their places; what is wrong with these, or null. */
  private static Flaw read(EnvelopeFields fields, IntFunction<Object> given) {
    fields.clear();
    Flaw flaw = null;
    for (int field = 0; field < EnvelopeFields.NAMES.size(); field++) {
      Object value = given.apply(field);
      if (value != null) {
        Flaw found = fields.set(field, value(value));
        flaw = found == null ? flaw : found;
      }
    }
    return flaw;
  }

  /** A value of Spark's or Avro's as envelopes have it, or another thing where they have none. */
  private static Object value(Object value) {
    if (value instanceof Integer || value instanceof Short) {
      return ((Number) value).longValue();
    } else if (value instanceof UTF8String text) {
      return new Text(text.getBytes());
    } else if (value instanceof CharSequence text) {
      return Text.of(text.toString());
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    } else if (value instanceof MapData map) {
      return columns(
          map.keyArray().toObjectArray(DataTypes.StringType),
          map.valueArray().toObjectArray(DataTypes.StringType));
    } else if (value instanceof Map<?, ?> map) {
      return columns(map.keySet().toArray(), map.values().toArray());
    }
    return value;
  }

  /** Public columns; another thing if one is no text or there twice. */
  private static Object columns(Object[] names, Object[] values) {
    Map<Text, Text> columns = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      if (value(names[i]) instanceof Text name && value(values[i]) instanceof Text text) {
        columns.put(name, text);
      }
    }
    return columns.size() == names.length ? columns : values;
  }
}
