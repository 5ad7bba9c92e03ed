package org.sparkldp.protocols.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.mean.MeanRows;
import org.sparkldp.protocols.mean.SecondMoment;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Reports of vectors whose coordinates all are unbiased estimates of the person's, and vary each by
 * its own value only ({@link SecondMoment}, on the scale where the radius is 1).
 *
 * @param <R> a report
 */
public abstract class CoordinateMean<R> extends BallProtocol<R> {
  /** Of the cube's grids, so that whole sides have 2^20. */
  static final int STEPS = 1 << 19;

  private final SecondMoment moment;

  CoordinateMean(Parameters given, Guarantee guarantee, Ball ball, SecondMoment moment) {
    super(given.spec(), guarantee, ball);
    this.moment = moment;
  }

  /** The mean of the reports in coordinate j, on the scale where the radius is 1. */
  abstract double mean(long[] counters, long n, int j);

  /** The mean of this protocol's reports, from its counters under whatever spec. */
  public final double[] means(Accumulator<?> reports) {
    long[] counters = reports.counts();
    double[] means = new double[d()];
    for (int j = 0; j < means.length; j++) {
      means[j] = mean(counters, reports.n(), j) * radius();
    }
    return means;
  }

  /** The mean of their squares; used only if the second moment needs it. */
  double meanSquare(long[] counters, long n, int j) {
    return Double.NaN;
  }

  /**
   * The most that a weighted sum of the coordinates can be of what a report stands for, on the
   * scale where the radius is 1, of all reports that accumulators accept; the least is its
   * opposite.
   */
  public abstract double reach(double[] weights);

  /** All coordinates are alike. */
  @Override
  protected final OptionalDouble reach() {
    double[] first = new double[d()];
    first[0] = 1;
    return OptionalDouble.of(reach(first));
  }

  @Override
  public final double[] variances(double[][] values) {
    double[] variances = new double[d()];
    double scale = radius() / values.length;
    for (double[] value : values) {
      int[] point = input(value);
      for (int j = 0; j < variances.length; j++) {
        variances[j] += moment.variance((double) point[j] / steps()) * scale * scale;
      }
    }
    return variances;
  }

  @Override
  public final double worstVariance() {
    return d() * moment.worstVariance() * radius() * radius();
  }

  @Override
  public final Estimate estimate(Accumulator<R> reports, double confidence) {
    requireOwn(reports);
    long n = reports.n();
    double z = StandardNormal.ofInterval(n, confidence);
    long[] counters = reports.counts();
    List<Estimate.Row> rows = new ArrayList<>(d());
    for (int j = 0; j < d(); j++) {
      double mean = mean(counters, n, j);
      double variance = moment.varianceOfMean(n, mean, meanSquare(counters, n, j));
      rows.add(
          MeanRows.row(Integer.toString(j), mean * radius(), variance * radius() * radius(), z));
    }
    return new Estimate(n, confidence, rows);
  }

  /** Declares {@code name(epsilon,d,radius,...)}. */
  public static Declaration.Builder declared(
      String name, int id, String description, Parameter d, Parameter... more) {
    List<Parameter> all = new ArrayList<>(List.of(Parameter.EPSILON, d, RADIUS));
    all.addAll(List.of(more));
    all.add(Outside.PARAMETER);
    return Declaration.named(name, id, description).takes(all);
  }
}
