package org.sparkldp.jobs.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.protocols.check.Require;

/**
 * The files of a table at a path, listed once: those that Spark reads, and those that it would pass
 * over without a word, which are refused by name.
 */
public final class TableFiles {
  /** What programs put beside data, and what is none. */
  private static final Pattern NO_DATA =
      Pattern.compile(
          "_(SUCCESS|committed_.*|started_.*|metadata|common_metadata|spark_metadata|delta_log"
              + "|temporary|symlink_format_manifest|change_data)"
              + "|\\..*\\.crc|\\.(DS_Store|hoodie.*|git.*|svn|snapshot|Trash.*|keep|nfs.*|hive-.*"
              + "|spark-.*)");

  private static final String UNDER_WAY = "._COPYING_";
  private static final Pattern FOLDER = Pattern.compile("(?s)([^=]+)=(.*)");
  private static final Pattern ZEROS = Pattern.compile("(?<![0-9])0+(?=[0-9])");
  private static final Pattern NUMBERS = Pattern.compile("[0-9]+([-./:_ ][0-9]+)*");

  private final FileSystem system;
  private final Input input;
  private final List<FileStatus> roots;
  private final List<FileStatus> data = new ArrayList<>();
  private final List<FileStatus> hidden = new ArrayList<>();

  private TableFiles(FileSystem system, Input input, String glob) throws IOException {
    this.system = system;
    this.input = input;
    this.roots = List.of(roots(system, input.table()));
    GlobFilter wanted = new GlobFilter(glob);
    for (FileStatus root : roots) {
      walk(root, root.isFile() && isHidden(root.getPath().getName()), wanted);
    }
  }

  /** Lists the files of a path. */
  static TableFiles of(SparkSession spark, Input input) {
    try {
      Configuration hadoop = spark.sessionState().newHadoopConf();
      FileSystem system = place(input.table(), hadoop).getFileSystem(hadoop);
      return new TableFiles(system, input, input.options().getOrDefault("pathGlobFilter", "*"));
    } catch (IOException e) {
      throw unreachable(input.table(), e);
    }
  }

  private static UncheckedIOException unreachable(String path, IOException e) {
    return new UncheckedIOException("the path must be reachable: " + path, e);
  }

  private void walk(FileStatus top, boolean isHidden, GlobFilter wanted) throws IOException {
    if (top.isFile()) {
      if (wanted.accept(top.getPath())) {
        (isHidden ? hidden : data).add(top);
      }
      return;
    }
    FileStatus[] inside = system.listStatus(top.getPath());
    Arrays.sort(inside);
    for (FileStatus each : inside) {
      String name = each.getPath().getName();
      if (!isNoData(name)) {
        walk(each, isHidden || isHidden(name), wanted);
      }
    }
  }

  /** Whether a file or folder of that name is known to hold no rows. */
  static boolean isNoData(String name) {
    return NO_DATA.matcher(name).matches();
  }

  /** Whether Spark passes over files and folders of that name. */
  static boolean isHidden(String name) {
    return (name.startsWith("_") && !name.contains("="))
        || name.startsWith(".")
        || name.endsWith(UNDER_WAY);
  }

  /** The same for a stream, which reads hidden files once they have their own names. */
  TableFiles ofStream() {
    hidden.clear();
    return this;
  }

  /** The files that Spark reads. */
  List<FileStatus> data() {
    return data;
  }

  /** Whether there is anything at the path. */
  boolean areThere() {
    return !roots.isEmpty();
  }

  /** What the path stands for: one folder or file, or those that a pattern matches. */
  String[] roots() {
    if (roots.isEmpty()) {
      return new String[] {input.table()}; // of which Spark says that it is not there
    }
    return roots.stream().map(root -> root.getPath().toString()).toArray(String[]::new);
  }

  /** Whether the path is one file. */
  boolean isFile() {
    return roots.size() == 1 && roots.get(0).isFile();
  }

  /** Of a table format's folder the files are not the table: they hold deleted rows too. */
  void requireAllOfATable(Optional<TableFormat> named) {
    try {
      for (FileStatus root : roots) {
        Path place = root.getPath();
        FileStatus[] metadata =
            root.isFile()
                ? null
                : system.globStatus(
                    new Path(exactly(place.toString()), "metadata/*.metadata.json"));
        String found =
            system.exists(new Path(place, "_delta_log"))
                ? "Delta"
                : metadata != null && metadata.length > 0
                    ? "Iceberg"
                    : system.exists(new Path(place, ".hoodie")) ? "Hudi" : "";
        if (!found.isEmpty() && named.stream().noneMatch(format -> format.named(found))) {
          throw Require.refusal(
              "a folder must hold nothing but rows, and this one is a table of %s, whose files hold"
                  + " deleted rows too. Provided path: %s; name the table as its catalogue does"
                  + " (--conf spark.sql.catalog...)%s.",
              found, input, TableFormat.DELTA.named(found) ? ", or say --read format=delta" : "");
        }
      }
    } catch (IOException e) {
      throw unreachable(input.table(), e);
    }
  }

