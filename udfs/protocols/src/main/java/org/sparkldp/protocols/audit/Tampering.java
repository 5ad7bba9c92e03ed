package org.sparkldp.protocols.audit;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.IntegerWeights;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A fault put into a randomizer's coins, by which one sees that the audit would find it: the
 * probabilities of the true answer are raised, and those of noise bits lowered, by a factor.
 *
 * @param excess relative: 0.02 makes a keep probability 2 % too high; 0 changes nothing
 */
public record Tampering(double excess) {
  /** The coins as they are. */
  public static final Tampering NONE = new Tampering(0);

  public Tampering {
    if (!(excess >= 0 && excess <= 1)) {
      throw Require.refusal(
          "the excess of a mutant must be between 0 and 1. Provided value: %s.", excess);
    }
  }

  /** The source with the fault in it. */
  public RandomSource of(RandomSource source) {
    return excess == 0 ? source : new Tampered(source);
  }

  private long scaled(BigInteger threshold, double factor) {
    return new BigDecimal(threshold)
        .multiply(new BigDecimal(factor))
        .toBigInteger()
        .min(Epsilon.WORDS.subtract(BigInteger.ONE))
        .longValue();
  }

  private final class Tampered extends RandomSource {
    private final RandomSource source;

    Tampered(RandomSource source) {
      this.source = source;
    }

    @Override
    public long nextLong() {
      return source.nextLong();
    }

    @Override
    public RandomSource ahead(int expected) {
      return this;
    }

    @Override
    public int uniform(int bound) {
      return source.uniform(bound);
    }

    @Override
    public void subset(int bound, int size, long[] bits) {
      source.subset(bound, size, bits);
    }

    @Override
    public int coin(int numerator, int denominator) {
      return source.coin(numerator, denominator);
    }

    @Override
    public int weighted(IntegerWeights weights) {
      return source.weighted(weights);
    }

    @Override
    public boolean bernoulli(long threshold) {
      return source.bernoulli(scaled(Epsilon.unsigned(threshold), 1 + excess));
    }

    @Override
    public int keepOrOther(int value, int k, long otherWeight) {
      return source.keepOrOther(value, k, lowered(k, otherWeight));
    }

    @Override
    public int keepOrOtherWithUniform(int value, int k, long otherWeight, int bits) {
      long weight = lowered(k, otherWeight) >>> bits << bits;
      return source.keepOrOtherWithUniform(value, k, weight, bits);
    }

    private long lowered(int k, long otherWeight) {
      BigInteger others = BigInteger.valueOf(k - 1L);
      BigInteger own = Epsilon.WORDS.subtract(Epsilon.unsigned(otherWeight).multiply(others));
      BigInteger raised = Epsilon.unsigned(scaled(own, 1 + excess));
      return Epsilon.WORDS.subtract(raised).divide(others).longValue();
    }

    @Override
    public void bernoulliBits(long threshold, int count, long[] bits) {
      source.bernoulliBits(scaled(Epsilon.unsigned(threshold), 1 - excess), count, bits);
    }
  }
}
