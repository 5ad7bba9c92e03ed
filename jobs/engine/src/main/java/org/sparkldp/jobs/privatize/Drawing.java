package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.ReadSettings;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.LdpColumns;
import org.sparkldp.sql.ReportColumns;
import org.sparkldp.sql.RowRandomizer;

/**
 * Makes the reports of one period's people, in files and in an order that no value decides. Coins
 * and names of one period are independent of those of another.
 *
 * <p>A keyed report is the same however often it is made, so reports are made first and shuffled by
 * name. Fresh coins may be drawn in the last stage only, after which nothing is read twice, so
 * under write-once randomness the rows are shuffled, by lot. Files are counted from the rows: the
 * input's partitions follow the bytes of private columns.
 */
final class Drawing {
  /** Rows below which a file is not worth a task of its own. */
  static final long LEAST_A_FILE = 1 << 16;

  /** Rows above which a file is too large for a task to sort. */
  private static final long MOST_A_FILE = 1 << 22;

  /** Rows of one input file up to which one task draws what goes into one file, unshuffled. */
  private static final long ROWS_OF_A_TASK = 1 << 20;

  /** Rows up to which those who have answered are sent to all tasks, 8 bytes each. */
  private static final long MOST_SENT = 1 << 20;

  /** On reports: 1 once for each person with more rows than one may have. */
  static final String REPEAT = "__ldp_repeat";

  static final String ITEM = "__ldp_item";
  static final String ID = "__ldp_id";
  private static final String VALUE = "__ldp_value";
  private static final String WORD = "__ldp_word_";
  private static final String DROPPED = "__ldp_dropped";
  private static final String PERSON = "__ldp_person";
  private static final String KNOWN = "__ldp_known";
  private static final String LOT = "__ldp_lot";
  private static final String NUMBER = "__ldp_number";

  private final Plan plan;
  private final KeyLocation key;
  private final String coins;
  private final String names;
  private final long leastAFile;
  private final boolean isStream;
  private final String period;

  /**
   * @param key null under write-once randomness
   * @param period of the people, such as {@code day=2026-01-01}; empty where the plan has none
   * @param leastAFile rows below which a file is not worth a task of its own
   * @param isStream whether a person's rows may arrive one by one: then the first is taken, and no
   *     more is refused
   */
  Drawing(Plan plan, KeyLocation key, String period, long leastAFile, boolean isStream) {
    this.isStream = isStream;
    this.period = period;
    this.plan = plan;
    this.key = key;
    this.coins = plan.fingerprint() + (period.isEmpty() ? "" : "\n" + period);
    // People whose reports of all periods cost one epsilon have one name in all periods.
    this.names = plan.isForLife() ? plan.fingerprint() : coins;
    this.leastAFile = leastAFile;
  }

  /** The rows that are asked, with item and id. */
  Dataset<Row> rows(Dataset<Row> values) {
    ReadSettings.require(values); // each time, as a setting may have changed since the last
    StructType schema = values.schema();
    Values asked = plan.task().values();
    Column id = Columns.id(plan, schema);
    Dataset<Row> people = asked(values).withColumn(ID, id);
    Column isMissing =
        plan.outside().dropsMissing()
            ? PlanColumns.isMissing(asked.require(plan, values), schema)
            : lit(false);
    for (String name : plan.publicColumns()) {
      if (Columns.type(schema, name) instanceof BinaryType) {
        people = people.withColumn(name, Columns.group(name, schema));
      }
    }
    Dataset<Row> known = people;
    return asked
        .number(plan, schema, col(ID))
        .map(number -> known.withColumn(VALUE, number))
        .orElse(known)
        .withColumn(ITEM, asked.item(plan, schema, col(VALUE)))
        .withColumn(DROPPED, plan.outside().isDrop() ? isMissing.or(isOutside()) : isMissing);
  }

  /** The rows of people who are asked at all. */
  Dataset<Row> asked(Dataset<Row> values) {
    return plan.block(period)
        .map(block -> values.where(BlockOf.isIn(block, Columns.id(plan, values.schema()))))
        .orElse(values);
  }

  /** Refuses too few people, where a task counts them before any value is read. */
  void requirePeopleFirst(Dataset<Row> values) {
    if (Recruiting.of(plan.task()).countsPeopleFirst()) {
      Recruiting.of(plan.task()).requirePeople(asked(values).select(lit(1)).count());
    }
  }

