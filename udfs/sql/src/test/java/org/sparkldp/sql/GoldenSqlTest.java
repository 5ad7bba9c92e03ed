package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sparkldp.sql.SparkTest.rows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Golden;
import org.sparkldp.protocols.Protocol;

/**
 * Every protocol's keyed reports, accumulators and estimates through SQL, in a file that each line
 * of Spark must give again. A changed line is a changed protocol, or a Spark that changes bytes.
 */
@ExtendWith(SparkTest.class)
class GoldenSqlTest {
  private static final Path GOLDEN =
      DocPage.repository().resolve("udfs/sql/src/test/resources/org/sparkldp/sql/golden.txt");

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void reportsAccumulatorsAndEstimatesAreTheSameOnEveryLineOfSpark(String ansi) throws Exception {
    SparkTest.startedWith("spark.sql.ansi.enabled", ansi); // off in Spark 3.5, on in 4
    Map<String, List<String>> golden = Golden.read(GOLDEN);
    Map<String, List<String>> found = new TreeMap<>();
    for (Protocol<?, ?> protocol : SqlContractTest.protocols().toList()) {
      found.put(protocol.spec().toString(), lines(protocol));
    }
    if (Golden.isToWrite(found.entrySet().containsAll(golden.entrySet()))) {
      golden = found;
      Files.writeString(GOLDEN, Golden.text(found));
    }
    assertEquals(golden, found, GOLDEN + " (-Dldp.golden.write=true writes new blocks)");
  }

  private static List<String> lines(Protocol<?, ?> protocol) throws Exception {
    String spec = "'" + protocol.spec() + "'";
    SqlContract.people(protocol).createOrReplaceTempView("golden");
    String report = "ldp_randomize(x, %s, %s, 'a')";
    String accumulator = "ldp_accumulate(%s, %s)".formatted(report.formatted(spec, "id"), spec);
    List<Row> both =
        rows(
            "SELECT %s, %s FROM golden ORDER BY n"
                .formatted(report.formatted(spec, "id"), report.formatted(spec, "text")));
    StringBuilder reports = new StringBuilder();
    for (int id = 0; id < 2; id++) {
      for (Row row : both) {
        reports.append(row.get(id) instanceof byte[] bits ? hex(bits) : row.get(id)).append(' ');
      }
    }
    List<Row> all =
        rows(
            "SELECT inline(%s(a)), hex(a) FROM (SELECT %s AS a FROM golden)"
                .formatted(SqlContract.estimating(protocol), accumulator));
    StringBuilder estimates = new StringBuilder();
    for (Row row : all) {
      estimates.append(row.getString(0));
      for (int column = 1; column < row.length() - 1; column++) {
        // Platforms may differ in the last digits of a logarithm.
        estimates.append(
            row.get(column) instanceof Double number
                ? String.format(Locale.ROOT, " %.9e", number)
                : " " + row.get(column));
      }
      estimates.append('\n');
    }
    return List.of(
        "reports " + digest(reports.toString()),
        "accumulator " + digest(all.get(0).getString(all.get(0).length() - 1)),
        "estimates " + digest(estimates.toString()));
  }

  private static String digest(String text) throws Exception {
    return hex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
