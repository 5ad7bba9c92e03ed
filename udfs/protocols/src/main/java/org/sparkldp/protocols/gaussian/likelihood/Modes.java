package org.sparkldp.protocols.gaussian.likelihood;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The maxima of a likelihood: a {@link ModeSearch} over the whole range, then Fisher scoring from
 * each of its peaks, and only then are heights compared, because with many answers a peak is
 * narrower than any grid, and what a grid misses of it would decide between far places.
 *
 * <p>Fisher scoring goes by I⁻¹ ∂l, at most half a sigma and 0.4 in ln sigma, and half the way as
 * often as l would fall.
 */
public final class Modes {
  private static final int PEAKS = 16;
  private static final int STEPS = 60;
  private static final int HALVINGS = 40;
  private static final double MEAN_STEP = 0.5;
  private static final double LOG_STEP = 0.4;

  /** A step promises this many nats at least, or is the last. */
  private static final double WORTH = 1e-9;

  /** A climb ends that will end this many nats below the best, */
  private static final double HOPELESS = 30;

  /** even if it gains this many times what its step promises. */
  private static final double OVERSHOOT = 5;

  private final Likelihood likelihood;
  private final double lower;
  private final double upper;
  private final double sigmaMin;
  private final double sigmaMax;

  public Modes(
      Likelihood likelihood, double lower, double upper, double sigmaMin, double sigmaMax) {
    this.likelihood = likelihood;
    this.lower = lower;
    this.upper = upper;
    this.sigmaMin = sigmaMin;
    this.sigmaMax = sigmaMax;
  }

  /** Best first; each once. */
  public List<Likelihood.Point> find(ModeSearch search) {
    List<Likelihood.Point> polished = new ArrayList<>();
    Free free = sigmaMin == sigmaMax ? Free.MEAN : Free.BOTH;
    double best = Double.NEGATIVE_INFINITY;
    for (ModeSearch.Peak peak : search.peaks(PEAKS)) {
      Likelihood.Point point =
          climb(likelihood.at(peak.mean(), peak.sigma()), free, best - HOPELESS);
      polished.add(point);
      best = Math.max(best, point.value());
    }
    polished.sort(Comparator.comparingDouble(Likelihood.Point::value).reversed());
    List<Likelihood.Point> modes = new ArrayList<>();
    for (Likelihood.Point point : polished) {
      if (modes.stream().noneMatch(m -> Math.abs(m.mean() - point.mean()) < m.sigma() / 4)) {
        modes.add(point);
      }
    }
    return modes;
  }

  /** The parameters that a climb may change. */
  public enum Free {
    BOTH,
    MEAN,
    SIGMA
  }

  /** The maximum above a point, or some point on the way to one below {@code least}. */
  public Likelihood.Point climb(Likelihood.Point from, Free free, double least) {
    Likelihood.Point at = from;
    for (int step = 0; step < STEPS; step++) {
      double mean = 0;
      double log = 0;
      if (free == Free.MEAN) {
        mean = at.byMean() / at.informationMean();
      } else if (free == Free.SIGMA) {
        log = at.byLog() / at.informationLog();
      } else {
        double determinant = at.determinant();
        mean =
            (at.informationLog() * at.byMean() - at.informationBoth() * at.byLog()) / determinant;
        log =
            (at.informationMean() * at.byLog() - at.informationBoth() * at.byMean()) / determinant;
      }
      double promise = mean * at.byMean() + log * at.byLog();
      if (!(promise > WORTH) || at.value() + OVERSHOOT * promise < least) {
        break;
      }
      Likelihood.Point next = step(at, mean, log);
      if (next.equals(at)) {
        break;
      }
      at = next;
    }
    return at;
  }

  private Likelihood.Point step(Likelihood.Point at, double mean, double log) {
    double size =
        Math.max(1, Math.max(Math.abs(mean) / (MEAN_STEP * at.sigma()), Math.abs(log) / LOG_STEP));
    double part = 1 / size;
    for (int i = 0; i < HALVINGS; i++) {
      double nextMean = Math.max(lower, Math.min(upper, at.mean() + part * mean));
      double nextSigma = Math.max(sigmaMin, Math.min(sigmaMax, at.sigma() * Math.exp(part * log)));
      Likelihood.Point next = likelihood.at(nextMean, nextSigma);
      if (next.value() > at.value()) {
        return next;
      }
      part /= 2;
    }
    return at;
  }
}
