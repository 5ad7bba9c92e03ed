package org.sparkldp.protocols.postprocess;

import java.util.Arrays;
import org.sparkldp.protocols.Estimate;

/**
 * {@code clip}: each number into [0, n], on its own. Never farther from the truth than the raw
 * number is; but the sum comes out too large, since what lies below 0 is cut and what lies above
 * the truth stays. (The paper's Base-Pos, with the upper bound added.)
 */
public final class Clip implements Consistency {

  @Override
  public String name() {
    return "clip";
  }

  @Override
  public String description() {
    return "each number into [0, n]; the sum is left as it falls";
  }

  @Override
  public double[] apply(Estimate raw) {
    return Arrays.stream(raw.estimates()).map(x -> Math.max(0, Math.min(raw.n(), x))).toArray();
  }
}
