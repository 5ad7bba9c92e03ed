package org.sparkldp.jobs.accumulate;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.spark_partition_id;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.InPeriod;
import org.sparkldp.jobs.privatize.Notes;
import org.sparkldp.jobs.privatize.Observed;
import org.sparkldp.jobs.privatize.Origin;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.store.Sum;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.ReportColumns;

/**
 * Reports to accumulators; may be repeated.
 *
 * <p>Input: folders of reports under one plan. Output: the table {@value #ACCUMULATORS} with plan
 * STRING, the grouping columns (a plan's period is one of them), n BIGINT, accumulator BINARY (in
 * the {@link Plan#context} of its period) and, of a plan with numbers, {@value #SUMS} ARRAY of
 * BINARY, an accumulator of each number, one row per group and run. Reports that were accumulated
 * before are not read again.
 *
 * <p>Three reducers, one result to the byte: with few cells, SQL's own {@code GROUP BY report}
 * counts and the accumulator takes counts; otherwise each partition fills a vector, and with many
 * partitions groups of about √partitions vectors merge side by side before the last merge, so that
 * no single task and never the driver receives them all.
 */
public final class Accumulation {
  /** The table of accumulators in an output folder. */
  public static final String ACCUMULATORS = "accumulators";

  /** The column of accumulators of a plan's numbers. */
  public static final String SUMS = "sums";

  /** Up to so many cells, counting by cell beats filling vectors (measured in bench). */
  private static final int CELLS_TO_COUNT = 1 << 12;

  /** From so many files on, vectors merge in two levels. */
  private static final int FILES_FOR_TREE = 16;

  private final Plan plan;
  private final String fingerprint;

  public Accumulation(Plan plan) {
    this.plan = plan;
    this.fingerprint = plan.fingerprint();
  }

  /**
   * Writes the accumulators of reports, adding to what is there where that is of some of these
   * reports, and else replacing it.
   */
  public Accumulated run(List<Output> inputs, List<String> groupBy, Output output) {
    requireGroups(plan, groupBy);
    WrittenReports reports = WrittenReports.in(inputs, plan);
    OptionalLong earlier;
    do { // another process may add some meanwhile
      earlier = add(reports, inputs.size() > 1, groupBy, output);
    } while (earlier.isEmpty());
    return new Accumulated(plan, output.name(), reports.count(), earlier.getAsLong());
  }

  /** Adds what is not there yet; says how many were, or nothing if another process was faster. */
  private OptionalLong add(
      WrittenReports reports, boolean areOfFolders, List<String> groupBy, Output output) {
    List<Run> there = output.runs();
    requireAll(there, reports);
    boolean isPart = isPart(there, reports, groupBy);
    Set<String> done = isPart ? texts(there, AccumulateRecord::ofContent) : Set.of();
    WrittenReports left = reports.of(run -> !done.contains(run.content()));
    long earlier = reports.count() - left.count();
    if (left.isEmpty()) {
      return OptionalLong.of(earlier);
    }
    requireThere(left, there);
    Output.Writer<Boolean> writer =
        staging -> {
          if (!output.recorded("").equals(there)) {
            return Output.WriteResult.nothing(false);
          }
          // Runs of one folder are of different people or periods; those of two may not be.
          if (areOfFolders) {
            requireDistinct(reports.there().read());
          }
          List<String> notes = new ArrayList<>(Notes.in(left.runs()));
          if (plan.randomness() == Plan.Randomness.WRITE_ONCE && reports.areOfFolders()) {
            notes.add(Notes.apart("ask all of them into one folder")); // names do not show it
          }
          return Output.WriteResult.of(accumulate(left, groupBy, notes, staging), true);
        };
    Output.Beside beside = new Output.Beside(plan.text(), Attached.of(plan.protocol()));
    int number = there.stream().mapToInt(Run::number).max().orElse(-1) + 1;
    return (isPart
                ? output.append("", number, beside, writer)
                : output.replace(ACCUMULATORS, beside, writer))
            .flatMap(Output.WriteResult::run)
            .isPresent()
        ? OptionalLong.of(earlier)
        : OptionalLong.empty();
  }

  /** Accumulators may be the only thing left of reports, so they give way to more alone. */
  private void requireAll(List<Run> there, WrittenReports sources) {
    List<String> ids = sources.ids();
    long others =
        texts(there, AccumulateRecord::of).stream().filter(id -> !ids.contains(id)).count();
    if (others > 0) {
      throw Require.refusal(
          "a folder of accumulators must be given all reports that it is of, and may be given more."
              + " Runs of privatize that are in it and not in the input: %s; give their folder as"
              + " well, or choose another output.",
          others);
    }
  }

