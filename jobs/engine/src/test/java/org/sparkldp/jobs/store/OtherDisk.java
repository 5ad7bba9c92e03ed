package org.sparkldp.jobs.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.sparkldp.sql.PosixFiles;

/**
 * A file system with a scheme of its own, {@code other:/...}, as an object store has one, over this
 * machine's disk. It fails as its setting says: {@code ldp.test.disk} is "full", "readonly",
 * "denied", "refused", or "poisoned" by a message that holds a value.
 */
public final class OtherDisk extends PosixFiles.Raw {
  private static final URI NAME = URI.create("other:///");

  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    super.initialize(NAME, conf);
  }

  @Override
  public URI getUri() {
    return NAME;
  }

  @Override
  public String getScheme() {
    return "other";
  }

  /** Those of the local disk look for their rights under a URI that must be {@code file:}. */
  private static FileStatus plain(FileStatus status) {
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        1,
        status.getBlockSize(),
        status.getModificationTime(),
        status.getPath());
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return plain(super.getFileStatus(path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return Arrays.stream(super.listStatus(path)).map(OtherDisk::plain).toArray(FileStatus[]::new);
  }

  @Override
  public FSDataInputStream open(Path file, int buffer) throws IOException {
    if ("refused".equals(getConf().get("ldp.test.disk"))) {
      throw new ConnectException(
          "Call From somewhere to secret4711:9000 failed: Connection refused");
    }
    return super.open(file, buffer);
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int buffer,
      short replication,
      long block,
      Progressable progress)
      throws IOException {
    fail(file);
    return super.create(file, permission, overwrite, buffer, replication, block, progress);
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      boolean overwrite,
      int buffer,
      short replication,
      long block,
      Progressable progress)
      throws IOException {
    fail(file);
    return super.create(file, overwrite, buffer, replication, block, progress);
  }

  /** Only a table's files: what is written before them is small. */
  private void fail(Path file) throws IOException {
    if (file.getName().startsWith("part-")) {
      switch (getConf().get("ldp.test.disk", "")) {
        case "full" -> throw new IOException("No space left on device");
        case "readonly" -> throw new FileNotFoundException(file + " (Read-only file system)");
        case "denied" -> throw new FileNotFoundException(file + " (Permission denied)");
        case "poisoned" -> throw new IOException("secret4711: no such thing");
        default -> {}
      }
    }
  }
}
