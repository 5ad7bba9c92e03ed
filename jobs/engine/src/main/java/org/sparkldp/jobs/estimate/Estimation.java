package org.sparkldp.jobs.estimate;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_EMPTY;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.accumulate.AccumulateRecord;
import org.sparkldp.jobs.accumulate.Accumulation;
import org.sparkldp.jobs.accumulate.Sizes;
import org.sparkldp.jobs.accumulate.WrittenReports;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PublicNumber;
import org.sparkldp.jobs.privatize.InPeriod;
import org.sparkldp.jobs.privatize.Notes;
import org.sparkldp.jobs.privatize.Observed;
import org.sparkldp.jobs.privatize.Origin;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.store.Sum;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Spreadsheet;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.Tiers;
import org.sparkldp.protocols.sums.NumberSums;
import org.sparkldp.sql.ReportColumns;

/**
 * Accumulators to estimates; may be repeated, and needs no key.
 *
 * <p>Input: folders of accumulators under one plan, such as one a day: they are merged. Output: the
 * table {@value #ESTIMATES} and the same as {@value #CSV}: the grouping columns, item, estimate,
 * standard_error, lower, upper (raw, in users, or in the unit of numbers; items are a workload's
 * queries where one is asked), one column for each consistency step, a note, empty where there is
 * nothing to say, and best, the number to show. Of a plan with numbers, and of mean-by, the column
 * {@value #MEASURE} before item says what a row is: a count, or the sum or the mean of a number;
 * what is not known is NULL. Before the last round of a protocol of several, the folder {@value
 * Output#NEXT} gets the next round's plan.
 */
public final class Estimation {
  /** The table of estimates in an output folder. */
  public static final String ESTIMATES = "estimates";

  /** The same for a spreadsheet: one file with a header. */
  public static final String CSV = "estimates_csv";

  /** The column of {@link Estimates.NumberAnswers#name}, of plans of which an item has several. */
  public static final String MEASURE = "measure";

  /** Probability of the intervals. */
  public static final double CONFIDENCE = 0.95;

  /** Periods before one with which it is compared. */
  private static final int EARLIER = 7;

  private static final String PLAN = "plan";

  private static final String FOLDER = "__ldp_folder";

  private final SparkSession spark;
  private final Plan plan;
  private final List<String> steps;
  private final List<String> plans; // more than one of tiers
  private final Optional<String> tiers;

  /**
   * @param steps names of consistency steps to show beside the raw estimates
   */
  public Estimation(SparkSession spark, Plan plan, List<String> steps) {
    this(spark, plan, steps, List.of(plan.fingerprint()), Optional.empty());
  }

  /**
   * Of people who answered under several plans, which differ in their protocol alone.
   *
   * @param plan that of the largest epsilon
   * @param plans the fingerprints of all
   * @param tiers what is assumed of them, as in {@link Tiers}; their plans must be one where empty
   */
  public Estimation(
      SparkSession spark,
      Plan plan,
      List<String> steps,
      List<String> plans,
      Optional<String> tiers) {
    this.spark = spark;
    this.plan = plan;
    this.plans = plans;
    this.tiers = tiers;
    tiers.ifPresent(Tiers::require);
    Require.that(tiers.isEmpty() || !steps.contains(Answers.SHIFT))
        .orRefuse("%s is of one protocol. Provided: tiers; leave it out.", Answers.SHIFT);
    this.steps = steps.stream().filter(step -> !step.equals(Answers.BEST)).toList();
    Require.that(steps.stream().distinct().count() == steps.size())
        .orRefuse("consistency steps must differ. Provided values: %s.", steps);
    Set<String> known = new TreeSet<>(plan.task().kind().steps());
    for (String step : steps) {
      if (!known.contains(step)) {
        throw Require.refusal(
            "a consistency step must be one of %s for task %s. Provided value: %s.",
            String.join(", ", known), plan.task().kind().name(), step);
      }
    }
  }

  /**
   * The record of a run of estimate.
   *
   * @param periods none where the plan has none
   * @param reportsOf each period, where each is a group of its own
   */
  private record EstimateRecord(
      String command,
      String plan,
      @JsonInclude(NON_EMPTY) List<String> periods,
      @JsonInclude(NON_EMPTY) Map<String, Long> reportsOf,
      @JsonInclude(NON_EMPTY) List<String> numbers,
      long reports,
      long groups,
      @JsonInclude(NON_EMPTY) List<String> drawnAt,
      @JsonInclude(NON_EMPTY) List<String> inputs,
      @JsonInclude(NON_EMPTY) List<String> notes,
      double seconds) {}

