package org.sparkldp.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.MatrixWorkload;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;

/** The default mechanism. */
@Tag("long")
class OptimizerTest {
  private static final SearchOptions QUICK = new SearchOptions(SearchOptions.Goal.WORST, 20, 1);

  private static Mechanisms.MechanismOutcome outcome(
      String mechanism, Workload workload, double epsilon) {
    return Mechanisms.of(mechanism, workload, epsilon, QUICK, Progress.SearchListener.NONE);
  }

  @Test
  void histogramAndParityAreSolvedExactly() {
    for (String name : List.of("histogram", "parity")) {
      Workload workload = Workloads.parse(name, 64);
      Optimizer.OptimizedDesign result =
          Optimizer.optimize(workload, 1, QUICK, Progress.SearchListener.NONE);
      assertEquals(1, result.bounds().gap(result.performance().objective()), 1e-9);
    }
  }

  /** What nobody asks to distinguish shares a column, and nothing is lost. */
  @Test
  void itemsThatNoQueryDistinguishesShareTheirLaw() {
    MatrixWorkload four = MatrixWorkload.readCsv("1,0,0,0\n1,1,0,0\n1,1,1,0\n1,1,1,1\n", 4);
    MatrixWorkload twelve =
        MatrixWorkload.readCsv(
            """
            1,1,0,0,0,0,0,0,0,0,0,0
            1,1,1,1,1,0,0,0,0,0,0,0
            1,1,1,1,1,1,0,0,0,0,0,0
            1,1,1,1,1,1,1,1,1,1,1,1
            """,
            12);
    Optimizer.OptimizedDesign small =
        Optimizer.optimize(four, 1, QUICK, Progress.SearchListener.NONE);
    Optimizer.OptimizedDesign large =
        Optimizer.optimize(twelve, 1, QUICK, Progress.SearchListener.NONE);
    Design.DenseDesign design = (Design.DenseDesign) large.design();
    for (int o = 0; o < design.outputs(); o++) {
      assertEquals(design.q()[o * 12], design.q()[o * 12 + 1]);
      assertEquals(design.q()[o * 12 + 6], design.q()[o * 12 + 11]);
    }
    assertEquals(1, large.performance().worst() / small.performance().worst(), 0.02);
    // The wrong twin: items that are distinguished do not.
    boolean differ = false;
    for (int o = 0; o < design.outputs(); o++) {
      differ |= design.q()[o * 12 + 1] != design.q()[o * 12 + 2];
    }
    assertTrue(differ);
  }

  @Test
  void aSearchThatIsStoppedReturnsTheBestSoFar() {
    Workload workload = Workloads.parse("prefix", 32);
    int[] calls = new int[1];
    Optimizer.OptimizedDesign stopped =
        Optimizer.optimize(workload, 1, QUICK, progress -> ++calls[0] < 8);
    Performance competitor = outcome("hierarchical", workload, 1).performance();
    assertTrue(calls[0] <= 12, calls[0] + " calls");
    assertTrue(stopped.performance().worst() <= competitor.worst());
  }

  /** Counted seconds end a search at the same place, however long it takes. */
  @Test
  void aCountedSearchIsTheSameEachTime_andSoIsItsStrategy() {
    Workload workload = Workloads.parse("prefix", 80);
    SearchOptions counted = SearchOptions.counted(0.2);
    Optimizer.OptimizedDesign first =
        Optimizer.optimize(workload, 2, counted, Progress.SearchListener.NONE);
    Optimizer.OptimizedDesign slow = Optimizer.optimize(workload, 2, counted, OptimizerTest::tarry);
    assertEquals(first.made(), slow.made());
    assertEquals(
        Strategy.certify(first.design(), 2).fingerprint(),
        Strategy.certify(slow.design(), 2).fingerprint());
    // The wrong twin: seconds of the clock are over after a few steps.
    SearchOptions clock = new SearchOptions(SearchOptions.Goal.WORST, 0.2, 1);
    Optimizer.OptimizedDesign other = Optimizer.optimize(workload, 2, clock, OptimizerTest::tarry);
    assertFalse(other.made().equals(first.made()), other.made());
  }

  private static boolean tarry(Progress progress) {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  /** The answer of ten counted seconds, beside the shipped one, which had no such limit. */
  @ParameterizedTest
  @CsvSource({"64,0.5", "64,2", "64,4", "128,1", "128,2", "128,4"})
  void aQuickAnswerIsPrivate_andWithin5PercentOfTheBest(int n, double epsilon) {
    Workload workload = Workloads.parse("prefix", n);
    StrategyRequest request = new StrategyRequest(epsilon, workload, StrategyRequest.OPTIMIZED);
    StrategyFile quick =
        MechanismMaker.make(request, SearchOptions.quick(n), Progress.SearchListener.NONE);
    assertTrue(quick.strategy().exactEpsilon() <= epsilon);
    String people = "people needed for a normalised variance of 0.01, worst case";
    double best = Double.parseDouble(ShippedStrategiesTest.of(request).notes().get(people));
    double reached = Double.parseDouble(quick.notes().get(people));
    assertTrue(reached <= 1.05 * best, reached + ", best " + best);
    // The wrong twin: a search that is cut short is not.
    double cut =
        Optimizer.optimize(workload, epsilon, SearchOptions.counted(1e-3), p -> true)
            .performance()
            .sampleComplexityWorst(workload.queries(), MechanismMaker.ALPHA);
    assertTrue(cut > 1.05 * best, cut + ", best " + best);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nosuch", "", "paper"})
  void anUnknownMechanismIsRefused(String name) {
    Workload workload = Workloads.parse("prefix", 8);
    String message =
        assertThrows(IllegalArgumentException.class, () -> outcome(name, workload, 1)).getMessage();
    assertTrue(
        message.startsWith("a mechanism must be one of optimized, randomized-response"), message);
    assertTrue(message.endsWith("is in spark-ldp-lab.jar."), message);
  }

  @Test
  void aLargeWorkloadWithoutSymmetryIsRefused() {
    Workload workload = Workloads.parse("prefix", 2000);
    String message =
        assertThrows(IllegalArgumentException.class, () -> Optimizer.bounds(workload, 1))
            .getMessage();
    assertTrue(message.contains("at most 1024 items"), message);
  }
}
