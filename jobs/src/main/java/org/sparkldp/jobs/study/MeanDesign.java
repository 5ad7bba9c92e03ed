package org.sparkldp.jobs.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.mean.MeanProtocol;
import org.sparkldp.protocols.mean.Means;
import org.sparkldp.protocols.vector.LaplaceVector;
import org.sparkldp.protocols.vector.Vectors;

/**
 * Ranks the protocols for a mean without any data, by the error of a coordinate in the worst case:
 * of numbers in [−1, 1], or of vectors of norm at most 1.
 */
public final class MeanDesign {
  private MeanDesign() {}

  /** All protocols for d coordinates; the best first. */
  public static List<DesignRow> rank(double epsilon, int d, BallProtocol.Norm norm) {
    List<DesignRow> rows = new ArrayList<>();
    if (d == 1) {
      for (MeanProtocol<?> mean : Means.all(epsilon, -1, 1, Outside.REFUSE)) {
        rows.add(new DesignRow(mean.spec(), mean.worstVariance(), mean.reportType().bytes()));
      }
    } else {
      List<BallProtocol<?>> all = new ArrayList<>(Vectors.all(epsilon, d, 1, norm, Outside.REFUSE));
      all.add(LaplaceVector.of(epsilon, d, 1, norm, Outside.REFUSE));
      for (BallProtocol<?> mean : all) {
        rows.add(new DesignRow(mean.spec(), mean.worstVariance() / d, mean.reportType().bytes()));
      }
    }
    rows.sort(Comparator.comparingDouble(DesignRow::variancePerPerson));
    return rows;
  }
}
