package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.catalogue.ProductProtocols;
import org.sparkldp.protocols.frequency.PureOracle;
import org.sparkldp.protocols.frequency.RandomSubset;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The laws of this module's protocols. */
class ProtocolLawsTest extends ProtocolLaws {
  ProtocolLawsTest() {
    super(
        new ProductProtocols(),
        "org.sparkldp.protocols",
        Path.of("..", "docs"),
        // The strategy of a file is read elsewhere.
        Elsewhere.and("strategy"));
  }

  /** The own cell or a neighbour's: neighbours share more cells than others do. */
  private static final class Wheel extends PureOracle<Integer> implements CellProtocol {
    private static final long NEAR = Thresholds.of(0.9);

    Wheel(int k) {
      super(
          ProtocolSpec.named("wheel").with("k", k),
          Guarantee.pure(1, 1),
          k,
          RandomSubset.support(k, 3, 1 - Thresholds.probability(NEAR)));
    }

    @Override
    public int cells() {
      return k();
    }

    @Override
    public int randomize(int item, RandomSource source) {
      boolean isNear = source.bernoulli(NEAR);
      int step = isNear ? source.uniform(3) - 1 : 2 + source.uniform(k() - 3);
      return Math.floorMod(item + step, k());
    }

    @Override
    public boolean supports(Integer cell, int item) {
      return Math.floorMod(cell - item + 1, k()) < 3;
    }
  }

  @Test
  void anOracleThatIsNotPureIsFoundAtAllSizesButOne() {
    assertTrue(assertPure(new Wheel(4))); // where any two items share two cells
    for (int k : new int[] {7, 16}) {
      Wheel wheel = new Wheel(k);
      assertTrue(
          assertThrows(AssertionError.class, () -> assertPure(wheel))
              .getMessage()
              .contains("must support item 1 of a person with 0"));
    }
  }
}