  private void requireThere(WrittenReports reports, List<Run> accumulated) {
    List<String> dropped =
        reports.of(run -> !WrittenReports.isThere(run)).runs().stream().map(Run::period).toList();
    if (!dropped.isEmpty()) {
      String remedy =
          accumulated.stream()
              .map(run -> run.as(AccumulateRecord.class).numbers())
              .filter(numbers -> !numbers.equals(plan.numbers()))
              .findFirst()
              .map(numbers -> "restore numbers = " + numbers)
              .orElse("leave out the group-by, or the folder");
      throw Require.refusal(
          "reports must be there to be accumulated, and these were deleted before they were, or in"
              + " other groups or numbers. Provided: %s; %s.",
          dropped, remedy);
    }
  }

  /** Refuses columns by which reports of a plan cannot be grouped. */
  public static void requireGroups(Plan plan, List<String> groupBy) {
    for (String column : groupBy) {
      if (!plan.publicColumns().contains(column)) {
        throw Require.refusal(
            "reports can be grouped by the plan's public columns, %s. Provided value: %s.",
            plan.publicColumns(), column);
      }
    }
    if (!groupBy.isEmpty() && plan.round() > 0) {
      throw Require.refusal(
          "a protocol of several rounds has strata, not groups: all reports of a round decide"
              + " the next. Provided value: %s; name the column in the plan's strata.",
          groupBy);
    }
  }

  /** Whether accumulators are of some of these reports, in the same groups. */
  private boolean isPart(List<Run> there, WrittenReports reports, List<String> groupBy) {
    List<String> contents = reports.contents();
    return !there.isEmpty()
        && there.stream()
            .map(run -> run.as(AccumulateRecord.class))
            .allMatch(
                summed ->
                    summed.plan().equals(fingerprint)
                        && summed.groupBy().equals(groupBy)
                        && summed.numbers().equals(plan.numbers())
                        && !summed.ofContent().isEmpty() // as of a record of another kind
                        && contents.containsAll(summed.ofContent()));
  }

  private static Set<String> texts(List<Run> runs, Function<AccumulateRecord, List<String>> of) {
    return runs.stream()
        .flatMap(run -> of.apply(run.as(AccumulateRecord.class)).stream())
        .collect(Collectors.toSet());
  }

  private AccumulateRecord accumulate(
      WrittenReports sources, List<String> groupBy, List<String> notes, String staging) {
    Stopwatch since = Stopwatch.start();
    Set<String> groups = new LinkedHashSet<>(groupBy);
    if (plan.hasPeriods()) {
      groups.add(plan.period());
    }
    Dataset<Row> reports = sources.read();
    int width = Sizes.width(plan);
    // There are no more groups than reports, so of few reports nobody need count them.
    if (!groups.isEmpty() && !Sizes.areKept(sources.count(), width)) {
      Column[] keys = groups.stream().map(Inputs::column).toArray(Column[]::new);
      Sizes.requireAccumulators(reports.select(keys).distinct().count(), width);
    }
    Dataset<Row> made = accumulators(reports, List.copyOf(groups), sources.files());
    if (plan.remembers()) {
      made = made.withColumn("accumulator", InPeriod.column(plan, col("accumulator")));
    }
    Observation observed = new Observation();
    made.observe(
            observed,
            coalesce(sum("n"), lit(0L)).as("n"),
            Sum.xor(col(Sum.WORD)).as("words"),
            Sum.of(Sum.word(made.schema())).as("sum"))
        .drop(Sum.WORD)
        .write()
        .parquet(staging + "/" + ACCUMULATORS);
    Map<String, Object> seen = Observed.by(observed);
    long n = (Long) seen.get("n");
    // Reports of another plan have other words.
    sources.requireWhole(Sum.of(n, (Long) seen.get("words")));
    Origin origin = Origin.of(sources.runs().stream().map(run -> run.as(Origin.class)));
    return new AccumulateRecord(
        AccumulateRecord.COMMAND,
        fingerprint,
        sources.ids(),
        sources.contents(),
        n,
        groupBy,
        plan.numbers(),
        sources.idType(plan),
        origin.drawnAt(),
        origin.inputs(),
        Map.of(ACCUMULATORS, Sum.read(seen.get("sum"))),
        notes,
        since.seconds());
  }

  /**
   * Refuses reports that occur twice, as in a rerun's folder beside the first run's. Names are
   * compared by words of 8 bytes, which is one shuffle of these; whole, only where words are equal,
   * which among n different reports happens to about n² / 2^65 pairs.
   */
  private void requireDistinct(Dataset<Row> reports) {
    Column[] name =
        plan.hasPeriods()
            ? new Column[] {col("report_id"), Inputs.column(plan.period())}
            : new Column[] {col("report_id")};
    Dataset<Row> named =
        // Names of two periods may be equal by chance.
        reports.select(col("report_id"), xxhash64(name).as("report_word"));
    Dataset<Row> twice = repeated(named, "report_word");
    if (twice.isEmpty()) {
      return;
    }
    long repeats = repeated(named.join(twice, "report_word"), "report_id").count();
    if (repeats > 0) {
      throw new Refusal(
          "a report may be counted once. Reports that occur more often: "
              + repeats
              + "; leave out the folder of the rerun or the copy. Where the same people answer"
              + " every day, give the plan a period (period = day). Nothing was written.");
    }
  }

