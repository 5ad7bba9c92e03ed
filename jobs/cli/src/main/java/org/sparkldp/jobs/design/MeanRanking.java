package org.sparkldp.jobs.design;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.mean.MeanProtocol;
import org.sparkldp.protocols.mean.Means;
import org.sparkldp.protocols.vector.LaplaceVector;
import org.sparkldp.protocols.vector.Vectors;

/** Ranking of protocols for the mean of numbers, or of vectors. */
public final class MeanRanking implements Ranking {
  @Override
  public String kind() {
    return "mean";
  }

  /**
   * By the error of a coordinate in the worst case: of numbers in [−1, 1], or of vectors of norm at
   * most 1.
   */
  @Override
  public TablePrinter ranked(RankedProtocols.DesignRequest asked, DesignRow.Extra extra) {
    int d = asked.domain();
    double epsilon = asked.epsilon();
    List<DesignRow> rows = new ArrayList<>();
    if (d == 1) {
      for (MeanProtocol<?> mean : Means.all(epsilon, -1, 1)) {
        rows.add(DesignRow.of(mean, mean.worstVariance()));
      }
    } else {
      BallProtocol.Norm norm = BallProtocol.Norm.L2;
      List<BallProtocol<?>> all = new ArrayList<>(Vectors.all(epsilon, d, 1, norm, Outside.REFUSE));
      all.add(LaplaceVector.DECLARATION.of(epsilon, d, 1, norm));
      all.forEach(mean -> rows.add(DesignRow.of(mean, mean.worstVariance() / d)));
    }
    return DesignRow.ranked("mean", rows, 0, asked, extra);
  }
}
