package org.sparkldp.jobs.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.ReadSettings;
import org.sparkldp.jobs.table.TableFiles;
import org.sparkldp.protocols.check.Require;

/**
 * A folder of results: tables, the plan beside them, and one record for each run that added to
 * them. A run's files count if and only if its record is there, which is written last.
 *
 * <p>A run writes into a hidden neighbour ({@link Staging}) and then moves its files one by one.
 * Nothing hangs on a rename of a folder, which takes long on object stores and may fail half-way:
 * who comes next finishes the moves of a run that was killed among them, or removes what it left
 * before. One run at a time adds to a period ({@link Claim}).
 *
 * <p>Files are named by their run and number, so that equal results have equal names. Readers read
 * the files that records name and no others. Records hold no sizes: these say how well values
 * compress.
 */
public final class Output {
  /** Reports in one file up to which one task reads it. */
  private static final long REPORTS_OF_A_TASK = 1 << 20;

  /** The plan that the table was made under. */
  public static final String PLAN = "plan.conf";

  /** What the plan's protocol refers to and its spec cannot spell out, such as a strategy. */
  public static final String ATTACHMENT = "plan.attachment";

  /** The folder, beside estimates, with the plan of the next round. */
  public static final String NEXT = "next";

  /** What is said of the run, one JSON object; of later runs {@code run-1.json} and so on. */
  public static final String RUN = "run.json";

  /** The folder with the records of a result that has periods. */
  static final String RUNS = "runs";

  /** Among a period's records: why its people were not asked, or those who came later. */
  static final String LEFT_OUT = "left-out.json";

  /** Seconds after which a run that does not show itself counts as killed. */
  static final String LEASE = "ldp.claim.seconds";

  private static final long LEASE_SECONDS = 60;

  /** Where Spark keeps the schema of a file that it writes, as JSON. */
  private static final String SCHEMA = "org.apache.spark.sql.parquet.row.metadata";

  /** The claim of who reads or writes the words that the folder keeps. */
  private static final String KEPT = "kept";

  /** How the names of files with kept words begin, which hold nothing. */
  private static final String KEPT_FILE = "_kept-";

  private final SparkSession spark;
  private final String name;
  private final FileSystem files;
  private final Path folder;
  private final Records records;
  private final Duration lease;

  /** The results in a folder, which need not exist yet. */
  public Output(SparkSession spark, String folder) {
    Path path = new Path(folder);
    try {
      Configuration configuration = spark.sessionState().newHadoopConf();
      this.spark = spark;
      this.name = folder;
      this.files = path.getFileSystem(configuration);
      this.lease = Duration.ofSeconds(configuration.getLong(LEASE, LEASE_SECONDS));
      this.folder = files.makeQualified(path);
      this.records = new Records(files, this.folder);
    } catch (IOException e) {
      throw new UncheckedIOException("the folder must be reachable: " + folder, e);
    }
  }

  /** Hears what nobody need know. */
  static void unheard(String attempt) {
    // Nothing follows from it.
  }

  /** The folders under those names. */
  public static List<Output> all(SparkSession spark, List<String> folders) {
    return folders.stream().map(folder -> new Output(spark, folder).requireNoFile()).toList();
  }

  /** Whether there is such a folder, or file. */
  public boolean exists() {
    return exists(folder);
  }

