package org.sparkldp.protocols.vector;

import org.apache.commons.numbers.gamma.GammaRatio;

/**
 * The number of candidates and of likely ones, with what these add up to on average.
 *
 * @param h directions, half of the candidates
 * @param top M
 * @param sizes E Σ_top |X|
 * @param squares E Σ_top X²
 */
public record CandidateChoice(int h, int top, double sizes, double squares) {

  static CandidateChoice of(double epsilon, int h, TopCandidates law) {
    int top = law.best(epsilon);
    return new CandidateChoice(h, top, law.sizes(top), law.squares(top));
  }

  /**
   * The axes of a space that is turned uniformly, of which h are candidates. A vector's coordinates
   * along them are independent normal numbers, divided by their length in the whole space; that
   * does not depend on the quotients.
   */
  static CandidateChoice axes(double epsilon, int h, int space) {
    CandidateChoice normal = normal(epsilon, h);
    double length = Math.sqrt(2) / GammaRatio.delta(space / 2.0, 0.5);
    return new CandidateChoice(h, normal.top, normal.sizes / length, normal.squares / space);
  }

  /** Of independent standard normal vectors. */
  public static CandidateChoice normal(double epsilon, int h) {
    return of(epsilon, h, TopCandidates.gaussian(h));
  }

  /** One direction of the sphere, or its opposite. */
  static CandidateChoice halfSphere(int d) {
    double size = GammaRatio.delta(d / 2.0, 0.5) / Math.sqrt(Math.PI);
    return new CandidateChoice(1, 1, size, 1.0 / d);
  }
}
