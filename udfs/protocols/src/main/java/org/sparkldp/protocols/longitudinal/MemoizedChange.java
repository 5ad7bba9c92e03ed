package org.sparkldp.protocols.longitudinal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.ChangeProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.SpecifiedProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * By how many people each item grew between two periods, from both reports of each person.
 *
 * <p>Input: none, for nobody is asked. Report: (part · answers + earlier answer) · answers + later
 * answer. Guarantee: that of the oracle's reports, which are there already.
 *
 * <p><b>Why pairs.</b> The two reports of a person share the part and, if the value stayed, the
 * permanent response. So the errors of two periods' estimates have a covariance, which depends on
 * how many people kept their values, and that is in neither period's sums. It is in the pairs.
 *
 * <p>Estimator: with φ(r) the estimate of an item from one report, the change is the sum of
 * φ(later) − φ(earlier) over people, unbiased because each φ is. Part and item being equal, φ takes
 * two values {@link MemoizedOracle#scale} apart, so the change is scale · (people whose report
 * began to support the item − people whose report ceased to).
 *
 * <p>Standard error: scale · √(people whose report began or ceased to support it), the root of the
 * sum of squares. People are independent, so the variance is Σ E[Δφ²] − Σ (E[Δφ])². The first sum
 * is what the squares estimate without bias; the second is the number of people who came to the
 * item or left it, because E[Δφ] is 1, −1 or 0. It is left out: the variance is too large by at
 * most one for each of them, where a person adds scale² times the probability that the report
 * changed.
 *
 * <p>Interval: both numbers of reports are sums of rare events, each with the score interval x +
 * z²/2 ± z √(x + z²/4). The change reaches up by the root of the squares of how far "began" reaches
 * up and "ceased" reaches down, and down the other way round (Zou and Donner 2008). It is the
 * normal one where many reports changed; where none did, z² reports either way are possible, and no
 * interval that holds for all numbers of people is much shorter.
 *
 * <p>Errors: reports that are no pairs; accumulators of other plans.
 */
public final class MemoizedChange extends SpecifiedProtocol<Void, Integer>
    implements ChangeProtocol {
  /** The most kinds of pairs. */
  private static final int MOST_CELLS = 1 << 24;

  /** As {@link Parameter#K}, without an example: there is no report without two others. */
  public static final Parameter K = Parameter.integer("k", "number of items of the domain").from(2);

  private final MemoizedOracle oracle;
  private final int pairs;

  MemoizedChange(MemoizedOracle oracle) {
    super(spec(oracle.spec()), oracle.guarantee());
    this.oracle = oracle;
    this.pairs = oracle.cells() * oracle.shape().answers();
  }

  /** The changes of an oracle's answers. */
  public static MemoizedChange of(MemoizedOracle oracle) {
    Require.that(fits(oracle.shape()))
        .orRefuse(
            "pairs of reports must be of at most 2^24 kinds. Provided protocol: %s; ask about fewer"
                + " items, or with fewer cells.",
            oracle);
    return new MemoizedChange(oracle);
  }

  static boolean fits(MemoizedOracle.Shape shape) {
    return (long) shape.parts() * shape.answers() * shape.answers() <= MOST_CELLS;
  }

  private static ProtocolSpec spec(ProtocolSpec oracle) {
    ProtocolSpec spec = ProtocolSpec.named(oracle.name() + "-change");
    for (var argument : oracle.arguments().entrySet()) {
      spec = spec.with(argument.getKey(), argument.getValue());
    }
    return spec;
  }

  /** Items of the domain, and rows of estimates. */
  @Override
  public int items() {
    return oracle.k();
  }

  @Override
  public int answers() {
    return oracle.shape().answers();
  }

  @Override
  public ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public Layout<Integer> layout() {
    return new Layout.Cells(pairs);
  }

  @Override
  public Randomizer<Void, Integer> randomizer() {
    return new Randomizer<>() {
      @Override
      public Integer randomize(Void value, RandomSource source) {
        throw Require.refusal(
            "changes are answered from two reports of each person, and nobody is asked. Provided"
                + " protocol: %s; randomize by %s in each period.",
            spec(), oracle.spec());
      }

      @Override
      public long encode(Void value) {
        return 0;
      }
    };
  }

  /**
   * A pair that begins to support an item, or ceases to, where an honest person left it, or came to
   * it.
   */
  @Override
  public Optional<double[]> shiftPerPercent(long n) {
    double shift = Reach.symmetric(oracle.scale()).beyond(Reach.symmetric(1));
    double[] shifts = new double[items()];
    Arrays.fill(shifts, shift * 0.01 * n);
    return Optional.of(shifts);
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    double z = StandardNormal.ofInterval(reports.n(), confidence);
    double scale = oracle.scale();
    MemoizedOracle.Flips flips = oracle.flips(reports.counts());
    List<Estimate.Row> rows = new ArrayList<>(items());
    for (int item = 0; item < items(); item++) {
      long begun = flips.begun()[item];
      long ceased = flips.ceased()[item];
      double change = scale * (begun - ceased);
      rows.add(
          new Estimate.Row(
              Integer.toString(item),
              change,
              scale * Math.sqrt(begun + ceased),
              change - scale * reach(ceased, begun, z),
              change + scale * reach(begun, ceased, z)));
    }
    return new Estimate(reports.n(), confidence, rows);
  }

  /** How many reports a difference of two numbers of rare events may be above the seen one. */
  static double reach(long more, long less, double z) {
    double up = z * z / 2 + z * Math.sqrt(more + z * z / 4);
    double down = z * Math.sqrt(less + z * z / 4) - z * z / 2;
    return Math.hypot(up, down);
  }
}
