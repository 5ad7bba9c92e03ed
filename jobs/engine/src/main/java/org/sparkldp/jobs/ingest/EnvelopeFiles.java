package org.sparkldp.jobs.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.sparkldp.jobs.table.Endings;
import org.sparkldp.jobs.table.TableFiles;
import org.sparkldp.protocols.check.Require;

/**
 * The files of a batch, as they are when it begins: what is added to the folder meanwhile is of the
 * next one.
 */
public final class EnvelopeFiles {
  /** A format of files of envelopes, and about how many bytes each takes. */
  enum EnvelopeFormat {
    JSON(Endings.JSON, 256),
    PARQUET(Endings.PARQUET, 32),
    AVRO(".avro", 64);

    private final String endings;
    private final int bytes;

    EnvelopeFormat(String endings, int bytes) {
      this.endings = endings;
      this.bytes = bytes;
    }

    private static Optional<EnvelopeFormat> withEnding(String ending) {
      return Stream.of(values()).filter(format -> Endings.isOf(format.endings, ending)).findAny();
    }
  }

  private static final String FORMAT = "format";
  private static final String FILTER = "pathGlobFilter";

  /** Endings of files that Hadoop, or somebody's tools, would decompress. */
  private static final Pattern COMPRESSED =
      Pattern.compile("(?si).*\\.(gz|gzip|bz2|zstd?|deflate|lz4|snappy|xz|lzo|z|br|zip)");

  private final List<FileStatus> files;
  private final EnvelopeFormat format;

  private EnvelopeFiles(List<FileStatus> files, EnvelopeFormat format) {
    this.files = files;
    this.format = format;
  }

  /**
   * The files at a path.
   *
   * @param path a file, a folder with all below it, or a pattern of these
   * @param options {@code format} and {@code pathGlobFilter}
   */
  public static EnvelopeFiles at(String path, Map<String, String> options, Configuration hadoop) {
    Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(options);
    for (String option : given.keySet()) {
      Require.that(option.equalsIgnoreCase(FORMAT) || option.equalsIgnoreCase(FILTER))
          .orRefuse(
              "an option of files of envelopes must be format or pathGlobFilter. Provided value:"
                  + " %s.",
              option);
    }
    List<FileStatus> found = new ArrayList<>();
    try {
      FileSystem system = new Path(path).getFileSystem(hadoop);
      found.addAll(TableFiles.files(system, path, given.getOrDefault(FILTER, "*")));
    } catch (IOException e) {
      throw new UncheckedIOException("the path must be reachable: " + path, e);
    }
    Require.that(!found.isEmpty())
        .orRefuse("the input must have files. Provided path: %s, which has none.", path);
    found.sort(Comparator.comparing(FileStatus::getPath));
    for (FileStatus file : found) {
      if (!isZipped(file.getPath())) {
        requirePlain(file.getPath());
      }
    }
    EnvelopeFormat format = format(path, given.get(FORMAT), found);
    for (FileStatus file : found) {
      if (format != EnvelopeFormat.JSON) {
        requirePlain(file.getPath());
      }
      // Readers leave out what has no bytes, but a file of lines alone may be so.
      if (file.getLen() == 0 && (format != EnvelopeFormat.JSON || isZipped(file.getPath()))) {
        throw broken(file.getPath(), null);
      }
    }
    return new EnvelopeFiles(List.copyOf(found), format);
  }

  /** Whether a file of lines is compressed, as its name says. */
  static boolean isZipped(Path file) {
    return file.getName().toLowerCase(Locale.ROOT).endsWith(".gz");
  }

  private static void requirePlain(Path file) {
    Require.that(!COMPRESSED.matcher(file.getName()).matches())
        .orRefuse(
            "envelopes may be compressed as lines of JSON in gzip (.jsonl.gz) and in no other way."
                + " Provided path: %s; decompress it.",
            file);
  }

  /** The failure of a file that cannot be read to its end. */
  static IllegalStateException broken(Object path, Throwable cause) {
    return new IllegalStateException(
        "a file of envelopes must be whole. Provided path: "
            + path
            + ", which cannot be read to its end; nothing was counted, get it again or leave it"
            + " out.",
        cause);
  }

  private static EnvelopeFormat format(String path, String given, List<FileStatus> files) {
    if (given != null) {
      return EnvelopeFormat.withEnding(Endings.ofFormat(given))
          .orElseThrow(
              () ->
                  Require.refusal(
                      "format must be json, parquet or avro. Provided value: %s.", given));
    }
    Optional<EnvelopeFormat> byPath = ofEnding(path);
    if (byPath.isPresent()) {
      return byPath.get();
    }
    Set<Optional<EnvelopeFormat>> found =
        files.stream().map(file -> ofEnding(file.getPath().getName())).collect(Collectors.toSet());
    if (found.size() != 1 || found.contains(Optional.<EnvelopeFormat>empty())) {
      throw Require.refusal(
          "the files must be of one format that their endings say: %s, %s or .avro. Provided path:"
              + " %s; say --read format=..., or choose files with --read pathGlobFilter=....",
          Endings.JSON, Endings.PARQUET, path);
    }
    return found.iterator().next().get();
  }

  private static Optional<EnvelopeFormat> ofEnding(String name) {
    return Endings.of(name).flatMap(EnvelopeFormat::withEnding);
  }

  EnvelopeFormat format() {
    return format;
  }

  /** The first Parquet file that has no readable footer. */
  Optional<Path> withoutFooter(Configuration hadoop) {
    return format == EnvelopeFormat.PARQUET
        ? paths().stream().filter(file -> !hasFooter(file, hadoop)).findFirst()
        : Optional.empty();
  }

  private static boolean hasFooter(Path file, Configuration hadoop) {
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromPath(file, hadoop))) {
      return reader.getFooter() != null;
    } catch (IOException | RuntimeException broken) {
      return false;
    }
  }

  List<Path> paths() {
    return files.stream().map(FileStatus::getPath).toList();
  }

  int size() {
    return files.size();
  }

  /** About how many envelopes. */
  long estimatedRows() {
    return files.stream().mapToLong(FileStatus::getLen).sum() / format.bytes + 1;
  }
}
