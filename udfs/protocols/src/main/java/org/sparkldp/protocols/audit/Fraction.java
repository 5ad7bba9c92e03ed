package org.sparkldp.protocols.audit;

import java.math.BigInteger;
import org.sparkldp.protocols.accounting.Epsilon;

/** An exact probability; not reduced, since equal denominators are the common case. */
record Fraction(BigInteger numerator, BigInteger denominator) implements Comparable<Fraction> {
  static final Fraction ZERO = new Fraction(BigInteger.ZERO, BigInteger.ONE);

  static final Fraction ONE = new Fraction(BigInteger.ONE, BigInteger.ONE);

  Fraction plus(Fraction other) {
    if (numerator.signum() == 0) {
      return other;
    }
    return denominator.equals(other.denominator)
        ? new Fraction(numerator.add(other.numerator), denominator)
        : new Fraction(
            numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
            denominator.multiply(other.denominator));
  }

  Fraction times(Fraction other) {
    return new Fraction(
        numerator.multiply(other.numerator), denominator.multiply(other.denominator));
  }

  Fraction complement() {
    return new Fraction(denominator.subtract(numerator), denominator);
  }

  /** ln(this / smaller), rounded up. */
  double logRatio(Fraction smaller) {
    return Epsilon.ofRatio(
        numerator.multiply(smaller.denominator), smaller.numerator.multiply(denominator));
  }

  @Override
  public int compareTo(Fraction other) {
    return denominator.equals(other.denominator)
        ? numerator.compareTo(other.numerator)
        : numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }
}
