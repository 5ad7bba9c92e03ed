package org.sparkldp.protocols.postprocess;

import java.util.Arrays;

/**
 * A curve through numbers on a path, one for each place. Its differences of an order are mostly
 * about 0 and rarely large, so it has few steps (of order 1), kinks (2) or bends (3), each as sharp
 * as the numbers say. (Trend filters count from 0: theirs is the order of the pieces.) It takes
 * O(k) and a fixed number of steps, and equal numbers give equal bytes on every machine.
 *
 * <p>The curve is a posterior mean. Numbers are normal about it, its differences are Cauchy, and
 * beside it there may be spikes, Cauchy too. A Cauchy number is normal given a precision that is
 * chi-squared with one degree of freedom; curve and precisions are taken for independent, and each
 * in turn is given the best law beside the other (variational Bayes). Long curves have knots at
 * every {@code gap}-th place only, and lines between them.
 *
 * <p>Source: Faulkner &amp; Minin, Bayesian Analysis 13, 2018; Bishop, Pattern Recognition and
 * Machine Learning, 2006, section 10.1; Takahashi, Fagan &amp; Chin, PICA 1973, for the entries of
 * the inverse that lie in the band; Eilers &amp; Marx, Statistical Science 11, 1996, for the knots.
 */
final class BayesianTrend {
  private static final int STEPS = 7;

  /** The largest half width. Its noise is a thirtieth of the raw one, and wider is slower. */
  private static final int WIDEST = 512;

  /** Knots, at least, to the half width of what a curve averages. */
  private static final int KNOTS = 8;

  /** The scale of spikes, as a part of the error's variance. */
  private static final double SPIKE = 0.05;

  /** Beyond these a product becomes a logarithm. */
  private static final double LEAST_PRODUCT = 1e-100;

  private static final double GREATEST_PRODUCT = 1e100;

  private final double[] w;
  private final boolean hasSpikes;

  /** Coefficients of a difference. */
  private final double[] signs;

  private final double half;

  /** The binary logarithm of the gap. */
  private final int gapBits;

  /** Places from a knot to the next. */
  private final int gap;

  /** The squared scale of differences. */
  private final double scale;

  /**
   * @param w precisions of the numbers
   * @param half about how many neighbours on either side speak for a place of a smooth curve
   */
  BayesianTrend(double[] w, int order, boolean hasSpikes, double half) {
    this.w = w;
    this.hasSpikes = hasSpikes;
    this.half = half;
    signs = new double[order + 1];
    signs[0] = 1;
    for (int i = 1; i <= order; i++) {
      for (int j = i; j >= 1; j--) {
        signs[j] -= signs[j - 1];
      }
    }
    int bits = 0;
    while (order > 1 && (2 << bits) * KNOTS <= half) {
      bits++;
    }
    gapBits = bits;
    gap = 1 << bits;
    double squared = 1.0 / gap;
    for (int i = 0; i < order; i++) {
      squared *= (gap / half) * (gap / half);
    }
    scale = squared;
  }

  /** A trend and how likely numbers are under it. */
  record Weighed(BayesianTrend trend, double evidence) {
    /** The likelier one, itself where neither is. */
    Weighed or(Weighed other) {
      return other.evidence > evidence ? other : this;
    }
  }

  /**
   * The trend of an order whose strength is the likeliest.
   *
   * @param y numbers, more than the order
   */
  static Weighed likeliest(double[] y, double[] w, int order, boolean hasSpikes) {
    Weighed rough = weighed(y, w, order, hasSpikes, 0.5);
    for (double half = 1; half <= Math.min(y.length, WIDEST); half *= 2) {
      rough = rough.or(weighed(y, w, order, hasSpikes, half));
    }
    double half = rough.trend.half;
    return rough
        .or(weighed(y, w, order, hasSpikes, half / Math.sqrt(2)))
        .or(weighed(y, w, order, hasSpikes, half * Math.sqrt(2)));
  }

  private static Weighed weighed(
      double[] y, double[] w, int order, boolean hasSpikes, double half) {
    BayesianTrend trend = new BayesianTrend(w, order, hasSpikes, half);
    return new Weighed(trend, trend.evidence(y));
  }

  /** The curve, spikes included. */
  double[] of(double[] y) {
    return new Fit(y).withSpikes();
  }

  /**
   * The lower bound of the log of how likely the numbers are, up to a constant, with 0 for a
   * difference or spike of which they say nothing, and the same density of straight curves whatever
   * the gap.
   */
  double evidence(double[] y) {
    return new Fit(y).evidence();
  }

  private final class Fit {
    final double[] y;
    final int width = signs.length;

    /** Values at the knots. */
    final double[] knots;

    /** Values everywhere. */
    final double[] curve;

    /** Expected precisions of differences and of spikes. */
    final double[] ofBends;

    final double[] ofSpikes;

    /** Precisions of the numbers about the curve, spikes allowed for. */
    final double[] weights;

    /** The precision's upper band by rows, then its factors: pivots, and L below them. */
    final double[] band;

    /** The band of the covariance. */
    final double[] covariance;

    Fit(double[] y) {
      this.y = y;
      knots = new double[(y.length - 2) / gap + 2];
      curve = new double[y.length];
      ofBends = new double[knots.length - width + 1];
      ofSpikes = new double[hasSpikes ? y.length : 0];
      weights = w.clone();
      band = new double[knots.length * width];
      covariance = new double[knots.length * width];
      Arrays.fill(ofBends, 1 / scale);
      Arrays.fill(ofSpikes, 1 / SPIKE);
      centre();
      for (int step = 1; step < STEPS; step++) {
        spread();
        weigh();
        centre();
      }
    }

    double beyondKnot(int v) {
      return (v & gap - 1) * (1.0 / gap);
    }

