package org.sparkldp.jobs.pipeline;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Tasks;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.LdpColumns;
import org.sparkldp.sql.RowRandomizer;

/**
 * Values to reports, once only.
 *
 * <p>Input: a table with the plan's columns. Output: the table {@value #REPORTS} with report_id
 * BINARY(16), plan STRING (fingerprint), round INT, report (INT, BIGINT or BINARY as the protocol
 * says), and the plan's public columns; which file a row is in, in what order, and how many files
 * there are, says nothing of the input's order, files or values.
 *
 * <p>Refused before any report is made: missing columns, wrong types, an empty table, NULL ids,
 * more rows of an id than the plan allows (exit 3), and, where the plan says fail, values outside
 * the domain; all as counts. That look at the table is one job; randomizing is the second, with one
 * shuffle (two where crowded ids are bounded). Fresh coins are drawn in its last stage, which goes
 * straight to storage: nothing reads such a report before it is written.
 *
 * <p>A second run over a finished output draws nothing.
 */
public final class Privatization {
  /** The table of reports in an output folder. */
  public static final String REPORTS = "reports";

  /** Columns of reports, accumulators and estimates; public columns stand beside them. */
  private static final List<String> OWN_COLUMNS =
      List.of(
          "report_id",
          "plan",
          "round",
          "report",
          "times",
          "branch",
          "n",
          "accumulator",
          "item",
          "estimate",
          "standard_error",
          "lower",
          "upper",
          "truth");

  /** Rows below which a file is not worth a task of its own. */
  private static final long LEAST_A_FILE = 1 << 16;

  /** Rows above which a file is too large for a task to sort. */
  private static final long MOST_A_FILE = 1 << 22;

  private static final String ITEM = "__ldp_item";
  private static final String ID = "__ldp_id";
  private static final String VALUE = "__ldp_value";
  private static final String NUMBER = "__ldp_number";

  private final Plan plan;
  private final String keyFile;
  private final String fingerprint;
  private long leastAFile = LEAST_A_FILE;

  /** Keyed by the application's key, if the plan is keyed. */
  public Privatization(Plan plan) {
    this(plan, "");
  }

  /**
   * @param keyFile the release key's file, or empty for the application's own
   */
  public Privatization(Plan plan, String keyFile) {
    this.plan = plan;
    this.keyFile = keyFile;
    this.fingerprint = plan.fingerprint();
  }

  /**
   * How a run ended.
   *
   * @param reports written, now or before
   * @param leftOut rows without a report that are of this round, in this run
   * @param otherRounds rows of people who answer in another round, in this run
   */
  public record Outcome(boolean alreadyDone, long reports, long leftOut, long otherRounds) {}

  /**
   * Writes the reports of a table, or finds that they are there.
   *
   * @param values the table of values
   * @param output where the reports go
   */
  public Outcome run(Dataset<Row> values, Output output) {
    if (output.isComplete()) {
      return alreadyDone(output);
    }
    check(values);
    if (plan.task().countsPeopleFirst()) {
      plan.task().requirePeople(values.select(Inputs.column(plan.id())).count());
    }
    requireSameQuestion();
    KeyLocation key = plan.randomness() == Plan.Randomness.KEYED ? KeyLocation.find(keyFile) : null;
    Dataset<Row> rows = withItemAndId(values);
    Look look = look(rows);
    long[] written = new long[1];
    boolean isOurs =
        output.write(
            "",
            plan.text(),
            plan.protocol().attachment(),
            staging -> {
              long start = System.nanoTime();
              Observation counted = new Observation();
              reports(rows, key, files(values.sparkSession(), look.rows()))
                  .observe(counted, count(lit(1)).as("reports"))
                  .write()
                  .parquet(staging + "/" + REPORTS);
              written[0] = reports(counted);
              return runRecord(key, look, written[0], start);
            });
    if (!isOurs) {
      return alreadyDone(output);
    }
    return new Outcome(
        false, written[0], look.rows() - look.otherRounds() - written[0], look.otherRounds());
  }

  /** Refuses what can be refused before any row is read. */
  public void check(Dataset<Row> values) {
    requireColumns(values.schema());
    plan.task().requireTypes(values.schema());
    requirePublic(plan.task().values().require(plan, values));
  }

  private static long reports(Observation counted) {
    try {
      return (Long) counted.getAsJava().get("reports");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the reports were counted", e);
    }
  }

