package org.sparkldp.jobs.watch;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkldp.jobs.exit.Causes;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.ReleaseKey;

/**
 * Writes the events of one command: to the logger {@value #LOGGER} at INFO, and, where the user
 * names one, to a file, a line each. A command that can be watched only by a file that cannot be
 * written does not begin; one that has begun goes on.
 */
public final class Events implements AutoCloseable {
  /** The name under which a log's configuration finds the lines. */
  public static final String LOGGER = "org.sparkldp.events";

  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
  private static final FileAttribute<?>[] OWNER_ONLY = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
  };

  private final Map<String, String> asked;
  private final Path path;
  private final OutputStream file; // not a channel, which an interrupted thread would close
  private Stopwatch sinceLast = Stopwatch.start();

  /**
   * Opens the file.
   *
   * @param path of the file; null for none
   * @param asked what stands in each line: the command, and what it was given
   */
  public Events(Path path, Map<String, String> asked) {
    this.asked = new LinkedHashMap<>(asked);
    this.path = path;
    this.file = path == null ? null : open(path);
  }

  private static OutputStream open(Path path) {
    Require.that(!ReleaseKey.isIn(path.toString()))
        .orRefuse("a file of events must not have a name like a release key's text.");
    try {
      requireLines(path);
      if (!Files.exists(path)) {
        create(path);
      }
      return new FileOutputStream(path.toFile(), true);
    } catch (IOException e) {
      throw Require.refusal(
          e,
          "the file of events must be writable, in a folder that is there. Provided path: %s%s.",
          path,
          Causes.of(e).map(" (%s)"::formatted).orElse(""));
    }
  }

  private static void create(Path path) throws IOException {
    boolean isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    try {
      Files.createFile(path, isPosix ? OWNER_ONLY : new FileAttribute<?>[0]);
    } catch (FileAlreadyExistsException another) {
      return; // command was quicker
    }
  }

  /** A slip of the pen must not add lines to a key or a plan. */
  private static void requireLines(Path path) throws IOException {
    Require.that(!Files.isDirectory(path))
        .orRefuse("events must go to a file. Provided path: %s, a folder.", path);
    if (Files.isRegularFile(path) && Files.size(path) > 0) {
      try (InputStream there = Files.newInputStream(path)) {
        if (there.read() != '{') {
          throw Require.refusal(
              "a file that is there must hold events to be added to. Provided path: %s, which"
                  + " begins otherwise; name another.",
              path);
        }
      } catch (NoSuchFileException moved) {
        return; // a rotation of logs took it away
      }
    }
  }

  /** Writes an event of what was done since the one before, wherever it goes. */
  public synchronized void emit(Event event) {
    String line = event.line(Stopwatch.now(), asked, sinceLast.seconds());
    sinceLast = Stopwatch.start();
    LOG.info("{}", line);
    if (file != null) {
      try {
        // In one call, so that lines of several commands do not mix.
        file.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        System.err.println(
            "ldp: an event could not be written to "
                + path
                + Causes.of(e).map(" (%s)"::formatted).orElse("")
                + "; the command goes on");
      }
    }
  }

  @Override
  public void close() {
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        System.err.println("ldp: the file of events could not be closed: " + path);
      }
    }
  }
}
