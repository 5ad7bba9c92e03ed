package org.sparkldp.jobs.table;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.charset.CharacterCodingException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipException;
import org.apache.commons.io.input.ClassLoaderObjectInputStream;
import org.apache.commons.lang3.SerializationUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.FileFormatException;
import org.apache.spark.TaskKilledException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.sql.catalyst.FileSlices;

/** Looks at the files of a table, each slice in a task, and says what it has seen of each file. */
abstract class FileLook extends FileSlices {
  /** The only column of a look's result. */
  static final StructType SCHEMA = new StructType().add("facts", DataTypes.BinaryType);

  /** Looks at a slice. */
  interface Eye extends Serializable {
    void look(PartitionedFile slice, Configuration hadoop, FileFacts facts) throws Exception;
  }

  /** What looks under options. */
  protected abstract Eye eye(Map<String, String> options);

  @Override
  protected final Reader reader(Map<String, String> options, StructType columns) {
    Eye eye = eye(options);
    return (slice, hadoop) -> new Once(facts(eye, slice, hadoop));
  }

  private static FileFacts facts(Eye eye, PartitionedFile slice, Configuration hadoop) {
    FileFacts facts = new FileFacts();
    facts.file = slice.urlEncodedPath();
    facts.from = slice.start();
    try {
      eye.look(slice, hadoop, facts);
    } catch (CharacterCodingException e) {
      facts.bad.add(facts.lines + 1);
    } catch (Exception e) {
      if (!isOfTheFile(e)) {
        throw new IllegalStateException("a file of the table was not read", e);
      }
      facts.broken = e.getClass().getSimpleName();
    }
    return facts;
  }

  /** What codecs and parsers throw of a file that is cut off, or of none of its format. */
  private static boolean isOfTheFile(Exception e) {
    return (e instanceof RuntimeException && !(e instanceof TaskKilledException))
        || e.getClass() == IOException.class
        || e instanceof EOFException
        || e instanceof ZipException
        || e instanceof FileFormatException;
  }

  /** What was seen of each file, in the order of their names. */
  static Collection<FileFacts> of(Dataset<Row> look) {
    Map<String, FileFacts> files = new TreeMap<>();
    List<FileFacts> slices =
        look.select("facts").collectAsList().stream()
            .map(row -> read((byte[]) row.get(0)))
            .sorted(Comparator.comparingLong(facts -> facts.from))
            .toList();
    for (FileFacts slice : slices) {
      files.merge(slice.file, slice, FileFacts::plus);
    }
    return files.values();
  }

  /** On a cluster, this class lies where the loader of Spark's own classes does not look. */
  private static FileFacts read(byte[] bytes) {
    try (ObjectInputStream in =
        new ClassLoaderObjectInputStream(
            FileFacts.class.getClassLoader(), new ByteArrayInputStream(bytes))) {
      return (FileFacts) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("what a task has seen must be readable", e);
    }
  }

  /** The facts, as one row. */
  private static final class Once extends SliceRows {
    private FileFacts facts;

    Once(FileFacts facts) {
      this.facts = facts;
    }

    @Override
    protected InternalRow read() {
      FileFacts seen = facts;
      facts = null;
      return seen == null
          ? null
          : new GenericInternalRow(new Object[] {SerializationUtils.serialize(seen)});
    }
  }
}
