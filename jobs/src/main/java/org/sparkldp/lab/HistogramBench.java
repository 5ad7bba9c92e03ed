package org.sparkldp.lab;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ValueType;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.LdpColumns;
import org.sparkldp.sql.RowRandomizer;

/**
 * What does privacy cost in SQL? Privatize and accumulate, keyed, through SQL over a stored table
 * (columns id BIGINT, item INT), beside the plain count of the same column.
 *
 * <p>Cases run in turn, round after round, after one round that is not counted; a case's figure is
 * the median over rounds of its ratio to the plain count of the same round.
 */
public final class HistogramBench {
  private static final String REPORTS = "bench_reports_";

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
   * @param name what was run
   * @param cpuNanosPerRow median over rounds
   * @param wallSeconds median over rounds
   * @param ratio median over rounds of CPU time over that of the plain count
   */
  public record Figure(String name, double cpuNanosPerRow, double wallSeconds, double ratio) {}

  /** Times the specs against the plain count and against the count that also reads the ids. */
  public List<Figure> run(String table, List<String> specs, int rounds) {
    Dataset<Row> people = spark.read().parquet(table);
    people.createOrReplaceTempView("bench");
    long rows = people.count();
    Map<String, String> cases = new LinkedHashMap<>();
    cases.put("plain count", "SELECT item, count(*) FROM bench GROUP BY item");
    cases.put("count that reads ids", "SELECT item, count(*), max(id) FROM bench GROUP BY item");
    for (String spec : specs) {
      Protocol<?, ?> protocol = Protocols.of(spec);
      String view = REPORTS + cases.size();
      people.select(report(protocol).as("report")).createOrReplaceTempView(view);
      cases.put(protocol.spec().toString(), statement(protocol, view));
    }
    List<Map<String, CpuClock.Time>> measured = new ArrayList<>();
    for (int round = 0; round <= rounds; round++) {
      Map<String, CpuClock.Time> times = new LinkedHashMap<>();
      cases.forEach((name, sql) -> times.put(name, CpuClock.of(() -> collect(sql))));
      if (round > 0) {
        measured.add(times);
      }
    }
    List<Figure> figures = new ArrayList<>();
    for (String name : cases.keySet()) {
      figures.add(
          new Figure(
              name,
              median(measured.stream().mapToDouble(t -> t.get(name).cpuSeconds())) * 1e9 / rows,
              median(measured.stream().mapToDouble(t -> t.get(name).wallSeconds())),
              median(
                  measured.stream()
                      .mapToDouble(
                          t -> t.get(name).cpuSeconds() / t.get("plain count").cpuSeconds()))));
    }
    return figures;
  }

  /** What {@code ldp_randomize(item, spec, id)} is, under the benchmark's own key. */
  private Column report(Protocol<?, ?> protocol) {
    RowRandomizer randomizer = RowRandomizer.keyed(protocol, key, protocol.spec() + "\nitem");
    return protocol.valueType() == ValueType.NUMBER
        ? LdpColumns.randomize(randomizer, col("item").cast("double"), lit(0), col("id"))
        : LdpColumns.randomize(randomizer, col("item").cast("long"), col("id"));
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

  private static double median(java.util.stream.DoubleStream numbers) {
    double[] sorted = numbers.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Machine, Java and Spark, for the head of a result. */
  public String frame() {
    return String.join(
        "; ",
        Arrays.asList(
            "processor " + processor(),
            Runtime.getRuntime().availableProcessors() + " cores",
            "heap at most " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB",
            "Java " + System.getProperty("java.vm.version"),
            "Spark " + spark.version() + ", " + spark.sparkContext().master()));
  }

  private static String processor() {
    try (var lines = java.nio.file.Files.lines(java.nio.file.Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (java.io.IOException e) {
      return System.getProperty("os.arch"); // not Linux
    }
  }
}
