package org.sparkldp.jobs.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The hidden neighbour of a result folder in which a run writes. Once it is ready, its files can be
 * moved by anybody, in any number of attempts, to the same end.
 *
 * <p>{@value #MOVES} says which file goes where, the run's record last; it makes the folder ready.
 * A move whose source has gone has been made. So a move that was cut off, on a store where it is a
 * copy and a deletion, is made again from the whole source.
 *
 * @param target the result folder
 * @param attempt a UUID that names the run that writes it, or wrote it until it was killed
 * @param number of the run, where it is this one's
 * @param replaces whether what is in the target gives way
 * @param gone hears of the attempt when what it drew is gone
 */
record Staging(
    FileSystem files,
    Path target,
    Path folder,
    String attempt,
    String period,
    int number,
    boolean replaces,
    Consumer<String> gone)
    implements AutoCloseable {
  /** What goes where; written last, so that a folder without it was cut off. */
  private static final String MOVES = "moves.json";

  private static final Pattern UUIDS =
      Pattern.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\\.(.*))?");
  private static final int MOVERS = 16;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A new one.
   *
   * @param target the result folder
   * @param attempt a UUID that names the run
   * @param replaces whether what is in the target gives way
   * @param gone hears of the attempt if it fails, when what it drew is gone
   */
  static Staging fresh(
      FileSystem files,
      Path target,
      String attempt,
      String period,
      int number,
      boolean replaces,
      Consumer<String> gone)
      throws IOException {
    String name = hidden(target) + attempt + (period.isEmpty() ? "" : "." + period);
    Path folder = new Path(target.getParent(), name);
    files.mkdirs(folder);
    return new Staging(files, target, folder, attempt, period, number, replaces, gone);
  }

  /** The folders that runs are writing, or were when they were killed; see {@link #gone}. */
  static List<Staging> beside(FileSystem files, Path target, Consumer<String> gone)
      throws IOException {
    List<Staging> all = new ArrayList<>();
    if (target.isRoot() || !files.exists(target.getParent())) {
      return all;
    }
    String hidden = hidden(target);
    for (FileStatus found : files.listStatus(target.getParent())) {
      String name = found.getPath().getName();
      if (found.isDirectory() && name.startsWith(hidden)) {
        Matcher parts = UUIDS.matcher(name.substring(hidden.length()));
        if (parts.matches()) {
          String period = parts.group(2) == null ? "" : parts.group(2);
          all.add(
              new Staging(files, target, found.getPath(), parts.group(1), period, -1, false, gone));
        }
      }
    }
    return all;
  }

  private static String hidden(Path target) {
    return "." + target.getName() + "-";
  }

  /** Whether the run is whole and only has to be moved. */
  boolean isReady() throws IOException {
    try {
      return read(new Path(folder, MOVES)).has("moves");
    } catch (FileNotFoundException | JsonProcessingException cutOff) {
      return false; // before it is whole no move is made
    }
  }

  /** Writes the run's record, and what goes where; returns the run. */
  Run prepare(ObjectNode record) throws IOException {
    ObjectNode moves = JSON.createObjectNode();
    ObjectNode tables = record.putObject(Run.FILES);
    for (Map.Entry<String, List<Path>> entry : contents().entrySet()) {
      String table = entry.getKey();
      int index = 0;
      ArrayNode names = null;
      for (Path file : entry.getValue()) {
        String place = below(folder, file);
        if (isTable(table)) {
          String name = name(index++, file.getName());
          names = names == null ? tables.putArray(table) : names;
          names.add(name);
          moves.put(table + "/" + name, place);
        } else {
          moves.put(place, place);
        }
      }
    }
    write(new Path(folder, Output.RUN), record);
    moves.put(Run.place(period, number), Output.RUN); // last
    ObjectNode all = JSON.createObjectNode();
    ArrayNode old = all.putArray("old");
    if (replaces) {
      old().forEach(old::add);
    }
    all.set("moves", moves);
    write(new Path(folder, MOVES), all);
    return new Run(period, number, record, Set.of());
  }

  /** The files of each folder inside, and under the empty name those beside; hidden ones go. */
  private Map<String, List<Path>> contents() throws IOException {
    Map<String, List<Path>> contents = new TreeMap<>();
    for (Path file : Tree.files(files, folder, true)) {
      String place = below(folder, file);
      if (!file.getName().startsWith("_") && !file.getName().startsWith(".")) {
        int slash = place.indexOf('/');
        contents
            .computeIfAbsent(slash < 0 ? "" : place.substring(0, slash), x -> new ArrayList<>())
            .add(file);
      }
    }
    contents.values().forEach(list -> list.sort(null));
    return contents;
  }

  private static boolean isTable(String name) {
    return !name.isEmpty() && !name.equals(Output.NEXT);
  }

  /** By run and number, with the endings that Spark gave. */
  private String name(int index, String given) {
    int dot = given.indexOf('.');
    return (period.isEmpty() ? "" : period + "/")
        + String.format(Locale.ROOT, "part-%d-%05d", number, index)
        + (dot < 0 ? "" : given.substring(dot));
  }

  /** What is in the target and gives way, records first. */
  private List<String> old() throws IOException {
    List<String> records = new ArrayList<>();
    List<String> others = new ArrayList<>();
    if (files.exists(target)) {
      for (Path file : Tree.files(files, target, true)) {
        String name = below(target, file);
        boolean isRecord = name.matches("(" + Output.RUNS + "/.*|run[^/]*\\.json)");
        (isRecord ? records : others).add(name);
      }
    }
    records.addAll(others);
    return records;
  }

  /**
   * Moves all files to their places, in any order, and the record last.
   *
   * @param claim is asked before each step whether it still holds
   */
  void publish(Claim claim) throws IOException {
    JsonNode ready = read(new Path(folder, MOVES));
    Map<String, String> moves = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> move : ready.path("moves").properties()) {
      moves.put(move.getKey(), move.getValue().asText());
    }
    for (JsonNode old : ready.path("old")) {
      claim.require();
      String source = moves.get(old.asText());
      // Without a source it is not what was there, but what has been moved already.
      if (source == null || files.exists(new Path(folder, source))) {
        files.delete(new Path(target, old.asText()), false);
      }
    }
    List<Callable<Void>> all = new ArrayList<>();
    for (Map.Entry<String, String> move : moves.entrySet()) {
      all.add(
          () -> {
            claim.require();
            move(new Path(folder, move.getValue()), new Path(target, move.getKey()));
            return null;
          });
    }
    Callable<Void> record = all.remove(all.size() - 1);
    inAnyOrder(all);
    inAnyOrder(List.of(record));
    for (FileStatus left : files.listStatus(target)) {
      if (left.isDirectory() && !Tree.hasFile(files, left.getPath())) {
        files.delete(left.getPath(), true); // a table that the new result does not have
      }
    }
    files.delete(folder, true);
  }

  /** Does all, several at a time: to an object store a move is a copy, and takes seconds. */
  private static void inAnyOrder(List<Callable<Void>> steps) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(MOVERS);
    try {
      for (Future<Void> step : threads.invokeAll(steps)) {
        step.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new IOException("a file of the run could not be moved", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was stopped while it moved files", e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Puts a file in its place, in that of a file that was cut off, and never without it. */
  private void move(Path from, Path to) throws IOException {
    if (!files.exists(from)) {
      if (!files.exists(to)) {
        throw new FileNotFoundException("a file of the run has gone: " + to);
      }
      return;
    }
    files.mkdirs(to.getParent());
    if (files.rename(from, to)) {
      return;
    }
    files.delete(to, false); // which some file systems do not replace
    if (!files.rename(from, to)) {
      throw new IOException("the file could not be renamed to " + to);
    }
  }

  /**
   * Removes it, unless it only has to be moved. The empty folder names the attempt until somebody
   * has heard that it is gone, so that nobody who is killed meanwhile leaves it in the ledger.
   */
  @Override
  public void close() throws IOException {
    if (files.exists(folder) && !isReady()) {
      for (FileStatus inside : files.listStatus(folder)) {
        files.delete(inside.getPath(), true);
      }
      gone.accept(attempt);
      files.delete(folder, true);
    }
  }

  /** A file's path below a folder. */
  static String below(Path folder, Path file) {
    String above = folder.toUri().getPath();
    return file.toUri().getPath().substring(above.length() + 1);
  }

  private void write(Path file, JsonNode value) throws IOException {
    try (OutputStream out = files.create(file)) {
      JSON.writerWithDefaultPrettyPrinter().writeValue(out, value);
    }
  }

  private JsonNode read(Path file) throws IOException {
    try (FSDataInputStream in = files.open(file)) {
      return JSON.readTree(in.readAllBytes());
    }
  }
}