  /** Writes the estimates of everybody, replacing what was there. */
  public Estimates run(List<Output> inputs, Output output) {
    return run(inputs, Days.ALL, false, output);
  }

  /**
   * Writes the estimates, replacing what was there.
   *
   * @param days the periods whose reports are taken
   * @param each whether each period is a group of its own. Where people remember, it always is:
   *     reports of a person in two periods have errors in common, and the sums of all periods do
   *     not show how many
   */
  public Estimates run(List<Output> inputs, Days days, boolean each, Output output) {
    return run(inputs, days, each, false, output);
  }

  /**
   * The same.
   *
   * @param isOfEach whether the table that is written has a group of each period, of those that
   *     were estimated earlier too, be the result of some periods or of their sum
   */
  public Estimates run(
      List<Output> inputs, Days days, boolean each, boolean isOfEach, Output output) {
    GroupedAccumulators sums = sums(inputs, each);
    Dataset<Row> accumulators = sums.accumulators;
    List<Run> runs = sums.runs;
    Set<String> groupBy = sums.groupBy;
    boolean keeps = isOfEach && plan.hasPeriods();
    Days there = keeps ? those(days, accumulators) : days;
    Column isTaken = taken(accumulators, there);
    List<StructField> groupFields = sums.fields();
    return output
        .replace(
            ESTIMATES,
            new Output.Beside(plan.text(), Attached.of(plan.protocol())),
            staging -> {
              Stopwatch since = Stopwatch.start();
              Estimates result = estimates(accumulators, isTaken, days, groupFields, runs);
              result
                  .next()
                  .ifPresent(
                      next ->
                          output.writeNext(
                              staging,
                              new Output.Beside(next.text(), Attached.of(next.protocol()))));
              EstimatesTable table =
                  keeps
                      ? writeEach(accumulators, groupBy, runs, output, staging)
                      : write(result, groupFields, staging);
              Inputs.rfc4180(Spreadsheet.safe(table.rows).write()).csv(staging + "/" + CSV);
              List<String> notes = new ArrayList<>(doubts(plan, result));
              notes.addAll(result.notes());
              return Output.WriteResult.of(
                  new EstimateRecord(
                      "estimate",
                      plan.fingerprint(),
                      table.periods,
                      table.reportsOf,
                      plan.numbers(),
                      table.reports,
                      table.groups,
                      result.origin().drawnAt(),
                      result.origin().inputs(),
                      notes,
                      since.seconds()),
                  result);
            })
        .orElseThrow() // nobody can be faster than a run that replaces
        .result();
  }

  /** The estimates of everybody in some periods, which are written nowhere. */
  public Estimates look(List<Output> inputs, Days days) {
    GroupedAccumulators sums = sums(inputs, false);
    Column isTaken = taken(sums.accumulators, days);
    return estimates(sums.accumulators, isTaken, days, sums.fields(), sums.runs);
  }

  /** Accumulators of several folders, and the columns by which they are grouped. */
  private record GroupedAccumulators(
      Dataset<Row> accumulators, List<Run> runs, Set<String> groupBy) {
    List<StructField> fields() {
      return groupBy.stream().map(accumulators.schema()::apply).toList();
    }
  }

  private Column taken(Dataset<Row> accumulators, Days days) {
    return InPeriod.among(
        plan, accumulators, days, "accumulators", "privatize and accumulate them first");
  }

  private GroupedAccumulators sums(List<Output> inputs, boolean each) {
    WrittenReports.requireDifferent(inputs);
    Map<Output, List<Run>> runsOf = new LinkedHashMap<>();
    inputs.forEach(input -> runsOf.put(input, input.require(Accumulation.ACCUMULATORS)));
    List<Run> runs = runsOf.values().stream().flatMap(List::stream).toList();
    requireSame(runs);
    WrittenReports.requireOnce(
        runs.stream().flatMap(run -> run.as(AccumulateRecord.class).of().stream()).toList());
    Set<String> groupBy = new LinkedHashSet<>(runs.get(0).as(AccumulateRecord.class).groupBy());
    if (each || plan.remembers()) {
      groupBy.add(plan.period());
    }
    Dataset<Row> accumulators =
        inputs.stream()
            .map(
                input ->
                    input
                        .readWithWords(Accumulation.ACCUMULATORS, runsOf.get(input))
                        .withColumn(FOLDER, lit(inputs.indexOf(input))))
            .reduce(Dataset::unionByName)
            .orElseThrow();
    return new GroupedAccumulators(accumulators, runs, groupBy);
  }

