package org.sparkldp.jobs.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * A folder in memory, where the machine has such. Each commit of a ledger waits for the disk, so
 * that it outlives a power cut; the processes that tests kill do not take the disk's cache along.
 */
final class InMemory implements TempDirFactory {
  private static final Path MEMORY = Path.of("/dev/shm");

  @Override
  public Path createTempDirectory(AnnotatedElementContext field, ExtensionContext test)
      throws IOException {
    return Files.isWritable(MEMORY)
        ? Files.createTempDirectory(MEMORY, "junit-")
        : Files.createTempDirectory("junit-");
  }
}
