package org.sparkldp.jobs.plan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.ReleaseKey;

/**
 * A file that a command or a plan names, by a path of this machine's disk or by the URI of any file
 * system that Hadoop knows, read whole. Its size is bounded before memory is taken, and what a plan
 * would publish of it is no release key.
 */
public final class TextFile {
  /** Bytes of the largest: a domain of some million items. */
  public static final int LARGEST = 1 << 28;

  /** Two letters at least: {@code C:/} is a disk. */
  private static final Pattern URI_OF_A_FILE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

  private final String name;
  private final Path path;
  private final Configuration hadoop;

  /**
   * A file.
   *
   * @param name as messages show it
   */
  private TextFile(String name, Path path, Configuration hadoop) {
    this.name = name;
    this.path = path;
    this.hadoop = hadoop;
  }

  /**
   * The file of that name. Without a scheme it is on this machine's disk, whatever Hadoop's default
   * file system is.
   */
  public static TextFile of(String pathOrUri, Configuration hadoop) {
    try {
      return isUri(pathOrUri)
          ? new TextFile(pathOrUri, new Path(pathOrUri), hadoop)
          : new TextFile(pathOrUri, local(java.nio.file.Path.of(pathOrUri)), hadoop);
    } catch (IllegalArgumentException e) {
      throw Require.refusal(
          e, "a file must be named by a path or a URI. Provided path: %s.", pathOrUri);
    }
  }

  private static Path local(java.nio.file.Path file) {
    return new Path(file.toAbsolutePath().toUri());
  }

  /** Whether a name is a URI with a scheme, not a path of this machine's disk. */
  public static boolean isUri(String pathOrUri) {
    return URI_OF_A_FILE.matcher(pathOrUri).matches();
  }

  /** A file of this machine's disk. */
  public static TextFile of(java.nio.file.Path file) {
    return of(file.toString(), new Configuration());
  }

  /** The file of that name, which begins at this one's folder unless it is absolute. */
  public TextFile beside(String other) {
    if (isUri(other)) {
      return of(other, hadoop);
    }
    try {
      // An absolute path without a scheme stays on this file's system, as everywhere in Hadoop.
      Path folder = path.getParent() == null ? path : path.getParent();
      Path named = new Path(folder, new Path(null, null, other));
      return new TextFile(isLocal() ? named.toUri().getPath() : named.toString(), named, hadoop);
    } catch (IllegalArgumentException e) {
      throw Require.refusal(
          e, "a file must be named by a path or a URI. Provided path: %s.", other);
    }
  }

  private boolean isLocal() {
    return "file".equals(path.toUri().getScheme());
  }

  /** Of local files not Hadoop's usual reader: it refuses an edited file beside an old checksum. */
  private FileSystem files() throws IOException {
    if (!isLocal()) {
      return path.getFileSystem(hadoop);
    }
    FileSystem files = new RawLocalFileSystem();
    files.initialize(path.toUri(), hadoop);
    return files;
  }

  /** Its name without folders. */
  public String name() {
    return path.getName();
  }

  /** Whether the file exists. */
  public boolean exists() throws IOException {
    return files().exists(path);
  }

  /** The bytes as a stream, which have no bound. */
  public InputStream open() throws IOException {
    return files().open(path);
  }

  /** The bytes, {@value #LARGEST} at most. */
  public byte[] bytes() throws IOException {
    try (InputStream in = open()) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw Require.refusal(
            "a file must have at most %s bytes. Provided path: %s.", LARGEST, this);
      }
      return bytes;
    }
  }

  /** The text, UTF-8, without the mark that some editors begin it with; other bytes are refused. */
  public String text() throws IOException {
    return text(bytes());
  }

  /** The same of bytes that another door brings. */
  public static String text(byte[] bytes) throws IOException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** The lines that are not blank, of a file that a plan publishes. */
  public List<String> publishedLines() {
    List<String> lines;
    try {
      lines = text().lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw Require.refusal(
          e, "a file that a plan names must be readable, in UTF-8. Provided path: %s.", this);
    }
    if (lines.stream().anyMatch(ReleaseKey::isIn)) {
      throw Require.refusal(
          "a file that a plan names is published with the results, so it must not hold a line like"
              + " a release key's, 64 hexadecimal digits. Provided path: %s; name another file, or"
              + " shorten such items.",
          this);
    }
    if (lines.stream().anyMatch(line -> line.chars().anyMatch(c -> c < ' ' && c != '\t'))) {
      throw Require.refusal(
          "a file that a plan names must be text, without control characters. Provided path:"
              + " %s.",
          this);
    }
    return lines;
  }

  /** The path or URI. */
  @Override
  public String toString() {
    return name;
  }
}
