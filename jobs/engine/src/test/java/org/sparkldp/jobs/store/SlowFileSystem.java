package org.sparkldp.jobs.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.sql.PosixFiles;

/**
 * Local files as an object store has them: a folder that readers see cannot be renamed, and
 * renaming a file to where they see it is a copy and a deletion. Of these some can be made to fail,
 * half of the file being copied; and the disk can be made full.
 */
public final class SlowFileSystem extends PosixFiles {
  private static int calls;
  private static int failing;
  private static boolean isFull;
  private static int deletions;
  private static Consumer<Path> beforeRename;

  /** Puts it in the place of local files for what the session opens from now on. */
  public static void in(SparkSession session) {
    session.conf().set("fs.file.impl", SlowFileSystem.class.getName());
    session.conf().set("fs.file.impl.disable.cache", "true");
    works();
  }

  /** Takes it out again. */
  public static void outOf(SparkSession session) {
    session.conf().unset("fs.file.impl");
    session.conf().unset("fs.file.impl.disable.cache");
    works();
  }

  /** Nothing fails. */
  public static synchronized void works() {
    failsAt(0);
    isFull = false;
    deletions = Integer.MAX_VALUE;
    beforeRename = file -> {};
  }

  /** So many files that readers see can be deleted yet: then the machine has gone. */
  public static synchronized void failsAfterDeletions(int some) {
    deletions = some;
  }

  /** What happens each time before something is renamed. */
  public static synchronized void beforeRename(Consumer<Path> happens) {
    beforeRename = happens;
  }

  /** The nth rename from now on fails, and so do all after it: the machine has gone. */
  public static synchronized void failsAt(int call) {
    calls = 0;
    failing = call;
  }

  /** No table's file can be written. */
  public static synchronized void isFull() {
    isFull = true;
  }

  private static synchronized boolean fails() {
    calls++;
    return failing > 0 && calls >= failing;
  }

  /** Whether it is not what Spark commits within a run's own folder. */
  private static boolean isSeen(Path from, Path to) {
    return !from.toString().contains("/_temporary/") && !to.toUri().getPath().contains("/.");
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    beforeRename.accept(from);
    if (!isSeen(from, to)) {
      return super.rename(from, to);
    }
    if (getFileStatus(from).isDirectory()) {
      throw new IOException("a store of objects has no folders to rename");
    }
    if (exists(to)) {
      return false;
    }
    boolean fails = fails();
    try (InputStream in = open(from);
        OutputStream out = create(to)) {
      byte[] bytes = in.readAllBytes();
      out.write(bytes, 0, fails ? bytes.length / 2 : bytes.length);
    }
    if (fails) {
      throw new IOException("the machine has gone");
    }
    return delete(from, false);
  }

  @Override
  public boolean delete(Path file, boolean recursive) throws IOException {
    synchronized (SlowFileSystem.class) {
      if (!file.toUri().getPath().contains("/.") && --deletions < 0) {
        throw new IOException("the machine has gone");
      }
    }
    return super.delete(file, recursive);
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    if (isFull && file.getName().startsWith("part-")) {
      throw new IOException("No space left on device");
    }
    return super.create(file, permission, overwrite, bufferSize, replication, blockSize, progress);
  }
}
