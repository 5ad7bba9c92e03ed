package org.sparkldp.jobs.task;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.design.Design;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.distribution.ManyQuantiles;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** How many rounds for all quantiles? */
public final class QuantilesRanking {
  private static final List<String> COLUMNS = Design.columnsWith("rounds", "users_at_least");

  private QuantilesRanking() {}

  /**
   * By rounds. The error is that of the share of people at or below a value: the largest, for
   * people evenly spread over the cells. Domain is the number of cells.
   */
  public static TablePrinter ranked(Design.Asked asked) {
    String spec =
        "quantiles(epsilon=" + asked.epsilon() + ",lower=0,upper=1,cells=" + asked.domain() + ")";
    ManyQuantiles once = (ManyQuantiles) Protocols.of(spec);
    List<List<Object>> rows = new ArrayList<>();
    rows.add(row(asked, 1, once));
    for (int rounds = 2; rounds <= ManyQuantiles.MOST_ROUNDS; rounds++) {
      ProtocolSpec inRounds = once.spec().with("rounds", rounds);
      rows.add(row(asked, rounds, (ManyQuantiles) Protocols.of(inRounds, once.attachment())));
    }
    return Design.table(COLUMNS, rows);
  }

  private static List<Object> row(Design.Asked asked, int rounds, ManyQuantiles quantiles) {
    double variance = quantiles.variancePerPerson();
    long least = quantiles.usersNeeded().orElse(1);
    long users =
        asked.users(error -> Math.max(least, (long) Math.ceil(variance / Math.pow(error, 2))));
    return Design.row(
        "quantiles",
        asked,
        quantiles.spec(),
        quantiles.reportType().bytes(),
        Math.sqrt(variance / users),
        users,
        rounds,
        least);
  }
}
