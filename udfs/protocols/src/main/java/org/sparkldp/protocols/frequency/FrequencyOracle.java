package org.sparkldp.protocols.frequency;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol that estimates how many people hold each of k items.
 *
 * <p>Estimates: k rows, item v in row v, in users.
 *
 * @param <R> a report
 */
public abstract class FrequencyOracle<R> extends ItemProtocol<R> {

  protected FrequencyOracle(ProtocolSpec spec, Guarantee guarantee, int k) {
    super(spec, guarantee, k);
  }

  @Override
  public final double[] answers(long[] counts) {
    return Arrays.stream(counts).asDoubleStream().toArray();
  }

  /**
   * The difference of the two items' estimates from this report alone, in any unit. Oracles that
   * know it without estimating all k items say so.
   */
  @Override
  public double contrast(R report, int item, int other) {
    Accumulator<R> one = newAccumulator();
    one.add(report);
    List<Estimate.Row> rows = estimate(one).rows();
    return rows.get(item).estimate() - rows.get(other).estimate();
  }

  /** Refuses a domain size outside [2, limit], with a remedy. */
  protected static void requireK(int k, int limit, String remedy) {
    Require.that(k >= 2 && k <= limit)
        .orRefuse(
            "k (items of the domain) must be between 2 and %s. Provided value: %s. %s",
            limit, k, k < 2 ? "A domain of one item has nothing to ask." : remedy);
  }
}
