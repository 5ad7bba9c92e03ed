package org.sparkldp.functions;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Audited;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.ExampleValues;
import org.sparkldp.protocols.ForLife;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Postprocessed;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.ValueType;
import org.sparkldp.protocols.random.RandomSource;

/** The jar of plain functions: small, alone, and of the same bytes as the whole. */
class FunctionsJarIT {
  private static final Path JAR = Path.of(System.getProperty("functions.jar"));
  private static final long MOST_BYTES = 500_000;
  private static final int REPORTS = 300;
  private static final String RR = "rr(epsilon=1.0)";

  @Test
  void isSmallAndNeedsNothing() throws Exception {
    assertTrue(Files.size(JAR) <= MOST_BYTES, Files.size(JAR) + " bytes");
    try (FileSystem jar = FileSystems.newFileSystem(JAR);
        Stream<Path> all = Files.walk(jar.getPath("/"))) {
      TreeSet<String> folders = new TreeSet<>();
      all.filter(file -> file.toString().endsWith(".class"))
          .forEach(file -> folders.add(file.getParent().toString()));
      assertEquals(
          new TreeSet<>(List.of("/org/sparkldp/functions", "/org/sparkldp/functions/shaded")),
          folders);
    }
    URL[] jar = {JAR.toUri().toURL()};
    try (URLClassLoader alone = new URLClassLoader(jar, ClassLoader.getPlatformClassLoader())) {
      Class<?> ldp = alone.loadClass("org.sparkldp.functions.Ldp");
      for (String spec : plain().toList()) {
        Object report =
            ldp.getMethod("randomize", Double.class, String.class).invoke(null, 0.0, spec);
        String said =
            (String)
                ldp.getMethod("estimate", Map.class, String.class)
                    .invoke(null, Map.of(report, 3L), spec);
        assertTrue(said.startsWith("[{\"item\":\""), said);
        assertEquals(
            Protocols.of(spec).guarantee().exactEpsilon(),
            ldp.getMethod("epsilon", String.class).invoke(null, spec));
      }
    }
  }

  private static Stream<String> examples() {
    return Protocols.declarations().stream().flatMap(one -> one.examples().stream());
  }

  private static Stream<String> plain() {
    return examples().filter(FunctionsJarIT::isPlain);
  }

  /** One cell, one round, one cohort, nothing beside the spec, of one number. */
  private static boolean isPlain(String spec) {
    Protocol<?, ?> protocol;
    try {
      protocol = Protocols.of(spec);
    } catch (IllegalArgumentException needsAnotherJar) {
      return false;
    }
    return protocol.reportType().kind() == ReportType.ReportCarrier.CELL
        && protocol.valueType() != ValueType.VECTOR
        && protocol.facet(Attached.class).isEmpty()
        && protocol.facet(InRounds.class).isEmpty()
        && protocol.facet(ForLife.class).isEmpty()
        && Audited.cohorts(protocol).size() == 1;
  }

  @Test
  void reportsAndEstimatesAreThoseOfTheWhole() throws Exception {
    for (String spec : examples().toList()) {
      if (isPlain(spec)) {
        assertSame(Protocols.of(spec));
      } else {
        assertTrue(refusal(0.0, spec).startsWith("plain functions take protocols"), spec);
      }
    }
  }

  @SuppressWarnings("unchecked") // reports are cells
  private static void assertSame(Protocol<?, ?> any) throws Exception {
    var protocol = (Protocol<Object, Integer>) any;
    String spec = protocol.spec().toString();
    SplittableRandom here = new SplittableRandom(7);
    SplittableRandom there = new SplittableRandom(7);
    RandomSource coins =
        new RandomSource() {
          @Override
          public long nextLong() {
            return here.nextLong();
          }
        };
    List<Object> values = ExampleValues.of(protocol);
    Map<String, Long> counts = new HashMap<>();
    Accumulator<Integer> reports = protocol.newAccumulator();
    for (int i = 0; i < REPORTS; i++) {
      Object value = values.get(i % values.size());
      int expected = protocol.randomizer().randomize(value, coins);
      int report = Ldp.randomize(((Number) value).doubleValue(), spec, there::nextLong);
      assertEquals(expected, report, spec);
      reports.add(expected);
      counts.merge(String.valueOf(report), 1L, Long::sum); // as Snowflake's objects have them
    }
    Estimate estimate = protocol.estimate(reports);
    double[] best = Postprocessed.best(protocol, estimate);
    JsonNode said = new ObjectMapper().readTree(Ldp.estimate(counts, spec));
    assertEquals(best.length, said.size(), spec);
    for (int i = 0; i < best.length; i++) {
      Estimate.Row row = estimate.rows().get(i);
      JsonNode one = said.get(i);
      assertEquals(row.item(), one.get("item").asText());
      assertEquals(row.estimate(), one.get("estimate").asDouble());
      assertEquals(row.standardError(), one.get("standard_error").asDouble());
      assertEquals(row.lower(), one.get("lower").asDouble());
      assertEquals(row.upper(), one.get("upper").asDouble());
      assertEquals(best[i], one.get("best").asDouble());
    }
  }

