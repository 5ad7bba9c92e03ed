package org.sparkldp.jobs.pipeline;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.jobs.table.Run;
import org.sparkldp.jobs.table.RunRecord;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.sql.KeyLocation;

/**
 * Values to reports, once a person and period.
 *
 * <p>Input: a table with the plan's columns. Output: the table {@value #REPORTS} with report_id
 * BINARY, plan STRING (fingerprint), round INT, report (INT, BIGINT or BINARY as the protocol
 * says), and the plan's public columns; which file a row is in, in what order, and how many files
 * there are, says nothing of the input's order, files or values.
 *
 * <p>Refused before any report is made: missing columns, wrong types, an empty table, NULL ids,
 * and, where the plan says fail, values outside the domain; all as counts. That look at the table
 * is one job without a shuffle; randomizing is the second, with one shuffle (two where crowded ids
 * are bounded), and counts ids with more rows than the plan allows (exit 3) before anything is
 * published. Fresh coins are drawn in its last stage, which goes straight to storage: nothing reads
 * such a report before it is written.
 *
 * <p>A run over a period that has reports draws for the people who have none, if the plan takes
 * late rows. Who has answered is known by the names of keyed reports; under write-once randomness a
 * table {@value #PEOPLE} of salted ids is kept for it.
 */
public final class Privatization {
  /** The table of reports in an output folder. */
  public static final String REPORTS = "reports";

  /** The table of those who have answered, where fresh reports do not show it. */
  static final String PEOPLE = "people";

  private static final String COMMAND = "privatize";

  /**
   * Names do not repeat, so a dictionary of them would be made and thrown away. Nobody looks for
   * reports by the least and greatest name or plan, which take a tenth of the time.
   */
  private static final Map<String, String> OF_FILES =
      Map.of(
          "parquet.enable.dictionary#report_id", "false",
          "parquet.column.statistics.enabled#report_id", "false",
          "parquet.column.statistics.enabled#plan", "false");

  private final Plan plan;
  private final String keyFile;
  private final String fingerprint;
  private final Purse purse = Purse.ofApplication();
  private long leastAFile = Drawing.LEAST_A_FILE;
  private boolean isStream;
  private long malformed;
  private String source = "";

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
   * How a run ended for a period.
   *
   * @param period such as {@code day=2026-01-01}; empty where the plan has none
   * @param reports of the period, written now or before
   * @param leftOut rows without a report that are of this round, in this run
   * @param otherRounds rows of people who answer in another round, in this run
   * @param earlier those of the reports that were there before
   * @param gone rows that have left the period since, where nobody can say whether others came
   */
  public record Outcome(
      String period,
      boolean alreadyDone,
      long reports,
      long leftOut,
      long otherRounds,
      long earlier,
      long gone) {}

  /** The table of values. */
  public interface People {
    /** The rows. */
    Dataset<Row> rows();

    /** Its name, for the record. */
    default String source() {
      return "";
    }

    /** Malformed rows that were left out of them. */
    default long malformed() {
      return 0;
    }

    /** Whether it is still there: values may be deleted once reports are drawn. */
    default boolean exists() {
      return true;
    }
  }

  /** Hears of each period when it has ended, so that a later one that fails hides none. */
  public interface Listener {
    /** People of a period, who have not been asked yet, will be: all that this round asks. */
    default void begins(long people) {}

    /** The outcome of a period, the {@code number}-th of so many. */
    void ended(Outcome outcome, int number, int of);
  }

  /** Writes the reports of a table, or finds that they are there. */
  public Outcome run(Dataset<Row> values, Output output) {
    return run(() -> values, output, Days.ALL).get(0);
  }

  /**
   * Writes the reports of a table's periods, or finds that they are there.
   *
   * @param values the table of values, which may be deleted once all is drawn
   * @param output where the reports go
   * @param days which periods
   */
  public List<Outcome> run(People values, Output output, Days days) {
    List<Outcome> outcomes = new ArrayList<>();
    run(values, output, days, (outcome, number, of) -> outcomes.add(outcome));
    return outcomes;
  }