  /** What the endings of the files say: Parquet, unless all say something else. */
  TableFormat format() {
    return TableFormat.ofEnding(ending()).orElse(TableFormat.PARQUET);
  }

  /** The ending that says how the files are read: of an option, the path or all files; or "". */
  String ending() {
    String given = input.options().get(TableFormat.FORMAT);
    if (given != null) {
      return Endings.ofFormat(given);
    }
    Set<String> found = endings(Stream.of(input.table()));
    if (found.isEmpty()) {
      found =
          endings((data.isEmpty() ? hidden : data).stream().map(file -> file.getPath().getName()));
    }
    if (found.size() > 1) {
      throw Require.refusal(
          "the files of a folder must be of one format. Provided path: %s, which holds %s; name"
              + " those of one, such as --read pathGlobFilter='*.csv*'.",
          input, String.join(", ", found));
    }
    return found.isEmpty() ? "" : found.iterator().next();
  }

  /** One for each way to read. */
  private static Set<String> endings(Stream<String> names) {
    return names
        .flatMap(name -> Endings.of(name).stream())
        .flatMap(
            ending ->
                ending.equals(Endings.TABS)
                    ? Stream.of(ending)
                    : TableFormat.ofEnding(ending).map(TableFormat::ending).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Refuses files whose names say that nobody reads them here. */
  void requireUnpacked(Wanted wanted) {
    CompressionCodecFactory codecs = new CompressionCodecFactory(system.getConf());
    for (FileStatus file : data) {
      Path path = file.getPath();
      if (path.getName().contains(":")) {
        throw new BadFile(
            "a file's name must be one that Spark takes, without a colon. Provided: %s; rename it.",
            name(path, wanted));
      }
      if (Endings.isPacked(path.getName()) || !canUnpack(codecs.getCodec(path))) {
        throw new BadFile(
            "a file must be plain, or compressed as .gz or .bz2. Provided: %s; unpack it first.",
            name(path, wanted));
      }
    }
  }

  private static boolean canUnpack(CompressionCodec codec) {
    try {
      if (codec != null) {
        codec.createDecompressor();
      }
      return true;
    } catch (RuntimeException | LinkageError e) { // of a library that is not there
      return false;
    }
  }

  /**
   * Refuses files that Spark would leave out without a word, and folders that it would take for
   * others than they are.
   *
   * @param mayBeEmpty whether a file of 0 bytes has no rows, rather than having been cut off
   */
  void requireAllRead(boolean mayBeEmpty, Wanted wanted) {
    requireNoneHidden(wanted);
    Require.that(roots.isEmpty() || !data.isEmpty())
        .orRefuse("the path must hold a file. Provided path: %s.", input);
    boolean isDeep = Boolean.parseBoolean(input.options().get("recursiveFileLookup"));
    Set<Path> tops = roots.stream().map(FileStatus::getPath).collect(Collectors.toSet());
    for (FileStatus file : data) {
      String name = name(file.getPath(), wanted);
      if (file.getLen() == 0 && !mayBeEmpty) {
        throw new BadFile(
            "a file of a table must not be empty. Provided: %s in %s, of 0 bytes; write it anew, or"
                + " take it away.",
            name, input);
      }
      for (Path folder = file.getPath(); !isDeep && !tops.contains(folder); ) {
        folder = folder.getParent();
        Require.that(tops.contains(folder) || folder.getName().contains("="))
            .orRefuse(
                "a folder must hold its files itself, or in folders named COLUMN=VALUE. Provided:"
                    + " %s with %s in another folder; say --read recursiveFileLookup=true to read"
                    + " all below it.",
                input, name);
      }
    }
    if (!isDeep) {
      requireFoldersSpelledOnce(wanted);
    }
    if (wanted.areRowsPeople()) {
      requireOneNameEach(wanted);
    }
  }

  /** The names of hidden files that look as those that are read. */
  List<String> waiting(Wanted wanted) {
    Set<String> kinds =
        data.stream().map(file -> kind(file.getPath().getName())).collect(Collectors.toSet());
    return hidden.stream()
        .map(FileStatus::getPath)
        .filter(file -> data.isEmpty() || kinds.contains(kind(file.getName())))
        .map(file -> name(file, wanted))
        .toList();
  }

  private void requireNoneHidden(Wanted wanted) {
    for (String name : waiting(wanted)) {
      throw new BadFile(
          "every file of a table must be read, and Spark passes over names that begin with _ or a"
              + " dot, or end with %s. Provided: %s; rename it, or take it away.",
          UNDER_WAY, name);
    }
  }

  /** The ending that says what a file is. */
  private static String kind(String name) {
    return Endings.of(name.replace(UNDER_WAY, "")).orElse("");
  }

  /**
   * Of one column folders whose names are one number or day: {@code day=1} beside {@code day=01}.
   */
  private void requireFoldersSpelledOnce(Wanted wanted) {
    Map<String, String> spelled = new HashMap<>();
    for (FileStatus file : data) {
      for (Path folder = file.getPath().getParent(); folder != null; folder = folder.getParent()) {
        Matcher named = FOLDER.matcher(folder.getName());
        if (named.matches() && wanted.shown().contains(named.group(1))) {
          String column = named.group(1).toLowerCase(Locale.ROOT);
          String value = named.group(2);
          boolean isNumber = NUMBERS.matcher(value).matches();
          String plain = isNumber ? ZEROS.matcher(value).replaceAll("") : value;
          requireOneSpelling(spelled, column, named.group(1));
          requireOneSpelling(spelled, column + "=" + plain, folder.getName());
        }
      }
    }
  }

  private static void requireOneSpelling(Map<String, String> spelled, String key, String now) {
    String before = spelled.putIfAbsent(key, now);
    if (before != null && !before.equals(now)) {
      throw new BadFile(
          "folders of one value must have one name. Provided: %s and %s; rename one, or move its"
              + " files into the other.",
          before, now);
    }
  }

  /** Where rows are people, a file with two names would ask each person twice. */
  private void requireOneNameEach(Wanted wanted) {
    Map<Object, Path> seen = new HashMap<>();
    for (FileStatus file : data) {
      Path path = file.getPath();
      if (!"file".equals(path.toUri().getScheme())) {
        return;
      }
      try {
        Object key =
            Files.readAttributes(
                    java.nio.file.Path.of(path.toUri().getPath()), BasicFileAttributes.class)
                .fileKey();
        Path before = key == null ? null : seen.putIfAbsent(key, path);
        if (before != null) {
          throw new BadFile(
              "a file must have one name where rows are people (id = row), or they are asked twice."
                  + " Provided: %s and %s, one file; take one of them away.",
              name(path, wanted), name(before, wanted));
        }
      } catch (IOException e) {
        throw unreachable(input.table(), e);
      }
    }
  }

  /** A file's name with its folders below the path; values of private columns are left out. */
  private String name(Path file, Wanted wanted) {
    String name = file.getName();
    Set<Path> tops = roots.stream().map(FileStatus::getPath).collect(Collectors.toSet());
    for (Path folder = file.getParent();
        folder != null && !tops.contains(file) && !tops.contains(folder);
        folder = folder.getParent()) {
      Matcher named = FOLDER.matcher(folder.getName());
      boolean isPrivate = named.matches() && wanted.isPrivate(named.group(1));
      name = (isPrivate ? named.group(1) + "=*" : folder.getName()) + "/" + name;
    }
    return name;
  }

  /** The name of a file as refusals show it, by its address as Spark says it. */
  String name(String address, Wanted wanted) {
    return name(new Path(URI.create(address)), wanted);
  }

  // Paths.

  /** The folder or file of a path, of a pattern without the part from the first wildcard on. */
  public static Path place(String path, Configuration hadoop) {
    try {
      new Path(path);
    } catch (IllegalArgumentException e) {
      throw Require.refusal(
          e,
          "a path must be one that Hadoop takes, without a colon in a name. Provided path: %s;"
              + " rename it.",
          path);
    }
    if (isThere(path, hadoop)) {
      return new Path(path);
    }
    String plain =
        Arrays.stream(path.split("/", -1))
            .takeWhile(part -> part.chars().noneMatch(c -> "*?[{".indexOf(c) >= 0))
            .collect(Collectors.joining("/"));
    return new Path(plain.isEmpty() ? "." : plain);
  }

  private static boolean isThere(String path, Configuration hadoop) {
    try {
      Path plain = new Path(path);
      return plain.getFileSystem(hadoop).exists(plain);
    } catch (IOException e) {
      throw unreachable(path, e);
    }
  }

  /** A path as Hadoop takes it, which takes any for a pattern: what is there matches itself. */
  static String pattern(String path, Configuration hadoop) {
    return isThere(path, hadoop) ? exactly(path) : path;
  }

  /** A path as a pattern that matches it alone. */
  public static String exactly(String path) {
    return path.replaceAll("[\\\\*?\\[\\]{}]", "\\\\$0");
  }

  private static FileStatus[] roots(FileSystem system, String path) throws IOException {
    if (isThere(path, system.getConf())) {
      return new FileStatus[] {system.getFileStatus(new Path(path))};
    }
    FileStatus[] roots = system.globStatus(new Path(path));
    return roots == null ? new FileStatus[0] : roots;
  }

  /**
   * The files that Spark would read, wherever a path leads.
   *
   * @param glob that their names match
   */
  public static List<FileStatus> files(FileSystem system, String path, String glob)
      throws IOException {
    TableFiles files = new TableFiles(system, Input.of(path), glob);
    files.requireNoneHidden(Wanted.ALL);
    return files.data;
  }
}
