package org.sparkldp.sql.catalyst;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.TextBasedFileFormat;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import scala.Option;
import scala.collection.JavaConverters;
import scala.runtime.AbstractFunction1;

/**
 * A format of files that Java reads, a slice at a time: Spark lists the files, divides them over
 * tasks and leaves out folders of no use, as of its own formats. A subclass is named by its class,
 * has a constructor without parameters, and is given its schema.
 */
@SuppressWarnings({
  "EqualsGetClass",
  "MissingOverride"
}) // a class is a format; of two methods one overrides
public abstract class FileSlices extends TextBasedFileFormat {
  /** Rows that are read from an open file. */
  public abstract static class SliceRows implements Iterator<InternalRow>, AutoCloseable {
    private InternalRow ahead;
    private boolean isOver;

    /** The next row, which may be the object of the one before; null at the end. */
    protected abstract InternalRow read() throws IOException;

    @Override
    public final boolean hasNext() {
      try {
        ahead = ahead == null && !isOver ? read() : ahead;
        isOver = ahead == null;
      } catch (IOException e) {
        throw new UncheckedIOException("a file of the table must be readable", e);
      }
      return ahead != null;
    }

    @Override
    public final InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      InternalRow row = ahead;
      ahead = null;
      return row;
    }

    @Override
    public void close() {
      // Of rows that are in memory.
    }
  }

  /** Opens slices in tasks. */
  public interface Reader extends Serializable {
    /** The rows of a slice, in the order of its file. */
    SliceRows open(PartitionedFile slice, Configuration hadoop) throws IOException;
  }

  /** What reads columns of files under options, by their names in any case; tasks may have them. */
  protected abstract Reader reader(Map<String, String> options, StructType columns);

  /** Whether several tasks may share a file. */
  protected abstract boolean isCut(Map<String, String> options);

  /** Of two tables of equal files and options Spark may read one. */
  @Override
  public final boolean equals(Object other) {
    return other != null && other.getClass() == getClass();
  }

  @Override
  public final int hashCode() {
    return getClass().hashCode();
  }

  private static Map<String, String> inAnyCase(
      scala.collection.immutable.Map<String, String> options) {
    Map<String, String> inAnyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    inAnyCase.putAll(Scala.map(options));
    return inAnyCase;
  }

  @Override
  public boolean isSplitable(
      SparkSession spark, scala.collection.immutable.Map<String, String> options, Path path) {
    return isCut(inAnyCase(options)) && super.isSplitable(spark, options, path);
  }

  // Scala 2.12 and 2.13 call another type Seq, so each of these stands here twice.

  public Option<StructType> inferSchema(
      SparkSession spark,
      scala.collection.immutable.Map<String, String> options,
      scala.collection.immutable.Seq<FileStatus> files) {
    return Option.empty();
  }

  public Option<StructType> inferSchema(
      SparkSession spark,
      scala.collection.immutable.Map<String, String> options,
      scala.collection.Seq<FileStatus> files) {
    return Option.empty();
  }

  public scala.Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> buildReader(
      SparkSession spark,
      StructType all,
      StructType folders,
      StructType columns,
      scala.collection.immutable.Seq<Filter> filters,
      scala.collection.immutable.Map<String, String> options,
      Configuration hadoop) {
    return new Opening(reader(inAnyCase(options), columns), new SerializableConfiguration(hadoop));
  }

  public scala.Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> buildReader(
      SparkSession spark,
      StructType all,
      StructType folders,
      StructType columns,
      scala.collection.Seq<Filter> filters,
      scala.collection.immutable.Map<String, String> options,
      Configuration hadoop) {
    return new Opening(reader(inAnyCase(options), columns), new SerializableConfiguration(hadoop));
  }

  /** The work of a task on a slice. */
  private static final class Opening
      extends AbstractFunction1<PartitionedFile, scala.collection.Iterator<InternalRow>>
      implements Serializable {
    private static final long serialVersionUID = 1;

    private final Reader reader;
    private final SerializableConfiguration hadoop;

    Opening(Reader reader, SerializableConfiguration hadoop) {
      this.reader = reader;
      this.hadoop = hadoop;
    }

    @Override
    @SuppressWarnings("deprecation") // 2.13 has a new name for the same, 2.12 has it not
    public scala.collection.Iterator<InternalRow> apply(PartitionedFile slice) {
      SliceRows rows;
      try {
        rows = reader.open(slice, hadoop.value());
      } catch (IOException e) {
        throw new UncheckedIOException("a file of the table must be readable", e);
      }
      TaskContext task = TaskContext.get();
      if (task != null) {
        task.addTaskCompletionListener((TaskCompletionListener) ended -> rows.close());
      }
      return JavaConverters.asScalaIterator(rows);
    }
  }

  @Override
  public OutputWriterFactory prepareWrite(
      SparkSession spark,
      Job job,
      scala.collection.immutable.Map<String, String> options,
      StructType columns) {
    throw new UnsupportedOperationException("it is read only");
  }
}
