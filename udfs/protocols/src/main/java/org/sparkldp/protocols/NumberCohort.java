package org.sparkldp.protocols;

import java.math.BigInteger;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A cohort of a protocol of numbers. Its inputs are numbered anew: the ends first, then strides of
 * the golden section, so that the first few lie everywhere and each is met once.
 */
record NumberCohort<R>(NumberProtocol<R> protocol, int cohort) implements Cohort<R> {

  @Override
  public long inputs() {
    return protocol.inputs(cohort);
  }

  @Override
  public R report(long input, RandomSource source) {
    return protocol.report(place(input), cohort, source);
  }

  @Override
  public double contrast(R report, long input, long other) {
    return protocol.contrast(report, place(input), place(other), cohort);
  }

  /** Where the input of that number is. */
  private long place(long input) {
    long inputs = inputs();
    if (input < 2) {
      return input == 0 ? 0 : inputs - 1;
    }
    BigInteger between = BigInteger.valueOf(inputs - 2);
    BigInteger stride = BigInteger.valueOf((long) (0.618 * (inputs - 2)) + 1);
    while (!stride.gcd(between).equals(BigInteger.ONE)) {
      stride = stride.add(BigInteger.ONE);
    }
    return 1 + stride.multiply(BigInteger.valueOf(input - 2)).mod(between).longValueExact();
  }
}
