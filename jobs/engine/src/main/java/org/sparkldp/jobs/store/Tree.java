package org.sparkldp.jobs.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The files below a folder, by name alone.
 *
 * <p>An object store lists a whole tree at once, which {@link FileSystem#listFiles} asks it to do.
 * Of a local folder that method also learns who may read each file, and where Hadoop's native
 * library is missing it starts a process for each: a year of days took most of its time in these.
 */
final class Tree {
  private Tree() {}

  /** The files in a folder, which must be there, and where it is asked for in those below it. */
  static List<Path> files(FileSystem files, Path folder, boolean isDeep) throws IOException {
    List<Path> found = new ArrayList<>();
    if (isLocal(files)) {
      walk(files, folder, isDeep, found);
      return found;
    }
    RemoteIterator<LocatedFileStatus> all = files.listFiles(folder, isDeep);
    while (all.hasNext()) {
      found.add(all.next().getPath());
    }
    return found;
  }

  /** Whether a folder, or one below it, holds a file. Looks no further than the first. */
  static boolean hasFile(FileSystem files, Path folder) throws IOException {
    if (!isLocal(files)) {
      return files.listFiles(folder, true).hasNext();
    }
    for (FileStatus entry : files.listStatus(folder)) {
      if (entry.isFile() || hasFile(files, entry.getPath())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLocal(FileSystem files) {
    return "file".equals(files.getUri().getScheme());
  }

  private static void walk(FileSystem files, Path folder, boolean isDeep, List<Path> found)
      throws IOException {
    for (FileStatus entry : files.listStatus(folder)) {
      if (entry.isFile()) {
        found.add(entry.getPath());
      } else if (isDeep) {
        walk(files, entry.getPath(), true, found);
      }
    }
  }
}
