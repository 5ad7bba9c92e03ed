package org.sparkldp.jobs.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system. It sets the permissions of a new file or folder by Java: without its
 * native library Hadoop would start a process for each, which took a second of a short command.
 */
public final class LocalDisk extends LocalFileSystem {
  /** The disk that Hadoop makes of its name. */
  public LocalDisk() {
    super(new Raw());
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission given) throws IOException {
      java.nio.file.Path file = pathToFile(path).toPath();
      if (given.getStickyBit()
          || !file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        super.setPermission(path, given);
        return;
      }
      String symbols =
          given.getUserAction().SYMBOL
              + given.getGroupAction().SYMBOL
              + given.getOtherAction().SYMBOL;
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(symbols));
    }
  }
}
