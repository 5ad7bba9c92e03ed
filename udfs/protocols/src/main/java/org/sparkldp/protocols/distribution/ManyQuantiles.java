package org.sparkldp.protocols.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.protocols.strategy.CellStrategy;
import org.sparkldp.protocols.strategy.Reconstruction;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.workload.Prefix;

/**
 * The quantiles that divide the people into {@code parts} equal parts, from one report a person:
 * each with an interval, and all together with a band that holds them at once.
 *
 * <p>Input: a number in [lower, upper], of which the report depends on the {@link Cells cell}.
 * Report: a cell of the strategy for prefix counts ({@link
 * org.sparkldp.protocols.strategy.Factorization}), 4 bytes. Guarantee: epsilon-LDP, the strategy's
 * integers. Estimand: for each p = i/parts the least number with a share p of the people at or
 * below it, of the people's own numbers. Estimator: where the {@link DistributionFunction} that
 * rises nearest to the unbiased prefix counts crosses p; within a cell, as if its people were
 * evenly spread. A quantile is no linear function of counts, so it has no unbiased estimate.
 * Standard error: that of the simulated quantiles.
 *
 * <p><b>Intervals.</b> With {@code law=any}, the default, they reach to the ends of the cells in
 * which they end, and hold whatever the distribution inside a cell is. With {@code law=smooth} and
 * a step, people are taken to be evenly spread within a cell, which makes the intervals shorter by
 * up to a cell. With a step, and no more values than cells, a cell is a value and both are the
 * same.
 *
 * <p>Cost: one draw a report; 8 bytes for each of the strategy's cells to accumulate; an estimate
 * takes 1,000 draws, and their mirror images, of as many normal numbers as there are cells. Errors:
 * parameters out of range; values are refused without being shown.
 *
 * <p>All people are asked at once here, about even cells; {@link ManyQuantilesRound} asks in
 * rounds.
 *
 * <p>Source: the strategy, McKenna et al., PVLDB 13(12), 2020; intervals by inversion, Woodruff,
 * JASA 47, 1952; the band, ours.
 */
public class ManyQuantiles extends NumberProtocol<Integer> implements Attached {
  /** Rounds at most. */
  public static final int MOST_ROUNDS = 4;

  private final ManyQuantilesQuestion question;
  private final StrategyFile file;
  private final CellStrategy strategy;
  private final Cells cells;
  private final double share;

  /**
   * Quantiles with intervals of their own and a common band.
   *
   * @param each quantiles with intervals that hold each its own
   * @param lower ends of the band, which holds all at once with the same confidence
   * @param upper ends of the band
   */
  public record QuantileBand(Estimate each, double[] lower, double[] upper) {}

  /**
   * @param cells those of the question, or others that take no more of the strategy's
   * @param share of the people who are asked about these cells
   */
  ManyQuantiles(
      ProtocolSpec spec,
      ManyQuantilesQuestion question,
      StrategyFile file,
      Cells cells,
      double share) {
    super(spec, Guarantee.pure(question.epsilon(), file.strategy().exactEpsilon()));
    this.question = question;
    this.file = file;
    this.strategy = (CellStrategy) file.strategy();
    this.cells = cells;
    this.share = share;
  }

  private static ManyQuantiles of(ManyQuantilesQuestion question, StrategyFile file) {
    Strategy strategy = file.strategy();
    Require.that(
            strategy instanceof CellStrategy
                && strategy.epsilon() == question.epsilon()
                && strategy.domain() == question.cells().all())
        .orRefuse(
            "a strategy for these quantiles must report cells, at epsilon %s over %s of them."
                + " Provided: %s; make one for the workload prefix.",
            question.epsilon(), question.cells().all(), strategy);
    Strategies.remember(file);
    return question.rounds().isPresent()
        ? ManyQuantilesRound.first(question, file)
        : new ManyQuantiles(question.spec(file), question, file, question.cells(), 1);
  }

