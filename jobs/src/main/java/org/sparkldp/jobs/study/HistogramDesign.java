package org.sparkldp.jobs.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.sparkldp.protocols.Parameter;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.ProtocolSpec;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.FrequencyOracle;

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
   * One oracle.
   *
   * @param spec canonical text
   * @param variancePerPerson variance of a rare item's estimated count, per person: the standard
   *     error of its frequency with n people is sqrt(variancePerPerson / n)
   * @param reportBytes size of a report
   */
  public record Row(ProtocolSpec spec, double variancePerPerson, int reportBytes) {

    /** Standard error of a rare item's frequency (a fraction of people) with n people. */
    public double standardError(double n) {
      return Math.sqrt(variancePerPerson / n);
    }

    /** People needed for that standard error of a rare item's frequency. */
    public long usersNeeded(double error) {
      return (long) Math.ceil(variancePerPerson / (error * error));
    }
  }

  /** All oracles that take (epsilon, k), and rr where k is 2; the best first. */
  public static List<Row> rank(double epsilon, int k) {
    List<Row> rows = new ArrayList<>();
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
            new Row(
                oracle.spec(), rareItemVariance(oracle) / REFERENCE, oracle.reportType().bytes()));
      }
    }
    if (rows.isEmpty() && outOfRange != null) {
      throw outOfRange;
    }
    rows.sort(Comparator.comparingDouble(Row::variancePerPerson));
    return rows;
  }

  /** Variance of item 0, which nobody holds, the others evenly spread. */
  private static double rareItemVariance(FrequencyOracle<?> oracle) {
    long[] counts = new long[oracle.k()];
    Arrays.fill(counts, 1, counts.length, REFERENCE / (counts.length - 1));
    return oracle.variances(counts)[0];
  }
}