  /**
   * A table that is written.
   *
   * @param reportsOf each period, where each is a group of its own
   */
  private record EstimatesTable(
      Dataset<Row> rows,
      List<String> periods,
      Map<String, Long> reportsOf,
      long reports,
      long groups) {}

  private EstimatesTable write(Estimates result, List<StructField> groupFields, String staging) {
    Dataset<Row> rows = table(result, groupFields).coalesce(1);
    rows.write().parquet(staging + "/" + ESTIMATES);
    return new EstimatesTable(
        rows, result.periods(), Map.of(), result.reports(), result.groups().size());
  }

  /** Named periods of which there are accumulators, where there is one; and all ranges. */
  private Days those(Days days, Dataset<Row> accumulators) {
    List<String> gone = new ArrayList<>(days.named());
    gone.removeAll(days.isAll() ? List.of() : InPeriod.found(plan, accumulators));
    Days there = days.except(gone);
    return there.isAll() ? days : there;
  }

  /**
   * Writes a group of each period, as many at once as the driver can hold. Rows of a period whose
   * reports are still those of which they were estimated stay as they are.
   */
  private EstimatesTable writeEach(
      Dataset<Row> accumulators,
      Collection<String> groupBy,
      List<Run> runs,
      Output output,
      String staging) {
    Set<String> groups = new LinkedHashSet<>(groupBy);
    groups.add(plan.period());
    List<StructField> fields = groups.stream().map(accumulators.schema()::apply).toList();
    StructType schema = schema(fields);
    String place = staging + "/" + ESTIMATES;
    Map<String, Long> reportsOf = new TreeMap<>();
    Map<String, Long> most = new TreeMap<>(); // groups
    for (Row row :
        accumulators
            .groupBy(InPeriod.value(plan).as("period"))
            .agg(sum("n"), count(lit(1)))
            .collectAsList()) {
      reportsOf.put(row.getString(0), row.getLong(1));
      most.put(row.getString(0), row.getLong(2));
    }
    Set<String> open = new TreeSet<>(reportsOf.keySet());
    for (Run run : output.recorded("")) {
      EstimateRecord before = run.as(EstimateRecord.class);
      if (before.plan.equals(plan.fingerprint())
          && before.numbers.equals(plan.numbers())
          && run.hasTable(ESTIMATES)) {
        Dataset<Row> rows = output.read(ESTIMATES, List.of(run));
        if (names(rows.schema()).equals(names(schema))) {
          open.removeIf(period -> reportsOf.get(period).equals(before.reportsOf.get(period)));
          rows.where(not(InPeriod.value(plan).isin(open.toArray())))
              .coalesce(1)
              .write()
              .parquet(place);
        }
      }
    }
    long room = Sizes.mostEstimates(Sizes.width(plan), Runtime.getRuntime().maxMemory()) / 2;
    while (!open.isEmpty()) {
      List<String> next = new ArrayList<>();
      long sum = 0;
      for (String period : open) {
        sum += most.get(period);
        if (next.isEmpty() || sum <= room) {
          next.add(period);
        }
      }
      open.removeAll(next);
      Column isNext = InPeriod.value(plan).isin(next.toArray());
      table(estimates(accumulators, isNext, Days.ALL, fields, runs), fields)
          .coalesce(1)
          .write()
          .mode(SaveMode.Append)
          .parquet(place);
    }
    Dataset<Row> rows =
        spark.read().schema(schema).parquet(place).coalesce(1).sortWithinPartitions(keys(groups));
    return new EstimatesTable(
        rows,
        List.copyOf(reportsOf.keySet()),
        reportsOf,
        reportsOf.values().stream().mapToLong(n -> n).sum(),
        rows.select(keys(groups)).distinct().count());
  }

  private static List<String> names(StructType schema) {
    return Arrays.stream(schema.fields()).map(f -> f.name() + " " + f.dataType().sql()).toList();
  }

  /** The answers of everybody, from reports that are in no folder. */
  public Estimates.Group of(Accumulation.GroupSums sums) {
    List<String> notes = Notes.tooFew(plan, sums.reports().n()).stream().toList();
    return group(List.of(), List.of(sums), 1, notes);
  }

  private static Column[] with(Column[] keys, Column more) {
    return Stream.concat(Stream.of(keys), Stream.of(more)).toArray(Column[]::new);
  }

