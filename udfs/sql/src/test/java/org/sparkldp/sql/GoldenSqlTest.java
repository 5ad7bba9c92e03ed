package org.sparkldp.sql;

import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.value;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
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
  @Test
  void reportsAccumulatorsAndEstimatesAreTheSameOnEveryLineOfSpark() throws Exception {
    StringBuilder golden = new StringBuilder();
    for (Protocol<?, ?> protocol : SqlContractTest.protocols().toList()) {
      golden.append(block(protocol)).append('\n');
    }
    DocPage.checkText(GOLDEN, golden.toString());
  }

  private static String block(Protocol<?, ?> protocol) throws Exception {
    String spec = "'" + protocol.spec() + "'";
    SqlContract.people(protocol).createOrReplaceTempView("golden");
    String report = "ldp_randomize(x, %s, %s, 'a')";
    String accumulator = "ldp_accumulate(%s, %s)".formatted(report.formatted(spec, "id"), spec);
    StringBuilder reports = new StringBuilder();
    for (String id : List.of("id", "text")) {
      for (Row row :
          rows("SELECT %s FROM golden ORDER BY n".formatted(report.formatted(spec, id)))) {
        reports.append(row.get(0) instanceof byte[] bits ? hex(bits) : row.get(0)).append(' ');
      }
    }
    StringBuilder estimates = new StringBuilder();
    for (Row row : rows("SELECT inline(ldp_estimate(%s)) FROM golden".formatted(accumulator))) {
      estimates.append(row.getString(0));
      for (int column = 1; column < row.length(); column++) {
        // Platforms may differ in the last digits of a logarithm.
        estimates.append(String.format(Locale.ROOT, " %.9e", row.getDouble(column)));
      }
      estimates.append('\n');
    }
    return "%s\nreports %s\naccumulator %s\nestimates %s\n"
        .formatted(
            protocol.spec(),
            digest(reports.toString()),
            digest((String) value("SELECT hex(%s) FROM golden".formatted(accumulator))),
            digest(estimates.toString()));
  }

  private static String digest(String text) throws Exception {
    return hex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
