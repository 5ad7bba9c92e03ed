package org.sparkldp.jobs.design;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.distribution.ManyQuantiles;

/** Ranking of numbers of rounds for all quantiles. */
public final class QuantilesRanking implements Ranking {
  @Override
  public String kind() {
    return "quantiles";
  }

  /**
   * By rounds. The error is that of the share of people at or below a value: the largest, for
   * people evenly spread over the cells. Domain is the number of cells.
   */
  @Override
  public TablePrinter ranked(RankedProtocols.DesignRequest asked, DesignRow.Extra extra) {
    String spec =
        "quantiles(epsilon=" + asked.epsilon() + ",lower=0,upper=1,cells=" + asked.domain() + ")";
    ManyQuantiles once = (ManyQuantiles) Protocols.of(spec);
    List<ManyQuantiles> all = new ArrayList<>(List.of(once));
    for (int rounds = 2; rounds <= ManyQuantiles.MOST_ROUNDS; rounds++) {
      all.add((ManyQuantiles) Protocols.of(once.spec().with("rounds", rounds), once.attachment()));
    }
    return RankedProtocols.<ManyQuantiles>columns("quantiles", asked, of -> row(asked, of))
        .with("rounds", of -> of.facet(InRounds.class).map(InRounds::rounds).orElse(1))
        .with("users_at_least", QuantilesRanking::least)
        .of(all);
  }

  private static long least(ManyQuantiles quantiles) {
    return Math.max(1, Demanding.people(quantiles));
  }

  private static RankedProtocols.Ranked row(
      RankedProtocols.DesignRequest asked, ManyQuantiles quantiles) {
    double variance = quantiles.variancePerPerson();
    long users =
        asked.users(
            error -> Math.max(least(quantiles), (long) Math.ceil(variance / Math.pow(error, 2))));
    return RankedProtocols.Ranked.of(quantiles, Math.sqrt(variance / users), users);
  }
}
