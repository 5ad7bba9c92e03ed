package org.sparkldp.protocols.quantile;

/**
 * A logistic distribution function through noisy shares: where its p-quantile is, and how steep it
 * is there. Immutable.
 *
 * <p>logit H(x) = logit p + (x − at)/scale. It bends as tails do, so that a far quantile is found
 * from points where more people are; over a short stretch it is a straight line.
 *
 * @param p which quantile
 * @param at the quantile's place
 * @param scale &gt; 0
 * @param error the standard error of {@code at}, if the function is logistic
 */
record LogisticFit(double p, double at, double scale, double error) {
  private static final int PLACES = 65;
  private static final int SCALES = 44;
  private static final int STEPS = 30;

  private static double logit(double share) {
    return StrictMath.log(share / (1 - share));
  }

  /** H(x). */
  double share(double x) {
    return 1 / (1 + StrictMath.exp(-logit(p) - (x - at) / scale));
  }

  /** The x with H(x) = share; ±∞ where share is not inside (0, 1). */
  double place(double share) {
    if (!(share > 0 && share < 1)) {
      return share <= 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return at + scale * (logit(share) - logit(p));
  }

  /** dH/dx at x. */
  double density(double x) {
    double share = share(x);
    return share * (1 - share) / scale;
  }

  /**
   * Weighted least squares: the best of a grid over the interval, then Gauss and Newton's steps,
   * halved until they help.
   *
   * @param x places, rising
   * @param shares what people say of them
   */
  static LogisticFit of(
      double p, double from, double to, double[] x, QuantileRound.Share[] shares) {
    LogisticFit best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < PLACES; i++) {
      double at = from + (to - from) * i / (PLACES - 1);
      for (int j = 0; j < SCALES; j++) {
        LogisticFit fit =
            new LogisticFit(p, at, (to - from) * StrictMath.pow(2, 1 - j / 4.0), Double.NaN);
        double squares = fit.squares(x, shares);
        if (squares < least) {
          least = squares;
          best = fit;
        }
      }
    }
    return best.refined(from, to, x, shares);
  }

  private double squares(double[] x, QuantileRound.Share[] shares) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double off = shares[i].share() - share(x[i]);
      sum += off * off / shares[i].variance();
    }
    return sum;
  }

  private LogisticFit refined(double from, double to, double[] x, QuantileRound.Share[] shares) {
    LogisticFit fit = this;
    double squares = squares(x, shares);
    double error = Double.NaN;
    for (int step = 0; step < STEPS; step++) {
      // Unknown: at, and log scale.
      double aa = 0;
      double as = 0;
      double ss = 0;
      double ra = 0;
      double rs = 0;
      for (int i = 0; i < x.length; i++) {
        double density = fit.density(x[i]);
        double byPlace = -density;
        double byScale = -density * (x[i] - fit.at);
        double weight = 1 / shares[i].variance();
        double off = shares[i].share() - fit.share(x[i]);
        aa += weight * byPlace * byPlace;
        as += weight * byPlace * byScale;
        ss += weight * byScale * byScale;
        ra += weight * byPlace * off;
        rs += weight * byScale * off;
      }
      // A weak pull of the scale, a factor e for one standard error, where points say nothing.
      ss += 1;
      double determinant = aa * ss - as * as;
      if (!(determinant > 0)) {
        break;
      }
      error = StrictMath.sqrt(ss / determinant);
      double moved = (ss * ra - as * rs) / determinant;
      double stretched = (aa * rs - as * ra) / determinant;
      double length = 1;
      LogisticFit next = fit;
      double nextSquares = Double.POSITIVE_INFINITY;
      while (length > 1e-3 && !(nextSquares < squares)) {
        next =
            new LogisticFit(
                p,
                Math.max(from, Math.min(to, fit.at + length * moved)),
                fit.scale * StrictMath.exp(Math.max(-1, Math.min(1, length * stretched))),
                Double.NaN);
        nextSquares = next.squares(x, shares);
        length /= 2;
      }
      if (!(nextSquares < squares)) {
        break;
      }
      fit = next;
      squares = nextSquares;
    }
    return new LogisticFit(p, fit.at, fit.scale, Double.isNaN(error) ? to - from : error);
  }
}
