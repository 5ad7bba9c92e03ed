package org.sparkldp.jobs.store;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.sql.PosixFiles;

/** Local files that count how often each folder is listed, and each file opened. */
public final class CountedFiles extends PosixFiles {
  private static final Map<String, Integer> LISTED = new TreeMap<>();
  private static final Map<String, Integer> OPENED = new TreeMap<>();

  /** Puts it in the place of local files for what the session opens from now on. */
  public static void in(SparkSession session) {
    session.conf().set("fs.file.impl", CountedFiles.class.getName());
    session.conf().set("fs.file.impl.disable.cache", "true");
    clear();
  }

  /** Takes it out again. */
  public static void outOf(SparkSession session) {
    session.conf().unset("fs.file.impl");
    session.conf().unset("fs.file.impl.disable.cache");
  }

  /** Counts from 0 again. */
  public static synchronized void clear() {
    LISTED.clear();
    OPENED.clear();
  }

  /** How often folders were listed, by their paths. */
  public static synchronized Map<String, Integer> listed() {
    return new TreeMap<>(LISTED);
  }

  /** How often files were opened, by their paths. */
  public static synchronized Map<String, Integer> opened() {
    return new TreeMap<>(OPENED);
  }

  private static synchronized void count(Map<String, Integer> counts, Path path) {
    counts.merge(path.toUri().getPath(), 1, Integer::sum);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    count(LISTED, path);
    return super.listStatus(path);
  }

  @Override
  public FSDataInputStream open(Path file, int buffer) throws IOException {
    count(OPENED, file);
    return super.open(file, buffer);
  }
}