  /**
   * Writes the reports of a table's periods, or finds that they are there.
   *
   * @param values the table of values, which may be deleted once all is drawn
   * @param output where the reports go
   * @param days which periods
   * @param listener hears of each
   */
  public void run(People values, Output output, Days days, Listener listener) {
    List<Run> all = output.runs();
    Output.requirePlan("reports", all, fingerprint);
    requireOwn(all, output);
    if (!isStream) { // whose batches are many, and read who has answered anyway
      output.requireFiles(REPORTS, of(all, days));
    }
    purse.committed(paid(all));
    Set<String> done = new TreeSet<>();
    of(all, days).forEach(run -> done.add(run.period()));
    if (plan.round() > 0 && !done.isEmpty()) { // the next round was planned from these reports
      listener.ended(alreadyDone(output, ""), 1, 1);
      return;
    }
    if (isDone(done, days) && !values.exists()) {
      int number = 0;
      for (String period : done) {
        number++;
        listener.ended(alreadyDone(output, period), number, done.size());
      }
      return;
    }
    Dataset<Row> table = values.rows();
    malformed = values.malformed();
    source = values.source();
    check(table);
    KeyLocation key = plan.randomness() == Plan.Randomness.KEYED ? KeyLocation.find(keyFile) : null;
    if (!plan.hasPeriods()) {
      listener.ended(run(table, key, "", all, output, listener), 1, 1);
      return;
    }
    Periods periods = new Periods(plan, table, days);
    Set<String> asked = new TreeSet<>(isStream ? Set.of() : done);
    asked.addAll(periods.found());
    periods.requireNamed(asked);
    int number = 0;
    for (String period : asked) {
      number++;
      listener.ended(
          run(periods.rows(period), key, period, all, output, listener), number, asked.size());
    }
  }

  /** Who has answered elsewhere is known to nobody here. */
  private static void requireOwn(List<Run> runs, Output output) {
    if (runs.stream().anyMatch(run -> !run.command().equals(COMMAND))) {
      throw new Refusal(
          "reports from outside must have a folder of their own, for nobody knows who has answered"
              + " twice. "
              + output
              + " holds such; choose another folder, and give both to accumulate.");
    }
  }

  /** Whether all that is asked for is done, as far as that can be said without the table. */
  private boolean isDone(Set<String> done, Days days) {
    return plan.hasPeriods()
        ? days.areNamed() && done.size() == Set.copyOf(days.named()).size()
        : !done.isEmpty();
  }

  /** Those of runs that are of some periods. */
  public static List<Run> of(List<Run> runs, Days days) {
    return runs.stream()
        .filter(run -> run.period().isEmpty() || days.contains(Periods.value(run.period())))
        .toList();
  }

  private Outcome run(
      Dataset<Row> values,
      KeyLocation key,
      String period,
      List<Run> all,
      Output output,
      Listener listener) {
    List<Run> runs = output.runs(period);
    Drawing drawing = new Drawing(plan, key, period, leastAFile, isStream);
    boolean isKnown = runs.stream().allMatch(run -> run.hasTable(drawing.answered()));
    if (!runs.isEmpty() && !(plan.takesLateRows() && isKnown)) {
      return withoutLateRows(values, runs, period);
    }
    try (Purse.Payment payment =
        purse.open(spend(values, key, period, output), attempts(runs, drawing))) {
      return run(values, key, period, all, runs, output, drawing, payment, listener);
    }
  }

