package org.sparkldp.jobs.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Local files as an object store has them: a folder cannot be renamed, and renaming a file is a
 * copy and a deletion. A call that is to fail copies half of the file.
 */
public final class SlowFileSystem extends LocalFileSystem {
  private static int calls;
  private static int failing;

  static void works() {
    failsAt(0);
  }

  /** The nth rename from now on fails, and so do all after it: the machine has gone. */
  static synchronized void failsAt(int call) {
    calls = 0;
    failing = call;
  }

  private static synchronized boolean fails() {
    calls++;
    return failing > 0 && calls >= failing;
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
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
}
