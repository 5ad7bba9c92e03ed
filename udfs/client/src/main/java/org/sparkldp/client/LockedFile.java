package org.sparkldp.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.UnaryOperator;

/**
 * A file. Threads take turns, and so do processes, by a lock on a file beside it; a new text takes
 * the old one's place whole, once it is on the disk.
 */
public final class LockedFile implements Store {
  /** A process has one lock of a file, whichever of its stores asks. */
  private static final Object TURN = new Object();

  private final Path file;

  /** A store in a file, which is made when it is needed; its folder must be there. */
  public LockedFile(Path file) {
    this.file = file.toAbsolutePath();
  }

  private Path beside(String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }

  @Override
  public void update(UnaryOperator<String> next) throws IOException {
    synchronized (TURN) {
      try (FileChannel lock =
          FileChannel.open(beside(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        lock.lock(); // until the channel is closed
        String before = read();
        String after = next.apply(before);
        if (!after.equals(before)) {
          write(after);
        }
      }
    }
  }

  /** Null if there is no file; one that cannot be read fails, or the store would seem empty. */
  private String read() throws IOException {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private void write(String text) throws IOException {
    Path part = beside(".part");
    try (FileChannel to =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        to.write(bytes);
      }
      to.force(true);
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
      folder.force(true); // the new name
    } catch (IOException e) {
      if (!System.getProperty("os.name").startsWith("Windows")) { // which opens no folder
        throw e;
      }
    }
  }
}
