package org.sparkldp.protocols.gaussian.likelihood;

import java.util.List;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;

/**
 * The questions to one stratum in one round: questions, which share of the people each is for, and
 * how numbers are dithered before they answer.
 */
public final class Questions {
  private final Dither dither;
  private final List<Channel> channels;
  private final double[] shares;
  private final long[] thresholds;

  /** Questions to numbers as they are. */
  public Questions(List<Channel> channels, double[] shares) {
    this(channels, shares, Dither.NONE);
  }

  /**
   * Questions to dithered numbers; their edges move to the dither's grid.
   *
   * @param channels at least one
   * @param shares above 0; they sum to 1
   */
  public Questions(List<Channel> channels, double[] shares, Dither dither) {
    this.dither = dither;
    this.channels = List.of(channels.stream().map(dither::snap).toArray(Channel[]::new));
    this.shares = shares.clone();
    this.thresholds = new long[Math.max(0, shares.length - 1)];
    double sum = 0;
    boolean positive = !channels.isEmpty() && shares.length == channels.size();
    for (int i = 0; i < shares.length; i++) {
      positive &= shares[i] > 0 && sum < 1;
      sum += shares[i];
      if (positive && i < thresholds.length) {
        thresholds[i] = Thresholds.of(Math.min(sum, Math.nextDown(1.0)));
      }
    }
    Require.that(positive && Math.abs(sum - 1) < 1e-9)
        .orRefuse(
            "each question must have a share above 0, and shares must sum to 1. Provided: %s"
                + " questions, shares that sum to %s.",
            channels.size(), sum);
  }

  /** The same questions to numbers that are dithered so. */
  public Questions dithered(Dither by) {
    return new Questions(channels, shares, by);
  }

  public Dither dither() {
    return dither;
  }

  public List<Channel> channels() {
    return channels;
  }

  public double share(int question) {
    return shares[question];
  }

  /** The question for a person with this word, uniform over 64 bits. */
  public int choose(long word) {
    int from = 0;
    int to = thresholds.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (Long.compareUnsigned(word, thresholds[middle]) < 0) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }
}