  private static String refusal(Double value, String spec) {
    return assertThrows(IllegalArgumentException.class, () -> Ldp.randomize(value, spec))
        .getMessage();
  }

  @Test
  void whatIsWrongIsRefusedWithoutAValue() {
    assertNull(Ldp.randomize(null, RR));
    assertNull(Ldp.estimate(null, RR));
    for (double wrong : new double[] {0.5, 7, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e300}) {
      String said = refusal(wrong, RR);
      assertTrue(said.contains("not shown"), said);
      assertTrue(!said.contains(String.valueOf(wrong)), said);
    }
    assertTrue(refusal(7.5, "mean(epsilon=1.0,lower=0.0,upper=1.0)").contains("not shown"));
    for (Map<?, ?> counts :
        List.of(
            Map.of(7, 1),
            Map.of(1L << 33, 1),
            Map.of("one", 1),
            Map.of(1, -3),
            Map.of(0, 1.9),
            Map.of(0.5, 1),
            Map.of(0, Double.NaN),
            Map.of(0, Double.POSITIVE_INFINITY),
            Map.of(0, new BigDecimal("18446744073709551617")), // 2^64 + 1
            Map.of(0, new BigDecimal("1e999999999")))) {
      String said =
          assertThrows(IllegalArgumentException.class, () -> Ldp.estimate(counts, RR)).getMessage();
      assertTrue(said.endsWith("."), said);
    }
    assertThrows(IllegalArgumentException.class, () -> Ldp.estimate(Map.of(), RR));
    // Engines whose only number is a double, or a decimal, give whole ones in these.
    String said = Ldp.estimate(Map.of(0, 40, 1, 60), RR);
    assertEquals(said, Ldp.estimate(Map.of(0.0, 40.0, 1.0, new BigDecimal("60.00")), RR));
    assertTrue(refusal(0.0, null).startsWith("a protocol must be given"));
    assertThrows(IllegalArgumentException.class, () -> Ldp.epsilon(null));
    assertThrows(IllegalArgumentException.class, () -> Ldp.estimate(Map.of(0, 1), null));
  }

  /**
   * A filter on the report, over a function that is declared as the page says, and over its twin.
   */
  @Test
  @Tag("slow")
  void aFilterOnTheReportKeepsThatReport() {
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            // Which Spark 4.2 has so as to evaluate once, and no engine promises.
            .config("spark.sql.optimizer.avoidDoubleFilterEval", "false")
            .getOrCreate();
    try {
      Dataset<Row> people = spark.range(20_000).select(col("id").mod(2).cast("double").as("v"));
      assertEquals(
          0, others(people.select(draw().asNondeterministic().apply(col("v")).as("report"))));
      // Each of 10,000 rows or so that it keeps is drawn again, and is the other one with
      // probability 0.27 or more: fewer than 1,000 are not seen once in 10^300 runs.
      long others = others(people.select(draw().apply(col("v")).as("report")));
      assertTrue(others > 1_000, others + " others");

      spark.udf().registerJava("plain_estimate", EstimateUdf.class.getName(), DataTypes.StringType);
      spark.udf().registerJava("plain_epsilon", EpsilonUdf.class.getName(), DataTypes.DoubleType);
      Row said =
          spark
              .sql(
                  "SELECT plain_estimate(map(0, 40L, 1, 60L), '"
                      + RR
                      + "'), plain_epsilon('"
                      + RR
                      + "')")
              .head();
      assertEquals(Ldp.estimate(Map.of(0, 40, 1, 60), RR), said.get(0));
      assertEquals(Ldp.epsilon(RR), said.get(1));
    } finally {
      spark.stop();
    }
  }

  private static UserDefinedFunction draw() {
    return udf((UDF1<Double, Integer>) value -> Ldp.randomize(value, RR), DataTypes.IntegerType);
  }

  private static long others(Dataset<Row> reports) {
    return reports.filter("report = 1").collectAsList().stream()
        .filter(row -> row.getInt(0) != 1)
        .count();
  }
}
