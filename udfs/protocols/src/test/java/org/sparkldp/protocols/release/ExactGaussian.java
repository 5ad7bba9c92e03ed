package org.sparkldp.protocols.release;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Theorem 8 as it stands, by Taylor series in so many decimal digits that nothing cancels: delta(s)
 * = Φ(1/(2s) − eps s) − e^eps Φ(−1/(2s) − eps s).
 */
final class ExactGaussian {
  /** Digits that are left after all cancelling. */
  private static final int DIGITS = 60;

  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  private final MathContext context;

  private ExactGaussian(MathContext context) {
    this.context = context;
  }

  /** The delta at epsilon of noise of s times the sensitivity. */
  static BigDecimal delta(double epsilon, BigDecimal s) {
    double b = epsilon * s.doubleValue() + 1 / (2 * s.doubleValue());
    int lost = (int) Math.ceil((b * b / 2 + epsilon) / Math.log(10));
    return new ExactGaussian(new MathContext(DIGITS + 2 * lost, RoundingMode.HALF_EVEN))
        .deltaOf(new BigDecimal(epsilon), s);
  }

  private BigDecimal deltaOf(BigDecimal epsilon, BigDecimal s) {
    BigDecimal loss = epsilon.multiply(s, context);
    BigDecimal half = BigDecimal.ONE.divide(s.multiply(TWO), context);
    BigDecimal own = cumulative(half.subtract(loss, context));
    BigDecimal other = cumulative(half.add(loss, context).negate());
    return own.subtract(exp(epsilon).multiply(other, context), context);
  }

  /** Φ(x) = ½ + φ(x) (x + x³/3 + x⁵/(3·5) + …). */
  private BigDecimal cumulative(BigDecimal x) {
    BigDecimal square = x.multiply(x, context);
    BigDecimal term = x;
    BigDecimal sum = x;
    for (int n = 3; term.signum() != 0 && term.precision() - term.scale() > least(sum); n += 2) {
      term = term.multiply(square, context).divide(BigDecimal.valueOf(n), context);
      sum = sum.add(term, context);
    }
    BigDecimal density =
        exp(square.divide(TWO, context).negate())
            .divide(pi().multiply(TWO, context).sqrt(context), context);
    return sum.multiply(density, context).add(BigDecimal.valueOf(0.5), context);
  }

  /** Terms of fewer digits before the point than this change nothing. */
  private int least(BigDecimal sum) {
    return sum.precision() - sum.scale() - context.getPrecision() - 5;
  }

  private BigDecimal exp(BigDecimal x) {
    int halvings = 20;
    BigDecimal small = x.divide(TWO.pow(halvings), wider());
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = term;
    for (int n = 1; term.signum() != 0 && term.precision() - term.scale() > least(sum) - 10; n++) {
      term = term.multiply(small, wider()).divide(BigDecimal.valueOf(n), wider());
      sum = sum.add(term, wider());
    }
    return sum.pow(1 << halvings, wider()).round(context);
  }

  private MathContext wider() {
    return new MathContext(context.getPrecision() + 15, RoundingMode.HALF_EVEN);
  }

  /** Machin: π/4 = 4 arctan(1/5) − arctan(1/239). */
  private BigDecimal pi() {
    return arccot(5)
        .multiply(BigDecimal.valueOf(16))
        .subtract(arccot(239).multiply(BigDecimal.valueOf(4)), context);
  }

  private BigDecimal arccot(int x) {
    BigDecimal square = BigDecimal.valueOf((long) x * x);
    BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(x), context);
    BigDecimal sum = power;
    for (int n = 3; power.precision() - power.scale() > least(sum); n += 2) {
      power = power.divide(square, context).negate();
      sum = sum.add(power.divide(BigDecimal.valueOf(n), context), context);
    }
    return sum;
  }
}
