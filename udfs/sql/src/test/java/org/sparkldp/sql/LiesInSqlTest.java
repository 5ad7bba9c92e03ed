package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.value;

import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Alarm;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;

/** Evidence about fake reports in SQL is what it is without Spark, partitions merged. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class LiesInSqlTest {
  private static final String PEOPLE = "range(0, 12000, 1, 5)";

  private static String report(String spec, String fake) {
    return "CASE WHEN id % 10 = 0 THEN "
        + fake
        + " ELSE ldp_randomize(id % 12, '"
        + spec
        + "', id, 'a') END";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "oue(epsilon=1.0,k=12) | unbase64('BwA=')",
        "subset(epsilon=1.0,k=12) | unbase64('BwA=')",
        "hadamard(epsilon=1.0,k=12) | 3",
        "olh(epsilon=1.0,k=12) | 0",
        "olh(epsilon=1.0,k=12,hash=seeded) | 3L"
      })
  void evidenceIsThatOfTheAlarmWithoutSpark(String spec, String fake) {
    String reports = report(spec, fake);
    Row found =
        inBothModes(
            () ->
                rows("SELECT a.chance, a.fakes, a.shifts FROM (SELECT ldp_alarm(ldp_evidence(%s,"
                            .formatted(reports)
                        + " '"
                        + spec
                        + "')) AS a FROM "
                        + PEOPLE
                        + ")")
                    .get(0));
    Alarm.Finding expected =
        find(Protocols.of(spec), rows("SELECT " + reports + " FROM " + PEOPLE));

    assertTrue(expected.isRaised());
    assertEquals(expected.chance(), found.getDouble(0));
    assertEquals(expected.fakes(), found.getDouble(1));
    assertArrayEquals(
        expected.shifts(), found.<Double>getList(2).stream().mapToDouble(x -> x).toArray());
  }

  private static <R> Alarm.Finding find(Protocol<?, R> protocol, List<Row> reports) {
    Alarm<R> alarm = protocol.alarm().orElseThrow();
    Accumulator<R> evidence = new Accumulator<>(protocol.spec(), "", alarm.evidence());
    for (Row row : reports) {
      @SuppressWarnings("unchecked") // of the protocol's type
      R report = (R) row.get(0);
      evidence.add(report);
    }
    return alarm.find(evidence);
  }

  @Test
  void evidenceOfPartsMerges() {
    String parts =
        "SELECT ldp_evidence(%s, 'oue(epsilon=1.0,k=12)') AS e FROM %s"
            .formatted(report("oue(epsilon=1.0,k=12)", "unbase64('BwA=')"), PEOPLE);
    assertEquals(
        value("SELECT hex(e) FROM (" + parts + ")"),
        value("SELECT hex(ldp_merge(e)) FROM (" + parts + " GROUP BY pmod(id, 7))"));
  }

  /** By the right refusal: each names what was wrong with this very statement. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT ldp_evidence(1, 'grr(epsilon=1.0,k=12)') | must have an alarm. Provided value:"
            + " grr(epsilon=1.0,k=12)",
        "SELECT ldp_evidence('1', 'hadamard(epsilon=1.0,k=12)') | requires the INT (a report of"
            + " hadamard",
        "SELECT ldp_evidence(99, 'hadamard(epsilon=1.0,k=12)') | must be a cell in [0, 16)",
        "SELECT ldp_evidence(unbase64('//8='), 'oue(epsilon=1.0,k=12)') | must have 12 bits in 2"
            + " bytes",
        "SELECT ldp_alarm(1) | requires the BINARY (what ldp_evidence returned)",
        "SELECT ldp_alarm(unbase64('BwA=')) | must be whole",
        "SELECT ldp_alarm(ldp_accumulate(1, 'grr(epsilon=1.0,k=12)')) | must have an alarm."
            + " Provided value: grr(epsilon=1.0,k=12)",
        "SELECT ldp_alarm(ldp_accumulate(unbase64('BwA='), 'oue(epsilon=1.0,k=12)')) | evidence"
            + " must be the alarm's own",
        "SELECT ldp_estimate(ldp_evidence(unbase64('BwA='), 'oue(epsilon=1.0,k=12)')) | must agree"
            + " with its spec. Found: oue(epsilon=1.0,k=12)"
      })
  void whatIsNoEvidenceIsRefused(String statement, String why) {
    Exception refusal = assertThrows(Exception.class, () -> rows(statement));
    StringBuilder all = new StringBuilder();
    for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
      all.append(cause.getMessage());
    }
    assertTrue(all.toString().contains(why), all.toString());
  }
}
