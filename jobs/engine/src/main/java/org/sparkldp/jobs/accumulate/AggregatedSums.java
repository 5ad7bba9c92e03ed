package org.sparkldp.jobs.accumulate;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Observed;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.store.Sum;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Counts of reports by cell, or of sets of one size by member, that somebody else has added up,
 * such as a secure aggregator or a shuffler, as an accumulator. Nobody here sees a report; a batch
 * counts once, by its id.
 *
 * @param version 1
 * @param spec of the plan's protocol
 * @param fingerprint of the plan
 * @param batch names these sums, and no others of the plan and period
 * @param period where the plan has one, else empty
 * @param n reports
 * @param counts of each cell or member, in order
 */
public record AggregatedSums(
    int version,
    String spec,
    String fingerprint,
    String batch,
    String period,
    long n,
    List<Long> counts) {
  private static final String NOTE =
      "counts came from an aggregator; nobody has seen that they are of reports, one a person";

  public AggregatedSums {
    period = Objects.requireNonNullElse(period, "");
    Require.that(
            version == 1
                && spec != null
                && fingerprint != null
                && counts != null
                && !counts.contains(null))
        .orRefuse(
            "sums must have version 1, spec, fingerprint, batch, n and counts. Provided: version"
                + " %s, or a field that is not there.",
            version);
    Require.that(n > 0).orRefuse("sums must be of n reports, at least 1. Provided value: %s.", n);
    Require.that(batch != null && batch.matches("[!-~]{1,128}"))
        .orRefuse("a batch of sums must have an id of 1 to 128 characters from ! to ~.");
  }

  /** Reads the JSON of sums. */
  public static AggregatedSums read(String json) {
    try {
      return JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build()
          .readValue(json, AggregatedSums.class);
    } catch (JsonProcessingException e) {
      if (e.getCause() instanceof IllegalArgumentException refusal) {
        throw refusal;
      }
      throw Require.refusal(
          "sums must be one JSON object with the fields version, spec, fingerprint, batch, period, n"
              + " and counts, each once, and whole numbers.");
    }
  }

  /** Adds the sums to the accumulators in a folder, or finds that they are there. */
  public Accumulated addTo(SparkSession spark, Plan plan, Days days, Output output) {
    Accumulator<?> accumulator = accumulator(plan);
    Require.that(plan.hasPeriods() ? !days.isAll() && days.contains(period) : period.isEmpty())
        .orRefuse(
            "sums must be of a period that --days names, and of none where the plan has none."
                + " Provided value: '%s'.",
            period);
    List<Run> runs = output.runs();
    String content = ProtocolSpec.fingerprintOf(batch, period, "" + n, counts.toString());
    for (Run run : runs) {
      AccumulateRecord there = run.as(AccumulateRecord.class);
      if (!there.plan().equals(fingerprint) || !there.notes().contains(NOTE)) {
        throw new Refusal(
            "sums from an aggregator must have a folder of their own, of one plan. The folder holds"
                + " others; choose another, and give both to estimate.");
      }
      if (there.of().contains(id())) {
        if (there.ofContent().contains(content)) {
          return new Accumulated(plan, output.name(), n, n);
        }
        throw new Refusal(
            "a batch id names one set of sums. The folder holds other sums of this batch; nothing"
                + " was written.");
      }
    }
    int number = runs.stream().mapToInt(Run::number).max().orElse(-1) + 1;
    Output.Beside beside = new Output.Beside(plan.text(), Attached.of(plan.protocol()));
    return output
            .append(
                "",
                number,
                beside,
                staging ->
                    output.recorded("").equals(runs)
                        ? Output.WriteResult.of(
                            write(spark, plan, accumulator, content, staging), true)
                        : Output.WriteResult.nothing(false))
            .flatMap(Output.WriteResult::run)
            .isPresent()
        ? new Accumulated(plan, output.name(), n, 0)
        : addTo(spark, plan, days, output); // another process was faster
  }

  /** Names the batch among those of all plans and periods. */
  private String id() {
    return ProtocolSpec.fingerprintOf(fingerprint, period, batch);
  }

  /** Of the counts; refuses those that are not of the plan's reports. */
  Accumulator<?> accumulator(Plan plan) {
    Require.that(fingerprint.equals(plan.fingerprint()))
        .orRefuse(
            "sums must have the plan's fingerprint. Provided: %s.",
            fingerprint.length() == 64 ? "another plan's" : "no plan's");
    Require.that(spec.equals(plan.protocol().spec().toString()))
        .orRefuse(
            "sums must have the plan's spec, %s. Provided value: %s.",
            plan.protocol().spec(), ProtocolSpec.parse(spec));
    Require.that(plan.numbers().isEmpty())
        .orRefuse(
            "sums of cells do not hold a plan's numbers; ingest its reports, or leave numbers out."
                + " Provided: %s.",
            plan.numbers());
    Accumulator<?> none = plan.protocol().newAccumulator(plan.context(period));
    Layout<?> layout = plan.protocol().layout();
    boolean areCells = plan.protocol().reportType().kind() == ReportType.ReportCarrier.CELL;
    Require.that(areCells || layout.ones().isPresent())
        .orRefuse(
            "sums must be of a protocol whose reports are cells, or sets of one size. Provided"
                + " value: %s.",
            spec);
    int last = counts.size() - 1;
    boolean isOfEach =
        areCells
            ? layout.acceptsCell(last) && !layout.acceptsCell(last + 1)
            : last + 1 == layout.width();
    BigInteger sum =
        counts.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    BigInteger all = BigInteger.valueOf(n).multiply(BigInteger.valueOf(layout.ones().orElse(1)));
    Require.that(isOfEach && sum.equals(all) && counts.stream().allMatch(c -> c >= 0 && c <= n))
        .orRefuse(
            "sums must have a count from 0 to n for each cell or member, %s together. Provided: %s"
                + " counts, %s together.",
            all, last + 1, sum);
    if (!areCells) {
      return none.restored(n, counts.stream().mapToLong(Long::longValue).toArray());
    }
    for (int cell = 0; cell <= last; cell++) {
      none.addCell(cell, counts.get(cell));
    }
    return none;
  }

  private AccumulateRecord write(
      SparkSession spark, Plan plan, Accumulator<?> accumulator, String content, String staging) {
    Stopwatch since = Stopwatch.start();
    StructType schema = new StructType().add("plan", DataTypes.StringType);
    List<Object> row = new ArrayList<>(List.of(fingerprint));
    if (plan.hasPeriods()) {
      schema = schema.add(plan.period(), DataTypes.StringType);
      row.add(period);
    }
    schema = schema.add("n", DataTypes.LongType).add("accumulator", DataTypes.BinaryType);
    row.add(n);
    row.add(accumulator.toBytes());
    Dataset<Row> made = spark.createDataFrame(List.of(RowFactory.create(row.toArray())), schema);
    Observation observed = new Observation();
    made.observe(observed, Sum.of(Sum.word(schema)).as("sum"))
        .write()
        .parquet(staging + "/" + Accumulation.ACCUMULATORS);
    return new AccumulateRecord(
        AccumulateRecord.COMMAND,
        fingerprint,
        List.of(id()),
        List.of(content),
        n,
        List.of(),
        List.of(),
        "",
        List.of(),
        List.of(),
        Map.of(Accumulation.ACCUMULATORS, Sum.read(Observed.by(observed).get("sum"))),
        List.of(NOTE),
        since.seconds());
  }
}
