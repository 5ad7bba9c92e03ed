package org.sparkldp.protocols.gaussian.likelihood;

/**
 * A question with finitely many answers that is put to a real value: a map from the line to one of
 * m answers, and the law of the answer where the value is N(mean, sigma²). What a person reports is
 * the answer after randomized response.
 *
 * <p>Immutable and safe for threads.
 */
public sealed interface Channel permits PeriodicCells, Cuts {
  /** Standard deviations beyond which a Gaussian's mass, 1e-17 on either side, is left out. */
  double REACH = 8.5;

  /** Answers, m, at least 2. */
  int answers();

  /**
   * The answer of a value.
   *
   * @param value finite
   * @return in [0, m)
   */
  int answer(double value);

  /**
   * The probabilities of the answers, and their derivatives.
   *
   * @param law is filled with m probabilities, m derivatives by the mean and m derivatives by the
   *     logarithm of sigma
   */
  void law(double mean, double sigma, double[] law);
}
