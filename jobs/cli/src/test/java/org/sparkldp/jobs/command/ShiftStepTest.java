package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Resilient;
import org.sparkldp.sql.SparkTest;

/**
 * The step {@code shift-per-percent}: estimates with the most that fake reports may have shifted.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("long")
class ShiftStepTest {
  private static final int PEOPLE = 2400;

  @RegisterExtension static final Sandbox BOX = new Sandbox();

  @BeforeAll
  static void lay() {
    BOX.table(
        "people",
        "SELECT id AS user_id, chr(97 + CAST(pmod(id, 12) AS INT)) AS phone FROM range("
            + PEOPLE
            + ")");
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
            .facet(Resilient.class)
            .flatMap(known -> known.shiftPerPercent(PEOPLE))
            .orElseThrow();
    double[] shifts = ended.column("shift_per_percent");
    Arrays.sort(stated); // counts are printed from the largest down
    Arrays.sort(shifts);
    assertArrayEquals(stated, shifts, 1e-6 * stated[stated.length - 1]);
    String page = BOX.read(protocol + "/page");
    assertFalse(page.contains("made consistent (shift-per-percent)"), "a shift is no answer");
  }
}
