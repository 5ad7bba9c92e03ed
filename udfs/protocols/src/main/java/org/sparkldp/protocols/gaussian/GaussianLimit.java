package org.sparkldp.protocols.gaussian;

import java.util.concurrent.ConcurrentHashMap;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;

/**
 * The limit of knowledge of a Gaussian's mean from n reports of epsilon each: the best mean squared
 * error is V sigma²/n for large n, and this class knows the V of two families of reports.
 *
 * <p><b>Sign.</b> Every person reports by binary randomized response on which side of the mean the
 * value is: V = (π/2) ((e^eps + 1)/(e^eps − 1))². No epsilon-private report carries more
 * information for epsilon up to 1.04, and none better is known up to about 2 (Kalinin &amp;
 * Steinberger, AISTATS 2025), so this is the limit that errors are compared with.
 *
 * <p><b>m answers.</b> The line is cut in m pieces about the mean, and the person reports the piece
 * by m-ary randomized response. With p(a) the mass of piece a from l to u, q(a) = (1 + (e^eps − 1)
 * p(a))/(e^eps + m − 1) and g = (e^eps − 1)/(e^eps + m − 1),
 *
 * <pre>
 *   1/V = Σ_a g² (φ(l) − φ(u))²/q(a),
 * </pre>
 *
 * maximised over symmetric cuts for each m. Two pieces are the sign; three are better from epsilon
 * 2.007 on, then more and more, and V tends to 1, where there is no privacy.
 */
public final class GaussianLimit {
  private static final int MOST_ANSWERS = 16;

  /** What more answers must add to the information, relatively. */
  private static final double WORTH = 1e-9;

  private static final int SWEEPS = 60;
  private static final double TOLERANCE = 1e-9;
  private static final double FARTHEST = 4;
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private static final ConcurrentHashMap<Double, double[]> BEST = new ConcurrentHashMap<>();

  private GaussianLimit() {}

  /** V of the sign, n times the mean squared error over sigma². */
  public static double signVariance(double epsilon) {
    double root = 1 / Math.tanh(Epsilon.require(epsilon) / 2);
    return Math.PI / 2 * root * root;
  }

  /** The least V of up to {@value #MOST_ANSWERS} answers. */
  public static double bestVariance(double epsilon) {
    return Math.min(signVariance(epsilon), 1 / information(bestCuts(epsilon), epsilon));
  }

  /** The cuts of the least V, about a mean of 0 in units of sigma. */
  static double[] bestCuts(double epsilon) {
    return BEST.computeIfAbsent(Epsilon.require(epsilon), GaussianLimit::findCuts).clone();
  }

  private static double[] findCuts(double epsilon) {
    double[] best = {0};
    double most = information(best, epsilon);
    for (int m = 3; m <= MOST_ANSWERS; m++) {
      double[] cuts = climb(m, epsilon);
      double information = information(cuts, epsilon);
      if (information > most * (1 + WORTH)) {
        best = cuts;
        most = information;
      } else if (m > best.length + 2) {
        break; // neither of the last two numbers of answers was better
      }
    }
    return best;
  }

  /** 1/V of cuts about the mean. */
  private static double information(double[] cuts, double epsilon) {
    int m = cuts.length + 1;
    double[] law = new double[3 * m];
    new Cuts(cuts).law(0, 1, law);
    double odds = Math.expm1(epsilon);
    double gain = odds / (odds + m);
    double information = 0;
    for (int a = 0; a < m; a++) {
      double q = (1 + odds * law[a]) / (odds + m);
      information += gain * law[m + a] * gain * law[m + a] / q;
    }
    return information;
  }

  /** Moves one cut on the right side at a time, its mirror image with it, to its best place. */
  private static double[] climb(int m, double epsilon) {
    double[] right = new double[(m - 1) / 2];
    for (int i = 0; i < right.length; i++) {
      right[i] = FARTHEST / 2 * (i + 1) / right.length;
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double moved = 0;
      for (int i = 0; i < right.length; i++) {
        double before = right[i];
        golden(right, i, m, epsilon);
        moved = Math.max(moved, Math.abs(right[i] - before));
      }
      if (moved < TOLERANCE * 10) {
        break;
      }
    }
    return mirrored(right, m);
  }

  private static void golden(double[] right, int i, int m, double epsilon) {
    double from = i == 0 ? 0 : right[i - 1];
    double to = i + 1 < right.length ? right[i + 1] : FARTHEST;
    while (to - from > TOLERANCE) {
      double third = to - GOLDEN * (to - from);
      double twoThirds = from + GOLDEN * (to - from);
      right[i] = third;
      double atThird = information(mirrored(right, m), epsilon);
      right[i] = twoThirds;
      if (atThird > information(mirrored(right, m), epsilon)) {
        to = twoThirds;
      } else {
        from = third;
      }
    }
    right[i] = (from + to) / 2;
  }

  private static double[] mirrored(double[] right, int m) {
    double[] cuts = new double[m - 1];
    for (int i = 0; i < right.length; i++) {
      cuts[m - 1 - right.length + i] = right[i];
      cuts[right.length - 1 - i] = -right[i];
    }
    return cuts;
  }
}
