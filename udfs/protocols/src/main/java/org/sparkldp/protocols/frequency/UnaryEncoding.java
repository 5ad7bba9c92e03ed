package org.sparkldp.protocols.frequency;

import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalInt;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.wire.Wire;

/**
 * Unary encoding: one bit per item, the own item's bit 1 with probability p, every other 1 with
 * probability q, all independent.
 *
 * <ul>
 *   <li>{@code sue(epsilon,k)}, symmetric (basic RAPPOR): p = e^{eps/2}/(e^{eps/2} + 1), q = 1 − p;
 *   <li>{@code oue(epsilon,k)}, optimised: p = 1/2, q = 1/(e^eps + 1), which minimises the variance
 *       at small counts: 4 n e^eps/(e^eps − 1)², whatever k is.
 * </ul>
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 65,536. Report: k packed bits, ⌈k/8⌉ bytes. Guarantee:
 * epsilon-LDP: two items differ in two bits, so the loss is ln[p(1−q)/((1−p)q)]. Support: the items
 * whose bit is 1. Estimator and standard error: {@link PureEstimator}. Cost: about 8.5 words of
 * randomness for 64 bits; 8 k bytes to accumulate. Errors: k or epsilon out of range; an item
 * outside [0, k) is refused without being named.
 *
 * <p>Source: Erlingsson, Pihur &amp; Korolova, CCS 2014 (basic one-time RAPPOR); Wang, Blocki, Li
 * &amp; Jha, USENIX Security 2017, section 4.3 and equation 8. The symmetric form is also Duchi,
 * Jordan &amp; Wainwright's for multinomial estimation, JASA 2018, section 4.
 */
public final class UnaryEncoding extends BitOracle implements Compiled {
  /** What all unary encoders send. */
  public static final Wire WIRE =
      new Wire(
          "BINARY: k bits, bit v for item v",
          "Bits(q, k), then Bernoulli(p), which replaces the bit of the person's item",
          "ones by bit");

  /** The largest domain: reports of 8 KiB. */
  public static final int MAX_K = 1 << 16;

  private static final long HALF = 1L << 63;

  /** Items of the domain. */
  public static final Parameter K =
      Parameter.K.to(
          MAX_K, "A report has a bit per item; for a larger domain use hadamard or olh.");

  private final long p;
  private final long q;

  /** Bits of the own item and of others are 1 with probability p / 2^64 and q / 2^64. */
  public UnaryEncoding(Parameters given, long p, long q) {
    super(
        given.spec(),
        Guarantee.pure(given.epsilon(), exactEpsilon(p, q)),
        given.integer("k"),
        new PureEstimator(Thresholds.probability(p), Thresholds.probability(q)),
        OptionalInt.empty());
    this.p = p;
    this.q = q;
  }

  private static UnaryEncoding symmetric(Parameters given) {
    double epsilon = given.epsilon();
    long start = Thresholds.of(1 / (StrictMath.exp(epsilon / 2) + 1));
    long q = Thresholds.raiseUntil(epsilon, start, t -> exactEpsilon(-t, t));
    return new UnaryEncoding(given, -q, q);
  }

  private static UnaryEncoding optimised(Parameters given) {
    double epsilon = given.epsilon();
    long start = Thresholds.of(1 / (StrictMath.exp(epsilon) + 1));
    return new UnaryEncoding(
        given, HALF, Thresholds.raiseUntil(epsilon, start, t -> exactEpsilon(HALF, t)));
  }

  /** ln[p(1−q)/((1−p)q)] of thresholds, rounded up; infinite unless q is below p. */
  public static double exactEpsilon(long p, long q) {
    BigInteger own = Epsilon.unsigned(p);
    BigInteger other = Epsilon.unsigned(q);
    BigInteger larger = own.multiply(Epsilon.WORDS.subtract(other));
    BigInteger smaller = other.multiply(Epsilon.WORDS.subtract(own));
    return Epsilon.ofRatio(larger.max(smaller), larger.min(smaller));
  }

  @Override
  public void randomize(int item, RandomSource source, long[] words) {
    requireItem(item);
    // Every bit is drawn as another's would be, then the own one anew: the same work for all items.
    source.bernoulliBits(q, k(), words);
    long own = source.bernoulli(p) ? 1L : 0L;
    int word = item >>> 6;
    words[word] = (words[word] & ~(1L << item)) | (own << item);
  }

  @Override
  public Optional<Recipe> recipe() {
    return Optional.of(Recipe.of("bits").with("k", k()).words("p", p).words("q", q));
  }

  /** {@code sue(epsilon,k)}. */
  public static final Declaration<UnaryEncoding> SUE =
      Declaration.named(
              "sue",
              3,
              "symmetric unary encoding (basic RAPPOR): a bit per item, each flipped alike")
          .takes(Parameter.EPSILON, K)
          .sends(WIRE)
          .makes(UnaryEncoding::symmetric);

  /** {@code oue(epsilon,k)}. */
  public static final Declaration<UnaryEncoding> OUE =
      Declaration.named(
              "oue", 4, "optimised unary encoding: a bit per item, zeros kept more often than ones")
          .takes(Parameter.EPSILON, K)
          .sends(WIRE)
          .makes(UnaryEncoding::optimised);
}