  /**
   * One look at these rows. People with too many rows are counted later, by {@value #REPEAT},
   * unless some of their rows are dropped: then that count would say something of values.
   */
  Look look(Dataset<Row> rows) {
    return plan.outside().drops() && !isBounded() && !plan.isOfRows()
        ? wholeLook(rows)
        : Look.withoutCrowds(rows, col(ID), isOutside(), col(DROPPED), round());
  }

  /** One look at these rows, people with too many included. */
  Look wholeLook(Dataset<Row> rows) {
    return Look.at(rows, col(ID), isOutside(), col(DROPPED), round());
  }

  /** The number of values outside by column, in which rows may have several; of several columns. */
  String outside(Dataset<Row> rows) {
    Map<String, Column> outside = PlanColumns.outside(plan, rows.schema());
    if (outside.isEmpty()) {
      return "";
    }
    Column[] counts =
        outside.values().stream()
            .map(of -> count_if(not(col(DROPPED)).and(of)))
            .toArray(Column[]::new);
    Row counted = rows.groupBy().agg(lit(0), counts).head();
    List<String> names = List.copyOf(outside.keySet());
    return IntStream.range(0, names.size())
        .filter(i -> counted.getLong(i + 1) > 0)
        .mapToObj(i -> names.get(i) + " " + counted.getLong(i + 1))
        .collect(Collectors.joining(", ", " (by column: ", ")"));
  }

  static Column isOutside() {
    return col(ITEM).equalTo(Values.OUTSIDE);
  }

  /** The rows of people who answer in this round. */
  Dataset<Row> kept(Dataset<Row> rows) {
    Dataset<Row> ofRound = rows.where(isOfThisRound());
    return plan.outside().drops() ? ofRound.where(not(col(DROPPED))) : ofRound;
  }

  /**
   * The reports of rows as they are written, and beside them the column {@value #REPEAT}, whose sum
   * is the number of people with more rows than they may have, and the {@link #words}.
   *
   * @param seen of the rows
   * @param answered the tables {@link #answered} of earlier runs, whose people answer no more
   * @param idWords how many words name a report, the same in all runs of a period
   */
  Dataset<Row> reports(Dataset<Row> rows, Look seen, List<Dataset<Row>> answered, int idWords) {
    int files = files(rows.sparkSession(), seen.asked(plan.round()));
    boolean isOneTask =
        files == 1 && seen.rows() <= ROWS_OF_A_TASK && rows.inputFiles().length == 1;
    BiFunction<Dataset<Row>, Column, Dataset<Row>> divided =
        (some, by) -> isOneTask ? some.coalesce(1) : some.repartition(files, by);
    Dataset<Row> kept = bounded(kept(rows), divided);
    // Rows of one id and number meet in one task, where they can be counted.
    Dataset<Row> reports =
        key == null
            ? divided
                .apply(kept.withColumn(LOT, lot("file").column(col(ID), col(NUMBER))), col(LOT))
                .sortWithinPartitions(LOT)
                .select(columns(idWords, Repeats.column(col(LOT)).as(REPEAT)))
            : divided
                .apply(fresh(kept, answered, idWords), words(idWords)[0])
                .sortWithinPartitions(words(idWords))
                .withColumn(REPEAT, Repeats.column(words(idWords)));
    // What is the same in every row is not shuffled.
    List<Column> written = new ArrayList<>();
    written.add(ReportId.bytes(words(idWords)).as("report_id"));
    written.add(lit(plan.fingerprint()).as("plan"));
    written.add(ownRound().as("round"));
    written.add(col("report"));
    plan.publicColumns().forEach(name -> written.add(Inputs.column(name)));
    written.add(col(REPEAT));
    written.addAll(List.of(words(idWords)));
    return reports.select(written.toArray(Column[]::new));
  }

  /**
   * Keyed reports of people without one in earlier runs. Reports are compared, not rows, so that no
   * value is shuffled. A person with several rows has answered with the first of them, and rows of
   * his that come later are left out.
   */
  private Dataset<Row> fresh(Dataset<Row> kept, List<Dataset<Row>> answered, int idWords) {
    if (answered.isEmpty()) {
      return kept.select(columns(idWords));
    }
    Column first = ReportId.bytes(names(idWords, lit(first())));
    Dataset<Row> reports = kept.withColumn(PERSON, first).select(columns(idWords, col(PERSON)));
    Dataset<Row> names =
        answered.stream().map(table -> table.select("report_id")).reduce(Dataset::union).get();
    return without(reports, names);
  }

