package org.sparkldp.protocols.accounting.amplification;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.OutputTable;
import org.sparkldp.protocols.random.SimulationSource;

class AmplificationTest {
  private static final double DELTA = 1e-8;

  private static Shuffled shuffled(String spec) {
    return new Shuffled(table((CellProtocol) Protocols.of(spec)));
  }

  private static double[][] table(CellProtocol protocol) {
    return OutputTable.of(protocol);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rr(epsilon=1.0); 7",
        "rr(epsilon=3.0); 5",
        "grr(epsilon=1.0,k=3); 5",
        "grr(epsilon=0.5,k=4); 4",
        "grr(epsilon=2.0,k=5); 3",
        "hadamard(epsilon=1.0,k=2,blocks=1); 4",
        "hadamard(epsilon=1.0,k=3,blocks=1); 5",
        "hadamard(epsilon=1.5,k=4,blocks=2); 3",
        "hadamard(epsilon=1.5,k=3,blocks=2); 3",
        "hadamard(epsilon=2.5,k=4,blocks=4); 3",
        "pgr(epsilon=2.0,k=3,q=3,size=1); 5",
        "pgr(epsilon=1.0,k=4,q=2); 3",
        "pgr(epsilon=1.5,k=3,q=5,size=2); 3",
        "olh(epsilon=1.0,k=3,g=3); 4",
        "olh(epsilon=2.0,k=4,g=3); 2",
        "olh(epsilon=1.0,k=3,g=4); 3",
      })
  void theWorstShuffledHistogramLiesBetweenTheBounds(String spec, int most) {
    Shuffled exact = shuffled(spec);
    for (int n = 1; n <= most; n++) {
      for (double delta : new double[] {0.3, 0.1, 0.03, 0.01, 0.001}) {
        Amplification bound = Amplification.of(Protocols.of(spec), n, delta);
        String where = spec + ", " + n + " people, delta " + delta;
        // Where nothing is amplified delta is 0: epsilon is the report's own.
        double above = exact.worst(n, Math.exp(bound.epsilon()));
        assertTrue(above <= bound.delta() + 1e-12, where + ": " + above);
        double below = exact.worst(n, Math.exp(bound.lower()));
        assertTrue(bound.lower() == 0 || below >= delta * (1 - 1e-9), where + ": " + below);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rr(epsilon=1.0)",
        "grr(epsilon=1.0,k=3)",
        "hadamard(epsilon=1.0,k=3,blocks=1)",
        "hadamard(epsilon=2.5,k=4,blocks=4)",
        "pgr(epsilon=1.0,k=4,q=2)",
        "olh(epsilon=1.0,k=3,g=3)"
      })
  void theHistogramIsWhatTheAccumulatorHolds(String spec) {
    CellProtocol protocol = (CellProtocol) Protocols.of(spec);
    Accumulator<Integer> accumulator = protocol.newAccumulator();
    long[] histogram = new long[protocol.cells()];
    SimulationSource source = new SimulationSource(17);
    for (int person = 0; person < 1000; person++) {
      int report = protocol.randomize(person % protocol.k(), source);
      accumulator.add(report);
      histogram[report]++;
    }
    assertArrayEquals(histogram, accumulator.counts());
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "grr(epsilon=1.0,k=3); 0.00442",
        "grr(epsilon=1.0,k=16); 0.00219",
        "grr(epsilon=1.0,k=256); 0.000526",
        "hadamard(epsilon=1.0,k=256); 0.00347",
        "olh(epsilon=1.0,k=256); 0.00343",
      })
  void atAMillionPeopleTheBoundsAreWithinOneFiftieth(String spec, double epsilon) {
    Amplification bound = Amplification.of(Protocols.of(spec), 1_000_000, DELTA);
    assertTrue(bound.isAmplified());
    assertEquals(epsilon, bound.epsilon(), epsilon / 100);
    assertTrue(bound.epsilon() / bound.lower() <= 1.02, bound.toString());
    assertTrue(bound.epsilon() >= bound.lower(), bound.toString());
  }

  @Test
  void thePublishedNumbersAreThere() {
    assertEquals(0.0268, Amplification.closedForm(1, 1_000_000, DELTA).orElseThrow(), 5e-5);
    Amplification any = Amplification.ofAny(1, 1_000_000, DELTA);
    assertEquals(0.0050, any.epsilon(), 5e-5);
    assertEquals(0.0044, any.lower(), 5e-5);
    assertEquals(Optional.empty(), Amplification.closedForm(4, 1000, DELTA));
  }

  @Test
  void morePeopleHideAPersonBetter() {
    double before = 1;
    for (long people : List.of(1_000L, 10_000L, 100_000L, 1_000_000L)) {
      double epsilon = Amplification.of(Protocols.of("rr(epsilon=1.0)"), people, DELTA).epsilon();
      assertTrue(epsilon < before);
      before = epsilon;
    }
  }

  /**
   * What a bound costs is runs times the width of a law: of a billion no more than of a million.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "grr(epsilon=1.0,k=16); 1.01",
        "hadamard(epsilon=1.0,k=16); 1.01",
        "olh(epsilon=1.0,k=64); 1.01",
        "rr(epsilon=1.0); 1.07",
      })
  void ofVeryManyPeopleBoundsAreAsNarrowAndAsQuick(String spec, double ratio) {
    Amplification million = Amplification.of(Protocols.of(spec), 1_000_000, DELTA);
    long people = 1_000_000_000;
    Amplification bound = Amplification.of(Protocols.of(spec), people, DELTA);
    assertTrue(bound.epsilon() >= bound.lower(), bound.toString());
    assertTrue(bound.epsilon() / bound.lower() <= ratio, bound.toString());
    double fewer = Math.sqrt(people / 1e6); // times less, in the limit
    assertEquals(million.epsilon() / fewer, bound.epsilon(), 0.4 * bound.epsilon());
    assertEquals(
        bound.epsilon(), Amplification.atMost(Protocols.of(spec), people, DELTA).epsilon());
    assertTrue(work(people) <= 1.4 * work(1_000_000), "" + work(people));
    assertEquals(0, Amplification.atMost(Protocols.of(spec), 1_000_000, DELTA).lower());
  }

  private static double work(long people) {
    BinomialLaw law = BinomialLaw.of(people, 0.5);
    return (double) BinomialLaw.runs(96, people) * (law.to() - law.from());
  }

  @Tag("slow")
  @Test
  void theMostPeopleAreStillCounted() {
    double p = Math.E;
    ShuffleLaw law = ShuffleLaw.atMost(p, 1 / (p + 1));
    assertTrue(law.most(Amplification.MOST_PEOPLE, Math.exp(4e-5)) < 1e-8);
    assertTrue(law.most(Amplification.MOST_PEOPLE, Math.exp(3e-5)) > 1e-8);
  }

  @Test
  void whereAConditionIsNotMetEpsilonIsTheReportsOwn() {
    List<String> others = new ArrayList<>();
    others.add("oue(epsilon=1.0,k=16)"); // sums of bits: less than the histogram of reports
    others.add("subset(epsilon=1.0,k=16)");
    others.add("gaussian-noise(epsilon=1.0,delta=0.00001,lower=0,upper=1)");
    for (String spec : others) {
      Amplification bound = Amplification.of(Protocols.of(spec), 1_000_000, DELTA);
      assertFalse(bound.isAmplified(), spec);
      assertEquals(1, bound.epsilon(), spec);
      assertEquals(Protocols.of(spec).guarantee().delta(), bound.delta(), spec);
      assertTrue(bound.reason().orElseThrow().contains("shuffled histogram"), spec);
    }
    Amplification few = Amplification.of(Protocols.of("grr(epsilon=1.0,k=3)"), 10, DELTA);
    assertFalse(few.isAmplified());
    assertEquals(Protocols.of("grr(epsilon=1.0,k=3)").guarantee().exactEpsilon(), few.epsilon());
    assertEquals(0, few.delta());
    assertTrue(few.reason().orElseThrow().contains("too few people"));
  }

  @Test
  void aDeltaOrPeopleOutOfRangeAreRefused() {
    var protocol = Protocols.of("rr(epsilon=1.0)");
    for (double delta : new double[] {0, 1, -1, 1e-21, Double.NaN}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> Amplification.of(protocol, 1000, delta),
          "" + delta);
    }
    assertThrows(IllegalArgumentException.class, () -> Amplification.of(protocol, 0, DELTA));
  }
}
