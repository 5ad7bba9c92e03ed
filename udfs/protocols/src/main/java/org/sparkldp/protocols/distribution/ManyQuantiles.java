package org.sparkldp.protocols.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.CellAccumulator;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.protocols.strategy.CellStrategy;
import org.sparkldp.protocols.strategy.Reconstruction;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
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
 * which they end, and hold whatever the distribution inside a cell is. With {@code law=smooth}
 * people are taken to be evenly spread within a cell, which makes the intervals shorter by up to a
 * cell. With a step, and no more values than cells, a cell is a value and both are the same.
 *
 * <p>Cost: one draw a report; 8 bytes for each of the strategy's cells to accumulate; an estimate
 * 2,000 draws of as many normal numbers as there are cells. Errors: parameters out of range; values
 * are refused without being shown.
 *
 * <p>Source: the strategy, McKenna et al., PVLDB 13(12), 2020; intervals by inversion, Woodruff,
 * JASA 47, 1952; the band, ours.
 */
public final class ManyQuantiles extends NumberProtocol<Integer> {
  private static final int MOST_PARTS = 1000;
  private static final String LAW = "law";

  private final Question question;
  private final StrategyFile file;
  private final CellStrategy cells;

  /** What is asked. */
  private record Question(
      double epsilon,
      Cells cells,
      int parts,
      Law law,
      Outside outside,
      OptionalDouble step,
      OptionalInt asked) {

    Question {
      Require.that(parts >= 2 && parts <= MOST_PARTS)
          .orRefuse("parts must be between 2 and %s. Provided value: %s.", MOST_PARTS, parts);
    }

    static Question of(Parameters given) {
      OptionalDouble step = given.optionalReal("step");
      OptionalInt asked = given.optionalInteger("cells");
      return new Question(
          given.real("epsilon"),
          Cells.of(given.real("lower"), given.real("upper"), step, asked),
          given.optionalInteger("parts").orElse(100),
          Law.of(given),
          Outside.of(given),
          step,
          asked);
    }

    ProtocolSpec spec(String strategy) {
      ProtocolSpec spec =
          ProtocolSpec.named("quantiles")
              .with("epsilon", epsilon)
              .with("lower", cells.lower())
              .with("upper", cells.upper())
              .with("parts", parts);
      if (step.isPresent()) {
        spec = spec.with("step", step.getAsDouble());
      }
      if (asked.isPresent()) {
        spec = spec.with("cells", asked.getAsInt());
      }
      if (law != Law.ANY) {
        spec = spec.with(LAW, law.word);
      }
      return outside.addTo(spec).with("strategy", strategy);
    }
  }

  /** What intervals take for granted of the people in a cell. */
  private enum Law {
    ANY("any"),
    SMOOTH("smooth");

    private final String word;

    Law(String word) {
      this.word = word;
    }

    static Law of(Parameters given) {
      return given.choice(LAW, values(), law -> law.word);
    }
  }

  /**
   * All that reports say of the quantiles.
   *
   * @param each quantiles with intervals that hold each its own
   * @param lower ends of the band, which holds all at once with the same confidence
   * @param upper ends of the band
   */
  public record Answer(Estimate each, double[] lower, double[] upper) {}

  private ManyQuantiles(Question question, StrategyFile file) {
    super(
        question.spec(Strategies.name(file.strategy())),
        Guarantee.pure(question.epsilon, file.strategy().exactEpsilon()));
    this.question = question;
    this.file = file;
    this.cells = (CellStrategy) file.strategy();
  }

  private static ManyQuantiles of(Question question, StrategyFile file) {
    Strategy strategy = file.strategy();
    Require.that(
            strategy instanceof CellStrategy
                && strategy.epsilon() == question.epsilon
                && strategy.domain() == question.cells.all())
        .orRefuse(
            "a strategy for these quantiles must report cells, at epsilon %s over %s of them."
                + " Provided: %s; make one for the workload prefix.",
            question.epsilon, question.cells.all(), strategy);
    return new ManyQuantiles(question, Strategies.remember(file));
  }

  /** The shares of people at or below the quantiles. */
  public double[] shares() {
    return IntStream.range(1, question.parts)
        .mapToDouble(i -> (double) i / question.parts)
        .toArray();
  }

  /** The people's own quantiles, clipped to the range. */
  public double[] answers(double[] values) {
    double[] sorted =
        Arrays.stream(values).map(v -> Math.max(lower(), Math.min(upper(), v))).sorted().toArray();
    return IntStream.range(1, question.parts)
        .mapToDouble(
            i ->
                sorted[
                    (int) (((long) i * sorted.length + question.parts - 1) / question.parts) - 1])
        .toArray();
  }

  /** The least value of the range. */
  public double lower() {
    return question.cells.lower();
  }

  /** The largest value of the range. */
  public double upper() {
    return question.cells.upper();
  }

  /** Whether intervals hold only if people are evenly spread within a cell. */
  public boolean needsSmoothness() {
    return question.law == Law.SMOOTH;
  }

  @Override
  public byte[] attachment() {
    return file.toBytes();
  }

  @Override
  public int cohorts() {
    return 1;
  }

  @Override
  public int cohort(int stratum, long word) {
    return 0;
  }

  @Override
  public long inputs(int cohort) {
    return question.cells.used();
  }

  @Override
  public boolean accepts(double value) {
    return Double.isFinite(value)
        && (question.outside == Outside.CLIP || (value >= lower() && value <= upper()));
  }

