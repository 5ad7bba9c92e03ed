package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.store.Sum;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.sql.KeyLocation;

/**
 * A period of a plan's people: asks those who have no report, and adds their reports to the folder
 * as one run, once only. A plan without periods has one.
 */
final class Period {
  /**
   * Names do not repeat, so a dictionary of them would be made and thrown away. Nobody looks for
   * reports by the least and greatest name or plan, which take a tenth of the time.
   */
  private static final Map<String, String> OF_FILES =
      Map.of(
          "parquet.enable.dictionary#report_id", "false",
          "parquet.column.statistics.enabled#report_id", "false",
          "parquet.column.statistics.enabled#plan", "false");

  private static final String MORE_REPORTS =
      ", or set reports_per_person, at which each person spends so many times epsilon";

  private final Privatization privatization;
  private final Plan plan;
  private final KeyLocation key;
  private final Output output;
  private final List<Run> all;
  private final String period;
  private final String progress;
  private final List<Run> runs;
  private final Drawing drawing;

  /**
   * @param key null under write-once randomness
   * @param all runs in the folder
   * @param period such as {@code day=2026-01-01}; empty where the plan has none
   * @param progress which one of several periods it is, for the outcome
   */
  Period(
      Privatization privatization,
      KeyLocation key,
      Output output,
      List<Run> all,
      String period,
      String progress) {
    this.privatization = privatization;
    this.plan = privatization.plan;
    this.key = key;
    this.output = output;
    this.all = all;
    this.period = period;
    this.progress = progress;
    this.runs = of(all);
    this.drawing = privatization.drawing(key, period);
  }

  private List<Run> of(List<Run> some) {
    return some.stream().filter(run -> run.period().equals(period)).toList();
  }

  /** Nobody is asked. */
  Privatized alreadyDone() {
    return alreadyDone(runs, 0, 0);
  }

  /** The same; of a round, whoever came after it stays out. */
  Privatized closed(PrivateTable people) {
    return plan.round() > 0 && people.exists()
        ? since(PlanColumns.named(plan, people.rows()))
        : alreadyDone();
  }

  /** What has become of the rows of people who are asked; if all are deleted, there is no word. */
  private Privatized since(Dataset<Row> values) {
    long rows = drawing.asked(values).count();
    long more = rows - runs.get(runs.size() - 1).as(PrivatizeRecord.class).rows();
    return alreadyDone(runs, Math.max(0, more), rows == 0 ? 0 : Math.max(0, -more));
  }

  private Privatized alreadyDone(List<Run> there, long leftOut, long gone) {
    return new Privatized(plan, output.name(), period, progress, there, true, leftOut, 0, gone);
  }

  /**
   * Draws, or finds that it is done.
   *
   * @param values the period's rows
   * @param people whose rows they are
   * @param isAnswered whether they are known to be those of the people who have answered
   */
  Privatized run(Dataset<Row> values, PrivateTable people, boolean isAnswered) {
    boolean isKnown = runs.stream().allMatch(run -> run.hasTable(drawing.answered()));
    if (!runs.isEmpty() && !(plan.takesLateRows() && isKnown)) {
      return withoutLateRows(values);
    }
    try (Purse.Payment payment = privatization.purse.open(spend(values), attempts(runs))) {
      requireSame(values);
      return isAnswered ? alreadyDone() : draw(values, people, payment);
    }
  }

  private void requireSame(Dataset<Row> values) {
    requireSameTypes(values.schema());
    if (runs.isEmpty()) {
      drawing.requirePeopleFirst(values);
    }
    if (key != null) {
      (plan.isForLife() ? all : runs)
          .forEach(run -> requireSameKey(run.as(PrivatizeRecord.class).key(), key.keyId(), ""));
    }
  }

