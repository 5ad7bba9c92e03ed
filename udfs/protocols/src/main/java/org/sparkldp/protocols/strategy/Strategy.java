package org.sparkldp.protocols.strategy;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.spec.Services;
import org.sparkldp.protocols.wire.Codec;
import org.sparkldp.protocols.wire.Fields;
import org.sparkldp.protocols.workload.MatrixWorkload;

/**
 * A strategy matrix in integers. People's reports are drawn from it, and the analyst reconstructs
 * answers with it.
 *
 * <p>Column u is the law of the report of a person with item u. It is exact: every probability is a
 * ratio of integers, sampled without floating point, and the {@link #exactEpsilon} is computed from
 * those integers over all pairs of columns, rounded up, never above the claim. {@link #certify}
 * refuses designs that are not epsilon-LDP.
 *
 * <p><b>Reconstruction.</b> With D the diagonal of the row sums (weighted by the design's prior), X
 * = Qᵀ D⁻¹ Q and y the histogram of the reports, the data vector is estimated by xt = X⁺ Qᵀ D⁻¹ y
 * and a workload's answers by W xt, unbiased for every workload whose rows lie in the row space of
 * Q; this is V y with the V of least total variance (factorization mechanism, McKenna et al., 2020,
 * section 3.2). A query w then has, on a data vector x,
 *
 * <pre>
 *   variance = gᵀ M g − Σ_u w_u² x_u,   g = X⁺ w,   M = Qᵀ D⁻¹ diag(Q x) D⁻¹ Q,
 * </pre>
 *
 * because every person's report adds an independent v_o, whose mean is w_u. It is linear in x, so
 * putting y for Q x and xt for x estimates it without bias.
 *
 * <p>That is so for the kinds here. One that a jar brings ({@link StrategyKind}) may be of another
 * make, with a reconstruction and a guarantee of its own.
 *
 * <p>Immutable. {@link #fingerprint} is the identity of the integers.
 */
public abstract class Strategy {
  /** Items up to which the n × n matrices of the reconstruction are written out. */
  public static final int DENSE_LIMIT = MatrixWorkload.STRATEGY_LIMIT;

  /** How much, in nats, a design may exceed the claim before it is refused instead of rounded. */
  private static final double TOLERANCE = 1e-6;

  private static final Codec<Strategy> CODEC =
      Codec.of(new byte[0], Codec.Seal.NONE, Strategy::fields);

  private final double epsilon;
  private final double exactEpsilon;
  private final int domain;
  private String
      fingerprint; // made at first use, since it reads all integers; every thread makes the same

  /**
   * Refuses an exact epsilon above the claim.
   *
   * @param epsilon the claim, in nats
   * @param exactEpsilon of the integers, over all pairs of columns, rounded up
   * @param domain n, the columns
   */
  protected Strategy(double epsilon, double exactEpsilon, int domain) {
    if (exactEpsilon > epsilon) {
      throw Require.refusal(
          "a strategy's exact epsilon must not exceed its claim. Claim: %s, exact: %s; make the"
              + " strategy again.",
          epsilon, exactEpsilon);
    }
    this.epsilon = epsilon;
    this.exactEpsilon = exactEpsilon;
    this.domain = domain;
  }

  /**
   * The design in integers.
   *
   * @param epsilon the claim, in nats
   */
  public static Strategy certify(Design design, double epsilon) {
    Epsilon.require(epsilon);
    return switch (design.kind()) {
      case DenseStrategy.KIND -> DenseStrategy.of((Design.DenseDesign) design, epsilon);
      case OrbitStrategy.KIND -> OrbitStrategy.of((Design.Orbits) design, epsilon);
      case SubsetStrategy.KIND -> ofSubsets((Design.Subsets) design, epsilon);
      default -> kind(design.kind()).certify(design, epsilon);
    };
  }

  /** The kind of another jar. */
  static StrategyKind kind(String name) {
    return StrategyKind.find(name)
        .orElseThrow(
            () ->
                Require.refusal(
                    "a strategy's kind must be known. Provided value: %s.%s",
                    name, Services.PUBLISHED));
  }

