package org.sparkldp.published.keyvalue;

import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.frequency.BitCounts;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.sets.PairSets;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.sums.MeanBy;

/**
 * PCKV-UE with one pair a person: {@link MeanBy}, where each key of a report is named by a coin of
 * its own, the own one with probability 1/2 and another with b = 2/(e^epsilon + 3).
 *
 * <p>Guarantee: epsilon-LDP. Beside another person's, a report with the own key and its end has the
 * likelihood (1 − f)/b, f the chance of the wrong end, one with the other end f/b, and one without
 * it 1/(2 (1 − b)).
 *
 * <p>Source: Gu, Li, Cheng, Xiong &amp; Cao, "PCKV: Locally Differentially Private Correlated
 * Key-Value Data Collection with Optimized Utility", USENIX Security 2020, with the optimal budgets
 * of its unary encoding.
 */
public final class PckvUe {
  private static final long HALF = 1L << 63;

  private PckvUe() {}

  private static MeanBy of(Parameters given) {
    int k = given.integer(Parameter.K.name());
    return MeanBy.of(
        given,
        new PairSets(k, k, BitCounts.of(2 * k)),
        2 / (StrictMath.exp(given.epsilon()) + 3),
        b ->
            new MeanBy.Naming(
                new PureEstimator(.5, Thresholds.probability(b)),
                Epsilon.unsigned(-b).shiftLeft(1),
                Epsilon.unsigned(b),
                (key, source, keys) -> {
                  source.bernoulliBits(b, k, keys);
                  long own = source.bernoulli(HALF) ? 1 : 0;
                  keys[key >>> 6] = (keys[key >>> 6] & ~(1L << key)) | (own << key);
                }));
  }

  /** {@code pckv-ue(epsilon,k,lower,upper)}. */
  public static final Declaration<MeanBy> DECLARATION =
      Declaration.named("pckv-ue", 94, "PCKV-UE: counts, sums and means of a number by a key")
          .takes(
              Parameter.EPSILON,
              Parameter.K.to(1 << 15, "A report has two bits per key; merge keys."),
              NumberProtocol.LOWER,
              NumberProtocol.UPPER)
          .makes(PckvUe::of);
}
