package org.sparkldp.jobs.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.sparkldp.protocols.check.Require;

/**
 * The tables of a result folder, and the names of each one's files. A table without one of them
 * would count fewer people and look whole.
 *
 * <p>Names are without the random part that Spark gives those of one write, so that equal results
 * have equal manifests. Sizes are left out: they say how well values compress. A file that is cut
 * off is no Parquet any more, and fails when it is read.
 */
final class Manifest {
  private static final String RANDOM = "-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  private Manifest() {}

  /** Of a folder that is being built: table, then files. */
  static Map<String, List<String>> of(FileSystem files, Path folder) throws IOException {
    Map<String, List<String>> tables = new TreeMap<>();
    for (FileStatus table : files.listStatus(folder)) {
      if (table.isDirectory() && !table.getPath().getName().equals(Output.NEXT)) {
        tables.put(table.getPath().getName(), names(files, table.getPath()));
      }
    }
    return tables;
  }

  /** Refuses a table whose files are not those that were written. */
  static void require(FileSystem files, JsonNode manifest, Path table) throws IOException {
    List<String> written =
        StreamSupport.stream(manifest.path(table.getName()).spliterator(), false)
            .map(JsonNode::asText)
            .toList();
    List<String> found = names(files, table);
    List<String> missing = new ArrayList<>(written);
    missing.removeAll(found);
    if (!found.equals(written)) {
      throw Require.refusal(
          "a table must have the files that were written, and no others. Provided path: %s; of %s"
              + " files %s are missing%s, and %s are there; restore them, or make the table again.",
          table,
          written.size(),
          missing.size(),
          missing.isEmpty() ? "" : " (such as " + missing.get(0) + ")",
          found.size());
    }
  }

  /** In alphabetical order; hidden files are not part of a table. */
  private static List<String> names(FileSystem files, Path table) throws IOException {
    List<String> names = new ArrayList<>();
    String above = files.makeQualified(table).toUri().getPath();
    RemoteIterator<LocatedFileStatus> all = files.listFiles(table, true);
    while (all.hasNext()) {
      Path file = all.next().getPath();
      if (!file.getName().startsWith("_") && !file.getName().startsWith(".")) {
        String name = file.toUri().getPath().substring(above.length() + 1);
        names.add(name.replaceAll(RANDOM, ""));
      }
    }
    names.sort(null);
    return names;
  }
}