  private Privatized draw(Dataset<Row> values, PrivateTable people, Purse.Payment payment) {
    Dataset<Row> rows = drawing.rows(values);
    Look look = privatization.looks().at(values, () -> drawing.look(rows));
    if (look.rows() == 0 && !runs.isEmpty()) { // the values have been deleted
      return alreadyDone();
    }
    if (!plan.hasPeriods() && people.counts().areKnown()) {
      long seen = plan.block(period).isEmpty() ? look.rows() : values.count();
      Look.requireCounted(people.counts(), seen);
    }
    require(look, rows);
    if (runs.isEmpty()) {
      privatization.expect(look.rows());
    }
    int number = runs.stream().mapToInt(Run::number).max().orElse(-1) + 1;
    Optional<Run> added =
        output
            .append(
                period,
                number,
                payment.attempt(),
                privatization.purse::forget,
                new Output.Beside(plan.text(), Attached.of(plan.protocol())),
                staging -> {
                  Optional<Record> run =
                      write(values.schema(), rows, look, number, staging, people, payment);
                  if (run.isEmpty()) {
                    payment.nothing();
                  }
                  return new Output.WriteResult<>(run, run.isPresent());
                })
            .flatMap(Output.WriteResult::run);
    if (added.isEmpty()) { // another was faster, or nobody has come
      return alreadyDone(of(output.runs()), 0, 0);
    }
    payment.confirm();
    List<Run> now = new ArrayList<>(runs);
    now.add(added.get());
    return new Privatized(
        plan,
        output.name(),
        period,
        progress,
        now,
        false,
        leftOut(look, earlier() + added.get().reports()),
        otherRounds(look),
        0);
  }

  /** Draws into a folder; returns what the run says of itself, nothing where nobody was drawn. */
  private Optional<Record> write(
      StructType schema,
      Dataset<Row> rows,
      Look look,
      int number,
      String staging,
      PrivateTable people,
      Purse.Payment payment) {
    Stopwatch since = Stopwatch.start();
    List<Dataset<Row>> answered = drawing.answered(output, runs);
    Dataset<Row> asked = drawing.late(rows, look.rows(), answered, runs);
    if (plan.isForLife()) { // runs that are not published count too
      String memory = memory(schema);
      requireSameKey(
          output.keep("key", () -> memory),
          memory,
          ", or, if nothing drawn under it was published, remove it with ldp clean");
    }
    List<Run> present = new ArrayList<>(output.recorded(period));
    present.retainAll(runs); // whose people this run leaves out
    payment.drawing(attempts(present));
    Map<String, Sum> sums = new TreeMap<>();
    if (key == null && plan.takesLateRows()) {
      byte[] salt = RowLot.secret();
      // Who is drawn is who was noted, though the table may change between the two.
      Dataset<Row> noted = drawing.people(asked, look.asked(plan.round()), salt);
      String place = staging + "/" + Privatization.PEOPLE;
      Observation who = new Observation();
      noted.observe(who, Sum.of(Sum.word(noted.schema())).as("sum")).write().parquet(place);
      sums.put(Privatization.PEOPLE, Sum.read(Observed.by(who).get("sum")));
      asked =
          drawing.with(
              asked,
              look.rows(),
              rows.sparkSession().read().schema(noted.schema()).parquet(place),
              salt);
    }
    int idWords = idWords(look);
    Observation counted = new Observation();
    Dataset<Row> drawn = drawing.reports(asked, look, answered, idWords);
    Dataset<Row> written = drawn.drop(Drawing.counted(idWords));
    drawn
        .observe(
            counted,
            Sum.of(Sum.word(written.schema())).as("sum"),
            Sum.xor(xxhash64(Drawing.words(idWords))).as("names"),
            coalesce(sum(Drawing.REPEAT), lit(0L)).as("crowds"))
        .drop(Drawing.counted(idWords))
        .write()
        .options(OF_FILES)
        .parquet(staging + "/" + Privatization.REPORTS);
    Map<String, Object> seen = Observed.by(counted);
    Sum sum = Sum.read(seen.get("sum"));
    sums.put(Privatization.REPORTS, sum);
    long reports = sum.rows();
    look.withCrowds((Long) seen.get("crowds")).requireIds(plan, MORE_REPORTS, nothing("written"));
    if (runs.isEmpty() && !drawing.isBounded()) {
      look.requireDrawn(plan, reports); // else nothing is published
    }
    Looks.requireAsListed(rows, period);
    if (reports == 0 && !runs.isEmpty()) {
      return Optional.empty();
    }
    Origin origin = Origin.now(people.source());
    return Optional.of(
        new PrivatizeRecord(
            Privatization.COMMAND,
            plan.fingerprint(),
            plan.name(),
            plan.protocol().spec().toString(),
            period,
            id(number, seen.get("names")),
            id(number, sum.checksum()),
            reports,
            idWords * Long.BYTES,
            plan.round(),
            look.rows(),
            otherRounds(look),
            leftOut(look, earlier() + reports),
            notes(people),
            key == null ? null : key.keyId(),
            origin.drawnAt(),
            origin.inputs(),
            since.seconds(),
            types(schema),
            sums,
            payment.paid()));
  }

