package org.sparkldp.jobs.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Which oracle for a histogram? All known ones under one epsilon and domain, ranked by the standard
 * error of a rare item, without any data.
 */
public final class HistogramDesign {
  /**
   * People on whom the variance is computed before it is scaled; large, so that rounding is none.
   */
  private static final long REFERENCE = 1_000_000_000_000L;

  private HistogramDesign() {}

  /**
   * All oracles that take (epsilon, k), and rr where k is 2, by the error of the frequency of an
   * item that few hold, a fraction of people; the best first.
   */
  public static List<DesignRow> rank(double epsilon, int k) {
    List<DesignRow> rows = new ArrayList<>();
    IllegalArgumentException outOfRange = null;
    for (ProtocolProvider provider : Protocols.providers()) {
      boolean takesK = provider.parameters().contains(Parameter.K);
      if (!takesK && !(provider.name().equals("rr") && k == 2)) {
        continue;
      }
      ProtocolSpec spec = ProtocolSpec.named(provider.name()).with("epsilon", epsilon);
      Protocol<?, ?> protocol;
      try {
        protocol = Protocols.of(takesK ? spec.with("k", k) : spec);
      } catch (IllegalArgumentException e) {
        outOfRange = e; // of this oracle's range; told below if it is out of every one's
        continue;
      }
      if (protocol instanceof FrequencyOracle<?> oracle) {
        rows.add(
            new DesignRow(
                oracle.spec(), rareItemVariance(oracle) / REFERENCE, oracle.reportType().bytes()));
      }
    }
    if (rows.isEmpty() && outOfRange != null) {
      throw outOfRange;
    }
    rows.sort(Comparator.comparingDouble(DesignRow::variancePerPerson));
    return rows;
  }

  /** Variance of item 0, which nobody holds, the others evenly spread. */
  private static double rareItemVariance(FrequencyOracle<?> oracle) {
    long[] counts = new long[oracle.k()];
    Arrays.fill(counts, 1, counts.length, REFERENCE / (counts.length - 1));
    return oracle.variances(counts)[0];
  }
}
