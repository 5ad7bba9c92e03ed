package org.sparkldp.jobs.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
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
final class TableFiles {
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
  private final List<Path> hidden = new ArrayList<>();

  private TableFiles(FileSystem system, Input input, String glob) throws IOException {
    this.system = system;
    this.input = input;
    this.roots = List.of(roots(system, input.table()));
    GlobFilter wanted = new GlobFilter(glob);
    for (FileStatus root : roots) {
      boolean isHidden = root.isFile() && isHidden(root.getPath().getName());
      walk(root, isHidden, path -> wanted.accept(path));
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

  private void walk(FileStatus top, boolean isHidden, Predicate<Path> wanted) throws IOException {
    if (!top.isDirectory()) {
      if (wanted.test(top.getPath())) {
        if (isHidden) {
          hidden.add(top.getPath());
        } else {
          data.add(top);
        }
      }
      return;
    }
    for (FileStatus inside : inside(system, top.getPath())) {
      String name = inside.getPath().getName();
      if (!isNoData(name)) {
        walk(inside, isHidden || isHidden(name), wanted);
      }
    }
  }

  private static FileStatus[] inside(FileSystem system, Path folder) throws IOException {
    FileStatus[] inside = system.listStatus(folder);
    Arrays.sort(inside);
    return inside;
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
    Set<TableFormat> found = EnumSet.noneOf(TableFormat.class);
    data.forEach(file -> TableFormat.ofEnding(file.getPath().getName()).ifPresent(found::add));
    hidden.stream()
        .filter(file -> data.isEmpty())
        .forEach(file -> TableFormat.ofEnding(file.getName()).ifPresent(found::add));
    if (found.size() > 1) {
      throw Require.refusal(
          "the files of a folder must be of one format. Provided path: %s, which holds %s; name"
              + " those of one, such as --read pathGlobFilter='*.csv*'.",
          input, found);
    }
    return found.isEmpty() ? TableFormat.PARQUET : found.iterator().next();
  }

  /** Refuses files whose names say that nobody reads them here. */
  void requireUnpacked() {
    CompressionCodecFactory codecs = new CompressionCodecFactory(system.getConf());
    for (FileStatus file : data) {
      String name = file.getPath().getName();
      Require.that(!name.contains(":"))
          .orRefuse(
              "a file's name must be one that Spark takes, without a colon. Provided: %s; rename"
                  + " it.",
              name);
      Require.that(!Endings.isPacked(name) && canUnpack(codecs.getCodec(file.getPath())))
          .orRefuse(
              "a file must be plain, or compressed as .gz or .bz2. Provided: %s; unpack it first.",
              name);
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
      String name = name(file.getPath(), wanted.shown());
      if (file.getLen() == 0 && !mayBeEmpty) {
        throw refusal(
            file.getPath(),
            wanted,
            "",
            0,
            "a file of a table must not be empty. Provided: %s in %s, of 0 bytes; write it anew, or"
                + " take it away.",
            input);
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

  /** Hidden files that look as those that are read. */
  private Stream<Path> waiting() {
    Set<String> kinds =
        data.stream().map(file -> kind(file.getPath().getName())).collect(Collectors.toSet());
    return hidden.stream().filter(file -> data.isEmpty() || kinds.contains(kind(file.getName())));
  }

  /** The names of hidden files that look as those that are read. */
  List<String> waiting(Collection<String> shown) {
    return waiting().map(file -> name(file, shown)).toList();
  }

  private void requireNoneHidden(Wanted wanted) {
    waiting()
        .findFirst()
        .ifPresent(
            file -> {
              throw refusal(
                  file,
                  wanted,
                  "",
                  0,
                  "every file of a table must be read, and Spark passes over names that begin with"
                      + " _ or a dot, or end with %2$s. Provided: %1$s; rename it, or take it"
                      + " away.",
                  UNDER_WAY);
            });
  }

  /** The ending that says what a file is. */
  private static String kind(String name) {
    String plain =
        name.endsWith(UNDER_WAY) ? name.substring(0, name.length() - UNDER_WAY.length()) : name;
    return Endings.of(plain).orElse("");
  }

  /**
   * Of one column folders whose names are one number or day: {@code day=1} beside {@code day=01}.
   */
  private void requireFoldersSpelledOnce(Wanted wanted) {
    Map<String, String> spelled = new HashMap<>();
    for (FileStatus file : data) {
      folders(file.getPath(), wanted.shown())
          .forEach(
              (column, value) -> {
                String name = column.toLowerCase(Locale.ROOT);
                String plain =
                    NUMBERS.matcher(value).matches() ? ZEROS.matcher(value).replaceAll("") : value;
                requireOneSpelling(spelled, name, column, column);
                requireOneSpelling(spelled, name + "=" + plain, column + "=" + value, column);
              });
    }
  }

  private static void requireOneSpelling(
      Map<String, String> spelled, String key, String now, String column) {
    String before = spelled.putIfAbsent(key, now);
    if (before != null && !before.equals(now)) {
      throw new BadFile(
          now,
          Map.of(),
          column,
          0,
          ("folders of one value must have one name. Provided: %s and %s; rename one, or move its"
                  + " files into the other.")
              .formatted(before, now));
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
          throw refusal(
              path,
              wanted,
              "",
              0,
              "a file must have one name where rows are people (id = row), or they are asked twice."
                  + " Provided: %s and %s, one file; take one of them away.",
              name(before, wanted.shown()));
        }
      } catch (IOException e) {
        throw unreachable(input.table(), e);
      }
    }
  }

  /** A file's name with its folders below the path; values of private columns are left out. */
  String name(Path file, Collection<String> shown) {
    List<String> parts = new ArrayList<>(List.of(file.getName()));
    Set<Path> tops = roots.stream().map(FileStatus::getPath).collect(Collectors.toSet());
    for (Path folder = file.getParent();
        folder != null && !tops.contains(file) && !tops.contains(folder);
        folder = folder.getParent()) {
      Matcher named = FOLDER.matcher(folder.getName());
      boolean isPrivate = named.matches() && !isShown(named.group(1), shown);
      parts.add(0, isPrivate ? named.group(1) + "=*" : folder.getName());
    }
    return String.join("/", parts);
  }

  private static boolean isShown(String column, Collection<String> shown) {
    return shown.stream().anyMatch(column::equalsIgnoreCase);
  }

  /** The columns by which a file's folders are named, and their values, where they are shown. */
  private Map<String, String> folders(Path file, Collection<String> shown) {
    Map<String, String> folders = new TreeMap<>();
    for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
      Matcher named = FOLDER.matcher(folder.getName());
      if (named.matches() && isShown(named.group(1), shown)) {
        folders.put(named.group(1), named.group(2));
      }
    }
    return folders;
  }

  /** The name of a file as refusals show it, by its address as Spark says it. */
  String name(String address, Wanted wanted) {
    return name(new Path(URI.create(address)), wanted.shown());
  }

  /** The refusal of a file, by its address as Spark says it. */
  BadFile refusal(
      String address, Wanted wanted, String column, long rows, String sentence, Object... rest) {
    return refusal(new Path(URI.create(address)), wanted, column, rows, sentence, rest);
  }

  private BadFile refusal(
      Path file, Wanted wanted, String column, long rows, String sentence, Object... rest) {
    String name = name(file, wanted.shown());
    Object[] all = Stream.concat(Stream.of(name), Stream.of(rest)).toArray();
    String said = String.format(Locale.ROOT, sentence, all);
    return new BadFile(name, folders(file, wanted.shown()), column, rows, said);
  }

  // Paths.

  /** The folder or file of a path, of a pattern without the part from the first wildcard on. */
  static Path place(String path, Configuration hadoop) {
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
  static String exactly(String path) {
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
  static List<FileStatus> files(FileSystem system, String path, String glob) throws IOException {
    TableFiles files = new TableFiles(system, Input.of(path), glob);
    files.requireNoneHidden(Wanted.ALL);
    return files.data;
  }
}
