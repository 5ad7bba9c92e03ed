package org.sparkldp.protocols.postprocess;

import java.util.List;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.statistics.Normal;

/**
 * {@code base-cut}: keeps only numbers that stand out from noise, at most n, and sets the others to
 * 0. A number stands out when it exceeds z standard errors, z being the normal quantile of 1 −
 * {@value #FALSE_ALARM}/k: over k items that nobody holds, the probability that any is kept is at
 * most {@value #FALSE_ALARM} (Bonferroni). The sum is left as it falls.
 *
 * <p>Source: Wang et al., NDSS 2020 (Base-Cut); the level is this project's.
 */
public final class BaseCut implements Consistency {
  private static final double FALSE_ALARM = 0.05;

  @Override
  public String name() {
    return "base-cut";
  }

  @Override
  public String description() {
    return "numbers that do not stand out from noise (5 % over all items) to 0";
  }

  @Override
  public double[] apply(Estimate raw) {
    List<Estimate.Row> rows = raw.rows();
    double z = rows.isEmpty() ? 0 : Normal.upperQuantile(FALSE_ALARM / rows.size());
    return rows.stream()
        .mapToDouble(row -> row.estimate() > z * row.standardError() ? row.estimate() : 0)
        .map(x -> Math.min(x, raw.n()))
        .toArray();
  }
}