  /** The rows of each id that are randomized, numbered. */
  private Dataset<Row> bounded(
      Dataset<Row> rows, BiFunction<Dataset<Row>, Column, Dataset<Row>> divided) {
    if (!isBounded()) {
      return rows.withColumn(NUMBER, lit(0L));
    }
    // Which rows stay shows in their public columns, so it hangs on the id and on these alone. Rows
    // that are alike in all that shows are ordered by lots of their values: that decides of which
    // value a report is, the same for a task that is run again, and shows in nothing else.
    RowLot lot = lot("row");
    Stream<String> hidden = Stream.of(hasNumber(rows) ? VALUE : ITEM);
    WindowSpec ofPerson =
        Window.partitionBy(ID)
            .orderBy(
                lot.column(col(ID), hash(plan.publicColumns().stream())),
                lot.column(col(ID), hash(hidden)));
    Column number = row_number().over(ofPerson).cast("bigint").plus(first() - 1);
    // Spark would choose the number of tasks by bytes, which follow values.
    return divided
        .apply(rows, col(ID))
        .withColumn(NUMBER, number)
        .where(col(NUMBER).lt(first() + plan.reportsPerPerson()));
  }

  /** Whether rows of a person beyond those that the plan allows are left out, not refused. */
  boolean isBounded() {
    return isStream || plan.reportsPerPerson() > 1;
  }

  /** The number of a person's first row. */
  private long first() {
    return plan.reportsPerPerson() == 1 ? 0 : 1;
  }

  private static boolean hasNumber(Dataset<Row> rows) {
    return List.of(rows.columns()).contains(VALUE);
  }

  private static Column hash(Stream<String> columns) {
    return xxhash64(
        Stream.concat(Stream.of(lit(0)), columns.map(Inputs::column)).toArray(Column[]::new));
  }

  private RowLot lot(String of) {
    return new RowLot(key, "lot of a " + of + "\n" + coins);
  }

  /** How many files: by rows alone, so that tasks are neither tiny nor too large to sort. */
  private int files(SparkSession spark, long rows) {
    int tasks = spark.sessionState().conf().numShufflePartitions();
    long forTasks = Math.min(tasks, (rows + leastAFile - 1) / leastAFile);
    return (int) Math.max(1, Math.max(forTasks, (rows + MOST_A_FILE - 1) / MOST_A_FILE));
  }

  /** What is drawn for a row of {@link #rows}. */
  Column report() {
    Protocol<?, ?> protocol = plan.protocol();
    boolean keyed = key != null;
    return ReportColumns.randomize(
        keyed
            ? RowRandomizer.keyed(protocol, key, coins, plan.fingerprint())
            : RowRandomizer.writeOnce(protocol, coins),
        plan.task().values().arguments(keyed, col(ITEM), col(VALUE), col(ID)));
  }

  /** What is drawn for a row, and its public columns. */
  private Column[] columns(int idWords, Column... more) {
    List<Column> columns = new ArrayList<>();
    Column[] names = names(idWords, col(NUMBER));
    for (int i = 0; i < idWords; i++) {
      columns.add(names[i].as(WORD + i));
    }
    columns.add(report().as("report"));
    // Without the input's metadata, in which a pipeline may have left statistics of a column.
    plan.publicColumns()
        .forEach(name -> columns.add(LdpColumns.withoutMetadata(Inputs.column(name), name)));
    columns.addAll(List.of(more));
    return columns.toArray(new Column[0]);
  }

  /** The words of the names of people's reports of a number. */
  private Column[] names(int idWords, Column number) {
    ReportId names = key == null ? ReportId.random() : ReportId.keyed(key, this.names);
    return IntStream.range(0, idWords)
        .mapToObj(i -> names.word(i, col(ID), number))
        .toArray(Column[]::new);
  }

  /** Columns beside reports that are counted and not written. */
  static String[] counted(int idWords) {
    return Stream.concat(Stream.of(REPEAT), IntStream.range(0, idWords).mapToObj(i -> WORD + i))
        .toArray(String[]::new);
  }