  /** Sets of one item each are items: reports of 4 bytes instead of n bits. */
  private static Strategy ofSubsets(Design.Subsets design, double epsilon) {
    double[] masses = design.masses();
    if (masses.length < 2 || masses.length != design.domain() + 1 || masses[1] != 1) {
      return SubsetStrategy.of(design, epsilon);
    }
    int[] attributes = {design.domain()};
    Orbit items = new Orbit(new int[][] {{1}}, attributes, BitSet.valueOf(new long[] {1}), 1);
    return OrbitStrategy.of(new Design.Orbits(attributes, List.of(items)), epsilon);
  }

  /** The claim, in nats. */
  public final double epsilon() {
    return epsilon;
  }

  /** Epsilon of the integers, over all pairs of columns, rounded up; at most the claim. */
  public final double exactEpsilon() {
    return exactEpsilon;
  }

  /** The failure mass of the guarantee; 0 for the kinds here. */
  public double delta() {
    return 0;
  }

  /** n, the columns. */
  public final int domain() {
    return domain;
  }

  /** dense, orbits or subsets, or a word of another jar's. */
  public abstract String kind();

  /** Length of the vector that accumulates reports. */
  public abstract int width();

  /** What {@code counters} say: the reconstruction of everything. */
  public abstract Reconstruction reconstruct(double[] counters);

  /** The expected counters when x_u people hold item u. */
  public abstract double[] expectedCounters(double[] x);

  /** All of it, deterministically; {@link #fromBytes} reads it back. */
  public final byte[] toBytes() {
    return CODEC.encode(this);
  }

  /** Reads {@link #toBytes}; recomputes the exact epsilon and refuses one above the claim. */
  public static Strategy fromBytes(byte[] bytes) {
    return CODEC.decode(
        bytes,
        why ->
            Require.refusal(
                "a strategy's bytes must be whole: %s. Provided: %s bytes that are damaged, or"
                    + " of a later release; make the strategy again.",
                why, bytes.length));
  }

  private static Strategy fields(Fields<Strategy> f) {
    String kind = f.utf(Strategy::kind);
    double epsilon = Epsilon.require(f.float64(Strategy::epsilon));
    int domain = f.int32(Strategy::domain);
    return switch (kind) {
      case DenseStrategy.KIND -> DenseStrategy.fields(f.as(DenseStrategy.class), epsilon, domain);
      case OrbitStrategy.KIND -> OrbitStrategy.fields(f.as(OrbitStrategy.class), epsilon, domain);
      case SubsetStrategy.KIND ->
          SubsetStrategy.fields(f.as(SubsetStrategy.class), epsilon, domain);
      default -> {
        Optional<StrategyKind> found = StrategyKind.find(kind);
        f.require(
            found.isPresent(), "its kind is not known (those of papers are in spark-ldp-lab.jar)");
        yield found.orElseThrow().fields(f, epsilon, domain);
      }
    };
  }

  /** SHA-256 of {@link #toBytes}, 64 hexadecimal digits. */
  public final String fingerprint() {
    String known = fingerprint;
    if (known == null) {
      known = ProtocolSpec.sha256(toBytes());
      fingerprint = known;
    }
    return known;
  }

  /** Refuses a design whose epsilon is visibly above the claim; rounding settles the rest. */
  static void requireClaim(double epsilon, double ofDesign) {
    Require.that(ofDesign <= epsilon + TOLERANCE)
        .orRefuse(
            "a design must be LDP at the claimed epsilon. Claimed: %s, the design's: %s; make it"
                + " for this epsilon.",
            epsilon, ofDesign);
  }

  /** Refuses an item outside the domain, never naming it. */
  protected final void requireItem(int item) {
    if (item < 0 || item >= domain) {
      throw Require.refusal(
          "a value must be an item index in [0, %s). One was not (it is not shown); map values to"
              + " the domain first.",
          domain);
    }
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Strategy that && fingerprint().equals(that.fingerprint());
  }

  @Override
  public final int hashCode() {
    return fingerprint().hashCode();
  }

  @Override
  public final String toString() {
    return kind() + " strategy over " + domain + " items at epsilon " + epsilon;
  }
}
