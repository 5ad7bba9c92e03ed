package org.sparkldp.jobs.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Ranking of frequency oracles for a histogram. */
public final class HistogramRanking implements Ranking {
  /** An error this much above the least is as good, and then the report's size decides. */
  private static final double AS_GOOD = 0.02;

  @Override
  public String kind() {
    return "histogram";
  }

  /**
   * All oracles of k items that need no more than epsilon and k, by the error of the frequency of
   * an item that few hold, a fraction of people; first the smallest report of those with nearly the
   * least.
   */
  @Override
  public TablePrinter ranked(RankedProtocols.DesignRequest asked, DesignRow.Extra extra) {
    return DesignRow.ranked(
        "histogram", rows(asked.epsilon(), asked.domain()), AS_GOOD, asked, extra);
  }

  private static List<DesignRow> rows(double epsilon, int k) {
    return oracles(epsilon, k).stream()
        .map(oracle -> DesignRow.of(oracle, rareItemVariance(oracle)))
        .toList();
  }

  /** Oracles that need only epsilon and k; refused where both are out of all's range. */
  private static List<FrequencyOracle<?>> oracles(double epsilon, int k) {
    List<FrequencyOracle<?>> oracles = new ArrayList<>();
    IllegalArgumentException outOfRange = null;
    for (Declaration<?> declaration : Protocols.declarations()) {
      List<Parameter> parameters = declaration.parameters();
      if (!parameters.stream()
          .allMatch(p -> !p.isRequired() || Set.of("epsilon", "k").contains(p.name()))) {
        continue;
      }
      ProtocolSpec spec = ProtocolSpec.named(declaration.name()).with("epsilon", epsilon);
      try {
        if (Protocols.of(declaration.takes(Parameter.K) ? spec.with("k", k) : spec)
                instanceof FrequencyOracle<?> oracle
            && oracle.k() == k) {
          oracles.add(oracle);
        }
      } catch (IllegalArgumentException e) {
        outOfRange = e; // of this oracle's range; shown below if it is out of every one's
      }
    }
    if (oracles.isEmpty() && outOfRange != null) {
      throw outOfRange;
    }
    return oracles;
  }

  /** The spec of the first row. */
  public static ProtocolSpec best(double epsilon, int k) {
    return DesignRow.best(rows(epsilon, k), AS_GOOD).spec();
  }

  /** For one person, of the share of item 0, which nobody holds, the others evenly spread. */
  private static double rareItemVariance(FrequencyOracle<?> oracle) {
    long[] counts = new long[oracle.k()];
    Arrays.fill(counts, 1, counts.length, Forecast.PEOPLE / (counts.length - 1));
    return oracle.variances(counts)[0] / Forecast.PEOPLE;
  }

  /** The same of a frequency oracle's spec. */
  public static double rareItemVariance(ProtocolSpec oracle) {
    return rareItemVariance((FrequencyOracle<?>) Protocols.of(oracle));
  }
}
