package org.sparkldp.optimizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.analysis.MechanismMaker;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.jobs.Ended;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.Workloads;

/** {@code ldp optimize}, what may be done with its file, and which strategy a plan gets. */
class OptimizeCommandTest {
  private final String before = System.getProperty(Strategies.PROPERTY);

  @TempDir Path folder;

  @BeforeEach
  void withoutStrategiesOfEarlierBuilds() {
    System.setProperty(Strategies.PROPERTY, folder.resolve("strategies").toString());
  }

  @AfterEach
  void asBefore() {
    System.setProperty(Strategies.PROPERTY, before);
  }

  @Test
  void aStrategyIsMadeOnceAndWritten() {
    Path file = folder.resolve("p.strategy");
    String optimize = "optimize --workload prefix --domain 11 --epsilon 1.5 --output %s";
    String first = ldp(optimize + " --seconds 1e6", file).done().out();
    assertTrue(first.contains("strategy: made now, written to " + file), first);
    assertTrue(first.contains("the best possible one: at most "), first);
    StrategyFile read = StrategyFile.read(file);
    assertEquals(11, read.workload().domain());
    assertTrue(read.strategy().exactEpsilon() <= 1.5);
    assertTrue(Double.parseDouble(read.notes().get("objective over bound")) >= 1);
    String cached = first.replace("made now", "cached");
    assertEquals(cached, ldp(optimize, file).done().keeps("had no part").out());
    assertEquals(cached, ldp(optimize + " --seed 2", file).done().says("had no part").out());
  }

  @Test
  void theSearchsOwnNumbersAreForWhoAsks() {
    String optimize = "optimize --workload prefix --domain 12 --epsilon 1.5 --seconds %s";
    Ended quiet = ldp(optimize, 2).done();
    Ended all = ldp(optimize + " --verbose", 2).done();
    for (String detail : List.of("objective: ", "rows: ", "lower bound: ", "strategy=")) {
      assertFalse(quiet.out().contains(detail), detail);
      assertTrue(all.out().contains(detail), detail);
    }
  }

  @Test
  void aStrategyFileIsAProtocolForAudit() {
    Path file = folder.resolve("m.strategy");
    ldp("optimize --workload marginals-2 --domain 8 --epsilon 1 --output %s", file).done();
    String spec = "strategy(file='" + file + "')";
    Ended audit = ldp("audit --samples 0 --spec %s --format csv", spec).done();
    audit.shows(",holds,");
    ldp("audit --samples 0 --spec %s --mutant 0.02 --format csv", spec).refused();
  }

  @Test
  void theStrategyAtHandIsTaken_butMadeAgainForWhoAsksForMoreSeconds() {
    StrategyRequest request = request(9, 1.25);
    StrategyFile half =
        MechanismMaker.make(request, SearchOptions.counted(0.5), Progress.SearchListener.NONE);
    Strategies.store(request, half);
    assertEquals(half, obtain(request, OptionalDouble.empty()));
    assertEquals(half, obtain(request, OptionalDouble.of(0.25)));
    StrategyFile more = obtain(request, OptionalDouble.of(1.0));
    assertEquals(1, more.secondsAsked());
    assertEquals(more, obtain(request, OptionalDouble.empty()));
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
        IllegalArgumentException.class, () -> obtain(request(9, 1.25), OptionalDouble.of(0.0)));
  }

  /** As commands that ask a plan do. */
  private static StrategyFile obtain(StrategyRequest request, OptionalDouble seconds) {
    return Strategies.cached(request, seconds)
        .orElseGet(
            () ->
                Strategies.store(
                    request, Strategies.maker(request).make(request, seconds, () -> true)));
  }

  private static StrategyRequest request(int domain, double epsilon) {
    return new StrategyRequest(
        epsilon, Workloads.parse("prefix", domain), StrategyRequest.OPTIMIZED);
  }
}