  private static Column[] keys(Collection<String> groupBy) {
    return groupBy.stream().map(Inputs::column).toArray(Column[]::new);
  }

  private void requireSame(List<Run> runs) {
    WrittenReports.oneIdType(runs.stream().map(run -> run.as(AccumulateRecord.class).idType()));
    for (Run run : runs) {
      if (!plans.contains(run.plan())) {
        throw new Refusal(
            "accumulators must be of one plan to be added up. Expected "
                + String.join(", ", plans)
                + ", found "
                + run.plan()
                + "; estimate them apart, or together by ldp estimate --tiers.");
      }
      List<String> first = runs.get(0).as(AccumulateRecord.class).groupBy();
      List<String> own = run.as(AccumulateRecord.class).groupBy();
      List<String> numbers = run.as(AccumulateRecord.class).numbers();
      Require.that(numbers.equals(plan.numbers()))
          .orRefuse(
              "accumulators must have the numbers of the plan, %s. Provided: %s; accumulate the"
                  + " reports again.",
              plan.numbers(), numbers);
      if (!own.equals(first)) {
        throw Require.refusal(
            "accumulators to be added up must be grouped by the same columns. Provided: %s"
                + " and %s; accumulate the reports again.",
            first, own);
      }
    }
  }

  /** What looks like a mistake of the question, in any group. */
  public static List<String> doubts(Plan plan, Estimates result) {
    return result.groups().stream()
        .flatMap(group -> doubts(plan, group.answers()).stream())
        .distinct()
        .toList();
  }

  private static List<String> doubts(Plan plan, Answers answers) {
    return plan.task().unlisted(answers).stream()
        .flatMap(people -> people.doubt(answers).stream())
        .toList();
  }

  /**
   * Merges in one look, of which the driver gets no more groups than it can hold.
   *
   * @param days that are meant, of which some may be missing
   */
  private Estimates estimates(
      Dataset<Row> accumulators,
      Column isTaken,
      Days days,
      List<StructField> groupFields,
      List<Run> runs) {
    List<String> notes = new ArrayList<>(Notes.in(runs));
    tiers.map(Tiers::note).ifPresent(notes::add);
    Notes.tooFew(plan, runs.stream().mapToLong(Run::reports).sum()).ifPresent(notes::add);
    List<String> groupBy = groupFields.stream().map(StructField::name).toList();
    Column[] keys = keys(groupBy);
    Column period = plan.hasPeriods() ? InPeriod.value(plan) : lit(null).cast("string");
    int width = Sizes.width(plan);
    long heap = Runtime.getRuntime().maxMemory();
    Observation seen = new Observation();
    List<Row> merged =
        accumulators
            .observe(seen, Sum.of(col(Sum.WORD)).as("sum"))
            .where(isTaken)
            .groupBy(with(keys, col(PLAN))) // one, but of tiers
            .agg(
                ReportColumns.merge(col("accumulator")).as("accumulator"),
                Accumulation.merged(
                    plan,
                    min(period).as("period"),
                    collect_set(period).as("periods"),
                    size(collect_set(struct(col(FOLDER), period))).as("parts")))
            .orderBy(with(keys, col(PLAN)))
            .limit(Sizes.mostEstimates(width, heap) + 1)
            .collectAsList();
    Sum sum = Sum.read(Observed.by(seen).get("sum"));
    if (!sum.isOf(Accumulation.ACCUMULATORS, runs)) { // or a task ran again and was seen twice
      Sum.read(accumulators.agg(Sum.of(col(Sum.WORD))).head().get(0))
          .require(Accumulation.ACCUMULATORS, runs);
    }
    long bytes = merged.stream().mapToLong(row -> row.<byte[]>getAs("accumulator").length).sum();
    Sizes.requireEstimates(merged.size(), width, bytes, heap);
    Set<String> periods = new TreeSet<>();
    merged.forEach(row -> periods.addAll(row.<String>getList(row.fieldIndex("periods"))));
    if (merged.stream()
        .anyMatch(
            row ->
                row.<Integer>getAs("parts")
                    > Math.max(1, row.getList(row.fieldIndex("periods")).size()))) {
      notes.add(Notes.apart("give their reports to accumulate, which compares names"));
    }
    List<String> missing = days.without(periods);
    if (!missing.isEmpty() && !groupBy.contains(plan.period())) {
      notes.add(Notes.missing(missing));
    }
    boolean isEach = groupBy.contains(plan.period());
    Map<String, List<String>> changes = changes(accumulators, isEach, periods);
    // A group may have no report in a period that was asked all the same.
    int asked = isEach ? 1 : periods.size();
    Map<List<Object>, List<Accumulation.GroupSums>> sums = new LinkedHashMap<>();
    Map<List<Object>, String> periodOf = new HashMap<>();
    Optional<Plan> next = Optional.empty();
    for (Row row : merged) {
      List<Object> key = new ArrayList<>();
      for (int i = 0; i < keys.length; i++) {
        key.add(row.get(i));
      }
      byte[] reports = row.getAs("accumulator");
      Accumulator<?> accumulator =
          tiers.isEmpty()
              ? Protocols.readAccumulator(reports, plan.protocol())
              : Protocols.readAccumulator(reports);
      String own = row.getAs("period");
      requireContext(
          accumulator.context(),
          plan.context(own).replace(plan.fingerprint(), row.<String>getAs(PLAN)));
      next = plan.next(accumulator);
      List<byte[]> numbers =
          plan.numbers().isEmpty() || tiers.isPresent()
              ? List.of()
              : row.getList(row.fieldIndex(Accumulation.SUMS));
      sums.computeIfAbsent(key, group -> new ArrayList<>())
          .add(new Accumulation.GroupSums(accumulator, numbers));
      periodOf.put(key, own);
    }
    List<Estimates.Group> groups = new ArrayList<>();
    sums.forEach(
        (key, parts) -> {
          List<String> said = new ArrayList<>(notes);
          changes.forEach(
              (day, words) ->
                  said.addAll(isEach && !day.equals(periodOf.get(key)) ? List.of() : words));
          groups.add(group(key, parts, asked, said));
        });
    changes.values().forEach(notes::addAll);
    return new Estimates(
        groupBy,
        groups,
        next,
        notes,
        Origin.of(runs.stream().map(run -> run.as(Origin.class))),
        List.copyOf(periods));
  }