  /** The columns with the words of a report's name. */
  static Column[] words(int idWords) {
    return IntStream.range(0, idWords).mapToObj(i -> col(WORD + i)).toArray(Column[]::new);
  }

  private Column isOfThisRound() {
    return Stream.of(round()).map(of -> of.equalTo(ownRound())).findAny().orElse(lit(true));
  }

  private Column ownRound() {
    return plan.round() == 0 ? lit(0) : RoundOf.own(plan.protocol());
  }

  /** The round in which a row's person is asked; none where all are in one. */
  private Column[] round() {
    return plan.round() == 0
        ? new Column[0]
        : new Column[] {RoundOf.column(plan.firstFingerprint(), plan.protocol(), col(ID))};
  }

  // Who has answered before.

  /**
   * Where runs show who has answered: in reports all together, of people run by run. Who is not
   * found there is asked, so each table must be whole.
   */
  List<Dataset<Row>> answered(Output output, List<Run> runs) {
    if (runs.isEmpty()) {
      return List.of();
    }
    List<List<Run>> apart = key == null ? runs.stream().map(List::of).toList() : List.of(runs);
    return apart.stream().map(some -> output.readWhole(answered(), some)).toList();
  }

  /**
   * The rows of those people.
   *
   * @param many how many rows there are; the people are not more
   */
  Dataset<Row> with(Dataset<Row> rows, long many, Dataset<Row> people, byte[] salt) {
    return known(rows, many, people, salt, "left_semi");
  }

  /**
   * Rows of people who are among those, or are not. How the two meet is decided by how many there
   * are: Spark would choose tasks by bytes, which follow values.
   */
  private Dataset<Row> known(
      Dataset<Row> rows, long many, Dataset<Row> people, byte[] salt, String how) {
    Dataset<Row> named = rows.withColumn(PERSON, new RowLot(salt, peopleLabel()).of(col(ID)));
    Dataset<Row> known = people.select(col("person").as(KNOWN));
    if (many <= MOST_SENT && !isDeaf(rows.sparkSession())) {
      known = known.hint("broadcast");
    } else {
      int tasks = files(rows.sparkSession(), many);
      named = named.repartition(tasks, col(PERSON));
      known = known.repartition(tasks, col(KNOWN)).hint("merge");
    }
    return named.join(known, col(PERSON).equalTo(col(KNOWN)), how).drop(PERSON);
  }

  /** Whether hints are ignored. */
  private static boolean isDeaf(SparkSession spark) {
    return Boolean.parseBoolean(spark.conf().get("spark.sql.optimizer.disableHints"));
  }

  /** The table of an earlier run that shows who has answered in it. */
  String answered() {
    return key == null ? Privatization.PEOPLE : Privatization.REPORTS;
  }

  /**
   * The rows of people who have not answered, where it is not the names of their reports that show
   * it.
   *
   * @param many how many rows there are
   */
  Dataset<Row> late(Dataset<Row> rows, long many, List<Dataset<Row>> answered, List<Run> runs) {
    Dataset<Row> late = rows;
    if (key == null) {
      for (int i = 0; i < answered.size(); i++) {
        long most = Math.max(many, runs.get(i).as(PrivatizeRecord.class).rows());
        Dataset<Row> people = answered.get(i);
        for (Row salt : people.select("salt").takeAsList(1)) { // none where nobody has answered
          late = known(late, most, people, salt.getAs(0), "left_anti");
        }
      }
    }
    return late;
  }

  /** Of rows with a PERSON those whose person is not in the column, and without it. */
  private static Dataset<Row> without(Dataset<Row> rows, Dataset<Row> answered) {
    Dataset<Row> known = answered.toDF(KNOWN);
    return rows.join(known, col(PERSON).equalTo(col(KNOWN)), "left_anti").drop(PERSON);
  }

  /** Salted words of the people of these rows: salt BINARY, person BIGINT, sorted by it. */
  Dataset<Row> people(Dataset<Row> rows, long count, byte[] salt) {
    RowLot lot = new RowLot(salt, peopleLabel());
    return rows.where(isOfThisRound())
        .select(lot.ownSecret().as("salt"), lot.of(col(ID)).as("person"))
        .distinct()
        .repartition(files(rows.sparkSession(), count), col("person"))
        .sortWithinPartitions("person");
  }

  private String peopleLabel() {
    return "person\n" + coins;
  }
}
