package org.sparkldp.protocols.vector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.Outside;

/** Chooses among the means of vectors. */
public final class Vectors {

  private Vectors() {}

  /**
   * All for vectors of that norm, the lightest report first; those that do not take as many
   * coordinates, or as few, are left out.
   */
  public static List<BallProtocol<?>> all(
      double epsilon, int d, double radius, Norm norm, Outside outside) {
    List<BallProtocol<?>> all = new ArrayList<>();
    if (norm == Norm.L2) {
      all.add(PrivUnit.L2_BALL.of(epsilon, d, radius, outside));
      if (d >= 2) {
        all.add(PrivUnit.PRIVUNIT.of(epsilon, d, radius, "", outside));
      }
      return all;
    }
    all.add(OneCoordinate.DECLARATION.of(epsilon, d, radius, outside));
    all.add(CoordinateSampling.DECLARATION.of(epsilon, d, radius, "", outside));
    if (d <= Hypercube.MAX_D) {
      all.add(Hypercube.DECLARATION.of(epsilon, d, radius, Hypercube.Variant.BEST, outside));
    }
    return all;
  }

  /**
   * The protocol of the least worst-case variance, summed over the coordinates. If most coordinates
   * are known to be small, {@link CoordinateSampling} may be better than it.
   */
  public static BallProtocol<?> best(
      double epsilon, int d, double radius, Norm norm, Outside outside) {
    return all(epsilon, d, radius, norm, outside).stream()
        .min(Comparator.comparingDouble(BallProtocol::worstVariance))
        .orElseThrow();
  }
}
