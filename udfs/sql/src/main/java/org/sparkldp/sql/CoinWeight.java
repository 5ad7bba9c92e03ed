package org.sparkldp.sql;

import java.io.Serializable;
import org.sparkldp.protocols.check.Require;

/**
 * Implementation of {@code ldp_unbiased_rate}: the weight of an answer that a fair coin replaced at
 * a known rate, as browsers report the confidence of their timings. With the rate r an answer is
 * true with probability 1 − r/2 if it is so, and r/2 if not, so (answer − r/2)/(1 − r) is unbiased;
 * epsilon is ln(2/r − 1).
 */
public record CoinWeight() implements Serializable {

  /** The weight of a person for whom the answer is true. */
  public double weight(boolean answer, double rate) {
    Require.that(rate >= 0 && rate < 1)
        .orRefuse("rate must be at least 0 and below 1. Provided value: %s.", rate);
    return ((answer ? 1 : 0) - rate / 2) / (1 - rate);
  }

  @Override
  public String toString() {
    return "fair coin";
  }
}
