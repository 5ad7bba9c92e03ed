package org.sparkldp.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.ProtocolLaws;
import org.sparkldp.protocols.audit.Law;

/**
 * What is true of every protocol, which is inherited, and what is true of this one. The inherited
 * laws take the examples from its declaration, and the test vectors from {@code vectors}.
 */
class PaleyResponseTest extends ProtocolLaws {
  PaleyResponseTest() {
    super(new PaleyResponse.PaleyCatalogue(), "org.sparkldp.example", Path.of(""));
  }

  @ParameterizedTest
  @CsvSource({"2,3", "3,3", "4,7", "8,11", "12,19", "31,31", "32,43", "4096,4099"})
  void aReportIsACellOfTheNextPrimeOfTheForm(int k, int cells) {
    assertEquals(cells, PaleyResponse.DECLARATION.of(1, k).cells());
  }

  /** As the inherited law has it for the examples, and at the ends of the range. */
  @ParameterizedTest
  @CsvSource({"1e-6,5", "0.5,2", "1,11", "3,20", "20,7"})
  void theClaimIsSpentAtEveryEpsilon(double epsilon, int k) {
    PaleyResponse oracle = PaleyResponse.DECLARATION.of(epsilon, k);
    List<Law<Integer>> laws =
        IntStream.range(0, k).mapToObj(item -> Law.of(s -> oracle.randomize(item, s))).toList();
    double exact = oracle.guarantee().exactEpsilon();
    assertEquals(exact, Law.epsilon(laws), 4 * Math.ulp(exact));
    assertTrue(exact <= epsilon && exact > epsilon - 1e-9, () -> epsilon + " " + exact);
  }

  @Test
  void everyItemSharesAsManyCellsWithEveryOther() {
    PaleyResponse oracle = PaleyResponse.DECLARATION.of(1, 20);
    int m = oracle.cells();
    for (int item = 1; item < 20; item++) {
      int other = item;
      long apart =
          IntStream.range(0, m).filter(cell -> oracle.contrast(cell, 0, other) > 0).count();
      assertEquals((m - 1) / 2 - (m - 3) / 4, apart);
    }
  }

  @Test
  void aDomainThatIsTooLargeIsRefused() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> PaleyResponse.DECLARATION.of(1, 4097));
    assertEquals(
        "k (items of the domain) must be between 2 and 4096. Provided value: 4097. For a larger"
            + " domain use hadamard or olh.",
        refusal.getMessage());
  }
}
