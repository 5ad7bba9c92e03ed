package org.sparkldp.jobs.exit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Details of a failure that may hold a value, for the one person who mends it. It goes into a file
 * that has been readable by nobody else since it was made.
 */
public final class Withheld {
  private Withheld() {}

  /** The file, in the folder for temporary ones; none where a disk has no such rights. */
  public static Optional<Path> keep(String text) {
    try {
      Path folder = Path.of(System.getProperty("java.io.tmpdir"));
      // The launcher's goes when its process ends, which is now.
      boolean isOfProcess = folder.toString().equals(System.getProperty("ldp.local"));
      Path file =
          Files.createTempFile(
              isOfProcess ? folder.getParent() : folder,
              "ldp-failure-",
              ".txt",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      return Optional.of(Files.writeString(file, text));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }
}