  private Outcome run(
      Dataset<Row> values,
      KeyLocation key,
      String period,
      List<Run> all,
      List<Run> runs,
      Output output,
      Drawing drawing,
      Purse.Payment payment,
      Listener listener) {
    requireSameTypes(all, values.schema());
    if (runs.isEmpty() && plan.task().countsPeopleFirst()) {
      plan.task().requirePeople(drawing.asked(values).select(lit(1)).count());
    }
    requireSameQuestion();
    if (key != null) {
      (plan.protocol().isForLife() ? all : runs)
          .forEach(run -> requireSameKey(run.as(Drawn.class).key(), key.keyId(), ""));
    }
    Dataset<Row> rows = drawing.rows(values);
    Look look = drawing.look(rows);
    long earlier = runs.stream().mapToLong(Run::reports).sum();
    int idWords = runs.isEmpty() ? ReportId.words(look.rows()) : idWords(runs.get(0));
    if (look.rows() == 0 && !runs.isEmpty()) { // the values have been deleted
      return alreadyDone(output, period);
    }
    require(look);
    if (runs.isEmpty()) {
      listener.begins(look.rows() - look.otherRounds());
    }
    List<Dataset<Row>> answered = drawing.answered(output, runs);
    Dataset<Row> late = drawing.late(rows, answered, runs);
    int number = runs.stream().mapToInt(Run::number).max().orElse(-1) + 1;
    SparkSession session = values.sparkSession();
    long[] written = new long[1];
    boolean isOurs =
        output.append(
            period,
            number,
            payment.attempt(),
            new Output.Beside(plan.text(), plan.protocol().attachment()),
            staging -> {
              Stopwatch since = Stopwatch.start();
              if (plan.protocol().isForLife()) { // runs that are not published count too
                String memory = memory(key, values.schema());
                requireSameKey(
                    output.keep("key", memory),
                    memory,
                    ", or, if nothing drawn under it was published, remove it with ldp clean");
              }
              List<Run> present = new ArrayList<>(output.recorded(period));
              present.retainAll(runs); // whose people this run leaves out
              payment.drawing(attempts(present, drawing));
              String peopleSalt = "";
              Observation counted = new Observation();
              Dataset<Row> asked = late;
              if (key == null && plan.takesLateRows()) {
                byte[] salt = RowLot.secret();
                peopleSalt = Drawing.nameOf(salt);
                // Who is drawn is who was noted, though the table may change between the two.
                drawing.people(late, look.rows(), salt).write().parquet(staging + "/" + PEOPLE);
                asked = drawing.with(late, session.read().parquet(staging + "/" + PEOPLE), salt);
              }
              drawing
                  .reports(asked, look.rows(), answered, idWords)
                  .observe(
                      counted,
                      count(lit(1)).as("reports"),
                      bit_xor(xxhash64(Drawing.words(idWords))).as("names"),
                      bit_xor(xxhash64(content(idWords))).as("content"),
                      coalesce(sum(Drawing.REPEAT), lit(0L)).as("crowds"))
                  .drop(Drawing.counted(idWords))
                  .write()
                  .options(OF_FILES)
                  .parquet(staging + "/" + REPORTS);
              Map<String, Object> seen = seen(counted);
              written[0] = (Long) seen.get("reports");
              requireIds(look.withCrowds((Long) seen.get("crowds")));
              if (written[0] == 0 && !runs.isEmpty()) {
                return null;
              }
              String names = id(period, number, seen.get("names"));
              String content = id(period, number, seen.get("content"));
              Origin origin = Origin.now(source);
              return RunRecord.written(
                  new Drawn(
                      COMMAND,
                      fingerprint,
                      plan.name(),
                      plan.protocol().spec().toString(),
                      period,
                      names,
                      content,
                      written[0],
                      idWords * Long.BYTES,
                      plan.round(),
                      look.rows(),
                      look.otherRounds(),
                      leftOut(look, earlier + written[0]),
                      notes(look, earlier),
                      key == null ? null : key.keyId(),
                      origin.drawnAt(),
                      origin.inputs(),
                      since.seconds(),
                      types(values.schema()),
                      peopleSalt,
                      payment.paid()));
            });
    if (!isOurs) {
      return alreadyDone(output, period);
    }
    boolean isNothing = written[0] == 0 && !runs.isEmpty();
    if (isNothing) {
      payment.nothing();
    } else {
      payment.confirm();
    }
    return new Outcome(
        period,
        isNothing,
        earlier + written[0],
        isNothing ? 0 : leftOut(look, earlier + written[0]),
        isNothing ? 0 : look.otherRounds(),
        earlier,
        0);
  }

  /** Attempts whose people are not drawn again. */
  private static Set<String> attempts(List<Run> runs, Drawing drawing) {
    return paid(runs.stream().filter(run -> run.hasTable(drawing.answered())).toList()).stream()
        .map(Purse.Paid::attempt)
        .collect(Collectors.toSet());
  }

  /** What the ledger knows of runs, as far as they had one. */
  private static List<Purse.Paid> paid(List<Run> runs) {
    return runs.stream().map(run -> run.as(Drawn.class).ledger()).filter(Objects::nonNull).toList();
  }

  /** What it costs each person who is asked. */
  private Spend spend(Dataset<Row> values, KeyLocation key, String period, Output output) {
    return Spend.of(
        plan,
        List.copyOf(plan.task().values().require(plan, values)),
        period,
        key == null ? "" : memory(key, values.schema()),
        output.toString());
  }

  /**
   * Which memory of a key people have: numbers and texts have one each, so that a person who is
   * known by both remembers twice.
   */
  private String memory(KeyLocation key, StructType schema) {
    boolean isText =
        plan.protocol().isForLife()
            && Columns.idType(Columns.type(schema, plan.id())) instanceof StringType;
    return key.keyId() + (isText ? " of texts" : "");
  }

  /** Rows without a report; fewer may be there than have answered, where values are deleted. */
  private static long leftOut(Look look, long reports) {
    return Math.max(0, look.rows() - look.otherRounds() - reports);
  }

  /** People who have answered are known by names that another key would not give. */
  private static void requireSameKey(String first, String offered, String orElse) {
    if (!first.equals(offered)) {
      throw new Refusal(
          "a period, and a plan with a lifetime epsilon, must be drawn under one release key, or"
              + " people would answer twice. The first run's key is "
              + first
              + ", the one offered is "
              + offered
              + "; use the first one"
              + orElse
              + ".");
    }
  }

