package org.sparkldp.jobs.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.sparkldp.protocols.check.Require;

/**
 * The tables of a result folder, and of each the names and sizes of its files. A table without one
 * of them would count fewer people and look whole.
 */
final class Manifest {
  private Manifest() {}

  /** Of a folder that is being built: table, then file, then bytes. */
  static Map<String, Map<String, Long>> of(FileSystem files, Path folder) throws IOException {
    Map<String, Map<String, Long>> tables = new TreeMap<>();
    for (FileStatus table : files.listStatus(folder)) {
      if (table.isDirectory() && !table.getPath().getName().equals(Output.NEXT)) {
        tables.put(table.getPath().getName(), sizes(files, table.getPath()));
      }
    }
    return tables;
  }

  /** Refuses a table whose files are not those that were written. */
  static void require(FileSystem files, JsonNode manifest, Path table) throws IOException {
    JsonNode written = manifest.path(table.getName());
    Map<String, Long> found = sizes(files, table);
    List<String> missing = new ArrayList<>();
    for (Map.Entry<String, JsonNode> file : written.properties()) {
      if (!Long.valueOf(file.getValue().asLong()).equals(found.get(file.getKey()))) {
        missing.add(file.getKey());
      }
    }
    if (!missing.isEmpty() || found.size() != written.size()) {
      throw Require.refusal(
          "a table must have the files that were written, and no others. Provided path: %s; of %s"
              + " files %s are missing or changed%s, and %s are there; restore them, or make the"
              + " table again.",
          table,
          written.size(),
          missing.size(),
          missing.isEmpty() ? "" : " (such as " + missing.get(0) + ")",
          found.size());
    }
  }

  /** Hidden files are not part of a table. */
  private static Map<String, Long> sizes(FileSystem files, Path table) throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    String above = files.makeQualified(table).toUri().getPath();
    RemoteIterator<LocatedFileStatus> all = files.listFiles(table, true);
    while (all.hasNext()) {
      LocatedFileStatus file = all.next();
      String name = file.getPath().getName();
      if (!name.startsWith("_") && !name.startsWith(".")) {
        sizes.put(file.getPath().toUri().getPath().substring(above.length() + 1), file.getLen());
      }
    }
    return sizes;
  }
}
