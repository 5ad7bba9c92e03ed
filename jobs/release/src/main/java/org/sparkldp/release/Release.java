package org.sparkldp.release;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min_by;
import static org.apache.spark.sql.functions.posexplode;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Spreadsheet;
import org.sparkldp.jobs.table.StructFields;
import org.sparkldp.jobs.table.TextRelations;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.release.denoise.Denoised;
import org.sparkldp.sql.LdpColumns;

/**
 * A trusted curator's release: true totals of a table under bounded contributions, with noise.
 *
 * <p>Input: a table of rows, any number a user. Output: the table {@value #RELEASE} and the same as
 * {@value #CSV}: the cells' columns (for a mean, item), estimate (raw, unbiased for the bounded
 * totals), standard_error, lower, upper, and where the plan has a denoiser, denoised. Nothing exact
 * is kept: neither totals nor how many rows the bounds left out.
 *
 * <p>Guarantee: the mechanism's, for one user, because what a user adds is bounded before anything
 * is added up: at most so many cells, which a public hash chooses, and in each at most so much.
 * Bounds hold for any table, so that a task tried again changes nothing. Sums are of whole numbers,
 * so the same in any order.
 *
 * <p>Noise is drawn once a cell, on the driver, from the operating system's entropy. A second run
 * over a finished output draws nothing. Two runs into two folders are two releases, and cost twice.
 *
 * <p>Refused before noise is drawn: missing columns and wrong types, NULL users, and, where the
 * plan says fail, rows outside the cells' domains or with values that are no finite numbers; as
 * counts.
 *
 * <p>Cost: two passes over the table and one shuffle of its rows; memory on the driver by cells,
 * some 100 bytes each.
 */
public final class Release {
  /** The released table in an output folder. */
  public static final String RELEASE = "release";

  /** The same for a spreadsheet: one file with a header. */
  public static final String CSV = "release_csv";

  /** Of the intervals. */
  public static final double CONFIDENCE = 0.95;

  private static final String CELL = "__ldp_cell";
  private static final String VALUE = "__ldp_value";
  private static final String AMOUNT = "__ldp_amount";
  private static final String BEFORE = "__ldp_before";
  private static final String RANK = "__ldp_rank";

  private final SparkSession spark;
  private final ReleasePlan plan;
  private final ReleaseNoise noise;
  private final RandomSource source;
  private Purse.Payment payment;

  /**
   * @param source of the noise; the operating system's, except in tests
   */
  public Release(SparkSession spark, ReleasePlan plan, RandomSource source) {
    this.spark = spark;
    this.plan = plan;
    this.noise = plan.noise();
    this.source = source;
  }

  /**
   * Cells that are denoised and drawn together.
   *
   * @param label what they share, such as "hour=8"
   * @param cells their numbers, see {@link ReleasePlan.Totals}; for a mean the coordinates
   * @param estimates raw, in the value's unit
   * @param denoised beside them; the raw ones where the plan has no denoiser
   * @param setting what the denoiser chose, in words; empty if nothing
   */
  public record Slice(
      String label, int[] cells, double[] estimates, double[] denoised, String setting) {}

  /**
   * The result of a release.
   *
   * @param standardError of every raw number
   * @param halfWidth of their intervals
   */
  public record ReleaseAnswer(List<Slice> slices, double standardError, double halfWidth) {}

  /** Releases a table's totals; nothing if they are there already. */
  public Released run(Dataset<Row> table, Output output) {
    Purse purse = Purse.ofApplication();
    purse.committed(
        output.runs().stream()
            .map(run -> run.as(ReleaseRecord.class).ledger())
            .filter(Objects::nonNull)
            .toList());
    if (output.isComplete()) {
      return alreadyDone(output);
    }
    Dataset<Row> values = StructFields.named(table, plan.columns());
    plan.user().forEach(column -> Columns.group(column, values.schema()));
    try (Purse.Payment opened = purse.open(plan.spend(output.toString()), Set.of())) {
      payment = opened;
      return draw(values, output, purse);
    }
  }

  private Released draw(Dataset<Row> values, Output output, Purse purse) {
    TextRelations.require(values);
    Optional<ReleaseAnswer> result =
        output
            .append(
                "",
                0,
                payment.attempt(),
                purse::forget,
                new Output.Beside(plan.text(), new byte[0]),
                staging -> {
                  ReleaseAnswer drawn = release(values);
                  Dataset<Row> table = table(drawn).coalesce(1);
                  table.write().parquet(staging + "/" + RELEASE);
                  Inputs.rfc4180(Spreadsheet.safe(table).write()).csv(staging + "/" + CSV);
                  return Output.WriteResult.of(record(), drawn);
                })
            .map(Output.WriteResult::result);
    if (result.isEmpty()) {
      return alreadyDone(output);
    }
    payment.confirm();
    return new Released(plan, output.name(), result, Optional.ofNullable(payment.paid()));
  }

  private Released alreadyDone(Output output) {
    output.requirePlan("the release", output.runs(), plan.fingerprint(), old -> "");
    return new Released(plan, output.name(), Optional.empty(), Optional.empty());
  }

