package org.sparkldp.jobs.store;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.sql.PosixFiles;

/**
 * The local disk of machines that are killed, one after another: after some changes nothing that a
 * machine still does reaches the disk, as of a process that is no more. A disk may also fill up.
 */
public final class MortalFiles extends PosixFiles {
  private static int machines;
  private static long steps;
  private static long deathAt = Long.MAX_VALUE;
  private static long room = Long.MAX_VALUE;

  private final int machine;

  /** Of the machine that is there. */
  public MortalFiles() {
    synchronized (MortalFiles.class) {
      machine = machines;
    }
  }

  /** Puts it in the place of local files for what the session opens from now on. */
  public static void in(SparkSession session) {
    session.conf().set("fs.file.impl", MortalFiles.class.getName());
    session.conf().set("fs.file.impl.disable.cache", "true");
    another();
  }

  /** Takes it out again. */
  public static void outOf(SparkSession session) {
    session.conf().unset("fs.file.impl");
    session.conf().unset("fs.file.impl.disable.cache");
    another();
  }

  /** Another machine, which lives; of the one before nothing reaches the disk any more. */
  public static synchronized void another() {
    machines++;
    steps = 0;
    deathAt = Long.MAX_VALUE;
    room = Long.MAX_VALUE;
  }

  /** It dies at a step from now on. */
  public static synchronized void diesAt(long step) {
    deathAt = steps + step;
  }

  /** Its disk has so many bytes left. */
  public static synchronized void hasRoom(long bytes) {
    room = bytes;
  }

  /** How often it has changed something. */
  public static synchronized long steps() {
    return steps;
  }

  private void change() throws IOException {
    synchronized (MortalFiles.class) {
      steps++;
      look();
    }
  }

  private void look() throws IOException {
    synchronized (MortalFiles.class) {
      if (machine != machines || steps >= deathAt) {
        throw new IOException("the machine has gone");
      }
    }
  }

  private void write(int bytes) throws IOException {
    synchronized (MortalFiles.class) {
      change();
      room -= bytes;
      if (room < 0) {
        throw new IOException("No space left on device");
      }
    }
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    change();
    return super.rename(from, to);
  }

  @Override
  public boolean delete(Path file, boolean recursive) throws IOException {
    if (recursive && exists(file) && getFileStatus(file).isDirectory()) { // killed half-way
      for (FileStatus inside : listStatus(file)) {
        delete(inside.getPath(), true);
      }
    }
    change();
    return super.delete(file, recursive);
  }

  @Override
  public boolean mkdirs(Path folder, FsPermission permission) throws IOException {
    change();
    return super.mkdirs(folder, permission);
  }

  @Override
  public FSDataInputStream open(Path file, int buffer) throws IOException {
    look();
    return super.open(file, buffer);
  }

  @Override
  public FileStatus getFileStatus(Path file) throws IOException {
    look();
    return super.getFileStatus(file);
  }

  @Override
  public FileStatus[] listStatus(Path folder) throws IOException {
    look();
    return super.listStatus(folder);
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
    change();
    OutputStream out =
        super.create(file, permission, overwrite, buffer, replication, block, progress);
    return new FSDataOutputStream(
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            MortalFiles.this.write(1);
            out.write(one);
          }

          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            MortalFiles.this.write(length);
            out.write(bytes, from, length);
          }

          @Override
          public void flush() throws IOException {
            look();
            out.flush();
          }

          @Override
          public void close() throws IOException {
            out.close();
            look();
          }
        },
        null);
  }
}