  private Outcome alreadyDone(Output output) {
    output.requirePlan("reports", fingerprint);
    return new Outcome(true, output.run().path("reports").asLong(), 0, 0);
  }

  /** A later round must divide people as the earlier ones did, or somebody might answer twice. */
  private void requireSameQuestion() {
    if (plan.round() > 1) {
      String earlier =
          Protocols.readForMerging(
                  RoundState.decode(plan.protocol().attachment()).accumulators().get(0))
              .context();
      if (!earlier.equals(plan.firstFingerprint())) {
        throw new Refusal(
            "a later round must ask the question of the earlier ones, or a person might answer in"
                + " two. The earlier rounds' plan is "
                + earlier
                + ", this plan's first round would be "
                + plan.firstFingerprint()
                + "; use the plan that estimate wrote, as it is.");
      }
    }
  }

  private void requireColumns(StructType schema) {
    List<String> needed = new ArrayList<>(plan.publicColumns());
    needed.addAll(plan.task().values().types().keySet());
    needed.forEach(name -> Columns.type(schema, name));
    Columns.id(plan.id(), schema);
    requirePublic(plan.task().values().columns());
    Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    taken.addAll(OWN_COLUMNS);
    Tasks.all().forEach(task -> task.steps().forEach(step -> taken.add(step.replace('-', '_'))));
    for (String name : plan.publicColumns()) {
      boolean isNote = name.equalsIgnoreCase("note") && !plan.task().countsPeople();
      if (isNote || !taken.add(name)) {
        throw Require.refusal(
            "a public column must be named once, and otherwise than the columns of reports,"
                + " accumulators and estimates. Provided value: %s; rename it in a view.",
            name);
      }
    }
  }

  private void requirePublic(Collection<String> privateColumns) {
    for (String name : plan.publicColumns()) {
      if (privateColumns.stream().anyMatch(name::equalsIgnoreCase)
          || name.equalsIgnoreCase(plan.id())) {
        throw Require.refusal(
            "a public column is copied in clear, so it must be neither the private column nor"
                + " the id. Provided value: %s.",
            name);
      }
    }
  }

  private Dataset<Row> withItemAndId(Dataset<Row> values) {
    StructType schema = values.schema();
    Values asked = plan.task().values();
    Column id = Columns.id(plan.id(), schema);
    Dataset<Row> people = values.where(asked.isAsked(id)).withColumn(ID, id);
    return asked
        .number(plan, schema)
        .map(number -> people.withColumn(VALUE, number))
        .orElse(people)
        .withColumn(ITEM, asked.item(plan, schema, col(VALUE)));
  }

  private Look look(Dataset<Row> rows) {
    Look look =
        Look.at(
            rows,
            col(ID),
            col(ITEM).equalTo(Values.OUTSIDE),
            not(isOfThisRound()),
            plan.reportsPerPerson() == 1 ? 1 : Integer.MAX_VALUE); // rows beyond are left out
    if (look.rows() == 0) {
      throw Require.refusal("the table must have rows. Provided: none; nothing was written.");
    }
    look.requireIds(
        plan.id(),
        ", or set reports_per_person, at which each person spends so many times epsilon",
        "Nothing was written.");
    if (look.outside() > 0 && plan.outside().isFail()) {
      throw Require.refusal(
          "every value must be in the domain under outside = fail. Rows that are not: %s;"
              + " widen the domain or choose category or drop. Nothing was written.",
          look.outside());
    }
    plan.task().requirePeople(look.rows() - look.outside());
    return look;
  }

  /**
   * The reports as they are written: in files, and in an order within each, that are decided by
   * lots or by the reports' names, and so by no value.
   *
   * <p>A keyed report is the same however often it is made, so reports are made first and shuffled
   * by name. Fresh coins may be drawn in the last stage only, after which nothing is read twice, so
   * under write-once randomness the rows are shuffled, by lot. Files are counted from the rows: the
   * input's partitions follow the bytes of private columns.
   */
  private Dataset<Row> reports(Dataset<Row> rows, KeyLocation key, int files) {
    Dataset<Row> kept = rows.where(isOfThisRound());
    if (plan.outside().isDrop()) {
      kept = kept.where(col(ITEM).notEqual(Values.OUTSIDE));
    }
    kept = bounded(kept, key);
    Dataset<Row> placed =
        key == null ? kept.repartition(files, lot(key, "file").column(col(ID), col(NUMBER))) : kept;
    Dataset<Row> reports = placed.select(columns(key));
    return (key == null ? reports : reports.repartition(files, col("report_id")))
        .sortWithinPartitions("report_id");
  }

