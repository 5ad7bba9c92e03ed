package org.sparkldp.protocols.vector;

import java.util.Arrays;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.frequency.BitCounts;
import org.sparkldp.protocols.frequency.PackedBits;
import org.sparkldp.protocols.mean.SecondMoment;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * The hypercube mechanism: a report is a vertex of a cube, more likely one that agrees with the
 * person's vector in many coordinates. Every report speaks of every coordinate.
 *
 * <p>Input: d numbers in [−radius, radius], 1 ≤ d ≤ 1,024. Report: d packed bits, 1 for +B, ⌈d/8⌉
 * bytes. Guarantee: epsilon-LDP. Estimator: the mean of the vertices. A coordinate of a report
 * varies by B² − v_j²; reports do not show the people's mean v_j², so the standard error is from
 * above ({@link SecondMoment}), by at most radius² in B². Cost: two words a coordinate; 8 d bytes
 * to accumulate; O(d) big integers to make. Errors: epsilon, d or radius out of range; vectors are
 * refused without being shown.
 *
 * <p><b>How.</b> Each coordinate is first rounded to ±radius by a fair chance. The number of
 * coordinates that agree with that vertex is drawn by {@link HypercubeLaw}, and then uniformly
 * which: coordinate j with chance (still needed)/(d − j). B is radius over the mean agreement, from
 * the very integers in use.
 *
 * <p><b>Variants.</b>
 *
 * <ul>
 *   <li>{@code half}, the default: vertices that agree in more than half of the coordinates are
 *       e^eps times as likely as the others. For odd d this is the published mechanism, with B =
 *       radius (e^eps + 1)/(e^eps − 1) 2^(d−1)/C(d−1, (d−1)/2). For even d, ties are with the
 *       others, which of the ways that keep to the claim is the most accurate.
 *   <li>{@code best}: vertices that agree in at least m, with the m of the least B. More accurate
 *       from epsilon 1 on: B² is 0.86 times that of {@code half} at epsilon 1 for d = 27, 0.26
 *       times at 4.
 * </ul>
 *
 * <p>For even d the paper counts a tie as both likely and unlikely: the exact epsilon is then
 * ln(e^eps + 1).
 *
 * <p>Below epsilon 1.8 or so {@link OneCoordinate} is more accurate, and smaller.
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, equation (26); thresholds and exact
 * constants, ours.
 */
public final class Hypercube extends CoordinateMean<byte[]> {
  /** Most coordinates. */
  public static final int MAX_D = 1024;

  private static final Parameter VARIANT =
      Parameter.word(
          "variant", "which vertices are likely: half (the default) or best", "half", "best");

  /** The choice of the likely vertices; printed as specs write it. */
  public enum Variant {
    /** Vertices that agree in more than half of the coordinates. */
    HALF("half"),
    /** Vertices that agree in at least as many as is best. */
    BEST("best");

    private final String word;

    Variant(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }

    private HypercubeLaw law(double epsilon, int d) {
      int least = this == HALF ? d / 2 + 1 : HypercubeLaw.bestThreshold(epsilon, d);
      return HypercubeLaw.threshold(epsilon, d, least);
    }
  }

  static final Parameter D = BallProtocol.D.to(MAX_D, "With more coordinates take one-coordinate.");

  private final HypercubeLaw law;
  private final HypercubeLaw.LevelWeights tables;
  private final double b; // B over the radius

  private Hypercube(
      Parameters given, Ball ball, HypercubeLaw law, HypercubeLaw.LevelWeights tables, double b) {
    super(
        given,
        Guarantee.pure(given.epsilon(), law.exactEpsilon(tables)),
        ball,
        new SecondMoment(b * b, 0));
    this.law = law;
    this.tables = tables;
    this.b = b;
  }

  private static Hypercube of(Parameters given) {
    Ball ball = ball(given, Norm.MAX, STEPS);
    HypercubeLaw law =
        given.choice(VARIANT.name(), Variant.values()).law(given.epsilon(), ball.d());
    HypercubeLaw.LevelWeights tables = law.tables();
    return new Hypercube(given, ball, law, tables, 1 / law.meanAgreement(tables));
  }

  /** The size of a report's coordinates. */
  public double b() {
    return b * radius();
  }

  @Override
  public ReportType reportType() {
    return ReportType.bits(d());
  }

  @Override
  public byte[] report(int[] input, RandomSource source) {
    return PackedBits.toBytes(law.vertex(tables, input, steps(), source), (d() + 7) / 8);
  }

  @Override
  public double contrast(byte[] report, int[] input, int[] other) {
    double contrast = 0;
    for (int j = 0; j < input.length; j++) {
      int sign = (report[j >>> 3] >>> (j & 7) & 1) != 0 ? 1 : -1;
      contrast += sign * ((double) input[j] - other[j]);
    }
    return contrast;
  }

  @Override
  public Layout<byte[]> layout() {
    return BitCounts.of(d());
  }

  /** The vertex of the weights' signs. */
  @Override
  public double reach(double[] weights) {
    return b * Arrays.stream(weights).map(Math::abs).sum();
  }

  @Override
  double mean(long[] counters, long n, int j) {
    return b * (2.0 * counters[j] - n) / n;
  }

  /** {@code hypercube(epsilon,d,radius,variant)}. */
  public static final Declaration<Hypercube> DECLARATION =
      declared(
              "hypercube",
              30,
              "mean of vectors in a cube: a vertex, likely one that agrees in many coordinates",
              D,
              VARIANT)
          .variants("", "variant=best")
          .makes(Hypercube::of);
}
