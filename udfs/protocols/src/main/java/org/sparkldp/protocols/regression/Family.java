package org.sparkldp.protocols.regression;

import java.util.Locale;

/**
 * A generalised linear model with its canonical link: the mean of a label given features x is a
 * function of z = theta · x, and the gradient of a person's loss is x (mean(z) − label).
 */
public enum Family {
  /** Labels 0 and 1; log(1 + e^z) − label z is the loss, the mean 1/(1 + e^-z). */
  LOGISTIC,
  /** Any labels; half the squared error, the mean z. */
  LINEAR,
  /** Labels 0, 1, 2, ...; e^z − label z, the mean e^z. */
  POISSON;

  /** Beyond, e^z is taken to stay as large as it is there: still a double. */
  private static final double LARGEST = 700;

  /** As specs call it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The mean of labels at z. */
  public double mean(double z) {
    return switch (this) {
      case LOGISTIC -> 1 / (1 + StrictMath.exp(-z));
      case LINEAR -> z;
      case POISSON -> StrictMath.exp(Math.min(z, LARGEST));
    };
  }

  /** The derivative of the mean at z. */
  public double slope(double z) {
    return switch (this) {
      case LOGISTIC -> {
        double mean = mean(z);
        yield mean * (1 - mean);
      }
      case LINEAR -> 1;
      case POISSON -> mean(z);
    };
  }

  /** Whether a label can occur. */
  public boolean accepts(double label) {
    return switch (this) {
      case LOGISTIC -> label == 0 || label == 1;
      case LINEAR -> Double.isFinite(label);
      case POISSON -> label >= 0 && label <= 0x1p53 && label == Math.rint(label);
    };
  }

  /** What labels must be, for refusals. */
  String labels() {
    return switch (this) {
      case LOGISTIC -> "0 or 1";
      case LINEAR -> "a finite number";
      case POISSON -> "a whole number from 0 on";
    };
  }
}
