package org.sparkldp.jobs.accumulate;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Fixture;

/** Sums that are not those of a plan's reports are refused before anything is written. */
class AggregatedSumsTest {
  private static final Plan PLAN =
      Fixture.plan("protocol = \"grr(epsilon=20.0)\"", "public = [day]", "period = day");

  private static final String RIGHT =
      ("{\"version\":1,\"spec\":\"grr(epsilon=20.0,k=5)\",\"fingerprint\":\"%s\",\"batch\":\"b-1\","
              + "\"period\":\"2026-01-01\",\"n\":100,\"counts\":[60,30,10,0,0]}")
          .formatted(PLAN.fingerprint());

  private static void add(String json, Plan plan) {
    AggregatedSums.read(json).addTo(null, plan, Days.of(List.of("2026-01-01")), null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      quoteCharacter = '~',
      value = {
        "100>101>n = 101",
        "[60,30>[60,31>0 or more, n together",
        "[60,30>[160,-70>0 or more, n together",
        "[60,>[null,>a field that is not there",
        "[60,>[60.5,>whole numbers",
        "[60,>[9223372036854775807,>0 or more, n together",
        ",0]>]>4 cells",
        "[60,30,10,0,0]>[]>0 cells",
        ",0]>,0,0]>6 cells",
        "\"version\":1>\"version\":2>version 2",
        "epsilon=20.0>epsilon=19.0>the plan's spec, grr(epsilon=20.0,k=5). Provided value: grr(epsilon=19.0",
        "\"fingerprint\":\">\"fingerprint\":\"0>the plan's fingerprint. Provided: no plan's",
        "2026-01-01>2026-01-09>that --days names",
        "\"n\":100>\"n\":100,\"n\":100>each once",
        "\"n\":100>\"n\":100,\"m\":1>one JSON object with the fields",
        "b-1>b 1>1 to 128 characters",
        "\"batch\":\"b-1\">\"batch\":null>1 to 128 characters",
        "]}>]}{}>one JSON object",
        "\"counts\":[60,30,10,0,0]>\"counts\":null>a field that is not there",
      })
  void refusesWhatIsNotOfThePlan(String text, String other, String sentence) {
    assertTrue(RIGHT.contains(text), text);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> add(RIGHT.replace(text, other), PLAN));
    assertTrue(refused.getMessage().contains(sentence), refused.getMessage());
  }

  @Test
  void refusesReportsThatAreNoCells() {
    Plan bits = Fixture.plan("protocol = \"oue(epsilon=1.0)\"");
    String sums =
        RIGHT
            .replace(PLAN.fingerprint(), bits.fingerprint())
            .replace("grr(epsilon=20.0,k=5)", "oue(epsilon=1.0,k=5)")
            .replace("\"period\":\"2026-01-01\",", "");
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> add(sums, bits))
            .getMessage()
            .contains("cells"));
  }

  /** The right ones get as far as the folder, which is not there. */
  @Test
  void takesWhatIs() {
    assertThrows(NullPointerException.class, () -> add(RIGHT, PLAN));
  }
}
