package org.sparkldp.jobs.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PrivacyTest {
  private static Privacy at(double epsilon, double delta) {
    return new Privacy("The one report of a person", 1, epsilon, delta, List.of());
  }

  @Test
  void oddsMoveByTheFactorThatEpsilonAllows() {
    assertEquals(
        List.of(
            "The one report of a person is protected at epsilon 1: whoever sees it can change the"
                + " odds that they gave to one answer against another by a factor of 2.72 at"
                + " most."),
        at(1, 0).sentences());
    for (Privacy.Belief belief : at(Math.log(3), 0).beliefs()) {
      double odds = belief.before() / (1 - belief.before());
      assertEquals(3 * odds, belief.most() / (1 - belief.most()), 1e-12);
      assertEquals(odds / 3, belief.least() / (1 - belief.least()), 1e-12);
    }
    assertEquals(0.75, at(Math.log(3), 0).beliefs().get(2).most(), 1e-12, "3 to 1");
  }

  @Test
  void weakProtectionAndDeltaAreSaid() {
    assertFalse(at(2.9, 0).sentences().toString().contains("weak protection"));
    assertTrue(at(3, 0).sentences().toString().contains("weak protection"));
    assertTrue(
        at(1, 1e-6).sentences().get(1).startsWith("Besides, delta = 1.0e-06: the probability"));
  }

  @Test
  void percentagesHaveTwoDigitsAndAreNeverCertain() {
    assertEquals("1.0 %", Privacy.percent(0.01));
    assertEquals("0.37 %", Privacy.percent(0.0037));
    assertEquals("73 %", Privacy.percent(0.731));
    assertEquals("99.66 %", Privacy.percent(0.99664));
    assertEquals("more than 99.99 %", Privacy.percent(0.999999));
    assertEquals("less than 0.01 %", Privacy.percent(1e-9));
  }

  @Test
  void whatIsNoGuaranteeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> at(0, 0));
    assertThrows(IllegalArgumentException.class, () -> at(1, 1));
  }
}
