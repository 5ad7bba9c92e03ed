package org.sparkldp.jobs.ingest;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import java.io.IOException;
import java.io.Serializable;
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
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.util.LongAccumulator;
import org.sparkldp.jobs.table.TableFiles;
import org.sparkldp.protocols.envelope.EnvelopeCheck;
import org.sparkldp.protocols.envelope.EnvelopeFields;
import org.sparkldp.protocols.envelope.EnvelopeReader;
import org.sparkldp.protocols.envelope.Flaw;
import org.sparkldp.protocols.envelope.Text;

/**
 * The files of a batch as a table of {@link Rows}, whatever their format. Every line and every
 * record is one row; none is left out, and none fails the job.
 */
record EnvelopeTable(SparkSession spark, EnvelopeFiles files, Terms asked) {
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
    return files.paths().stream().map(file -> new Path(TableFiles.exactly(file.toString())));
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
    Terms of = asked;
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
    List<String> there = List.of(table.columns());
    List<Column> wanted = new ArrayList<>();
    EnvelopeFields.NAMES.stream().filter(there::contains).forEach(name -> wanted.add(col(name)));
    int width = wanted.size();
    if (withOriginals) {
      Column original =
          wanted.isEmpty()
              ? org.apache.spark.sql.functions.lit("{}")
              : to_json(struct(wanted.toArray(Column[]::new)));
      wanted.add(original);
      wanted.add(col("_metadata.file_path"));
      wanted.add(col("_metadata.row_index"));
    }
    Dataset<Row> chosen = table.select(wanted.toArray(Column[]::new));
    TypedColumns typed = new TypedColumns(chosen.schema(), width);
    Terms of = asked;
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
                    GenericInternalRow row = rows.row(typed.read(from, fields), fields);
                    if (withOriginals) {
                      byte[] original = from.getUTF8String(width).getBytes();
                      rows.place(
                          row,
                          from.getUTF8String(width + 1).clone(),
                          from.getLong(width + 2),
                          beginning(original, original.length));
                    }
                    return row;
                  });
            });
  }

  /** Fields that stand in columns of a table. */
  private static final class TypedColumns implements Serializable {
    private final int[] places = new int[EnvelopeFields.NAMES.size()];
    private final DataType[] types = new DataType[EnvelopeFields.NAMES.size()];

    TypedColumns(StructType schema, int width) {
      Arrays.fill(places, -1);
      for (int i = 0; i < width; i++) {
        StructField field = schema.apply(i);
        places[EnvelopeFields.NAMES.indexOf(field.name())] = i;
        types[EnvelopeFields.NAMES.indexOf(field.name())] = field.dataType();
      }
    }

    Flaw read(InternalRow row, EnvelopeFields fields) {
      fields.clear();
      Flaw flaw = null;
      for (int field = 0; field < places.length; field++) {
        int at = places[field];
        if (at >= 0 && !row.isNullAt(at)) {
          Flaw found = fields.set(field, value(row, at, types[field]));
          flaw = found == null ? flaw : found;
        }
      }
      return flaw;
    }

    /** A field's value as envelopes have it, or another thing of another type. */
    private static Object value(InternalRow row, int at, DataType type) {
      if (type instanceof StringType) {
        return new Text(row.getUTF8String(at).getBytes());
      } else if (type instanceof IntegerType) {
        return (long) row.getInt(at);
      } else if (type instanceof ShortType) {
        return (long) row.getShort(at);
      } else if (type instanceof LongType) {
        return row.getLong(at);
      } else if (type instanceof BinaryType) {
        return row.getBinary(at);
      } else if (type instanceof MapType map
          && map.keyType() instanceof StringType
          && map.valueType() instanceof StringType) {
        return columns(row.getMap(at));
      }
      return type;
    }
  }

  /** Public columns; another thing if one is NULL or there twice. */
  private static Object columns(MapData map) {
    Map<Text, Text> columns = new HashMap<>();
    for (int i = 0; i < map.numElements(); i++) {
      if (map.valueArray().isNullAt(i)) {
        return map;
      }
      columns.put(
          new Text(map.keyArray().getUTF8String(i).getBytes()),
          new Text(map.valueArray().getUTF8String(i).getBytes()));
    }
    return columns.size() == map.numElements() ? columns : map;
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
    Terms of = asked;
    return records.mapPartitionsWithInputSplit(
        (split, all) -> {
          Rows rows = new Rows(of);
          EnvelopeFields fields = new EnvelopeFields(true);
          UTF8String file = path(split);
          return each(
              all,
              next -> {
                GenericRecord record = next._1().datum();
                GenericInternalRow row = rows.row(read(record, fields), fields);
                if (withOriginals) {
                  byte[] original = record.toString().getBytes(StandardCharsets.UTF_8);
                  rows.place(row, file, null, beginning(original, original.length));
                }
                return row;
              });
        },
        true);
  }

  private static Flaw read(GenericRecord record, EnvelopeFields fields) {
    fields.clear();
    Flaw flaw = null;
    for (int field = 0; field < EnvelopeFields.NAMES.size(); field++) {
      String name = EnvelopeFields.NAMES.get(field);
      if (record.hasField(name) && record.get(name) != null) {
        Flaw found = fields.set(field, value(record.get(name)));
        flaw = found == null ? flaw : found;
      }
    }
    return flaw;
  }

  /** An Avro value as envelopes have it, or itself where they have none of its type. */
  private static Object value(Object value) {
    if (value instanceof Integer number) {
      return (long) number;
    } else if (value instanceof CharSequence text) {
      return Text.of(text.toString());
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    } else if (value instanceof Map<?, ?> map) {
      Map<Text, Text> columns = new HashMap<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (!(entry.getValue() instanceof CharSequence)) {
          return entry;
        }
        columns.put(Text.of(entry.getKey().toString()), Text.of(entry.getValue().toString()));
      }
      return columns;
    }
    return value;
  }
}