  /** What has changed in periods, of several in the last one, since those before each. */
  private Map<String, List<String>> changes(
      Dataset<Row> accumulators, boolean isEach, Set<String> periods) {
    if (!plan.hasPeriods()
        || tiers.isPresent()
        || !(plan.outside().isCategory() || plan.outside().keepsMissing())) {
      return Map.of();
    }
    List<String> all = InPeriod.found(plan, accumulators);
    Map<String, List<String>> before = new TreeMap<>();
    for (String period : periods) {
      int at = all.indexOf(period);
      if (isEach || period.equals(Collections.max(periods))) {
        before.put(period, all.subList(Math.max(0, at - EARLIER), at));
      }
    }
    Set<String> read = new TreeSet<>(before.keySet());
    before.values().forEach(read::addAll);
    if (read.size() < 2) {
      return Map.of();
    }
    Map<String, Answers> answers = new TreeMap<>();
    for (Row row :
        accumulators
            .where(InPeriod.value(plan).isin(read.toArray()))
            .groupBy(InPeriod.value(plan).as("period"))
            .agg(ReportColumns.merge(col("accumulator")))
            .collectAsList()) {
      answers.put(
          row.getString(0),
          plan.task()
              .answers(
                  Protocols.readAccumulator((byte[]) row.get(1), plan.protocol()),
                  List.of(),
                  CONFIDENCE));
    }
    Map<String, List<String>> changes = new TreeMap<>();
    before.forEach(
        (period, earlier) ->
            changes.put(
                period,
                plan.task().unlisted(answers.get(period)).stream()
                    .flatMap(
                        people ->
                            people
                                .change(
                                    answers.get(period),
                                    earlier.stream().map(answers::get).toList())
                                .stream())
                    .map(words -> plan.period() + "=" + period + ": " + words)
                    .toList()));
    return changes;
  }

  private Estimates.Group group(
      List<Object> key, List<Accumulation.GroupSums> parts, int asked, List<String> ofRuns) {
    Accumulation.GroupSums sums = parts.get(0);
    List<Accumulator<?>> reports = new ArrayList<>();
    parts.forEach(part -> reports.add(part.reports()));
    Answers answers =
        tiers
            .map(
                assumed ->
                    plan.task()
                        .answers(
                            Tiers.together(reports, assumed, CONFIDENCE).named(plan.task()::row),
                            steps))
            .orElseGet(() -> plan.task().answers(sums.reports(), steps, CONFIDENCE));
    List<String> notes = new ArrayList<>(doubts(plan, answers));
    notes.addAll(ofRuns);
    notes.removeAll(Notes.of(plan));
    List<Estimates.NumberAnswers> numbers = new ArrayList<>();
    for (byte[] bytes : sums.numbers()) {
      PublicNumber number = plan.publicNumbers().get(numbers.size() / 2);
      Accumulator<?> sum = NumberSums.read(bytes);
      requireContext(NumberSums.items(sum), plan.context(number));
      numbers.addAll(
          Estimates.NumberAnswers.of(number.column(), sum, plan.task()::row, CONFIDENCE));
    }
    return new Estimates.Group(
        key,
        scaled(plan, answers, asked),
        List.copyOf(notes),
        tiers.isPresent() ? Optional.empty() : Optional.of(sums.reports()),
        asked,
        List.copyOf(numbers));
  }

