package org.sparkldp.published.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.mean.TruncatedMean;

/** The paper's truncated mean, and how far from the best it is. */
class PublishedTruncatedMeanTest {
  private static TruncatedMean<?> of(String spec) {
    return (TruncatedMean<?>) Protocols.of(spec);
  }

  @Test
  void itClipsWhereThePaperDoesAndAddsNoiseOfVarianceEightTSquared() {
    TruncatedMean<?> protocol =
        of(
            "truncated-mean(epsilon=0.5,moment=2,bound=3,users=10000,base=laplace,"
                + "truncation=paper)");
    double t = 3 * Math.pow(10_000 * 0.25, 0.25);

    assertEquals(t, protocol.truncation(), 1e-12 * t);
    assertEquals(8 * t * t / 0.25, protocol.worstVariance(), 1e-6 * 8 * t * t / 0.25);
  }

  @Test
  void theBestFormIsSeveralTimesAsAccurate() {
    String best = "truncated-mean(epsilon=1,moment=3,bound=5,users=50000,values=nonnegative)";
    String paper = best.replace(")", ",base=laplace,truncation=paper)");

    assertTrue(worst(of(best)) < 0.4 * worst(of(paper)));
  }

  /** Worst squared error of 50,000 people. */
  private static double worst(TruncatedMean<?> protocol) {
    return protocol.worstVariance() / 50_000 + Math.pow(protocol.biasBound(), 2);
  }
}