  final ManyQuantilesQuestion question() {
    return question;
  }

  final StrategyFile file() {
    return file;
  }

  final Cells cells() {
    return cells;
  }

  /** The shares of people at or below the quantiles. */
  public double[] shares() {
    return IntStream.range(1, question.parts())
        .mapToDouble(i -> (double) i / question.parts())
        .toArray();
  }

  /** The people's own quantiles, clipped to the range. */
  public double[] answers(double[] values) {
    double[] sorted =
        Arrays.stream(values).map(v -> Math.max(lower(), Math.min(upper(), v))).sorted().toArray();
    return IntStream.range(1, question.parts())
        .mapToDouble(
            i ->
                sorted[
                    (int) (((long) i * sorted.length + question.parts() - 1) / question.parts())
                        - 1])
        .toArray();
  }

  /** The least value of the range. */
  public double lower() {
    return cells.lower();
  }

  /** The largest value of the range. */
  public double upper() {
    return cells.upper();
  }

  /** Whether intervals hold only if people are evenly spread within a cell. */
  public boolean needsSmoothness() {
    return question.isEven();
  }

  @Override
  public byte[] attachment() {
    return file.toBytes();
  }

  @Override
  public long inputs(int cohort) {
    return cells.used();
  }

  @Override
  public boolean accepts(double value) {
    return Double.isFinite(value)
        && (question.outside() == Outside.CLIP || (value >= lower() && value <= upper()));
  }

  @Override
  public long input(double value, int cohort) {
    requireAccepted(value);
    return cells.cell(Math.max(lower(), Math.min(upper(), value)));
  }

  @Override
  public Integer report(long input, int cohort, RandomSource source) {
    return strategy.randomize((int) input, source);
  }

  @Override
  public double contrast(Integer report, long input, long other, int cohort) {
    return strategy.logLikelihood(report, (int) input)
        - strategy.logLikelihood(report, (int) other);
  }

  @Override
  public ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public Layout<Integer> layout() {
    return new Layout.CellCounts(strategy.cells());
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    return answer(reports, confidence).each;
  }

  /**
   * The variance of the share of people at or below a value, times the people of all rounds: the
   * largest over the range, for people evenly spread over the last round's cells.
   */
  public double variancePerPerson() {
    double last = lastShare();
    double[] variances = variances();
    return IntStream.range(0, variances.length)
            .mapToDouble(
                cell -> {
                  double below = (cell + 1.0) / (variances.length + 1);
                  return variances[cell] + (1 - last) * below * (1 - below);
                })
            .max()
            .orElseThrow()
        / last;
  }

  /** The last round's share of all people. */
  double lastShare() {
    return share;
  }

  /** The variance of each prefix share, of one report, for people evenly spread over the cells. */
  final double[] variances() {
    double[] even = new double[cells.all()];
    Arrays.fill(even, 1.0 / even.length);
    Reconstruction one = file.strategy().reconstruct(file.strategy().expectedCounters(even));
    Prefix counts = new Prefix(even.length);
    return IntStream.range(0, even.length - 1)
        .mapToDouble(cell -> one.variance(counts.query(cell)))
        .toArray();
  }

  /** People who have reported so far, in all rounds. */
  long people(Accumulator<?> reports) {
    return reports.n();
  }

  /** The quantiles, with intervals and the band. */
  public QuantileBand answer(Accumulator<?> reports, double confidence) {
    requireOwn(reports);
    double z = StandardNormal.ofInterval(reports.n(), confidence);
    DistributionFunction function = function(reports);
    double[] shares = shares();
    int[] places =
        Arrays.stream(shares).mapToInt(p -> function.place(p, 0).cell()).distinct().toArray();
    double band = function.bandErrors(places, confidence);
    List<Estimate.Row> rows = new ArrayList<>(shares.length);
    double[] lower = new double[shares.length];
    double[] upper = new double[shares.length];
    for (int i = 0; i < shares.length; i++) {
      double p = shares[i];
      rows.add(
          new Estimate.Row(
              Double.toString(p),
              value(function.place(p, 0)),
              error(function, p),
              first(function.place(p, z)),
              last(function.place(p, -z))));
      lower[i] = first(function.place(p, band));
      upper[i] = last(function.place(p, -band));
    }
    return new QuantileBand(new Estimate(people(reports), confidence, rows), lower, upper);
  }