  /** The rows of each id that are randomized, numbered. */
  private Dataset<Row> bounded(Dataset<Row> rows, KeyLocation key) {
    if (plan.reportsPerPerson() == 1) {
      return rows.withColumn(NUMBER, lit(0L));
    }
    // Which rows stay shows in their public columns, so it hangs on the id and on these alone. Rows
    // that are alike in all that shows are ordered by lots of their values: that decides of which
    // value a report is, the same for a task that is run again, and shows in nothing else.
    RowLot lot = lot(key, "row");
    Stream<String> hidden = Stream.of(hasNumber(rows) ? VALUE : ITEM);
    WindowSpec ofPerson =
        Window.partitionBy(ID)
            .orderBy(
                lot.column(col(ID), hash(plan.publicColumns().stream())),
                lot.column(col(ID), hash(hidden)));
    return rows.withColumn(NUMBER, row_number().over(ofPerson).cast("bigint"))
        .where(col(NUMBER).leq(plan.reportsPerPerson()));
  }

  private static boolean hasNumber(Dataset<Row> rows) {
    return List.of(rows.columns()).contains(VALUE);
  }

  private static Column hash(Stream<String> columns) {
    return xxhash64(
        Stream.concat(Stream.of(lit(0)), columns.map(Inputs::column)).toArray(Column[]::new));
  }

  private RowLot lot(KeyLocation key, String of) {
    return new RowLot(key, "lot of a " + of + "\n" + fingerprint);
  }

  /** Many files of few rows, for tests of what happens between them. */
  Privatization withFilesOf(long rows) {
    leastAFile = rows;
    return this;
  }

  /** How many files: by rows alone, so that tasks are neither tiny nor too large to sort. */
  private int files(SparkSession spark, long rows) {
    int tasks = spark.sessionState().conf().numShufflePartitions();
    long forTasks = Math.min(tasks, (rows + leastAFile - 1) / leastAFile);
    return (int) Math.max(forTasks, (rows + MOST_A_FILE - 1) / MOST_A_FILE);
  }

  /** A row of the table of reports. */
  private Column[] columns(KeyLocation key) {
    Protocol<?, ?> protocol = plan.protocol();
    boolean keyed = key != null;
    Column report =
        LdpColumns.randomize(
            keyed
                ? RowRandomizer.keyed(protocol, key, fingerprint)
                : RowRandomizer.writeOnce(protocol, fingerprint),
            plan.task().values().arguments(keyed, col(ITEM), col(VALUE), col(ID)));
    Column reportId =
        keyed
            ? reportId(ReportId.keyed(key, fingerprint), true, col(ID), col(NUMBER))
            : reportId(ReportId.random(), false);
    List<Column> columns = new ArrayList<>();
    columns.add(reportId.as("report_id"));
    columns.add(lit(fingerprint).as("plan"));
    columns.add(lit(plan.round()).as("round"));
    columns.add(report.as("report"));
    // Without the input's metadata, in which a pipeline may have left statistics of a column.
    plan.publicColumns()
        .forEach(name -> columns.add(Inputs.column(name).as(name, Metadata.empty())));
    return columns.toArray(new Column[0]);
  }

  private Column isOfThisRound() {
    return plan.round() == 0
        ? lit(true)
        : RoundOf.column(plan.firstFingerprint(), plan.protocol(), col(ID)).equalTo(plan.round());
  }

  private static Column reportId(ReportId names, boolean deterministic, Column... arguments) {
    return LdpColumns.call(
        "ldp_report_id", names, "name", DataTypes.BinaryType, deterministic, arguments);
  }

  private Map<String, Object> runRecord(KeyLocation key, Look look, long reports, long start) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("command", "privatize");
    run.put("plan", fingerprint);
    run.put("name", plan.name());
    run.put("protocol", plan.protocol().spec().toString());
    run.put("reports", reports);
    run.put("round", plan.round());
    run.put("rows_of_other_rounds", look.otherRounds());
    run.put("rows_left_out", look.rows() - look.otherRounds() - reports);
    run.put("key", key == null ? null : key.keyId());
    run.put("seconds", (System.nanoTime() - start) / 1e9);
    return run;
  }
}