  /** The estimates of a group with intervals of another confidence. */
  static Estimate at(double confidence, Plan plan, Estimates.Group group) {
    Answers answers = plan.task().answers(group.reports().orElseThrow(), List.of(), confidence);
    return scaled(plan, answers, group.asked()).estimate();
  }

  private static Answers scaled(Plan plan, Answers answers, int asked) {
    return plan.turns().isPresent() ? answers.ofTurns(plan.turns().getAsInt(), asked) : answers;
  }

  private static void requireContext(String found, String expected) {
    if (!found.equals(expected)) {
      throw new Refusal(
          "an accumulator must be of the plan that lies beside it. Found the plan "
              + found
              + "; accumulate the reports again.");
    }
  }

  /** Whether rows are of one of several numbers of an item, which may be unknown. */
  public static boolean hasMeasures(Plan plan) {
    return !plan.numbers().isEmpty() || !plan.task().measure(0).isEmpty();
  }

  /** What a row of the task's own answers measures. */
  public static String measure(Plan plan, int place) {
    String own = plan.task().measure(place);
    return own.isEmpty() ? NumberSums.Measure.COUNT.word() : own;
  }

  private StructType schema(List<StructField> groupFields) {
    boolean mayBeUnknown = hasMeasures(plan);
    StructType schema = new StructType(groupFields.toArray(new StructField[0]));
    if (mayBeUnknown) {
      schema = schema.add(MEASURE, DataTypes.StringType, false);
    }
    schema = schema.add("item", DataTypes.StringType, false);
    List<String> numbers = new ArrayList<>(List.of("estimate", "standard_error", "lower", "upper"));
    steps.forEach(step -> numbers.add(step.replace('-', '_')));
    for (String number : numbers) {
      schema = schema.add(number, DataTypes.DoubleType, mayBeUnknown);
    }
    return schema
        .add("note", DataTypes.StringType, false)
        .add(Answers.BEST, DataTypes.DoubleType, mayBeUnknown);
  }

  private Dataset<Row> table(Estimates result, List<StructField> groupFields) {
    List<Row> rows = new ArrayList<>();
    for (Estimates.Group group : result.groups()) {
      List<Object> key = new ArrayList<>(group.key());
      for (int i = 0; i < group.estimate().rows().size(); i++) {
        List<Object> made = new ArrayList<>();
        for (double[] numbers : group.consistent().values()) {
          made.add(numbers[i]);
        }
        Estimate.Row row = group.estimate().rows().get(i);
        rows.add(
            row(
                key,
                measure(plan, i),
                plan.task().item(i, row.item()),
                group,
                row,
                made,
                group.answers().best()[i]));
      }
      for (Estimates.NumberAnswers number : group.numbers()) {
        List<Object> none = Collections.nCopies(steps.size(), null);
        for (Estimate.Row row : number.estimate().rows()) {
          rows.add(row(key, number.name(), row.item(), group, row, none, row.estimate()));
        }
      }
    }
    return spark.createDataFrame(rows, schema(groupFields));
  }

  private Row row(
      List<Object> key,
      String measure,
      String item,
      Estimates.Group group,
      Estimate.Row row,
      List<Object> made,
      double best) {
    List<Object> cells = new ArrayList<>(key);
    if (hasMeasures(plan)) {
      cells.add(measure);
    }
    cells.add(item);
    cells.addAll(
        Arrays.asList(
            known(row.estimate()),
            known(row.standardError()),
            known(row.lower()),
            known(row.upper())));
    cells.addAll(made);
    cells.add(group.note(row));
    cells.add(known(best));
    return RowFactory.create(cells.toArray());
  }

  /** NULL where one of several numbers is not known; other tasks have NaN. */
  private Double known(double number) {
    return !hasMeasures(plan) || Double.isFinite(number) ? (Double) number : null;
  }
}