  private static Dataset<Row> repeated(Dataset<Row> rows, String column) {
    return rows.select(column)
        .groupBy(column)
        .agg(count(lit(1)).as("times"))
        .where(col("times").gt(1))
        .select(column);
  }

  /**
   * What was added up of a group.
   *
   * @param numbers accumulators of the plan's numbers
   */
  public record GroupSums(Accumulator<?> reports, List<byte[]> numbers) {}

  /** Of all reports of a table, which are in no folder. */
  public GroupSums total(Dataset<Row> reports) {
    int parts = reports.toJavaRDD().getNumPartitions();
    List<Row> one =
        accumulators(reports.withColumn(Sum.WORD, lit(0L)), List.of(), parts).collectAsList();
    return one.isEmpty()
        ? new GroupSums(plan.protocol().newAccumulator(fingerprint), List.of())
        : new GroupSums(
            Protocols.readAccumulator(one.get(0).getAs("accumulator"), plan.protocol()),
            plan.numbers().isEmpty() ? List.of() : one.get(0).getList(one.get(0).fieldIndex(SUMS)));
  }

  /** An accumulator of each of the plan's numbers; none of a plan without. */
  private Column[] numbers(StructType reports, Column... more) {
    return with(
        plan.publicNumbers().stream()
            .map(
                number ->
                    ReportColumns.accumulateSums(
                        plan.protocol(),
                        plan.context(number),
                        Columns.scale(number, reports),
                        col("report"),
                        Columns.units(number, reports)))
            .toList(),
        more);
  }

  /** Accumulators of the plan's numbers, merged; none of a plan without. */
  public static Column[] merged(Plan plan, Column... more) {
    return with(
        IntStream.range(0, plan.numbers().size())
            .mapToObj(i -> ReportColumns.merge(col(SUMS).getItem(i)))
            .toList(),
        more);
  }

  private static Column[] with(List<Column> sums, Column... more) {
    Stream<Column> one =
        sums.isEmpty() ? Stream.of() : Stream.of(array(sums.toArray(Column[]::new)).as(SUMS));
    return Stream.concat(one, Stream.of(more)).toArray(Column[]::new);
  }

  /** Whether SQL's own GROUP BY counts a protocol's reports faster than vectors are filled. */
  public static boolean isCounted(Protocol<?, ?> protocol) {
    return protocol.reportType().kind() == ReportType.ReportCarrier.CELL
        && protocol.layout().width() <= CELLS_TO_COUNT;
  }

  /**
   * One row per group: plan, groups, n, accumulator, {@link Sum#xor} of reports. A NULL is no
   * report: accumulators skip it, and n does not count it, so that a table in which one was lost
   * has too few. Words are merged as reports are, not observed: a task that ran again would count
   * twice.
   *
   * @param reports with {@link Sum#WORD}
   * @param files in which the reports lie
   */
  Dataset<Row> accumulators(Dataset<Row> reports, List<String> groupBy, int files) {
    Protocol<?, ?> protocol = plan.protocol();
    List<Column> groups = new ArrayList<>();
    groups.add(lit(fingerprint).as("plan")); // a constant costs no comparison of texts
    groupBy.forEach(name -> groups.add(Inputs.column(name)));
    Column n = count(col("report")).as("n");
    Dataset<Row> merged;
    if (isCounted(protocol) && plan.numbers().isEmpty()) {
      Dataset<Row> counted =
          reports
              .groupBy(with(groups, col("report")))
              .agg(count(col("report")).as("times"), words());
      merged =
          counted
              .groupBy(columns(groups))
              .agg(
                  sum("times").as("n"),
                  ReportColumns.accumulate(protocol, fingerprint, col("report"), col("times"))
                      .as("accumulator"),
                  words());
    } else {
      Column accumulate =
          ReportColumns.accumulate(protocol, fingerprint, col("report"), lit(1L)).as("accumulator");
      if (files < FILES_FOR_TREE) {
        merged =
            reports.groupBy(columns(groups)).agg(n, numbers(reports.schema(), accumulate, words()));
      } else {
        int branches = (int) Math.ceil(Math.sqrt(files));
        Column branch = spark_partition_id().mod(branches).as("branch");
        merged =
            reports
                .withColumn("branch", branch)
                .groupBy(with(groups, col("branch")))
                .agg(n, numbers(reports.schema(), accumulate, words()))
                .groupBy(columns(groups))
                .agg(
                    sum("n").as("n"),
                    merged(
                        plan, ReportColumns.merge(col("accumulator")).as("accumulator"), words()));
      }
    }
    return merged;
  }

  /** A new column at each call: on Spark 3.5 an alias is one column, wherever it stands. */
  private static Column words() {
    return Sum.xor(col(Sum.WORD)).as(Sum.WORD);
  }

  private static Column[] with(List<Column> columns, Column more) {
    List<Column> all = new ArrayList<>(columns);
    all.add(more);
    return columns(all);
  }

  private static Column[] columns(List<Column> columns) {
    return columns.toArray(new Column[0]);
  }
}