  /** Other periods, earlier rounds and earlier runs may have reports. */
  private String nothing(String done) {
    String of = !period.isEmpty() ? " now for " + period : plan.round() > 1 ? " in this round" : "";
    return "Nothing was " + done + of + ".";
  }

  private long earlier() {
    return runs.stream().mapToLong(Run::reports).sum();
  }

  /** Attempts whose people are not drawn again. */
  private Set<String> attempts(List<Run> some) {
    List<Run> known = some.stream().filter(run -> run.hasTable(drawing.answered())).toList();
    return Privatization.paid(known).stream().map(Purse.Paid::attempt).collect(Collectors.toSet());
  }

  /** What it costs each person who is asked. */
  private Spend spend(Dataset<Row> values) {
    return Spend.of(
        plan,
        List.copyOf(plan.task().values().require(plan, values)),
        period,
        key == null ? "" : memory(values.schema()),
        output.toString());
  }

  /**
   * Which memory of a key people have: numbers and texts have one each, so that a person who is
   * known by both remembers twice.
   */
  private String memory(StructType schema) {
    boolean isText =
        plan.isForLife() && Columns.shownType(plan.id(), plan, schema) instanceof StringType;
    return key.keyId() + (isText ? " of texts" : "");
  }

  /** Rows without a report; fewer may be there than have answered, where values are deleted. */
  private long leftOut(Look look, long reports) {
    return Math.max(0, look.asked(plan.round()) - reports);
  }

  private long otherRounds(Look look) {
    return look.rows() - look.asked(plan.round());
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
  private Privatized withoutLateRows(Dataset<Row> values) {
    if (privatization.isStream()) {
      return alreadyDone(runs, drawing.asked(values).count(), 0);
    }
    Privatized since = since(values);
    if (since.leftOut() > 0) {
      throw new Refusal(
          "people who come after their period was drawn can be asked only if it is known who has"
              + " answered: under late_rows = draw, from the first run on, and as long as the"
              + " reports are kept. Rows that came later: "
              + since.leftOut()
              + "; ask them under a plan of another name. "
              + nothing("drawn"));
    }
    return since;
  }

  /** An id of another type has another name, and its person would answer twice. */
  private void requireSameTypes(StructType schema) {
    Map<String, String> types = types(schema);
    for (Run run : all) {
      for (Map.Entry<String, String> column : types.entrySet()) {
        String before =
            run.as(PrivatizeRecord.class).types().getOrDefault(column.getKey(), column.getValue());
        if (!before.equals(column.getValue())) {
          String remedy =
              column.getKey().equals(plan.id())
                  ? "write id_type = "
                      + (before.equals("BIGINT") ? "integer" : "text")
                      + " in the plan"
                  : "cast it in a view";
          throw new Refusal(
              "the id and the public columns must keep their types, or people would answer twice."
                  + " The first run's type of "
                  + column.getKey()
                  + " is "
                  + before
                  + ", the one offered is "
                  + column.getValue()
                  + "; "
                  + remedy
                  + ". "
                  + nothing("drawn"));
        }
      }
    }
  }

  /** The types of the id, as it is hashed, and of public columns. */
  private Map<String, String> types(StructType schema) {
    Map<String, String> types = new TreeMap<>();
    for (String name : plan.shownColumns()) {
      types.put(name, Columns.shownType(name, plan, schema).sql());
    }
    return types;
  }

  private void require(Look look, Dataset<Row> rows) {
    look.require(plan, () -> drawing.outside(rows), MORE_REPORTS, nothing("written"));
    if (!privatization.isStream()) {
      Recruiting.of(plan.task()).requirePeople(look.rows() - look.dropped());
    }
  }

  /** How many words name a report, the same in all runs of the period. */
  private int idWords(Look look) {
    return runs.isEmpty()
        ? ReportId.words(look.rows())
        : runs.get(0).as(PrivatizeRecord.class).reportIdBytes() / Long.BYTES;
  }

  /** What a reader of the reports' numbers must know. */
  private List<String> notes(PrivateTable people) {
    List<String> notes = new ArrayList<>(Notes.of(plan));
    notes.addAll(people.counts().notes());
    return notes;
  }

  /** A name for what a run has drawn, the same however it was drawn. */
  private String id(int number, Object checksum) {
    String of = String.join("\n", plan.fingerprint(), period, "" + number, "" + checksum);
    return ProtocolSpec.fingerprint(of).substring(0, 16);
  }
}
