package org.sparkldp.jobs.plan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
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

  private final Place place;

  private TextFile(Place place) {
    this.place = place;
  }

  /**
   * The file of that name. Without a scheme it is on this machine's disk, whatever Hadoop's default
   * file system is.
   */
  public static TextFile of(String pathOrUri, Configuration hadoop) {
    try {
      if (!isUri(pathOrUri)) {
        return new TextFile(new Local(Path.of(pathOrUri), hadoop));
      }
      var path = new org.apache.hadoop.fs.Path(pathOrUri);
      // Not Hadoop's own reader of local files: it refuses an edited file beside an old checksum.
      return "file".equals(path.toUri().getScheme())
          ? new TextFile(new Local(Path.of(path.toUri().getPath()), hadoop))
          : new TextFile(new Remote(path, hadoop));
    } catch (IllegalArgumentException e) {
      throw Require.refusal(
          e, "a file must be named by a path or a URI. Provided path: %s.", pathOrUri);
    }
  }

  /** Whether a name is a URI with a scheme, not a path of this machine's disk. */
  public static boolean isUri(String pathOrUri) {
    return URI_OF_A_FILE.matcher(pathOrUri).matches();
  }

  /** A file of this machine's disk. */
  public static TextFile of(Path file) {
    return new TextFile(new Local(file, new Configuration()));
  }

  /** The file of that name, which begins at this one's folder unless it is absolute. */
  public TextFile beside(String path) {
    try {
      return new TextFile(place.beside(path));
    } catch (IllegalArgumentException e) {
      throw Require.refusal(e, "a file must be named by a path or a URI. Provided path: %s.", path);
    }
  }

  /** Its name without folders. */
  public String name() {
    return place.name();
  }

  /** Whether the file exists. */
  public boolean exists() throws IOException {
    return place.exists();
  }

  /** The bytes as a stream, which have no bound. */
  public InputStream open() throws IOException {
    return place.open();
  }

  /** The bytes, {@value #LARGEST} at most. */
  public byte[] bytes() throws IOException {
    try (InputStream in = place.open()) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw Require.refusal(
            "a file must have at most %s bytes. Provided path: %s.", LARGEST, place);
      }
      return bytes;
    }
  }

  /** The text, UTF-8; other bytes are refused. */
  public String text() throws IOException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes())).toString();
  }

  /** The lines that are not blank, of a file that a plan publishes. */
  public List<String> publishedLines() {
    List<String> lines;
    try {
      lines = text().lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw Require.refusal(
          e, "a file that a plan names must be readable, in UTF-8. Provided path: %s.", place);
    }
    if (lines.stream().anyMatch(ReleaseKey::isIn)) {
      throw Require.refusal(
          "a file that a plan names is published with the results, so it must not hold a line like"
              + " a release key's, 64 hexadecimal digits. Provided path: %s; name another file, or"
              + " shorten such items.",
          place);
    }
    if (lines.stream().anyMatch(line -> line.chars().anyMatch(c -> c < ' ' && c != '\t'))) {
      throw Require.refusal(
          "a file that a plan names must be text, without control characters. Provided path:"
              + " %s.",
          place);
    }
    return lines;
  }

  /** The path or URI. */
  @Override
  public String toString() {
    return place.toString();
  }

  private interface Place {
    Place beside(String path);

    String name();

    boolean exists() throws IOException;

    InputStream open() throws IOException;
  }

  private record Local(Path path, Configuration hadoop) implements Place {
    @Override
    public Place beside(String other) {
      return isUri(other)
          ? of(other, hadoop).place
          : new Local(path.toAbsolutePath().resolveSibling(other), hadoop);
    }

    @Override
    public String name() {
      return String.valueOf(path.getFileName());
    }

    @Override
    public boolean exists() {
      return Files.exists(path);
    }

    @Override
    public InputStream open() throws IOException {
      return Files.newInputStream(path);
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }

  private record Remote(org.apache.hadoop.fs.Path path, Configuration hadoop) implements Place {
    /** An absolute path without a scheme stays on this file's system, as everywhere in Hadoop. */
    @Override
    public Place beside(String other) {
      var folder = path.getParent() == null ? path : path.getParent();
      var named = new org.apache.hadoop.fs.Path(folder, other);
      return of(named.toString(), hadoop).place;
    }

    @Override
    public String name() {
      return path.getName();
    }

    @Override
    public boolean exists() throws IOException {
      return files().exists(path);
    }

    @Override
    public InputStream open() throws IOException {
      return files().open(path);
    }

    private FileSystem files() throws IOException {
      return path.getFileSystem(hadoop);
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }
}
