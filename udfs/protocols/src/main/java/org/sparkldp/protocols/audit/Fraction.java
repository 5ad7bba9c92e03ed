package org.sparkldp.protocols.audit;

import java.math.BigInteger;

/** An exact probability; not reduced, since equal denominators are the common case. */
record Fraction(BigInteger numerator, BigInteger denominator) {
  static final Fraction ZERO = new Fraction(BigInteger.ZERO, BigInteger.ONE);

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
}