  /** The record of the run: nothing that depends on the table. */
  private record ReleaseRecord(
      String command,
      String plan,
      String name,
      String mechanism,
      double exactEpsilon,
      double delta,
      int l0,
      double l1,
      double l2,
      double lInfinity,
      double noiseStandardDeviation,
      @JsonInclude(JsonInclude.Include.NON_NULL) Purse.Paid ledger) {}

  private ReleaseRecord record() {
    return new ReleaseRecord(
        "release",
        plan.fingerprint(),
        plan.name(),
        plan.mechanism().toString(),
        noise.guarantee().exactEpsilon(),
        noise.guarantee().delta(),
        noise.sensitivity().l0(),
        noise.sensitivity().l1(),
        noise.sensitivity().l2(),
        noise.sensitivity().lInf(),
        noise.standardDeviation(),
        payment.paid());
  }

  private ReleaseAnswer release(Dataset<Row> values) {
    return plan.statistic() instanceof ReleasePlan.Totals totals
        ? totals(totals, values)
        : mean((ReleasePlan.Mean) plan.statistic(), values);
  }

  private ReleaseAnswer totals(ReleasePlan.Totals totals, Dataset<Row> values) {
    double[] estimates = drawn(cellTotals(totals, values), 1);
    List<Slice> slices =
        totals.slices().parallelStream() // noise is drawn; denoisers take any threads
            .map(
                cells ->
                    slice(
                        totals.label(cells),
                        cells,
                        Arrays.stream(cells).mapToDouble(cell -> estimates[cell]).toArray(),
                        noise.standardDeviation()))
            .toList();
    return new ReleaseAnswer(slices, noise.standardDeviation(), noise.quantile(CONFIDENCE));
  }

  /** A draw for each total, in order, each divided by the same number. */
  private double[] drawn(long[] quanta, double divisor) {
    payment.drawing(Set.of());
    return Arrays.stream(quanta)
        .mapToDouble(total -> noise.release(total, source) / divisor)
        .toArray();
  }

  private Slice slice(String label, int[] cells, double[] estimates, double standardError) {
    if (plan.denoiser().isEmpty()) {
      return new Slice(label, cells, estimates, estimates, "");
    }
    Denoised denoised = plan.denoiser().get().denoise(estimates, standardError);
    return new Slice(label, cells, estimates, denoised.values(), denoised.setting());
  }

  /** The bounded total of each cell, in quanta. */
  private long[] cellTotals(ReleasePlan.Totals totals, Dataset<Row> values) {
    Contribution bound = totals.contribution();
    StructType schema = values.schema();
    Column cell = Columns.item(new ProductDomain(totals.attributes(), false, false), schema);
    Column value = totals.value().map(name -> Columns.number(name, schema)).orElse(lit(1.0));
    Column isNumber =
        coalesce(value.between(-Double.MAX_VALUE, Double.MAX_VALUE), lit(false)); // not NaN: > all
    Dataset<Row> rows =
        values.select(
            columns(
                plan.user(),
                when(isNumber, cell).otherwise(Values.OUTSIDE).as(CELL),
                value.as(VALUE)));
    requireSound(rows, col(CELL).lt(0));
    // All of a user's rows in one place: the grouping and the window then shuffle no more.
    Column[] user = columns(plan.user());
    Column whole = totals.value().isPresent() ? sum(VALUE) : count(lit(1)).cast("double");
    Dataset<Row> amounts =
        rows.where(col(CELL).geq(0))
            .repartition(user)
            .groupBy(columns(plan.user(), col(CELL)))
            .agg(least(greatest(whole, lit(bound.least())), lit(bound.most())).as(AMOUNT));
    Dataset<Row> sums =
        bounded(amounts, bound, totals.size())
            .select(col(CELL), quanta(col(AMOUNT)).as(AMOUNT))
            .groupBy(CELL)
            .agg(sum(AMOUNT).as(AMOUNT));
    long[] all = new long[totals.size()];
    for (Row row : sums.collectAsList()) {
      all[(int) row.getLong(0)] = row.getLong(1);
    }
    return all;
  }

  /** Of a user's cells no more than the plan allows, and in all no more rows. */
  private Dataset<Row> bounded(Dataset<Row> amounts, Contribution bound, int cells) {
    if (bound.cells() >= cells && bound.total().isEmpty()) {
      return amounts;
    }
    // A public function of the user and the cell: which cells stay is nobody's choice.
    Column[] chance = columns(plan.user(), col(CELL), lit(plan.fingerprint()));
    WindowSpec ofUser =
        Window.partitionBy(columns(plan.user())).orderBy(xxhash64(chance), col(CELL));
    Dataset<Row> kept =
        amounts.withColumn(RANK, row_number().over(ofUser)).where(col(RANK).leq(bound.cells()));
    if (bound.total().isEmpty()) {
      return kept;
    }
    Column before = sum(AMOUNT).over(ofUser.rowsBetween(Window.unboundedPreceding(), -1));
    return kept.withColumn(BEFORE, coalesce(before, lit(0.0)))
        .withColumn(
            AMOUNT,
            greatest(
                lit(0.0),
                least(col(AMOUNT), lit((double) bound.total().getAsInt()).minus(col(BEFORE)))));
  }

