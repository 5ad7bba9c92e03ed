package org.sparkldp.jobs.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.sparkldp.analysis.amplification.Amplification;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.TestContext;

class AccumulatorsOnlyTest {
  private static Plan read(String more) {
    return new PlanReader(new TestContext(Path.of("")))
        .read(
            """
            name = few
            column = age
            id = user_id
            protocol = "hadamard(epsilon=1.0)"
            domain { type = range, from = 1, to = 4 }
            outside = fail
            randomness = keyed
            """
                + more,
            "a plan");
  }

  @Test
  void aPlanOfSeveralReportsAPersonCostsAllOfThem() {
    Plan once = read("");
    assertEquals(
        Amplification.of(once.protocol(), 1_000_000, 1e-8),
        AccumulatorsOnly.of(once, 1_000_000, 1e-8));
    Amplification all = AccumulatorsOnly.of(read("reports_per_person = 3"), 1_000_000, 1e-8);
    assertFalse(all.isAmplified());
    assertTrue(all.epsilon() >= 3, all.toString());
    assertTrue(all.reason().orElseThrow().contains("several reports"), all.toString());
  }
}
