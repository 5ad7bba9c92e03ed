package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.sql.SparkTest;

/**
 * People who lie, on the command line: whether it is seen, what it may have shifted, what is left.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("long")
class AlarmCommandTest {
  private static final int PEOPLE = 2400;

  @RegisterExtension static final Sandbox BOX = new Sandbox();

  @BeforeAll
  static void lay() {
    BOX.table(
        "people",
        "SELECT id AS user_id, id DIV 12 % 4 AS day, chr(97 + CAST(pmod(id, 12) AS INT)) AS phone"
            + " FROM range("
            + PEOPLE
            + ")");
    privatize("oue(epsilon=1.0)", "public = [day], period = day", "days");
  }

  /** Reports, under a plan whose estimates show the shift. */
  private static void privatize(String protocol, String more, String output) {
    BOX.write(
        output + ".conf",
        """
        name = phones
        column = phone
        id = user_id
        protocol = "%s"
        domain { type = list, items = [a, b, c, d, e, f, g, h, i, j, k, l] }
        outside = fail
        randomness = keyed
        postprocess = [shift-per-percent]
        %s
        """
            .formatted(protocol, more));
    BOX.ldp("privatize --plan @%s.conf --input @people --output @%s", output, output).done();
  }

  /** One in five is fake, and names items a, b and c. */
  @Test
  void fakeReportsThatComeInAreSeenAndTakenOff() {
    String spec = Protocols.of("oue(epsilon=1.0,k=12)").spec().toString();
    String envelope =
        "to_json(struct(1 AS version, '"
            + spec
            + "' AS spec, plan AS fingerprint, %s AS id,"
            + " CAST(day AS STRING) AS period, %s AS report)) AS value";
    BOX.table("days/reports").createOrReplaceTempView("made");
    spark()
        .sql(
            "SELECT %s FROM made UNION ALL SELECT %s FROM (SELECT *, row_number() OVER (ORDER BY"
                    .formatted(
                        envelope.formatted("hex(report_id)", "report"),
                        envelope.formatted("concat('fake', n)", "unbase64('BwA=')"))
                + " report_id) AS n FROM made) WHERE n <= 600")
        .write()
        .text(BOX.path("sent.jsonl"));
    BOX.ldp("ingest --plan @days.conf --input @sent.jsonl --output @sent --days 0..3").done();

    Ended honest = BOX.ldp("accumulate --check-fakes --input @days --format csv").done();
    Ended ended = BOX.ldp("accumulate --check-fakes --input @sent --format csv").done();
    honest.says("no alarm");
    honest.says("--targets 1,2,4,7,10 shows how often they are seen");
    ended.says("ALARM");
    double truth = PEOPLE / 12.0;
    double before = 0;
    double after = 0;
    for (int v = 0; v < 3; v++) {
      before += (ended.column("estimate")[v] - truth) / 3;
      after += (ended.column("repaired")[v] - truth) / 3;
    }
    assertTrue(before > 600 && Math.abs(after) < before / 2, before + " to " + after);
    assertArrayEquals(honest.column("estimate"), honest.column("repaired"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hadamard(epsilon=1.0)      | ",
        "loloha(epsilon=1.0)        | ",
        "factorization(epsilon=1.0) | task = workload, workload = prefix"
      })
  void estimatesCarryTheShiftIfAsked(String protocol, String more) {
    privatize(protocol, more == null ? "" : more, protocol);
    BOX.ldp("accumulate --input @%s --output @%s/sums", protocol, protocol).done();
    Ended ended =
        BOX.ldp(
                "estimate --input @%s/sums --output @%s/answers --format csv --html @%s/page",
                protocol, protocol, protocol)
            .done();

    double[] stated =
        Protocols.of(
                protocol.replace(
                    ")", more == null ? ",k=12)" : ",workload=prefix,domain=12,attributes=12)"))
            .shiftPerPercent(PEOPLE)
            .orElseThrow();
    double[] shifts = ended.column("shift_per_percent");
    Arrays.sort(stated); // counts are printed from the largest down
    Arrays.sort(shifts);
    assertArrayEquals(stated, shifts, 1e-6 * stated[stated.length - 1]);
    String page = BOX.read(protocol + "/page");
    assertFalse(page.contains("made consistent (shift-per-percent)"), "a shift is no answer");
  }

  @Test
  void theAlarmLooksAtTheDaysThatAreAskedFor() {
    BOX.ldp("accumulate --check-fakes --input @days").done().says("nothing in 2400 reports");
    BOX.ldp("accumulate --check-fakes --input @days --days 0,2..3")
        .done()
        .says("nothing in 1800 reports");
    BOX.ldp("accumulate --check-fakes --input @days --days 2,7")
        .badInput("Provided: [7]; privatize or ingest");
  }

  /** Its devices keep their coins, so that those of several days look like fake ones. */
  @Test
  void theAlarmOfRapporLooksAtOneDay() {
    privatize("rappor(epsilon=1.0)", "public = [day], period = day", "rappor");

    BOX.ldp("accumulate --check-fakes --input @rappor")
        .badInput("Provided periods: 4; name one with --days");
    BOX.ldp("accumulate --check-fakes --input @rappor --days 3")
        .done()
        .says("nothing in 600 reports");
  }

  @Test
  void aProtocolWithoutAlarmIsRefused() {
    privatize("grr(epsilon=1.0)", "", "grr");

    assertEquals(
        "", BOX.ldp("accumulate --check-fakes --input @grr").badInput("must have an alarm").out());
  }
}
