package org.sparkldp.protocols.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.wire.AccumulatorBytes;

class ReportVersionTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "l2-ball(epsilon=1.0,d=3,radius=1.0",
        "privunit(epsilon=1.0,d=3,radius=1.0",
        "laplace-vector(epsilon=1.0,d=3,radius=1.0",
        "gaussian-vector(epsilon=1.0,d=3,radius=1.0,delta=0.1",
        "poisson-regression(epsilon=1.0,p=3,radius=1.0,residual=1.0,users=20000",
      })
  void theCanonicalTextAlwaysSaysIt(String spec) {
    String said = spec + ",version=2)";

    assertEquals(said, Protocols.of(spec + ")").spec().toString());
    assertEquals(said, Protocols.of(said).spec().toString());
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Protocols.of(spec + ",version=1)"));
    assertTrue(refused.getMessage().contains("version must be 2"), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hypercube(epsilon=1.0,d=3,radius=1.0)",
        "one-coordinate(epsilon=1.0,d=3,radius=1.0)",
      })
  void whatHasNotChangedHasNone(String spec) {
    assertEquals(spec, Protocols.of(spec).spec().toString());
  }

  /** Its reports name other directions. */
  @Test
  void anAccumulatorThatSaysNoVersionIsRefused() {
    String spec = "privunit(epsilon=1.0,d=2,radius=1.0";
    long[] counters = {1, 2, 3, 4};
    byte[] before = new AccumulatorBytes(28, spec + ")", "", 1, counters).encode();
    byte[] now = new AccumulatorBytes(28, spec + ",version=2)", "", 1, counters).encode();
    Accumulator<?> sum = Protocols.of(spec + ")").newAccumulator();

    assertEquals(1, Protocols.readAccumulator(now).n());
    assertThrows(IllegalArgumentException.class, () -> Protocols.readAccumulator(before));
    assertThrows(IllegalArgumentException.class, () -> sum.merge(Protocols.readForMerging(before)));
  }
}
