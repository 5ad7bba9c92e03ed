package org.sparkldp.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system, which sets permissions itself. Where Hadoop finds no library of its
 * own, it starts the program chmod for every file and every folder, thousands of times in a suite.
 * The launcher's tests use Hadoop's.
 */
public class PosixFiles extends LocalFileSystem {
  public PosixFiles() {
    super(new Raw());
  }

  /** The same without checksums. */
  public static class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      if (permission.getStickyBit()) { // which Java cannot set
        super.setPermission(path, permission);
        return;
      }
      Files.setPosixFilePermissions(
          pathToFile(path).toPath(), PosixFilePermissions.fromString(permission.toString()));
    }
  }
}
