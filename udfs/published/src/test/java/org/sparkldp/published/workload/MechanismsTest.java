package org.sparkldp.published.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.analysis.MechanismMaker;
import org.sparkldp.analysis.Mechanisms;
import org.sparkldp.analysis.Optimizer;
import org.sparkldp.analysis.Performance;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.analysis.ShiftsTest;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.strategy.Reconstruction;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;

/** The default mechanism against all others, and every mechanism as a strategy. */
@Tag("long")
class MechanismsTest {
  private static final SearchOptions QUICK = new SearchOptions(SearchOptions.Goal.WORST, 20, 1);

  @ParameterizedTest
  @CsvSource({
    "histogram,16,0.5",
    "prefix,8,0.5",
    "prefix,16,4",
    "all-range,16,1",
    "all-marginals,16,2",
    "marginals-2,16,4",
    "parity-3,16,1",
    "2*prefix+histogram,9,1",
  })
  void theDefaultIsTheLowestOfAll(String name, int n, double epsilon) {
    Workload workload = Workloads.parse(name, n);
    Bounds bounds = Optimizer.bounds(workload, epsilon);
    Performance best = outcome(StrategyRequest.OPTIMIZED, workload, epsilon).performance();
    for (String mechanism : Mechanisms.names()) {
      if (Mechanisms.applies(mechanism, workload)) {
        Mechanisms.MechanismOutcome other = outcome(mechanism, workload, epsilon);
        assertTrue(other.performance().objective() >= bounds.lower() * (1 - 1e-9), mechanism);
        assertTrue(best.worst() <= other.performance().worst() * (1 + 1e-9), mechanism);
      }
    }
  }

  private static Mechanisms.MechanismOutcome outcome(
      String mechanism, Workload workload, double epsilon) {
    return Mechanisms.of(mechanism, workload, epsilon, QUICK, Progress.SearchListener.NONE);
  }

  static List<String> mechanisms() {
    return Mechanisms.names();
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  void everyMechanismWithAMatrixBecomesAStrategyThatReadsWhatItWrites(String mechanism) {
    Workload workload = Workloads.parse("prefix", 8);
    StrategyFile file =
        MechanismMaker.make(
            new StrategyRequest(1.25, workload, mechanism), QUICK, Progress.SearchListener.NONE);
    Strategy strategy = file.strategy();
    assertTrue(strategy.exactEpsilon() <= 1.25 && strategy.exactEpsilon() > 1.25 - 1e-6);
    double[] people = {5, 0, 3, 1, 4, 1, 5, 9};
    Reconstruction exact = strategy.reconstruct(strategy.expectedCounters(people));
    assertArrayEquals(people, exact.data(), 1e-6);
    // The certified integers have the performance of the design.
    double sum = 0;
    for (long i = 0; i < workload.queries(); i++) {
      sum += exact.variance(workload.query(i));
    }
    double[] variances = outcome(mechanism, workload, 1.25).performance().variances();
    double expected = 0;
    for (int u = 0; u < people.length; u++) {
      expected += people[u] * variances[u];
    }
    assertEquals(expected, sum, 1e-4 * expected);
    assertEquals(mechanism, file.mechanism());
    assertFalse(file.notes().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "factorization(epsilon=1,workload=all-range,domain=6,mechanism=rappor)",
        "factorization(epsilon=1,workload=all-marginals,domain=8,attributes=2x2x2,mechanism=fourier)",
        "factorization(epsilon=1,workload=prefix,domain=4,mechanism=matrix-l1)",
        "factorization(epsilon=1,workload=prefix,domain=4,mechanism=matrix-l2)"
      })
  void noReportShiftsMoreThanStatedAndOneShiftsThatMuch(String spec) {
    ShiftsTest.assertExact(Protocols.of(spec), 1e-8);
  }
}
