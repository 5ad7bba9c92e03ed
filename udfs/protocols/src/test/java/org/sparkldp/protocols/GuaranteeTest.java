package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuaranteeTest {

  /** Never rounded down, and never above the claim. */
  @ParameterizedTest
  @CsvSource({
    "1.0, 0.9999999999951834, 1.0",
    "1.0, 0.5000001, 0.500001",
    "0.12345678, 0.12345671, 0.12345678",
    "2.0, 0.0, 0.0"
  })
  void peopleReadTheExactEpsilonRoundedUp(double claim, double exact, String text) {
    assertEquals(text, Guarantee.pure(claim, exact).exactText());
  }

  @Test
  void theExactEpsilonIsWithinTheClaim() {
    assertThrows(IllegalArgumentException.class, () -> Guarantee.pure(1, 1.0000001));
  }
}
