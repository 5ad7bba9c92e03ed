package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/**
 * {@code ldp audit}: of protocols of numbers and queries, whose oracles' audits are elsewhere; and,
 * by {@code --pairs}, what somebody else's client leaks, from its reports alone.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
class AuditCommandTest {
  @RegisterExtension static final Sandbox BOX = new Sandbox();

  /** A client that shows the truth in three of four reports: its epsilon is ln 3, 1.0986. */
  @BeforeAll
  static void lay() {
    StringBuilder table = new StringBuilder("report,value,day\n");
    for (int i = 0; i < 40_000; i++) {
      String value = i % 2 == 0 ? "alice" : "bob";
      String other = i % 2 == 0 ? "bob" : "alice";
      boolean lies = i / 2 * 7919 % 4 == 3; // evenly spread
      table.append("said ").append(lies ? other : value).append(',').append(value).append(",1\n");
    }
    BOX.write("pairs.csv", table.toString());
  }

  @Test
  void aClaimBelowWhatIsShownIsRefutedAndNothingPrivateIsPrinted() {
    Ended refuted = BOX.ldp("audit --pairs @pairs.csv --epsilon 0.9 --format csv");
    Ended not = BOX.ldp("audit --pairs @pairs.csv --epsilon 1.1 --format csv").done();

    refuted.refused().shows(",above claim,2,40000,0.999999");
    not.shows(",not refuted,2,40000,0.999999");
    assertFalse((refuted.out() + refuted.err() + not.out() + not.err()).contains("alice"));
  }

  @Test
  void aDeltaIsTakenOff() {
    BOX.ldp("audit --pairs @pairs.csv --epsilon 0.9 --delta 0.5").done();
  }

  @Test
  void aTableWithoutTheColumnsIsRefusedWithoutNamingIts() {
    BOX.write("other.csv", "alice,cancer\n1,2\n");
    Ended ended = BOX.ldp("audit --pairs @other.csv --epsilon 1");

    ended.badInput("the columns value and report").keeps("alice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grr(epsilon=1.0,k=8)",
        "kv-gaussian(epsilon=1.0,sigma=1.0,range=100)",
        "hypercube(epsilon=1.0,d=4,radius=1)",
        "sq(epsilon=1.0,queries=3)",
      })
  void aClaimThatIsExactHoldsAndAMutantsIsRefused(String spec) {
    ldp("audit --spec %s --samples 0 --format csv", spec)
        .done()
        .shows("spec,claimed_epsilon,exact_epsilon,empirical_lower_bound,verdict", ",holds,");
    ldp("audit --spec %s --samples 0 --mutant 0.2", spec).refused().shows("above claim");
  }

  /** Reports of too many kinds for a sum over all of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "laplace-mean(epsilon=1.0,lower=0,upper=10)",
        "gaussian-noise(epsilon=1.0,delta=1e-5,lower=0,upper=10)",
        "uv-gaussian-1round(epsilon=1.0,sigma_min=1,sigma_max=4,range=10,users=1000)",
      })
  void aClaimThatIsSampledIsNotRefuted(String spec) {
    ldp("audit --spec %s --samples 100000 --format csv", spec).done().shows(",not refuted,");
  }

  @Test
  void theExactEpsilonOfManyQuantilesIsNearlyTheClaim() {
    String spec = "quantiles(epsilon=2,lower=0,upper=10,parts=4,cells=16,rounds=2)";
    String csv = ldp("audit --spec %s --samples 0 --format csv", spec).done().out();
    double exact = Ended.column(csv.replaceAll("\"[^\"]*\"", "s"), "exact_epsilon")[0];
    assertTrue(exact <= 2 && exact > 1.99, csv);
  }
}
