package org.sparkldp.jobs.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.accounting.amplification.Amplification;
import org.sparkldp.sql.DocPage;

/** The numbers of the page on what accumulators give away. */
@Tag("long")
class AmplificationPageTest {
  private static final Path PAGE = DocPage.repository().resolve("udfs/docs/amplification.md");
  private static final double DELTA = 1e-8;

  @Test
  void thePageHoldsTheBounds() throws IOException {
    DocPage.check(
        PAGE, Map.of("one", AmplificationPageTest::one, "large", AmplificationPageTest::large));
  }

  @Test
  void theSnippetOfThePageIsRight() {
    Amplification seen = Amplification.of(Protocols.of("grr(epsilon=1.0,k=16)"), 1_000_000, DELTA);
    assertEquals(0.00219, seen.epsilon(), 5e-6);
    assertEquals(0.00219, seen.lower(), 5e-6);
    assertEquals(DELTA, seen.delta());
  }

  private static String one() {
    StringBuilder table =
        new StringBuilder(
            "| people | reports | upper | lower | upper / lower |\n|---:|---|---:|---:|---:|\n");
    for (long people : new long[] {10_000, 1_000_000}) {
      row(
          table,
          people,
          "closed form 2021",
          Amplification.closedForm(1, people, DELTA).orElseThrow(),
          0);
      row(table, people, "any protocol", n -> Amplification.ofAny(1, n, DELTA));
      for (String spec :
          new String[] {
            "rr(epsilon=1.0)",
            "grr(epsilon=1.0,k=3)",
            "grr(epsilon=1.0,k=256)",
            "hadamard(epsilon=1.0,k=256)"
          }) {
        row(table, people, "`" + spec + "`", of(spec));
      }
    }
    return table.toString().strip();
  }

  private static String large() {
    StringBuilder table =
        new StringBuilder(
            "| people | reports | upper | lower | upper / lower |\n|---:|---|---:|---:|---:|\n");
    for (String epsilon : new String[] {"2.0", "4.0"}) {
      row(
          table,
          1_000_000,
          "closed form 2021, epsilon " + epsilon,
          Amplification.closedForm(Double.parseDouble(epsilon), 1_000_000, DELTA).orElseThrow(),
          0);
      for (String name : new String[] {"grr", "hadamard"}) {
        String spec = name + "(epsilon=" + epsilon + ",k=256)";
        row(table, 1_000_000, "`" + spec + "`", of(spec));
      }
    }
    return table.toString().strip();
  }

  private static LongFunction<Amplification> of(String spec) {
    return people -> Amplification.of(Protocols.of(spec), people, DELTA);
  }

  private static void row(
      StringBuilder table, long people, String name, LongFunction<Amplification> at) {
    Amplification bound = at.apply(people);
    row(table, people, name, bound.epsilon(), bound.lower());
  }

  private static void row(
      StringBuilder table, long people, String name, double upper, double lower) {
    table.append(
        String.format(
            Locale.ROOT,
            "| %,d | %s | %s | %s | %s |%n",
            people,
            name,
            number(upper),
            lower == 0 ? "" : number(lower),
            lower == 0 ? "" : String.format(Locale.ROOT, "%.3f", upper / lower)));
  }

  /** Three digits. */
  private static String number(double value) {
    int zeros = (int) -Math.floor(Math.log10(value));
    return String.format(Locale.ROOT, "%." + Math.max(0, zeros + 2) + "f", value);
  }
}