  /**
   * A period whose people are not known any more: whoever came later would be lost without a word,
   * or answer twice. A stream leaves them out and says so.
   */
  private Outcome withoutLateRows(Dataset<Row> values, List<Run> runs, String period) {
    long reports = runs.stream().mapToLong(Run::reports).sum();
    long before = runs.get(runs.size() - 1).as(Drawn.class).rows();
    long rows = values.count();
    if (rows > before && !isStream) {
      throw new Refusal(
          "people who come after their period was drawn can be asked only if it is known who has"
              + " answered: under late_rows = draw, from the first run on, and as long as the"
              + " reports are kept. Rows that came later: "
              + (rows - before)
              + "; ask them under a plan of another name. Nothing was drawn.");
    }
    boolean isUnknown = isStream || rows == 0; // or all deleted
    long gone = isUnknown ? 0 : before - rows;
    return new Outcome(period, true, reports, isStream ? rows : 0, 0, reports, gone);
  }

  /** An id of another type has another name, and its person would answer twice. */
  private void requireSameTypes(List<Run> runs, StructType schema) {
    Map<String, String> types = types(schema);
    for (Run run : runs) {
      for (Map.Entry<String, String> column : types.entrySet()) {
        String before =
            run.as(Drawn.class).types().getOrDefault(column.getKey(), column.getValue());
        if (!before.equals(column.getValue())) {
          throw new Refusal(
              "the id and the public columns must keep their types, or people would answer twice."
                  + " The first run's type of "
                  + column.getKey()
                  + " is "
                  + before
                  + ", the one offered is "
                  + column.getValue()
                  + "; cast it in a view. Nothing was drawn.");
        }
      }
    }
  }

  /** The types of the id, as it is hashed, and of public columns. */
  private Map<String, String> types(StructType schema) {
    Map<String, String> types = new TreeMap<>();
    for (String name : plan.shownColumns()) {
      DataType type = Columns.type(schema, name);
      boolean isId = name.equals(plan.id());
      types.put(name, isId ? Columns.idType(type).sql() : type.sql());
    }
    return types;
  }

  /** All of a report that was drawn for it. */
  private Column[] content(int idWords) {
    List<Column> columns = new ArrayList<>(List.of(Drawing.words(idWords)));
    columns.add(col("report"));
    plan.publicColumns().forEach(name -> columns.add(Inputs.column(name)));
    return columns.toArray(new Column[0]);
  }

  /** Refuses what can be refused before any row is read. */
  public void check(Dataset<Row> values) {
    PlanColumns.require(plan, values);
  }

  private static Map<String, Object> seen(Observation counted) {
    try {
      return counted.getAsJava();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the reports were counted", e);
    }
  }

  private static Outcome alreadyDone(Output output, String period) {
    long reports = output.runs(period).stream().mapToLong(Run::reports).sum();
    return new Outcome(period, true, reports, 0, 0, reports, 0);
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

  private void require(Look look) {
    if (look.rows() == 0) {
      throw Require.refusal("the table must have rows. Provided: none; nothing was written.");
    }
    requireIds(look);
    if (look.outside() > 0 && plan.outside().isFail()) {
      throw Require.refusal(
          "every value must be in the domain under outside = fail. Rows that are not: %s;"
              + " widen the domain or choose category or drop. Nothing was written.",
          look.outside());
    }
    if (!isStream) {
      plan.task().requirePeople(look.rows() - look.outside());
    }
  }

  /** For batches of a stream, in which a person may come again. */
  public Privatization ofStream() {
    isStream = true;
    return this;
  }

  private void requireIds(Look look) {
    look.requireIds(
        plan.id(),
        ", or set reports_per_person, at which each person spends so many times epsilon",
        "Nothing was written.");
  }

  /** How many words name the reports of a run. */
  private static int idWords(Run run) {
    return run.as(Drawn.class).reportIdBytes() / Long.BYTES;
  }

  /** Many files of few rows, for tests of what happens between them. */
  Privatization withFilesOf(long rows) {
    leastAFile = rows;
    return this;
  }

  /** What a reader of the reports' numbers must know. */
  private List<String> notes(Look look, long earlier) {
    List<String> notes = new ArrayList<>(Notes.of(plan));
    if (earlier == 0) {
      Notes.tooFew(plan, look.rows() - look.otherRounds()).ifPresent(notes::add);
    }
    Notes.malformed(malformed).ifPresent(notes::add);
    return notes;
  }

  /** A name for what a run has drawn, the same however it was drawn. */
  private String id(String period, int number, Object checksum) {
    String of = String.join("\n", fingerprint, period, "" + number, "" + checksum);
    return ProtocolSpec.fingerprint(of).substring(0, 16);
  }
}