  @Override
  public long input(double value, int cohort) {
    requireAccepted(value);
    return question.cells.cell(Math.max(lower(), Math.min(upper(), value)));
  }

  @Override
  public Integer report(long input, int cohort, RandomSource source) {
    return cells.randomize((int) input, source);
  }

  @Override
  public double contrast(Integer report, long input, long other, int cohort) {
    return cells.logLikelihood(report, (int) input) - cells.logLikelihood(report, (int) other);
  }

  @Override
  public ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public Accumulator<Integer> newAccumulator(String context) {
    return new CellAccumulator(spec(), context, cells.cells());
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    return answer(reports, confidence).each;
  }

  /** The quantiles, with intervals and the band. */
  public Answer answer(Accumulator<?> reports, double confidence) {
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
    return new Answer(new Estimate(reports.n(), confidence, rows), lower, upper);
  }

  /**
   * The prefix counts, as shares, and their covariance. This is the exact one of people who are
   * distributed as the rising shares say: unlike an unbiased estimate it is one of some people.
   */
  private DistributionFunction function(Accumulator<?> reports) {
    double n = reports.n();
    double[] raw = prefixes(file.strategy().reconstruct(doubles(reports)).data(), n);
    double[] rising = DistributionFunction.rising(raw);
    double[] people = new double[question.cells.all()];
    double before = 0;
    for (int cell = 0; cell < people.length; cell++) {
      double now = cell < rising.length ? rising[cell] : 1;
      people[cell] = n * (now - before);
      before = now;
    }
    Reconstruction exact = file.strategy().reconstruct(file.strategy().expectedCounters(people));
    return new DistributionFunction(
        raw, covariance(exact, new Prefix(people.length), raw.length, n));
  }

  private static double[] doubles(Accumulator<?> reports) {
    return Arrays.stream(reports.counts()).asDoubleStream().toArray();
  }

  /** The shares at or below the end of each used cell but the last. */
  private double[] prefixes(double[] data, double n) {
    double[] prefixes = new double[question.cells.used() - 1];
    double sum = 0;
    for (int cell = 0; cell < prefixes.length; cell++) {
      sum += data[cell];
      prefixes[cell] = sum / n;
    }
    return prefixes;
  }

  private static double[][] covariance(Reconstruction people, Prefix counts, int size, double n) {
    double[][] covariance =
        people.covariance(IntStream.range(0, size).mapToObj(i -> counts.query(i)).toList());
    for (double[] row : covariance) {
      Arrays.setAll(row, i -> row[i] / n / n);
    }
    return covariance;
  }

  private double value(DistributionFunction.Place place) {
    return question.cells.within(place.cell(), place.within());
  }

  private double first(DistributionFunction.Place place) {
    return needsSmoothness() ? value(place) : question.cells.least(place.cell());
  }

  private double last(DistributionFunction.Place place) {
    return needsSmoothness() ? value(place) : question.cells.largest(place.cell());
  }

  /** The standard deviation of the simulated quantiles. */
  private double error(DistributionFunction function, double p) {
    double[] values = function.drawn(p, this::value);
    double mean = Arrays.stream(values).average().orElseThrow();
    return Math.sqrt(
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
  }

  /** Provides {@code quantiles(epsilon,lower,upper,parts,step,cells,law,outside,strategy)}. */
  public static final class Provider extends ProtocolProvider {
    public Provider() {
      super(
          "quantiles",
          80,
          "many quantiles of numbers in a range at once, from one report a person",
          List.of(
              Parameter.EPSILON,
              Parameter.required("lower", Parameter.Kind.REAL, "least value that may be")
                  .example("0.0"),
              Parameter.required(
                      "upper", Parameter.Kind.REAL, "largest value that may be, above lower")
                  .example("1.0"),
              Parameter.optional(
                  "parts",
                  Parameter.Kind.INTEGER,
                  "equal parts into which the quantiles divide the people, 2 to 1000, default 100"),
              Parameter.optional(
                  "step",
                  Parameter.Kind.REAL,
                  "of which all values are multiples above lower, 1 for whole numbers"),
              Parameter.optional(
                  "cells",
                  Parameter.Kind.INTEGER,
                  "cells of the range, 2 to 1024; by default 256, or as many as there are values if"
                      + " these are fewer"),
              Parameter.optional(
                  LAW,
                  Parameter.Kind.TEXT,
                  "any (the default): intervals hold whatever the distribution; smooth: for"
                      + " distributions that are even within a cell, shorter by up to a cell"),
              Outside.PARAMETER,
              Parameter.optional(
                  "strategy",
                  Parameter.Kind.TEXT,
                  "fingerprint of a known strategy; by default one is found or made")),
          given -> find(given, null));
    }

    @Override
    public Protocol<?, ?> create(Parameters given, byte[] attachment) {
      return attachment.length == 0
          ? super.create(given, attachment)
          : find(given, StrategyFile.fromBytes(attachment));
    }

    private static ManyQuantiles find(Parameters given, StrategyFile attached) {
      Question question = Question.of(given);
      String strategy = given.text("strategy", "");
      if (attached != null) {
        return of(question, attached);
      }
      return of(
          question,
          strategy.isEmpty()
              ? Strategies.obtain(
                  new StrategyRequest(
                      question.epsilon,
                      new Prefix(question.cells.all()),
                      StrategyRequest.OPTIMIZED))
              : Strategies.named(strategy));
    }

    @Override
    protected List<String> variants() {
      return List.of("parts=4,cells=16", "parts=10,step=0.125,outside=clip");
    }
  }
}
