package org.sparkldp.jobs.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkldp.jobs.exit.Causes;
import org.sparkldp.protocols.check.Require;

/**
 * Writes the events of one command: to the logger {@value #LOGGER} at INFO, to the counters of
 * {@link MetricsPlugin}, and, where the user names one, to a file, a line each. A command that can
 * be watched only by a file that cannot be written does not begin; one that has begun goes on.
 */
public final class Events implements AutoCloseable {
  /** The name under which a log's configuration finds the lines. */
  public static final String LOGGER = "org.sparkldp.events";

  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
  private static final Set<OpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  private static final FileAttribute<?>[] OWNER_ONLY = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
  };

  private final Map<String, String> asked;
  private final Path path;
  private final FileChannel file;
  private long last = System.nanoTime();

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

  private static FileChannel open(Path path) {
    try {
      requireLines(path);
      boolean isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
      return FileChannel.open(path, APPEND, isPosix ? OWNER_ONLY : new FileAttribute<?>[0]);
    } catch (IOException e) {
      throw Require.refusal(
          e,
          "the file of events must be writable, in a folder that is there. Provided path: %s%s.",
          path,
          Causes.of(e).map(" (%s)"::formatted).orElse(""));
    }
  }

  /** A slip of the pen must not add lines to a key or a plan. */
  private static void requireLines(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw Require.refusal("events must go to a file. Provided path: %s, a folder.", path);
    }
    if (Files.isRegularFile(path) && Files.size(path) > 0) {
      try (FileChannel there = FileChannel.open(path, StandardOpenOption.READ)) {
        ByteBuffer first = ByteBuffer.allocate(1);
        there.read(first);
        if (first.get(0) != '{') {
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
  public synchronized void tell(Event event) {
    long now = System.nanoTime();
    String line = event.line(Instant.now(), asked, (now - last) / 1e9);
    last = now;
    LOG.info(line);
    MetricsPlugin.count(event);
    if (file != null) {
      try {
        // In one call, so that lines of several commands do not mix.
        file.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
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
