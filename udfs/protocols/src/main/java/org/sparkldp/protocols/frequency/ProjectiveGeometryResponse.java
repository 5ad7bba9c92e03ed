package org.sparkldp.protocols.frequency;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.wire.Wire;

/**
 * Projective geometry response: a report is one cell of a balanced design, in which each cell
 * supports {@code size} points and any two points share equally many cells. The accuracy of {@link
 * SubsetSelection} with a report of 4 bytes and a fast estimate.
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 1,048,576. Report: cell in [0, b), 4 bytes; b ≤ 2^22.
 * Guarantee: epsilon-LDP, a cell is e^epsilon times as likely under a point that it supports as
 * under another. Support: the items among the cell's s points; with v points, p = s e^eps/(s e^eps
 * + v − s), q* = (s − p)/(v − 1), exactly those of subset selection among v items. Estimator and
 * standard error: {@link PureEstimator}. Cost: two words of randomness and O(log k) arithmetic to
 * make, nothing allocated; 8 b bytes to accumulate; at most 2^31 additions to estimate. Errors:
 * epsilon, k, q or size out of range; an item outside [0, k) is refused without being named.
 *
 * <p><b>Designs.</b> There are two families. q says which:
 *
 * <ul>
 *   <li>q &lt; k: points and hyperplanes of the projective space over the integers modulo a prime
 *       q, of the least dimension with k points ({@link Hyperplanes}). About as many cells as
 *       items. The share of points that a cell supports is 1/q, best near 1/(e^eps + 1).
 *   <li>q ≥ k: the field of q elements, and the images of a set of {@code size} elements ({@link
 *       AffineLine}). Its v = q may be close to k, and size is free. That is needed where subsets
 *       of a few items are best, k below some 15 e^eps: there the error depends on v. About e^eps +
 *       1 cells for each item.
 * </ul>
 *
 * <p><b>Default.</b> Of the designs that fit, those whose variance (the mean over the items) is at
 * most 1 % above the least; and of these the one with the fewest cells.
 *
 * <p><b>Integers in use.</b> Those of {@link RandomSubset} among v items: whether the cell supports
 * the item is drawn first, then a uniform one of those that do, or do not.
 *
 * <p>Source: Feldman, Nelson, Nguyen &amp; Talwar, "Private Frequency Estimation via Projective
 * Geometry", ICML 2022 (hyperplanes); Park, Nam &amp; Lee, "Exactly Optimal and
 * Communication-Efficient Private Estimation via Block Designs", 2023 (designs in general).
 */