    /** The curve given the precisions: the solution of the normal equations, by L D Lᵀ. */
    void centre() {
      Arrays.fill(band, 0);
      Arrays.fill(knots, 0);
      for (int v = 0; v < y.length; v++) {
        if (hasSpikes) {
          weights[v] = w[v] * ofSpikes[v] / (w[v] + ofSpikes[v]);
        }
        int knot = v >> gapBits;
        double next = beyondKnot(v);
        double own = 1 - next;
        band[knot * width] += weights[v] * own * own;
        knots[knot] += weights[v] * own * y[v];
        if (next > 0) {
          band[knot * width + 1] += weights[v] * own * next;
          band[(knot + 1) * width] += weights[v] * next * next;
          knots[knot + 1] += weights[v] * next * y[v];
        }
      }
      for (int v = 0; v < ofBends.length; v++) {
        for (int i = 0; i < width; i++) {
          double pull = ofBends[v] * signs[i];
          for (int j = i; j < width; j++) {
            band[(v + i) * width + j - i] += pull * signs[j];
          }
        }
      }
      for (int v = 0; v < knots.length; v++) {
        int at = v * width;
        int last = last(v);
        double inverse = 1 / band[at];
        for (int j = 1; j <= last; j++) {
          double factor = band[at + j] * inverse;
          for (int i = j; i <= last; i++) {
            band[at + j * width + i - j] -= factor * band[at + i];
          }
          knots[v + j] -= factor * knots[v];
        }
        knots[v] *= inverse;
        for (int j = 1; j <= last; j++) {
          band[at + j] *= inverse;
        }
      }
      for (int v = knots.length - 2; v >= 0; v--) {
        for (int j = last(v); j > 0; j--) {
          knots[v] -= band[v * width + j] * knots[v + j];
        }
      }
      for (int v = 0; v < y.length; v++) {
        double next = beyondKnot(v);
        curve[v] =
            next > 0
                ? (1 - next) * knots[v >> gapBits] + next * knots[(v >> gapBits) + 1]
                : knots[v >> gapBits];
      }
    }

    /** How many knots after it a knot's row of the band holds. */
    int last(int v) {
      return Math.min(width, knots.length - v) - 1;
    }

    /** The band of the inverse, from its last row upwards. */
    void spread() {
      for (int v = knots.length - 1; v >= 0; v--) {
        int at = v * width;
        int last = last(v);
        for (int j = last; j > 0; j--) {
          double sum = 0;
          for (int i = 1; i < j; i++) {
            sum -= band[at + i] * covariance[at + i * width + j - i];
          }
          for (int i = j; i <= last; i++) {
            sum -= band[at + i] * covariance[at + j * width + i - j];
          }
          covariance[at + j] = sum;
        }
        double sum = 1 / band[at];
        for (int i = 1; i <= last; i++) {
          sum -= band[at + i] * covariance[at + i];
        }
        covariance[at] = sum;
      }
    }

    /** The precisions given the curve. */
    void weigh() {
      for (int v = 0; v < ofBends.length; v++) {
        double bend = bend(v);
        ofBends[v] = 2 / (scale + bend * bend + bendVariance(v));
      }
      for (int v = 0; v < ofSpikes.length; v++) {
        double part = w[v] / (w[v] + ofSpikes[v]);
        double spike = part * (y[v] - curve[v]);
        double variance = part / w[v] + part * part * variance(v);
        ofSpikes[v] = 2 / (SPIKE + spike * spike + variance);
      }
    }

    double bend(int v) {
      double sum = 0;
      for (int i = 0; i < width; i++) {
        sum += signs[i] * knots[v + i];
      }
      return sum;
    }

    double bendVariance(int v) {
      double sum = 0;
      for (int i = 0; i < width; i++) {
        double row = signs[i] * covariance[(v + i) * width];
        for (int j = i + 1; j < width; j++) {
          row += 2 * signs[j] * covariance[(v + i) * width + j - i];
        }
        sum += signs[i] * row;
      }
      return sum;
    }

    double variance(int v) {
      int at = (v >> gapBits) * width;
      double next = beyondKnot(v);
      double own = 1 - next;
      return next > 0
          ? own * own * covariance[at]
              + 2 * own * next * covariance[at + 1]
              + next * next * covariance[at + width]
          : covariance[at];
    }

    double[] withSpikes() {
      double[] all = curve.clone();
      for (int v = 0; v < ofSpikes.length; v++) {
        all[v] += w[v] / (w[v] + ofSpikes[v]) * (y[v] - curve[v]);
      }
      return all;
    }

    double evidence() {
      double sum = 0;
      double product = 1;
      for (int v = 0; v < knots.length; v++) {
        product /= band[v * width];
        if (v < ofBends.length) {
          double bend = bend(v);
          sum += 1 - ofBends[v] * (scale + bend * bend);
          product *= ofBends[v] * ofBends[v] * scale;
        }
        if (!(product > LEAST_PRODUCT && product < GREATEST_PRODUCT)) {
          sum += StrictMath.log(product);
          product = 1;
        }
      }
      for (int v = 0; v < y.length; v++) {
        double off = y[v] - curve[v];
        sum -= weights[v] * off * off;
        if (hasSpikes) {
          sum += 1 - SPIKE * ofSpikes[v];
          product *= ofSpikes[v] * ofSpikes[v] * SPIKE / (ofSpikes[v] + w[v]);
        }
        if (!(product > LEAST_PRODUCT && product < GREATEST_PRODUCT)) {
          sum += StrictMath.log(product);
          product = 1;
        }
      }
      int order = width - 1;
      return (sum + StrictMath.log(product) - order * (order - 1) * StrictMath.log(gap)) / 2;
    }
  }
}
