package org.sparkldp.example;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Catalogue;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.frequency.PureOracle;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.Wire;

/**
 * Paley response: a report is one of about k cells, and each item is supported by nearly half of
 * them. Its estimates are unbiased, and its exact epsilon is that of the one integer in use.
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 4,096. Report: cell in [0, m), 4 bytes. Guarantee: epsilon-LDP,
 * a cell is e^epsilon times as likely under an item that it supports as under another. Cost: two
 * words of randomness; 8 m bytes to accumulate; about k m / 2 additions to estimate. Errors:
 * epsilon or k out of range; an item outside [0, k) is refused without being named.
 */
public final class PaleyResponse extends PureOracle<Integer> implements CellProtocol {
  /*
   * m is the smallest prime of the form 4 t + 3 that is at least k. Cell c supports item v if c - v
   * is a square other than 0 modulo m. There are s = (m - 1)/2 such squares. They are a difference
   * set (Paley, 1933): two different items share exactly (m - 3)/4 cells. So with p the probability
   * that a report supports its person's item, it supports any other item with probability
   *
   *   q = p (m - 3)/(2 (m - 1)) + (1 - p)/2,
   *
   * which is the same for all pairs of items, and the house's one estimator applies.
   *
   * A report is drawn as: Bernoulli(2^64 - o) whether the cell supports the item, then a uniform cell
   * of its kind. A cell has probability (2^64 - o)/(2^64 s) or
   * o/(2^64 (m - s)); the exact epsilon is the logarithm of the ratio of these.
   */

  /** The largest domain. Estimating costs k m / 2 additions; hadamard has a fast transform. */
  public static final int MAX_K = 4096;

  private static final Parameter K =
      Parameter.K.to(MAX_K, "For a larger domain use hadamard or olh.");

  private final long other; // o, unsigned
  private final int[] squares; // cells of item 0
  private final int[] rest;
  private final boolean[] isSquare;

  private PaleyResponse(double epsilon, int k, int m, long other) {
    super(
        ProtocolSpec.named("paley").with("epsilon", epsilon).with("k", k),
        Guarantee.pure(epsilon, exactEpsilon(m, other)),
        k,
        support(m, 1 - Thresholds.probability(other)));
    this.other = other;
    this.isSquare = new boolean[m];
    for (long x = 1; x < m; x++) {
      isSquare[(int) (x * x % m)] = true;
    }
    this.squares = IntStream.range(0, m).filter(c -> isSquare[c]).toArray();
    this.rest = IntStream.range(0, m).filter(c -> !isSquare[c]).toArray();
  }

  private static PureEstimator support(int m, double p) {
    return new PureEstimator(p, p * (m - 3) / (2.0 * (m - 1)) + (1 - p) / 2);
  }

  /** The oracle with the least o whose exact epsilon is within the claim. */
  public static PaleyResponse of(double epsilon, int k) {
    Epsilon.require(epsilon);
    K.require(k);
    int m = cellsFor(k);
    double odds = StrictMath.exp(epsilon) * (m - 1) / (m + 1);
    long start = Thresholds.of(1 / (odds + 1));
    return new PaleyResponse(
        epsilon, k, m, Thresholds.raiseUntil(epsilon, start, o -> exactEpsilon(m, o)));
  }

  /** The smallest prime that is at least k and 3 modulo 4. */
  private static int cellsFor(int k) {
    int m = Math.max(3, k);
    while (m % 4 != 3 || hasDivisor(m)) {
      m++;
    }
    return m;
  }

  private static boolean hasDivisor(int m) {
    return IntStream.iterate(2, d -> d * d <= m, d -> d + 1).anyMatch(d -> m % d == 0);
  }

  private static double exactEpsilon(int m, long other) {
    BigInteger wrong = Epsilon.unsigned(other);
    BigInteger right = Epsilon.WORDS.subtract(wrong);
    BigInteger own = right.multiply(BigInteger.valueOf((m + 1) / 2));
    BigInteger elsewhere = wrong.multiply(BigInteger.valueOf((m - 1) / 2));
    return Epsilon.ofRatio(own.max(elsewhere), own.min(elsewhere));
  }

  @Override
  public int randomize(int item, RandomSource source) {
    requireItem(item);
    int[] kind = source.bernoulli(-other) ? squares : rest;
    return (item + kind[source.uniform(kind.length)]) % cells();
  }

  @Override
  public int cells() {
    return isSquare.length;
  }

  @Override
  public boolean supports(Integer cell, int item) {
    return isSquare[Math.floorMod(cell - item, cells())];
  }

  @Override
  protected long[] supports(long[] counters) {
    long[] supports = new long[k()];
    for (int item = 0; item < k(); item++) {
      for (int square : squares) {
        supports[item] += counters[(item + square) % cells()];
      }
    }
    return supports;
  }

  /** {@code paley(epsilon,k)}: its name, what it takes and sends, and how it is made. */
  public static final Declaration DECLARATION =
      Declaration.named(
              "paley",
              32768,
              "Paley response: a cell that supports nearly half of the items, for medium domains")
          .takes(Parameter.EPSILON, K)
          .sends(
              new Wire(
                  "INT: a cell in [0, m)",
                  "Bernoulli(2^64 - o): whether the cell supports the item; Uniform(cells of its"
                      + " kind): which of item 0's, in increasing order, to which the item is added"
                      + " modulo m",
                  "reports by cell"))
          .makes(given -> of(given.real("epsilon"), given.integer("k")));

  /** This jar's protocols, found by the service loader. */
  public static final class Protocols implements Catalogue {
    @Override
    public List<Declaration> declarations() {
      return List.of(DECLARATION);
    }
  }
}