  /** This, which may not be a file, such as a table of values that nobody has privatized. */
  public Output requireNoFile() {
    try {
      if (exists() && files.getFileStatus(folder).isFile()) {
        throw Require.refusal(
            "what a command made is a folder. Provided path: %s, a file; privatize makes reports of"
                + " a table of values, and accumulate takes these.",
            folder);
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException("the folder must be reachable: " + folder, e);
    }
  }

  /** Whether a whole result exists. */
  public boolean isComplete() {
    return !runs().isEmpty();
  }

  /**
   * The runs that are there whole, in the order of periods and numbers. Finishes what a killed run
   * had ready.
   */
  public List<Run> runs() {
    return runs(period -> true, records::all);
  }

  /** The runs of a period. */
  public List<Run> runs(String period) {
    return runs(period::equals, () -> records.of(period));
  }

  /** The runs of a period as records say now, for a run that holds the period's claim. */
  public List<Run> recorded(String period) {
    try {
      return records.of(period);
    } catch (IOException e) {
      throw new UncheckedIOException("the folder must be readable: " + folder, e);
    }
  }

  /**
   * Periods that were left out when {@link #runs} was asked, or by this object since, and have not
   * been asked since; no run is behind these records.
   */
  public List<Run> leftOut() {
    try {
      return records.leftOut();
    } catch (IOException e) {
      throw new UncheckedIOException("the folder must be readable: " + folder, e);
    }
  }

  /** Writes down why a period was left out, in place of what was said of it before. */
  public void leaveOut(String period, Record why) {
    try {
      write(
          new Path(folder, leftOut(period)),
          RunRecord.written(why).toPrettyString().getBytes(UTF_8));
      records.noteLeftOut(period, true);
    } catch (IOException e) {
      throw new UncheckedIOException("the output folder must be writable: " + folder, e);
    }
  }

  /** The period is left out no more. */
  public void takeIn(String period) {
    try {
      files.delete(new Path(folder, leftOut(period)), false);
      records.noteLeftOut(period, false);
    } catch (IOException e) {
      throw new UncheckedIOException("the output folder must be writable: " + folder, e);
    }
  }

  static String leftOut(String period) {
    return RUNS + "/" + period + "/" + LEFT_OUT;
  }

  private List<Run> runs(Predicate<String> periods, Listing listing) {
    try {
      for (Staging ready : Staging.beside(files, folder, Output::unheard)) {
        if (periods.test(ready.period()) && ready.isReady()) {
          recover(ready.period(), Output::unheard);
        }
      }
      return listing.runs();
    } catch (IOException e) {
      throw new UncheckedIOException("the folder must be readable: " + folder, e);
    }
  }

  /** The runs; refuses unless there is a whole result of the given table. */
  public List<Run> require(String table) {
    List<Run> runs = runs();
    if (runs.isEmpty() || !exists(new Path(folder, table))) {
      throw Require.refusal("the folder must hold finished %s. Provided path: %s.", table, folder);
    }
    requireFiles(table, runs);
    return runs;
  }

  /** Refuses a table that has lost files of these runs; what was deleted by a run is not lost. */
  public void requireFiles(String table, Collection<Run> runs) {
    List<Run> there = runs.stream().filter(run -> run.hasTable(table)).toList();
    if (!there.isEmpty()) {
      records.paths(table, there);
    }
  }

  /** Deletes the files that runs added to a table, for good; what the runs did stays known. */
  public void drop(String table, Collection<Run> runs) {
    try {
      records.drop(table, runs);
    } catch (IOException e) {
      throw new UncheckedIOException("the folder must be writable: " + folder, e);
    }
  }

  /** The rows that runs added to a table, and no others. */
  public Dataset<Row> read(String table, Collection<Run> runs) {
    ReadSettings.require(spark);
    List<String> paths = records.paths(table, runs);
    Dataset<Row> rows =
        spark
            .read()
            .schema(schema(paths.get(0)))
            .parquet(paths.stream().map(TableFiles::exactly).toArray(String[]::new));
    // What one task can read soon need not be brought together by a shuffle.
    boolean isOneTask =
        paths.size() == 1 && runs.stream().mapToLong(Run::reports).sum() <= REPORTS_OF_A_TASK;
    return isOneTask ? rows.coalesce(1) : rows;
  }

  /** The same with {@link Sum#WORD}, for a reader that compares sums as rows go by. */
  public Dataset<Row> readWithWords(String table, Collection<Run> runs) {
    Dataset<Row> rows = read(table, runs);
    return rows.withColumn(Sum.WORD, Sum.word(rows.schema()));
  }

  /**
   * The rows once they proved to be those that the runs wrote, for a reader that decides by few.
   */
  public Dataset<Row> readWhole(String table, Collection<Run> runs) {
    Dataset<Row> rows = read(table, runs);
    Sum.read(rows.agg(Sum.of(Sum.word(rows.schema()))).head().get(0)).require(table, runs);
    return rows;
  }

  /** As Spark wrote it beside a file's rows; to infer it, Spark would start a job. */
  private StructType schema(String file) {
    Configuration known = files.getConf(); // without it Parquet reads Hadoop's defaults each time
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            HadoopInputFile.fromPath(new Path(file), known),
            HadoopReadOptions.builder(known).build())) {
      return (StructType)
          DataType.fromJson(reader.getFileMetaData().getKeyValueMetaData().get(SCHEMA));
    } catch (IOException e) {
      throw new UncheckedIOException("the file must be readable: " + file, e);
    }
  }

  /**
   * Refuses runs of another plan.
   *
   * @param what they made, such as "reports"
   * @param change what makes the plan that lies here another one, in words
   */
  public void requirePlan(
      String what, List<Run> runs, String fingerprint, UnaryOperator<String> change) {
    for (Run run : runs) {
      if (!run.plan().equals(fingerprint)) {
        String words = change.apply(plan());
        throw new Refusal(
            String.format(
                "an output folder must hold %s of one plan. Provided: another than in the folder's"
                    + " plan.conf%s; choose another folder.",
                what, words.isEmpty() ? "" : ": " + words));
      }
    }
  }

  /**
   * Refuses a folder inside of what is read: it would be read as part of it the next time.
   *
   * @param input a path, or a table of the catalogue
   */
  public Output requireOutside(String input) {
    if (Inputs.isPath(input)) {
      Nesting.refuse(folder, TableFiles.place(input, files.getConf()), files.getConf());
    }
    return this;
  }

  /** Whether the plan of a next round lies there. */
  public boolean hasNext() {
    return exists(new Path(folder, NEXT));
  }

  /** The text of the plan. */
  public String plan() {
    return new String(read(new Path(folder, PLAN)), UTF_8);
  }

  /** What the plan's protocol refers to; empty where its spec says all. */
  public byte[] attachment() {
    Path file = new Path(folder, ATTACHMENT);
    return exists(file) ? read(file) : new byte[0];
  }

  /** What was said of the first run. */
  public JsonNode run() {
    return runs().get(0).record();
  }

  /** The files beside tables. */
  public record Beside(String plan, byte[] attachment) {}

  /**
   * Adds a run to a period; empty if another process has added it meanwhile, whose run stays. The
   * first run of a folder finds it new or empty, or refuses it.
   *
   * @param period empty where the folder has none
   * @param number of the run among this period's
   */
  public <T> Optional<WriteResult<Run, T>> append(
      String period, int number, Beside beside, Writer<T> writer) {
    return append(period, number, UUID.randomUUID().toString(), Output::unheard, beside, writer);
  }

  /**
   * The same.
   *
   * @param attempt a UUID that names the run and what it stages
   * @param gone hears of the attempt if the run fails and has removed what it drew
   */
  public <T> Optional<WriteResult<Run, T>> append(
      String period,
      int number,
      String attempt,
      Consumer<String> gone,
      Beside beside,
      Writer<T> writer) {
    Path record = new Path(folder, Run.place(period, number));
    return write(
        period,
        () -> exists(record),
        () -> {
          if (number == 0 && records.isEmpty()) {
            requireEmpty("");
          }
          return Staging.fresh(files, folder, attempt, period, number, false, gone);
        },
        beside,
        writer);
  }

  /**
   * Makes the only result of the folder in place of one that holds the table.
   *
   * @param table what a result already there must hold to give way
   */
  public <T> Optional<WriteResult<Run, T>> replace(String table, Beside beside, Writer<T> writer) {
    return write(
        "",
        () -> false,
        () -> {
          if (records.isEmpty() || !exists(new Path(folder, table))) {
            requireEmpty(", or hold finished " + table + " to be replaced");
          }
          return Staging.fresh(
              files, folder, UUID.randomUUID().toString(), "", 0, true, Output::unheard);
        },
        beside,
        writer);
  }

  private void requireEmpty(String orElse) throws IOException {
    boolean isEmpty = records.isEmpty();
    if (files.exists(folder)) {
      // Other periods' first runs may be putting their files here, and the plan.
      for (FileStatus found : files.listStatus(folder)) {
        String name = found.getPath().getName();
        isEmpty &= name.equals(PLAN) || name.equals(ATTACHMENT) || isOfPeriods(found);
      }
    }
    Require.that(isEmpty)
        .orRefuse("the output folder must be new or empty%s. Provided path: %s.", orElse, folder);
  }

  /** Whether a folder has nothing but folders of periods, which are named key=value. */
  private boolean isOfPeriods(FileStatus found) throws IOException {
    if (!found.isDirectory()) {
      return false;
    }
    for (FileStatus inside : files.listStatus(found.getPath())) {
      if (!inside.getPath().getName().contains("=")) {
        return false;
      }
    }
    return true;
  }

  private <T> Optional<WriteResult<Run, T>> write(
      String period, BooleanSupplier isDone, Preparation prepare, Beside beside, Writer<T> writer) {
    if (folder.isRoot()) {
      throw Require.refusal(
          "the output must be a folder below another, beside which it is built. Provided"
              + " path: %s.",
          folder);
    }
    try (Claim claim = claim(period, isDone)) {
      if (claim == null) {
        return Optional.empty();
      }
      // Of fresh reports that another run drew nobody knows here whether they were read.
      recover(claim, period, Output::unheard);
      if (isDone.getAsBoolean()) {
        return Optional.empty();
      }
      try (Staging staging = prepare.staging()) {
        WriteResult<Record, T> made = writer.into(staging.folder().toString());
        if (made.run().isEmpty()) {
          return Optional.of(new WriteResult<>(Optional.empty(), made.result()));
        }
        writePlan(staging.folder(), beside);
        // A run that another laid there meanwhile, on a store without exclusive files, stays.
        claim.require();
        if (isDone.getAsBoolean()) {
          return Optional.empty();
        }
        Run run = staging.prepare(RunRecord.written(made.run().get()));
        staging.publish(claim);
        return Optional.of(new WriteResult<>(Optional.of(run), made.result()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the output folder must be writable: " + folder, e);
    }
  }

  /**
   * Whether a run is at work on the folder, which may take a lease to see. Empty where nothing of a
   * run is: no folder, no claim and nothing staged.
   */
  public Optional<Boolean> isAtWork() {
    try {
      boolean isThere =
          exists()
              || !Staging.beside(files, folder, Output::unheard).isEmpty()
              || !Claim.all(files, folder.getParent(), claimed()).isEmpty();
      return isThere
          ? Optional.of(Claim.isAnyAlive(files, folder.getParent(), claimed(), lease))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("the folder must be reachable: " + folder, e);
    }
  }

  private String claimed() {
    return "." + folder.getName() + "-claim";
  }

  private Claim claim(String period, BooleanSupplier isDone) throws IOException {
    String name = claimed() + (period.isEmpty() ? "" : "." + period);
    return Claim.take(files, new Path(folder.getParent(), name), lease, isDone);
  }

  /** Takes a period's claim, and sees to what killed runs left of it. */
  private int recover(String period, Consumer<String> gone) throws IOException {
    try (Claim claim = claim(period, () -> false)) {
      return recover(claim, period, gone);
    }
  }

  /**
   * Publishes what a killed run had ready, and removes what others left: reports that nobody
   * published would be a second report of the same people.
   */
  private int recover(Claim claim, String period, Consumer<String> gone) throws IOException {
    int folders = 0;
    for (Staging left : Staging.beside(files, folder, gone)) {
      if (left.period().equals(period)) {
        if (left.isReady()) {
          left.publish(claim);
        }
        left.close();
        folders++;
      }
    }
    return folders;
  }

  /** Does something that only one process may do at a time for this folder. */
  <T> T alone(String what, Supplier<T> action) {
    try (Claim claim = claim(what, () -> false)) {
      T result = action.get();
      claim.require();
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException("the output folder must be writable: " + folder, e);
    }
  }

  /**
   * The word that the folder keeps under a name: the first that was ever found. It is there before
   * a run is published, so that runs at the same time, and those after a killed one, agree on it.
   */
  public String keep(String name, Supplier<String> word) {
    return alone(
        KEPT,
        () -> {
          try {
            String begin = KEPT_FILE + name + "=";
            for (Path kept : kept()) {
              String text = kept.getName();
              if (text.startsWith(begin)) {
                return text.substring(begin.length());
              }
            }
            String found = word.get();
            write(new Path(new Path(folder, RUNS), begin + found), new byte[0]);
            return found;
          } catch (IOException e) {
            throw new UncheckedIOException("the output folder must be writable: " + folder, e);
          }
        });
  }

  /** Our own files alone: any folder may have one of the name {@code runs}. */
  private List<Path> kept() throws IOException {
    Path runs = new Path(folder, RUNS);
    return files.exists(runs)
        ? Tree.files(files, runs, false).stream()
            .filter(file -> file.getName().startsWith(KEPT_FILE))
            .toList()
        : List.of();
  }

  /** Forgets the words of a folder in which nothing was, or is about to be, published. */
  private void forget() {
    alone(
        KEPT,
        () -> {
          try {
            if (records.isEmpty() && Staging.beside(files, folder, Output::unheard).isEmpty()) {
              for (Path kept : kept()) {
                files.delete(kept, false);
              }
            }
            return null;
          } catch (IOException e) {
            throw new UncheckedIOException("the output folder must be writable: " + folder, e);
          }
        });
  }

  /**
   * Publishes what killed runs had ready and removes what they left.
   *
   * @param gone hears of each attempt when what it drew is gone, and again if it was killed then
   * @return how many folders were finished or removed
   */
  public int clean(Consumer<String> gone) {
    try {
      int found = 0;
      for (Staging left : Staging.beside(files, folder, gone)) {
        found += recover(left.period(), gone);
      }
      if (!kept().isEmpty()) {
        forget();
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("the output folder must be writable: " + folder, e);
    }
  }

  /** Lays the next round's plan into a folder that is being built. */
  public void writeNext(String staging, Beside next) {
    try {
      writePlan(new Path(staging, NEXT), next);
    } catch (IOException e) {
      throw new UncheckedIOException("the output folder must be writable: " + folder, e);
    }
  }

  private void writePlan(Path into, Beside beside) throws IOException {
    byte[] text = (beside.plan() + "\n").getBytes(UTF_8);
    write(new Path(into, PLAN), text);
    if (beside.attachment().length > 0) {
      write(new Path(into, ATTACHMENT), beside.attachment());
    }
  }

  private void write(Path file, byte[] bytes) throws IOException {
    try (OutputStream out = files.create(file)) {
      out.write(bytes);
    }
  }

  /**
   * The result of writing.
   *
   * @param run of its writer what the run says of itself, and then the run; none where there was
   *     nothing to add
   * @param result what the writer's caller gets
   */
  public record WriteResult<R, T>(Optional<R> run, T result) {
    /** A run that says this of itself. */
    public static <T> WriteResult<Record, T> of(Record run, T result) {
      return new WriteResult<>(Optional.of(run), result);
    }

    /** Nothing to add. */
    public static <T> WriteResult<Record, T> nothing(T result) {
      return new WriteResult<>(Optional.empty(), result);
    }
  }

  /** Writes tables into a folder. */
  public interface Writer<T> {
    WriteResult<Record, T> into(String staging);
  }

  private interface Listing {
    List<Run> runs() throws IOException;
  }

  private interface Preparation {
    Staging staging() throws IOException;
  }

  private boolean exists(Path path) {
    try {
      return files.exists(path);
    } catch (IOException e) {
      throw new UncheckedIOException("the folder must be readable: " + folder, e);
    }
  }

  private byte[] read(Path file) {
    try (FSDataInputStream in = files.open(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("the file must be readable: " + file, e);
    }
  }

  /** The folder as its user wrote it. */
  public String name() {
    return name;
  }

  /** The folder. */
  @Override
  public String toString() {
    return folder.toString();
  }
}
