package org.sparkldp.protocols.words;

import org.sparkldp.protocols.frequency.FrequencyOracle;

/**
 * The support probabilities of a pure frequency oracle, read off its variances: p for the own item,
 * q for another one.
 *
 * <p>With b = q(1 − q)/(p − q)², the variance of an item that nobody holds, a person, and a = (1 −
 * p − q)/(p − q), what one holder adds, the gap d = p − q satisfies d² (4 b + (1 + a)²) = 1, and q
 * = (1 − d (1 + a))/2.
 *
 * @param nobody variance of the estimate of an item that nobody holds, over the reports (b)
 * @param holder what each person who holds it adds to the variance (a)
 */
record Support(double nobody, double holder) {
  private static final long PEOPLE = 1L << 40;

  /** Of an oracle whose items are all alike. */
  static Support of(FrequencyOracle<?> oracle) {
    long[] counts = new long[oracle.k()];
    counts[1] = PEOPLE;
    double[] variances = oracle.variances(counts);
    return new Support(variances[0] / PEOPLE, (variances[1] - variances[0]) / PEOPLE);
  }

  /** p − q. */
  double gap() {
    return 1 / StrictMath.sqrt(4 * nobody + (1 + holder) * (1 + holder));
  }

  /** q, the probability that a report supports an item that its person does not hold. */
  double q() {
    return (1 - gap() * (1 + holder)) / 2;
  }

  /** The reports that support an item, from its estimate. */
  long supports(double estimate, long reports) {
    return Math.round(estimate * gap() + reports * q());
  }

  /** The estimate from so many supports. */
  double estimate(double supports, long reports) {
    return (supports - reports * q()) / gap();
  }
}