public final class ProjectiveGeometryResponse extends PureOracle<Integer>
    implements CellProtocol, Compiled {
  private static final Wire WIRE =
      new Wire(
          "INT: a cell of the design, see [cells of designs](wire.md#cells-of-designs)",
          "Bernoulli(2^64 - o), whether the cell supports the item, o out of 2^64 that it does not;"
              + " then u = Uniform(r) or else Uniform(b - r), from which the cell follows",
          "reports by cell");

  /** The largest domain: the points of hyperplanes modulo 2 still fit. */
  public static final int MAX_K = 1 << 20;

  /** The most cells: accumulators of 32 MiB. */
  public static final int MAX_CELLS = 1 << 22;

  /** The most additions of an estimate: a second or two. */
  private static final long MAX_WORK = 1L << 31;

  /** The same for affine lines that nobody asked for: a tenth of a second. */
  private static final long USUAL_WORK = 1L << 28;

  /** Affine lines that are tried, the shortest with k points. */
  private static final int LINES = 24;

  /** A variance this much above the least is as good. */
  private static final double AS_GOOD = 1.01;

  /** Items of the domain. */
  static final Parameter K = Parameter.K.to(MAX_K, "Map items to fewer groups first.");

  private final BlockDesign design;
  private final int replicas;
  private final long leaveOut;

  private ProjectiveGeometryResponse(Parameters given, BlockDesign design, long leaveOut) {
    super(
        given.spec(),
        Guarantee.pure(
            given.epsilon(), RandomSubset.exactEpsilon(design.points(), design.size(), leaveOut)),
        given.integer("k"),
        RandomSubset.support(design.points(), design.size(), Thresholds.probability(leaveOut)));
    this.design = design;
    this.replicas = design.replicas();
    this.leaveOut = leaveOut;
  }

  /**
   * With a given design, or the best of those that have what is given: q elements of the field, a
   * prime below k − 1; or from k on, a prime or a prime power up to 256, and with size = 1 any
   * number.
   */
  private static ProjectiveGeometryResponse of(Parameters given) {
    double epsilon = given.epsilon();
    int k = given.integer("k");
    OptionalInt q = given.optionalInteger("q");
    OptionalInt size = given.optionalInteger("size");
    List<Candidate> candidates = new ArrayList<>();
    addHyperplanes(epsilon, k, q, candidates);
    addLines(epsilon, k, q, size, candidates);
    candidates.removeIf(candidate -> candidate.size != size.orElse(candidate.size));
    double least =
        candidates.stream()
            .mapToDouble(Candidate::variance)
            .min()
            .orElseThrow(() -> noDesign(k, q, size));
    Candidate chosen =
        candidates.stream()
            .filter(candidate -> candidate.variance <= least * AS_GOOD)
            .min(
                Comparator.comparingLong(Candidate::cells).thenComparingDouble(Candidate::variance))
            .orElseThrow();
    BlockDesign design = chosen.design(k);
    return new ProjectiveGeometryResponse(
        given.with("q", chosen.q).with("size", chosen.size),
        design,
        RandomSubset.leaveOut(epsilon, design.points(), design.size()));
  }

  private static IllegalArgumentException noDesign(int k, OptionalInt q, OptionalInt size) {
    return Require.refusal(
        "q and size must be those of a design with at least k = %s points and at most 2^22 cells: q"
            + " a prime below k, whose hyperplanes have one size; or from k on a prime (a prime"
            + " power up to 256), and size at most q/2. Provided values: q = %s, size = %s. Leave"
            + " both out for the best.",
        k, shown(q), shown(size));
  }

  private static String shown(OptionalInt given) {
    return given.isPresent() ? Integer.toString(given.getAsInt()) : "(the best)";
  }

  /** A design that may be chosen, with its mean variance over the items, per person. */
  private record Candidate(int q, int size, long cells, double variance) {
    BlockDesign design(int k) {
      return q < k ? new Hyperplanes(q, Hyperplanes.dimensions(q, k)) : new AffineLine(q, size);
    }
  }

  private static Candidate candidate(
      double epsilon, int k, int q, long points, long size, long cells) {
    double leftOut = RandomSubset.exclusion(epsilon, (int) points, (int) size);
    double variance = RandomSubset.support((int) points, (int) size, leftOut).variance(1.0 / k, 1);
    return new Candidate(q, (int) size, cells, variance);
  }

  private static void addHyperplanes(
      double epsilon, int k, OptionalInt given, List<Candidate> candidates) {
    // From k − 1 on, two dimensions are enough, which are no more than single items.
    IntStream primes = given.isPresent() ? given.stream() : IntStream.range(2, Math.min(k, 2048));
    primes
        .filter(q -> q >= 2 && q < k - 1 && AffineLine.isPrime(q))
        .forEach(
            q -> {
              int dimensions = Hyperplanes.dimensions(q, k);
              long points = Hyperplanes.space(q, dimensions);
              if (points <= MAX_CELLS && points * q * dimensions <= MAX_WORK) {
                long size = Hyperplanes.space(q, dimensions - 1);
                candidates.add(candidate(epsilon, k, q, points, size, points));
              }
            });
  }

  private static void addLines(
      double epsilon, int k, OptionalInt given, OptionalInt size, List<Candidate> candidates) {
    // With one item a report, q need be no field; but then the size must be given too.
    if (size.isPresent() ? size.getAsInt() == 1 : AffineLine.isField(given.orElse(2))) {
      int q = given.orElse(k);
      if (q >= k && q <= MAX_CELLS) {
        candidates.add(candidate(epsilon, k, q, q, 1, q));
      }
    }
    IntStream lengths =
        given.isPresent()
            ? given.stream().filter(q -> q >= k && q <= MAX_CELLS)
            : IntStream.range(k, 2 * k);
    lengths
        .filter(AffineLine::isField)
        .limit(LINES)
        .forEach(
            q -> {
              long most = given.isPresent() && size.isPresent() ? MAX_WORK : USUAL_WORK;
              double best = q / (StrictMath.exp(epsilon) + 1);
              int from = size.orElse(Math.max(2, (int) (best / 1.5)));
              int to = size.orElse((int) (best * 1.5 + 2));
              for (int s = Math.max(2, from); s <= Math.min(Math.min(to, q / 2), most / k); s++) {
                long cells = AffineLine.cells(q, s);
                if (cells <= MAX_CELLS && cells / q * s * k <= most) {
                  candidates.add(candidate(epsilon, k, q, q, s, cells));
                }
              }
            });
  }

  /** Elements of the field: below k that of hyperplanes, from k on that of an affine line. */
  public int q() {
    return Integer.parseInt(spec().arguments().get("q"));
  }

  /** Points that a report supports. */
  public int size() {
    return design.size();
  }

  /** Points of the design, of which the items are the first k. */
  public int points() {
    return design.points();
  }

  @Override
  public int randomize(int item, RandomSource source) {
    requireItem(item);
    // In 2^64 − leaveOut of 2^64 cases one of the item's cells.
    return source.bernoulli(-leaveOut)
        ? design.supporting(item, source.uniform(replicas))
        : design.other(item, source.uniform(cells() - replicas));
  }

  @Override
  public int cells() {
    return design.cells();
  }

  @Override
  public boolean supports(Integer report, int item) {
    return design.supports(report, item);
  }

  @Override
  protected long[] supports(long[] counters) {
    return design.supports(counters, k());
  }

  @Override
  public Optional<Recipe> recipe() {
    return Optional.of(
        design
            .recipe()
            .with("k", k())
            .with("cells", cells())
            .with("replicas", replicas)
            .words("leave_out", leaveOut));
  }

  /** {@code pgr(epsilon,k,q,size)}. */
  public static final Declaration<ProjectiveGeometryResponse> DECLARATION =
      Declaration.named(
              "pgr",
              60,
              "projective geometry response: a cell that supports some of the items, more likely the"
                  + " own one")
          .takes(
              Parameter.EPSILON,
              K,
              Parameter.integer(
                      "q",
                      "elements of the field; below k a prime, whose hyperplanes are the reports")
                  .optional("the best"),
              Parameter.integer(
                      "size",
                      "points that a report supports, at most half of all; below k it follows from"
                          + " q")
                  .optional("the best"))
          .sends(WIRE)
          .variants("", "q=2", "q=7,size=3", "q=9,size=3")
          .makes(ProjectiveGeometryResponse::of);
}
