package org.sparkldp.jobs.ingest;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.LongAccumulator;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanChange;
import org.sparkldp.jobs.privatize.Observed;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.store.Sum;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.ReadSettings;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.envelope.Flaw;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.sql.LdpColumns;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * Envelopes to reports, each counted once however often it arrives.
 *
 * <p>Input: files of envelopes, a batch. Output: the table {@value Privatization#REPORTS} as {@link
 * Privatization} writes it, with names that are public hashes of the senders' ids, and public
 * columns as STRING; beside it the table {@value #QUARANTINE} with kind, file, place, reason and
 * original of every envelope that is not counted. A batch is one run of the folder: all of it is
 * there, or nothing.
 *
 * <p>An envelope that arrives again is a repeat in its batch, or a replay of an earlier one, and is
 * counted but not kept. Of different reports of one id, the one of an earlier batch stays, else
 * none is counted: whoever sent many would otherwise win. The others are disputed, and kept apart.
 *
 * <p>Envelopes are checked where they are read, and shuffled once by name, together with the names
 * of earlier batches. They are read a second time only if there are some to keep apart.
 */
public final class Ingestion {
  /** The table of envelopes that are not counted. */
  public static final String QUARANTINE = "quarantine";

  private static final String COMMAND = "ingest";
  private static final String NEW = "__ldp_new";
  private static final String NAME = "__ldp_name"; // of reports in dispute

  /** Columns that stand beside those of a report until all is counted. */
  private static final String[] BESIDE = {
    Twins.REPORTS, Twins.REPEATS, Twins.REPLAYS, Twins.DISPUTED, NEW, Rows.HIGH, Rows.LOW
  };

  private static final long LEAST_A_FILE = 1 << 16;
  private static final long MOST_A_FILE = 1 << 22;

  private final SparkSession spark;
  private final Plan plan;
  private final Terms asked;
  private final String fingerprint;

  /**
   * @param periods of which reports are taken; ignored where the plan has none
   * @param groups values of public columns that are known; a column that is not there may have any
   *     short text
   */
  public Ingestion(
      SparkSession spark, Plan plan, List<String> periods, Map<String, List<String>> groups) {
    this.spark = spark;
    this.plan = plan;
    this.asked = new Terms(plan, periods, groups);
    this.fingerprint = plan.fingerprint();
  }

  /** Adds a batch to the reports in a folder, or finds that it is there. */
  public Ingested run(EnvelopeFiles files, Output output) {
    ReadSettings.require(spark);
    output.requirePlan("reports", output.runs(), fingerprint, old -> PlanChange.of(old, plan));
    while (true) {
      List<Run> runs = output.runs();
      requireFromOutside(runs);
      int number = runs.stream().mapToInt(Run::number).max().orElse(-1) + 1;
      Optional<Ingested> outcome =
          output
              .append(
                  "",
                  number,
                  new Output.Beside(plan.text(), Attached.of(plan.protocol())),
                  staging ->
                      // Another process may have added a batch before this one had the folder.
                      output.recorded("").equals(runs)
                          ? named(files, () -> ingest(files, output, runs, number, staging))
                          : Output.WriteResult.nothing(Optional.<Ingested>empty()))
              .flatMap(Output.WriteResult::result);
      if (outcome.isPresent()) {
        return outcome.get();
      }
    }
  }

  /** Gives the failure of a file that Spark reads the file's name, as that of others has. */
  private <T> T named(EnvelopeFiles files, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (Exception failure) { // Spark's, which Scala does not declare
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        if (cause instanceof SparkThrowable read
            && SparkLine.condition(read).startsWith("FAILED_READ_FILE")) {
          throw EnvelopeFiles.broken(SparkLine.path(read), failure);
        }
      }
      // Of a footer that it cannot make sense of, Spark says no file.
      files
          .withoutFooter(spark.sessionState().newHadoopConf())
          .ifPresent(
              file -> {
                throw EnvelopeFiles.broken(file, failure);
              });
      throw failure;
    }
  }

  private static void requireFromOutside(List<Run> runs) {
    for (Run run : runs) {
      if (!run.command().equals(COMMAND)) {
        throw new Refusal(
            "reports from outside must have a folder of their own, for nobody knows who has"
                + " answered twice. The folder has reports that were made here; choose another, and"
                + " give both to accumulate.");
      }
    }
  }

  private Output.WriteResult<Record, Optional<Ingested>> ingest(
      EnvelopeFiles files, Output output, List<Run> runs, int number, String staging) {
    Stopwatch since = Stopwatch.start();
    EnvelopeTable table = new EnvelopeTable(spark, files, asked);
    // Not observed: where nothing is left to shuffle, Spark drops what has been seen before.
    LongAccumulator read = spark.sparkContext().longAccumulator("flawed envelopes");
    Dataset<Row> rows = table.rows(false, read);
    Dataset<Row> reports = reports(rows);
    List<Run> earlier = earlier(runs);
    long before = earlier.stream().mapToLong(Run::reports).sum();
    Observation counted = new Observation();
    int tasks = tasks(files.estimatedRows() + before);
    Dataset<Row> named = byName(reports, output, earlier, tasks).select(written(BESIDE));
    Column word = Sum.word(named.drop(BESIDE).schema());
    named
        .withColumn(Sum.WORD, word)
        .observe(
            counted,
            sum(Twins.REPEATS).as(Twins.REPEATS),
            sum(Twins.REPLAYS).as(Twins.REPLAYS),
            sum(Twins.DISPUTED).as(Twins.DISPUTED),
            Sum.of(when(isCounted(), col(Sum.WORD))).as("sum"),
            Sum.of(when(not(col(NEW)), col(Sum.WORD))).as("earlier"),
            Sum.xor(when(isCounted(), xxhash64(col(Rows.HIGH), col(Rows.LOW)))).as("names"))
        .where(isCounted())
        .drop(Sum.WORD)
        .drop(BESIDE)
        .write()
        // Names do not repeat: a dictionary of them would be made and thrown away.
        .option("parquet.enable.dictionary#report_id", "false")
        .parquet(staging + "/" + Privatization.REPORTS);
    Map<String, Object> seen = Observed.by(counted);
    // Who is not among earlier reports is counted, so these must be whole.
    Sum.read(seen.get("earlier")).require(Privatization.REPORTS, earlier);
    Map<String, Sum> sums = new TreeMap<>();
    sums.put(Privatization.REPORTS, Sum.read(seen.get("sum")));
    long flawed = read.value();
    long disputed = number(seen, Twins.DISPUTED);
    Map<String, Long> kinds =
        flawed + disputed == 0
            ? Map.of()
            : quarantine(table, output, earlier, tasks, flawed, disputed, staging, sums);
    long kept = sums.get(Privatization.REPORTS).rows();
    long repeats = number(seen, Twins.REPEATS);
    long replays = number(seen, Twins.REPLAYS);
    long apart = kinds.values().stream().mapToLong(n -> n).sum();
    // A batch that arrives again has nothing to count, and the same to keep apart.
    boolean isKnown =
        apart == 0
            || runs.stream().anyMatch(run -> sums.get(QUARANTINE).isOf(QUARANTINE, List.of(run)));
    Ingested outcome =
        new Ingested(
            plan,
            output.name(),
            kept == 0 && isKnown,
            kept + repeats + replays + apart,
            kept,
            repeats,
            replays,
            kinds,
            runs.stream().mapToLong(Run::reports).sum());
    return outcome.alreadyDone()
        ? Output.WriteResult.nothing(Optional.of(outcome))
        : Output.WriteResult.of(
            record(files, number, outcome, seen.get("names"), sums, since), Optional.of(outcome));
  }

  /** Reports that are well formed. */
  private Dataset<Row> reports(Dataset<Row> rows) {
    return rows.where(col(Rows.FLAW).isNull())
        .select(columns(col(Rows.HIGH), col(Rows.LOW), lit(true).as(NEW)));
  }

  /** Columns, and those of a report. */
  private Column[] columns(Column... first) {
    List<Column> columns = new ArrayList<>(Arrays.asList(first));
    columns.add(col("report"));
    asked.columns().forEach(name -> columns.add(Inputs.column(name)));
    return columns.toArray(new Column[0]);
  }

  /**
   * Earlier batches that have reports, of whatever periods: a name says of which one its report is,
   * so that what else a batch says of its reports decides nothing. Refuses one that has lost them
   * if it may have had some of these periods.
   */
  private List<Run> earlier(List<Run> runs) {
    List<Run> some = runs.stream().filter(run -> run.reports() > 0).toList();
    List<Run> there = some.stream().filter(run -> run.hasTable(Privatization.REPORTS)).toList();
    long gone =
        some.stream()
            .filter(run -> !there.contains(run))
            .filter(
                run ->
                    asked.periods() == null
                        || run.as(IngestRecord.class).days().stream()
                            .anyMatch(asked.periods()::contains))
            .count();
    if (gone > 0) {
      throw new Refusal(
          "reports of a period must be there as long as more are ingested, or one that arrives"
              + " again would count twice. Batches whose reports were deleted: "
              + gone
              + "; ingest other periods, or choose another folder.");
    }
    return there;
  }

  private Dataset<Row> withEarlier(Dataset<Row> reports, Output output, List<Run> runs) {
    if (runs.isEmpty()) {
      return reports;
    }
    Dataset<Row> earlier = output.read(Privatization.REPORTS, runs);
    return reports.unionByName(
        earlier.select(
            columns(
                ReportName.half(col("report_id"), 0).as(Rows.HIGH),
                ReportName.half(col("report_id"), Long.BYTES).as(Rows.LOW),
                lit(false).as(NEW))));
  }

  /** New reports and those of earlier batches, shuffled once. */
  private Dataset<Row> byName(Dataset<Row> reports, Output output, List<Run> earlier, int tasks) {
    return Twins.of(
        spark,
        withEarlier(reports, output, earlier)
            .repartition(tasks, col(Rows.HIGH), col(Rows.LOW))
            .sortWithinPartitions(Rows.HIGH, Rows.LOW, NEW));
  }

  private static Column isCounted() {
    return col(Twins.REPORTS).equalTo(1);
  }

  private Column[] written(String... beside) {
    List<Column> written = new ArrayList<>();
    written.add(ReportName.column(col(Rows.HIGH), col(Rows.LOW)).as("report_id"));
    written.add(lit(fingerprint).as("plan"));
    written.add(lit(plan.round()).as("round"));
    written.addAll(Arrays.asList(columns()));
    Arrays.stream(beside).forEach(name -> written.add(col(name)));
    return written.toArray(new Column[0]);
  }

  private int tasks(long rows) {
    int tasks = spark.sessionState().conf().numShufflePartitions();
    long forTasks = Math.min(tasks, (rows + LEAST_A_FILE - 1) / LEAST_A_FILE);
    return (int) Math.max(forTasks, (rows + MOST_A_FILE - 1) / MOST_A_FILE);
  }

  /** Writes what is not counted, by a second look at the same files; how many of each kind. */
  private Map<String, Long> quarantine(
      EnvelopeTable table,
      Output output,
      List<Run> earlier,
      int tasks,
      long flawed,
      long disputed,
      String staging,
      Map<String, Sum> sums) {
    Dataset<Row> rows = table.rows(true, null);
    Column[] place = {col(Rows.FLAW), col(Rows.FILE), col(Rows.PLACE), col(Rows.ORIGINAL)};
    Dataset<Row> bad = rows.where(col(Rows.FLAW).isNotNull()).select(place);
    if (disputed > 0) {
      Column report = struct(columns());
      Dataset<Row> names =
          byName(reports(table.rows(false, null)), output, earlier, tasks)
              .where(col(Twins.DISPUTED).gt(0))
              .select(
                  col(Rows.HIGH).as(NAME + Rows.HIGH),
                  col(Rows.LOW).as(NAME + Rows.LOW),
                  when(not(col(NEW)), report).as(NAME));
      bad =
          bad.unionByName(
              rows.where(col(Rows.FLAW).isNull())
                  .join(
                      names,
                      col(Rows.HIGH)
                          .equalTo(col(NAME + Rows.HIGH))
                          .and(col(Rows.LOW).equalTo(col(NAME + Rows.LOW)))
                          .and(not(report.eqNullSafe(col(NAME)))))
                  .withColumn(Rows.FLAW, lit(Flaw.DISPUTED_ID.text()))
                  .select(place));
    }
    Observation counted = new Observation();
    List<Column> counts = new ArrayList<>();
    List<Column> reasons = new ArrayList<>();
    for (Flaw flaw : Flaw.values()) {
      counts.add(count_if(col("kind").equalTo(flaw.text())).as(flaw.text()));
      reasons.add(lit(flaw.text()));
      reasons.add(lit(flaw.sentence()));
    }
    Column reason = element_at(functions.map(reasons.toArray(Column[]::new)), col(Rows.FLAW));
    Dataset<Row> kept =
        bad.select(
            col(Rows.FLAW).as("kind"),
            col(Rows.FILE).as("file"),
            col(Rows.PLACE).as("place"),
            reason.as("reason"),
            col(Rows.ORIGINAL).as("original"));
    kept.observe(counted, Sum.of(Sum.word(kept.schema())).as("sum"), counts.toArray(Column[]::new))
        .write()
        .parquet(staging + "/" + QUARANTINE);
    Map<String, Object> seen = new TreeMap<>(Observed.by(counted));
    sums.put(QUARANTINE, Sum.read(seen.remove("sum")));
    Map<String, Long> kinds = new TreeMap<>();
    seen.forEach(
        (kind, n) -> {
          if ((Long) n > 0) {
            kinds.put(kind, (Long) n);
          }
        });
    long found = kinds.values().stream().mapToLong(n -> n).sum();
    if (found != flawed + disputed) {
      throw Require.refusal(
          "the files must not change while they are read, nor an executor be lost. Envelopes to"
              + " keep apart at the first look: %s, at the second: %s; nothing was counted, run it"
              + " again.",
          flawed + disputed, found);
    }
    return kinds;
  }

  private static long number(Map<String, Object> seen, String name) {
    return seen.get(name) instanceof Long number ? number : 0;
  }

  /** The record of a run; the days are those whose reports are taken. */
  private record IngestRecord(
      String command,
      String plan,
      String name,
      String protocol,
      String id,
      String content,
      long reports,
      int reportIdBytes,
      int round,
      long rows,
      long repeats,
      long replays,
      Map<String, Long> quarantined,
      int inputFiles,
      Map<String, Sum> sums,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<String> days,
      double seconds) {}

  private IngestRecord record(
      EnvelopeFiles files,
      int number,
      Ingested outcome,
      Object names,
      Map<String, Sum> sums,
      Stopwatch since) {
    return new IngestRecord(
        COMMAND,
        fingerprint,
        plan.name(),
        plan.protocol().spec().toString(),
        id(number, names),
        id(number, sums.get(Privatization.REPORTS).checksum()),
        outcome.reports(),
        2 * Long.BYTES,
        plan.round(),
        outcome.envelopes(),
        outcome.repeats(),
        outcome.replays(),
        outcome.quarantined(),
        files.size(),
        sums,
        asked.periods() == null ? null : List.copyOf(asked.periods()),
        since.seconds());
  }

  /** A name for what a run has taken, the same however it was read. */
  private String id(int number, Object checksum) {
    String of = String.join("\n", fingerprint, COMMAND, "" + number, "" + checksum);
    return ProtocolSpec.fingerprint(of).substring(0, 16);
  }

  /** The 16 bytes of a report's name, and their halves. */
  public static final class ReportName implements Serializable {
    private final int half;

    private ReportName(int half) {
      this.half = half;
    }

    static Column column(Column high, Column low) {
      return LdpColumns.call(
          "ldp_name", new ReportName(0), "name", DataTypes.BinaryType, true, high, low);
    }

    static Column half(Column name, int from) {
      return LdpColumns.call(
          "ldp_half", new ReportName(from), "half", DataTypes.LongType, true, name);
    }

    /** The name. */
    public byte[] name(long high, long low) {
      return buffer(new byte[2 * Long.BYTES]).putLong(high).putLong(low).array();
    }

    /** Eight bytes of it. */
    public long half(byte[] name) {
      return buffer(name).getLong(half);
    }

    private static ByteBuffer buffer(byte[] bytes) {
      return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ReportName that && half == that.half;
    }

    @Override
    public int hashCode() {
      return half;
    }

    @Override
    public String toString() {
      return "names";
    }
  }
}
