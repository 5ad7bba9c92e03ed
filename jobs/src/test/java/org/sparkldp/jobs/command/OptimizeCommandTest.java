package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sparkldp.analysis.MechanismMaker;
import org.sparkldp.analysis.Optimizer;
import org.sparkldp.analysis.Progress;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.Workloads;

/** Which strategy a plan gets. */
class OptimizeCommandTest {

  @Test
  void theStrategyAtHandIsTaken_butMadeAgainForWhoAsksForMoreSeconds() {
    StrategyRequest request = request(9, 1.25);
    StrategyFile half =
        MechanismMaker.make(request, Optimizer.Options.counted(0.5), Progress.Listener.NONE);
    Strategies.store(request, half);
    assertEquals(half, OptimizeCommand.obtain(request, Optional.empty()));
    assertEquals(half, OptimizeCommand.obtain(request, Optional.of(0.25)));
    StrategyFile more = OptimizeCommand.obtain(request, Optional.of(1.0));
    assertEquals(1, MechanismMaker.secondsAsked(more));
    assertEquals(more, OptimizeCommand.obtain(request, Optional.empty()));
  }

  @Test
  void aCommonStrategyIsThereAtOnce_byItsRequestAndByItsName() {
    StrategyRequest request = request(256, 1);
    StrategyFile file = Strategies.cached(request).orElseThrow();
    assertEquals(256, file.workload().domain());
    String name = Strategies.name(file.strategy());
    assertEquals(name, Strategies.name(Strategies.named(name).strategy()));
    // The wrong twin: an uncommon epsilon.
    assertTrue(Strategies.cached(request(256, 1.0625)).isEmpty());
  }

  @Test
  void noSecondsAreNoSearch() {
    assertThrows(
        IllegalArgumentException.class,
        () -> OptimizeCommand.obtain(request(9, 1.25), Optional.of(0.0)));
  }

  private static StrategyRequest request(int domain, double epsilon) {
    return new StrategyRequest(
        epsilon, Workloads.parse("prefix", domain), StrategyRequest.OPTIMIZED);
  }
}
