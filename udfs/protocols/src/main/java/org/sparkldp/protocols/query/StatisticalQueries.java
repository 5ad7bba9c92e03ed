package org.sparkldp.protocols.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.RangeProtocol;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.mean.DuchiMean;
import org.sparkldp.protocols.mean.MeanProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * q statistical queries at once: people are divided into q groups by a public hash, and each says
 * one bit of the value of their own group's query. With one query this is randomized response on
 * [−1, 1], and for values of exactly ±1 the plain one on {−1, 1}.
 *
 * <p>Input: the value in [−1, 1] of the query that is the person's cohort; 1 ≤ q ≤ 2^20. Report:
 * cell 2j or 2j + 1, for −c or +c as the answer of query j, c = (e^eps + 1)/(e^eps − 1); 4 bytes.
 * The value is rounded to a grid of 2^20 steps, then to ±1 by a fair chance, and that reported by
 * randomized response: P[+] = 1/2 + t/(2c), the one-bit step of {@link DuchiMean}. Guarantee:
 * epsilon-LDP; groups are public. Estimator: query j's is the mean of what its group's reports
 * stand for, unbiased for the mean of all people, one row each, named by its number; standard error
 * from above, noise and the drawing of the group together ({@link DuchiMean} says by how much at
 * most); normal interval. A query whose group is empty has no estimate. Cost: one word; 16 q bytes
 * to accumulate. Errors: parameters out of range; values are refused without being shown.
 *
 * <p><b>Tolerance.</b> With tau and beta, {@link #usersNeeded} is the number of people with whom
 * all answers are within tau of what they estimate, except with probability beta ({@link
 * SampleSize#hashedGroups}, the chance in the groups' sizes included). With fewer, each row's note
 * says what tolerance its group gives.
 *
 * <p>Source: Warner, JASA 1965; Duchi, Jordan &amp; Wainwright, JASA 2018, in one dimension;
 * Kasiviswanathan et al., SIAM J. Comput. 2011, section 5: nonadaptive statistical queries and
 * noninteractive local protocols are the same.
 */
public final class StatisticalQueries extends RangeProtocol<Integer> implements Demanding {
  /** How many queries there are. */
  public static final Parameter QUERIES = SampleSize.QUERIES;

  /** Standard deviations beyond which a group's size is not considered. */
  private static final double FAR = 12;

  private final MeanProtocol<Integer> bit;
  private final int queries;
  private final Optional<SampleSize> size;

  private StatisticalQueries(
      Parameters given, MeanProtocol<Integer> bit, Optional<SampleSize> size) {
    super(given.spec(), bit.guarantee());
    this.bit = bit;
    this.queries = given.integer(QUERIES.name());
    this.size = size;
  }

  private static StatisticalQueries of(Parameters given) {
    double epsilon = given.epsilon();
    OptionalDouble tau = given.optionalReal("tau");
    OptionalDouble beta = given.optionalReal("beta");
    Require.that(tau.isPresent() == beta.isPresent())
        .orRefuse(
            "tau and beta belong together. Provided: %s alone; give both, or neither.",
            tau.isPresent() ? "tau" : "beta");
    return new StatisticalQueries(
        given,
        DuchiMean.DECLARATION.of(epsilon, -1, 1, Outside.of(given)),
        tau.isPresent()
            ? Optional.of(
                new SampleSize(
                    epsilon, given.integer(QUERIES.name()), tau.getAsDouble(), beta.getAsDouble()))
            : Optional.empty());
  }

  /** The number that a bit stands for, from the integers in use. */
  public double c() {
    return Math.sqrt(bit.worstVariance());
  }

  /** The required tolerance, if there is one. */
  public Optional<SampleSize> size() {
    return size;
  }

  @Override
  public long usersNeeded() {
    return size.map(SampleSize::hashedGroups).orElse(0L);
  }

  @Override
  public double lower() {
    return -1;
  }

  @Override
  public double upper() {
    return 1;
  }

  @Override
  public ReportType reportType() {
    return ReportType.cell();
  }

  /** One for each query. */
  @Override
  public int cohorts() {
    return queries;
  }

  @Override
  public long inputs(int cohort) {
    return bit.inputs(0);
  }

  @Override
  public boolean accepts(double value) {
    return bit.accepts(value);
  }

  @Override
  public long input(double value, int cohort) {
    return bit.input(value, 0);
  }

  @Override
  public Integer report(long input, int cohort, RandomSource source) {
    return 2 * cohort + bit.report(input, 0, source);
  }

  @Override
  public double contrast(Integer report, long input, long other, int cohort) {
    return bit.contrast(report % 2, input, other, 0);
  }

  @Override
  public Layout<Integer> layout() {
    return new Layout.CellCounts(2 * queries);
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    Estimate.requireBasis(reports.n(), confidence);
    String shortage =
        size.isPresent() && reports.n() < size.get().hashedGroups()
            ? reports.n()
                + " people are fewer than the "
                + size.get().hashedGroups()
                + " that a tolerance (on [-1, 1]) of "
                + size.get().tau()
                + " needs; "
            : "";
    List<Estimate.Row> rows = new ArrayList<>(queries);
    for (int query = 0; query < queries; query++) {
      rows.add(row(query, reports, confidence, shortage));
    }
    return new Estimate(reports.n(), confidence, rows);
  }

  private Estimate.Row row(
      int query, Accumulator<Integer> reports, double confidence, String shortage) {
    String item = Integer.toString(query);
    long people = reports.count(2 * query) + reports.count(2 * query + 1);
    if (people == 0) {
      return Estimate.Row.unknown(item, -1, 1, "nobody was asked this query.");
    }
    Accumulator<Integer> group = bit.newAccumulator();
    group.add(0, reports.count(2 * query));
    group.add(1, reports.count(2 * query + 1));
    Estimate.Row row = bit.estimate(group, confidence).rows().get(0);
    String note =
        shortage.isEmpty()
            ? ""
            : shortage
                + "the "
                + people
                + " who were asked this query give "
                + Math.ceil(1e4 * size.orElseThrow().tolerance(people)) / 1e4
                + ".";
    return new Estimate.Row(
        item, row.estimate(), row.standardError(), row.lower(), row.upper(), note);
  }

  /** Every query's mean if all queries have these values. */
  @Override
  public double[] answers(double[] values) {
    double[] answers = new double[queries];
    Arrays.fill(answers, bit.answers(values)[0]);
    return answers;
  }

  /**
   * Of n people drawn from N without replacement, with S² their values' variance over N − 1, the
   * answer varies by mean(c² − t²)/n + S² (1/n − 1/N); n is binomial, and not 0.
   */
  @Override
  public double[] variances(double[] values) {
    double noise = bit.variance(values) * values.length;
    double mean = bit.answers(values)[0];
    double spread = 0;
    for (double value : values) {
      spread += (value - mean) * (value - mean) / Math.max(1, values.length - 1);
    }
    double[] variances = new double[queries];
    Arrays.fill(
        variances, (noise + spread) * meanReciprocalSize(values.length) - spread / values.length);
    return variances;
  }

  /** E[1/n | n ≥ 1] of the size of a group. */
  private double meanReciprocalSize(int people) {
    BinomialDistribution law = BinomialDistribution.of(people, 1.0 / queries);
    double far = FAR * Math.sqrt(law.getVariance());
    int from = (int) Math.max(1, law.getMean() - far);
    int to = (int) Math.min(people, Math.ceil(law.getMean() + far + FAR));
    double sum = 0;
    for (int n = from; n <= to; n++) {
      sum += law.probability(n) / n;
    }
    return sum / (1 - law.probability(0));
  }

  /** {@code sq(epsilon,queries)}. */
  public static final Declaration<StatisticalQueries> DECLARATION =
      Declaration.named(
              "sq",
              42,
              "statistical queries: means of functions of a person with values in [-1, 1], from one"
                  + " randomized bit of each person, who answers one of them")
          .takes(Parameter.EPSILON, QUERIES, SampleSize.TAU, SampleSize.BETA, Outside.PARAMETER)
          .makes(StatisticalQueries::of);
}
