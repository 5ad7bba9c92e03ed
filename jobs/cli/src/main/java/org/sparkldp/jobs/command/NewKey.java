package org.sparkldp.jobs.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.sparkldp.protocols.random.ReleaseKey;

/** Makes release keys: fresh random bytes in a new file that its user alone may read and write. */
public final class NewKey {
  private NewKey() {}

  /** Writes a new key; a file that is there fails. */
  public static Path write(Path file) throws IOException {
    byte[] key = new byte[ReleaseKey.LENGTH];
    new SecureRandom().nextBytes(key);
    // Closed from the first moment on, not after a moment in which others could read it.
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(file, HexFormat.of().formatHex(key) + "\n");
  }
}
