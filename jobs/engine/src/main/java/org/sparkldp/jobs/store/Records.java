package org.sparkldp.jobs.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.sparkldp.protocols.check.Require;

/**
 * The records in a folder of results, and the files that they name. What no record names is not
 * part of a result.
 */
final class Records {
  /** Ends the name of an empty file that says which table of a run has been deleted. */
  static final String DROPPED = ".dropped";

  private static final Pattern RECORD =
      Pattern.compile("(?:" + Output.RUNS + "/([^/]+)/)?run(?:-([1-9][0-9]{0,8}))?\\.json");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FileSystem files;
  private final Path folder;
  private final Map<String, JsonNode> known = new ConcurrentHashMap<>();

  /** Periods that were left out, as far as is known since all records were listed. */
  private final Set<String> leftOut = new ConcurrentSkipListSet<>();

  Records(FileSystem files, Path folder) {
    this.files = files;
    this.folder = folder;
  }

  /** The runs that are there whole, in the order of periods and numbers. */
  List<Run> all() throws IOException {
    Set<String> names = names("", false);
    Set<String> below = names(Output.RUNS, true);
    names.addAll(below);
    leftOut.clear();
    for (String name : below) {
      Path file = new Path(name);
      if (file.getName().equals(Output.LEFT_OUT)) {
        leftOut.add(file.getParent().getName());
      }
    }
    return runs(names);
  }

  /** Whether no run is there whole; looks no further than the first. */
  boolean isEmpty() throws IOException {
    if (names("", false).stream().anyMatch(name -> RECORD.matcher(name).matches())) {
      return false;
    }
    Path runs = new Path(folder, Output.RUNS);
    if (files.exists(runs)) {
      for (FileStatus period : files.listStatus(runs)) {
        String below = Output.RUNS + "/" + period.getPath().getName();
        if (period.isDirectory()
            && names(below, false).stream().anyMatch(name -> RECORD.matcher(name).matches())) {
          return false;
        }
      }
    }
    return true;
  }

  /** The runs of a period; empty where the folder has none. */
  List<Run> of(String period) throws IOException {
    return runs(names(period.isEmpty() ? "" : Output.RUNS + "/" + period, false));
  }

  /** The files in one of the folders here. */
  private Set<String> names(String below, boolean isDeep) throws IOException {
    Path place = below.isEmpty() ? folder : new Path(folder, below);
    Set<String> names = new TreeSet<>();
    if (files.exists(place)) {
      for (Path file : Tree.files(files, place, isDeep)) {
        names.add(Staging.below(folder, file));
      }
    }
    return names;
  }

  private List<Run> runs(Set<String> names) throws IOException {
    List<Run> runs = new ArrayList<>();
    for (String name : names) {
      Matcher parts = RECORD.matcher(name);
      if (parts.matches()) {
        String period = parts.group(1) == null ? "" : parts.group(1);
        int number = parts.group(2) == null ? 0 : Integer.parseInt(parts.group(2));
        runs.add(new Run(period, number, record(period, name), dropped(name, names)));
      }
    }
    runs.sort(Comparator.comparing(Run::period).thenComparing(Run::number));
    return runs;
  }

  /** Notes that a period is left out, or is no more. */
  void noteLeftOut(String period, boolean isLeftOut) {
    if (isLeftOut) {
      leftOut.add(period);
    } else {
      leftOut.remove(period);
    }
  }

  /**
   * What is written down of periods that were left out, of those that {@link #all} has seen or this
   * run has left out; of one that was cut off, its period.
   */
  List<Run> leftOut() throws IOException {
    List<Run> all = new ArrayList<>();
    for (String period : leftOut) {
      JsonNode why = JSON.createObjectNode();
      try {
        why = JSON.readTree(read(new Path(folder, Output.leftOut(period))));
      } catch (JsonProcessingException cutOff) {
        // That it was left out is known.
      } catch (FileNotFoundException askedSince) {
        continue;
      }
      all.add(new Run(period, -1, why, Set.of()));
    }
    return all;
  }

  /** A record; those of periods are written once, and so read once. */
  private JsonNode record(String period, String name) throws IOException {
    JsonNode record = known.get(name);
    if (record == null) {
      record = JSON.readTree(read(new Path(folder, name)));
      if (!period.isEmpty()) {
        known.put(name, record);
      }
    }
    return record;
  }

  private static Set<String> dropped(String record, Set<String> names) {
    return names.stream()
        .filter(name -> name.startsWith(record + ".") && name.endsWith(DROPPED))
        .map(name -> name.substring(record.length() + 1, name.length() - DROPPED.length()))
        .collect(Collectors.toSet());
  }

  /** The files that runs added to a table; refuses one that has gone. */
  List<String> paths(String table, Collection<Run> runs) {
    Path above = new Path(folder, table);
    try {
      List<String> written = runs.stream().flatMap(run -> run.files(table).stream()).toList();
      List<Path> folders =
          written.stream().map(name -> new Path(above, name).getParent()).distinct().toList();
      boolean isOne = folders.size() == 1; // else a store lists all of them at once
      Path listed = isOne ? folders.get(0) : above;
      Map<String, String> there = new LinkedHashMap<>();
      if (files.exists(listed)) {
        for (Path file : Tree.files(files, listed, !isOne)) {
          there.put(Staging.below(above, file), file.toString());
        }
      }
      List<String> missing = written.stream().filter(name -> !there.containsKey(name)).toList();
      if (!missing.isEmpty()) {
        throw Require.refusal(
            "a table must have the files that were written. Provided path: %s; of %s files %s are"
                + " missing (such as %s); restore them, or make the table again.",
            above, written.size(), missing.size(), missing.get(0));
      }
      return written.stream().map(there::get).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the folder must be readable: " + folder, e);
    }
  }

  /** Deletes files; that they are gone is noted before. */
  void drop(String table, Collection<Run> runs) throws IOException {
    for (Run run : runs) {
      List<String> names = new ArrayList<>();
      run.files(table).forEach(name -> names.add(folder + "/" + table + "/" + name));
      if (run.hasTable(table)) {
        files.create(new Path(folder, run.placeOfDropped(table))).close();
      }
      for (String name : names) {
        files.delete(new Path(name), false);
      }
    }
  }

  private byte[] read(Path file) throws IOException {
    try (FSDataInputStream in = files.open(file)) {
      return in.readAllBytes();
    }
  }
}