  private Column quanta(Column amount) {
    return LdpColumns.call(
        "ldp_quanta", noise.quantizer(), "quanta", DataTypes.LongType, true, amount);
  }

  private ReleaseAnswer mean(ReleasePlan.Mean mean, Dataset<Row> values) {
    StructType schema = values.schema();
    Column vector = Columns.numberOrVector(mean.vector(), schema);
    Column quanta =
        LdpColumns.call(
            "ldp_vector_quanta",
            new VectorQuanta(mean.bound(), noise.quantizer()),
            "quanta",
            DataTypes.createArrayType(DataTypes.LongType, false),
            true,
            vector);
    Dataset<Row> rows = values.select(columns(plan.user(), quanta.as(VALUE)));
    requireSound(rows, coalesce(size(col(VALUE)), lit(0)).leq(0));
    List<Row> sums =
        rows.groupBy(columns(plan.user())) // a public hash chooses which row is a user's
            .agg(min_by(col(VALUE), xxhash64(columns(plan.user(), col(VALUE)))).as(VALUE))
            .select(posexplode(col(VALUE)).as(new String[] {CELL, AMOUNT}))
            .groupBy(CELL)
            .agg(sum(AMOUNT), count(lit(1)))
            .collectAsList();
    if (sums.isEmpty()) {
      throw Require.refusal("a mean needs users. Provided: none; nothing was released.");
    }
    long[] totals = new long[mean.size()];
    sums.forEach(row -> totals[row.getInt(0)] = row.getLong(1));
    double users = sums.get(0).getLong(2);
    double middle = mean.bound().middle();
    double[] estimates = Arrays.stream(drawn(totals, users)).map(x -> middle + x).toArray();
    double standardError = noise.standardDeviation() / users;
    int[] coordinates = IntStream.range(0, mean.size()).toArray();
    return new ReleaseAnswer(
        List.of(slice("all", coordinates, estimates, standardError)),
        standardError,
        noise.quantile(CONFIDENCE) / users);
  }

  /** Looks at the table once before anything is added up. */
  private void requireSound(Dataset<Row> rows, Column isOutside) {
    Column isNull = lit(false);
    for (String column : plan.user()) {
      isNull = isNull.or(Inputs.column(column).isNull());
    }
    Row seen = rows.agg(count_if(isNull), count_if(isOutside)).head();
    long nulls = seen.getLong(0);
    long outside = seen.getLong(1);
    if (nulls > 0) {
      throw Require.refusal(
          "every row must say whose it is. Provided: %s rows with NULL in %s; nothing was"
              + " released.",
          nulls, String.join(", ", plan.user()));
    }
    if (outside > 0 && plan.outside().isFail()) {
      throw Require.refusal(
          "the plan takes no rows outside its domain, without a value, or with one that is"
              + " not finite (outside = fail). Provided: %s such rows; nothing was released.",
          outside);
    }
  }

  private static Column[] columns(List<String> names, Column... more) {
    return Stream.concat(names.stream().map(Inputs::column), Arrays.stream(more))
        .toArray(Column[]::new);
  }

  private Dataset<Row> table(ReleaseAnswer result) {
    StructType schema = new StructType();
    List<String> names = columns(plan);
    int numbers = names.size() - plan.statistic().names(0).size();
    for (int i = 0; i < names.size(); i++) {
      boolean isNumber = i >= names.size() - numbers;
      boolean isLevel = !isNumber && plan.statistic().names(0).get(i) instanceof Long;
      schema =
          schema.add(
              names.get(i),
              isNumber ? DataTypes.DoubleType : isLevel ? DataTypes.LongType : DataTypes.StringType,
              false);
    }
    return spark.createDataFrame(
        rows(plan, result).stream().map(row -> RowFactory.create(row.toArray())).toList(), schema);
  }

  /** The columns of a released table. */
  public static List<String> columns(ReleasePlan plan) {
    List<String> columns = new ArrayList<>(plan.statistic().nameColumns());
    columns.addAll(List.of("estimate", "standard_error", "lower", "upper"));
    if (plan.denoiser().isPresent()) {
      columns.add("denoised");
    }
    return columns;
  }

  /** The rows of a released table, by cells. */
  public static List<List<Object>> rows(ReleasePlan plan, ReleaseAnswer result) {
    List<List<Object>> rows = new ArrayList<>(Collections.nCopies(plan.statistic().size(), null));
    for (Slice slice : result.slices) {
      for (int i = 0; i < slice.cells.length; i++) {
        List<Object> row = new ArrayList<>(plan.statistic().names(slice.cells[i]));
        double estimate = slice.estimates[i];
        row.addAll(
            List.of(
                estimate,
                result.standardError,
                estimate - result.halfWidth,
                estimate + result.halfWidth));
        if (plan.denoiser().isPresent()) {
          row.add(slice.denoised[i]);
        }
        rows.set(slice.cells[i], row);
      }
    }
    return rows;
  }
}
