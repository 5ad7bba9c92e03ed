package org.sparkldp.lab;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ValueType;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.ReportColumns;
import org.sparkldp.sql.RowRandomizer;

/**
 * The cost of privacy in SQL: privatize and accumulate, keyed, through SQL over a stored table
 * (columns id BIGINT, item INT), beside the plain count of the same column and beside {@link Naive}
 * randomizers.
 *
 * <p>Cases run in turn, round after round, after two rounds that are not counted; a case's figure
 * is the median over rounds of its ratio to the plain count of the same round. Figures of a machine
 * that had other work to do are not given: {@link OtherLoad} says so instead.
 */
public final class HistogramBench {
  private static final String PLAIN = "plain count";
  private static final String REPORTS = "bench_reports_";

  /** Rounds before those that are counted: the compiler is done after them. */
  private static final int WARM_UP = 2;

  private final SparkSession spark;
  private final KeyLocation key;

  /**
   * @param key of the made-up people
   */
  public HistogramBench(SparkSession spark, KeyLocation key) {
    this.spark = spark;
    this.key = key;
  }

  /**
   * One case.
   *
   * @param rows of the table
   * @param name what was run
   * @param cpuNanosPerRow median over rounds, of the process, garbage collection and compilation
   *     included
   * @param wallSeconds median over rounds
   * @param ratio median over rounds of CPU time over that of the plain count
   * @param otherLoad share of the machine that other programs had while it was measured; NaN where
   *     the system does not say
   */
  record Measurement(
      long rows,
      String name,
      double cpuNanosPerRow,
      double wallSeconds,
      double ratio,
      double otherLoad) {}

  /**
   * The time of a case in a round.
   *
   * @param cpuSeconds of the process, all threads together: what a shared machine's other load
   *     disturbs least
   */
  private record Time(double cpuSeconds, double wallSeconds) {
    private static final OperatingSystemMXBean SYSTEM =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    static Time of(Runnable work) {
      long wall = System.nanoTime();
      long cpu = SYSTEM.getProcessCpuTime();
      work.run();
      return new Time((SYSTEM.getProcessCpuTime() - cpu) / 1e9, (System.nanoTime() - wall) / 1e9);
    }
  }

  /**
   * Times the specs and the naive oracles against the plain count, and the count that reads ids.
   */
  List<Measurement> run(String table, List<String> specs, List<Naive> naives, int rounds) {
    Dataset<Row> people = spark.read().parquet(table);
    people.createOrReplaceTempView("bench");
    long rows = people.count();
    Map<String, Runnable> cases = new LinkedHashMap<>();
    cases.put(PLAIN, () -> collect("SELECT item, count(*) FROM bench GROUP BY item"));
    cases.put(
        "count that reads ids",
        () -> collect("SELECT item, count(*), max(id) FROM bench GROUP BY item"));
    for (String spec : specs) {
      Protocol<?, ?> protocol = Protocols.of(spec);
      String view = REPORTS + cases.size();
      people.select(report(protocol).as("report")).createOrReplaceTempView(view);
      String statement = statement(protocol, view);
      cases.put(protocol.spec().toString(), () -> collect(statement));
    }
    for (Naive naive : naives) {
      cases.put(naive.name(), () -> naive.count(people));
    }
    for (int round = 0; round < WARM_UP; round++) {
      cases.values().forEach(Runnable::run);
    }
    OtherLoad load = OtherLoad.start();
    List<Map<String, Time>> measured = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      Map<String, Time> times = new LinkedHashMap<>();
      cases.forEach((name, work) -> times.put(name, Time.of(work)));
      measured.add(times);
    }
    double otherLoad = load.share();
    List<Measurement> figures = new ArrayList<>();
    for (String name : cases.keySet()) {
      figures.add(
          new Measurement(
              rows,
              name,
              median(measured.stream().mapToDouble(t -> t.get(name).cpuSeconds())) * 1e9 / rows,
              median(measured.stream().mapToDouble(t -> t.get(name).wallSeconds())),
              median(
                  measured.stream()
                      .mapToDouble(t -> t.get(name).cpuSeconds() / t.get(PLAIN).cpuSeconds())),
              otherLoad));
    }
    return figures;
  }

  /** What {@code ldp_randomize(item, spec, id)} is, under the benchmark's own key. */
  private Column report(Protocol<?, ?> protocol) {
    RowRandomizer randomizer = RowRandomizer.keyed(protocol, key, protocol.spec() + "\nitem");
    return protocol.valueType() == ValueType.NUMBER
        ? ReportColumns.randomize(randomizer, col("item").cast("double"), lit(0), col("id"))
        : ReportColumns.randomize(randomizer, col("item").cast("long"), col("id"));
  }

  /** The statement a user would write over reports. */
  private static String statement(Protocol<?, ?> protocol, String reports) {
    String spec = "'" + protocol.spec().toString().replace("'", "\\'") + "'";
    return "SELECT ldp_accumulate(report, " + spec + ") FROM " + reports;
  }

  private void collect(String sql) {
    List<Row> rows = spark.sql(sql).collectAsList();
    if (rows.isEmpty()) {
      throw new IllegalStateException("a benchmark's statement must return something");
    }
  }

  private static double median(DoubleStream numbers) {
    double[] sorted = numbers.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Machine, Java and Spark, for the head of a result. */
  public Map<String, String> frame() {
    Map<String, String> frame = new LinkedHashMap<>();
    frame.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    frame.put("processor", processor());
    frame.put("cores", "" + Runtime.getRuntime().availableProcessors());
    frame.put("heap_mib", "" + (Runtime.getRuntime().maxMemory() >> 20));
    frame.put("java", System.getProperty("java.vm.version"));
    frame.put("spark", spark.version() + ", " + spark.sparkContext().master());
    return frame;
  }

  private static String processor() {
    try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch"); // not Linux
    }
  }
}