  /**
   * The prefix counts, as shares, and their covariance. This is the exact one of people who are
   * distributed as the rising shares say: unlike an unbiased estimate it is one of some people.
   */
  final DistributionFunction function(Accumulator<?> reports) {
    double[] raw = prefixes(reports);
    double[] rising = DistributionFunction.rising(raw);
    double n = reports.n();
    double[] people = new double[cells.all()];
    double before = 0;
    for (int cell = 0; cell < people.length; cell++) {
      double now = cell < rising.length ? rising[cell] : 1;
      people[cell] = n * (now - before);
      before = now;
    }
    Reconstruction exact = file.strategy().reconstruct(file.strategy().expectedCounters(people));
    Prefix counts = new Prefix(people.length);
    double[][] covariance =
        exact.covariance(IntStream.range(0, raw.length).mapToObj(counts::query).toList());
    for (int i = 0; i < raw.length; i++) {
      for (int j = 0; j < raw.length; j++) {
        double ofSample = rising[Math.min(i, j)] - rising[i] * rising[j];
        covariance[i][j] = covariance[i][j] / n / n + (1 - share) * ofSample / n;
      }
    }
    return new DistributionFunction(raw, covariance);
  }

  /** The shares at or below the end of each used cell but the last, unbiased. */
  private double[] prefixes(Accumulator<?> reports) {
    double[] counts = Arrays.stream(reports.counts()).asDoubleStream().toArray();
    double[] data = file.strategy().reconstruct(counts).data();
    double[] prefixes = new double[cells.used() - 1];
    double sum = 0;
    for (int cell = 0; cell < prefixes.length; cell++) {
      sum += data[cell];
      prefixes[cell] = sum / reports.n();
    }
    return prefixes;
  }

  private double value(DistributionFunction.Place place) {
    return cells.within(place.cell(), place.within());
  }

  private double first(DistributionFunction.Place place) {
    return needsSmoothness() ? value(place) : cells.least(place.cell());
  }

  private double last(DistributionFunction.Place place) {
    return needsSmoothness() ? value(place) : cells.largest(place.cell());
  }

  /** The standard deviation of the simulated quantiles. */
  private double error(DistributionFunction function, double p) {
    double[] values = function.drawn(p, this::value);
    double mean = Arrays.stream(values).average().orElseThrow();
    return Math.sqrt(
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
  }

  private static ManyQuantiles find(Parameters given, byte[] attachment) {
    ManyQuantilesQuestion question = ManyQuantilesQuestion.of(given);
    String named = given.text(ManyQuantilesQuestion.STRATEGY, "");
    if (attachment.length > 0) {
      StrategyFile attached = StrategyFile.fromBytes(attachment);
      String name = Strategies.name(attached.strategy());
      Require.that(named.isEmpty() || named.equals(name))
          .orRefuse(
              "an attached strategy must be the one that the spec names. Provided: strategy = %s"
                  + " ; attached: %s.",
              named, name);
      return of(question, attached);
    }
    return of(
        question,
        named.isEmpty() ? Strategies.obtain(question.request()) : Strategies.named(named));
  }

  /** {@code quantiles(epsilon,lower,upper,parts,step,cells,law,outside,rounds,...)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              ManyQuantilesQuestion.NAME,
              80,
              "many quantiles of numbers in a range at once, from one report a person")
          .takes(ManyQuantilesQuestion.PARAMETERS)
          .variants(
              "parts=4,cells=16", "parts=10,step=0.125,outside=clip", "parts=4,cells=16,rounds=2")
          .makesWith(ManyQuantiles::find);
}
