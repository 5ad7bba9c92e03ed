package org.sparkldp.example;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Catalogue;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.frequency.PureOracle;
import org.sparkldp.protocols.frequency.RandomSubset;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
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
   * set (Paley, 1933): two different items share exactly (m - 3)/4 cells, whichever they are. So a
   * report supports each item but the own one with one probability q, that of a random subset of
   * size s, and the house's one estimator applies.
   *
   * A report is drawn as: Bernoulli(2^64 - o) whether the cell supports the item, then a uniform cell
   * of its kind. The exact epsilon, and the least o that is within the claim, are RandomSubset's.
   */
  private static final Parameter K =
      Parameter.K.to(4096, "For a larger domain use hadamard or olh.").example("16");

  private final long other; // o, unsigned
  private final boolean[] isSquare;
  private final int[] squares; // cells of item 0
  private final int[] rest;

  private PaleyResponse(Parameters given, int m, long other) {
    super(
        given.spec(),
        Guarantee.pure(given.epsilon(), RandomSubset.exactEpsilon(m, m / 2, other)),
        given.integer("k"),
        RandomSubset.support(m, m / 2, Thresholds.probability(other)));
    this.other = other;
    this.isSquare = new boolean[m];
    for (long x = 1; x < m; x++) {
      isSquare[(int) (x * x % m)] = true;
    }
    this.squares = IntStream.range(0, m).filter(c -> isSquare[c]).toArray();
    this.rest = IntStream.range(0, m).filter(c -> !isSquare[c]).toArray();
  }

  private static PaleyResponse of(Parameters given) {
    int m = cellsFor(given.integer("k"));
    return new PaleyResponse(given, m, RandomSubset.leaveOut(given.epsilon(), m, m / 2));
  }

  /** The smallest prime that is at least k and 3 modulo 4. */
  private static int cellsFor(int k) {
    int m = Math.max(3, k);
    while (m % 4 != 3 || !BigInteger.valueOf(m).isProbablePrime(40)) {
      m++;
    }
    return m;
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
    Arrays.setAll(
        supports, v -> Arrays.stream(squares).mapToLong(s -> counters[(v + s) % cells()]).sum());
    return supports;
  }

  /** {@code paley(epsilon,k)}: its name, what it takes and sends, and how it is made. */
  public static final Declaration<PaleyResponse> DECLARATION =
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
          .makes(PaleyResponse::of);

  /** This jar's protocols, found by the service loader. */
  public static final class PaleyCatalogue implements Catalogue {
    @Override
    public List<Declaration<?>> declarations() {
      return List.of(DECLARATION);
    }
  }
}
