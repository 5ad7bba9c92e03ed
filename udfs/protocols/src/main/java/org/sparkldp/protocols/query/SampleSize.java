package org.sparkldp.protocols.query;

import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.protocols.vector.Hypercube;

/**
 * The number of people who make the answers to q statistical queries all right at once: every one
 * within tau of the mean that it asks for, except with probability beta.
 *
 * <p>One bit of a person says ±c, c = (e^eps + 1)/(e^eps − 1), so Hoeffding's inequality bounds the
 * chance that the mean of n such bits is off by more than tau by 2 e^(−n h), h = tau²/(2 c²). Each
 * query may fail with probability beta/q. Hoeffding's inequality holds for people drawn without
 * replacement from a fixed population too, so "the mean" may be that of the given population or of
 * the one that it was drawn from.
 *
 * <p>Source: Kearns, JACM 1998, for the oracle; Kasiviswanathan, Lee, Nissim, Raskhodnikova &amp;
 * Smith, SIAM J. Comput. 2011, for asking it of a local model; sizes by the formulas beside them.
 *
 * @param epsilon privacy loss of one person, nats
 * @param queries q, at least 1
 * @param tau tolerance, in (0, 2): on the scale of [−1, 1]
 * @param beta failure probability of all queries together, in (0, 1)
 */
public record SampleSize(double epsilon, int queries, double tau, double beta) {

  /** Most queries that one division of people may have. */
  public static final int MAX_QUERIES = 1 << 20;

  static final Parameter QUERIES =
      Parameter.integer("queries", "number of queries").from(1).to(MAX_QUERIES).example("3");
  static final Parameter TAU =
      Parameter.real("tau", "tolerance of every answer, on the scale of [-1, 1]; given with beta")
          .called("tau (tolerance of an answer in [-1, 1])")
          .above(0)
          .below(2)
          .optional();
  static final Parameter BETA =
      Parameter.real(
              "beta",
              "largest probability that some answer is off by more than tau; given with tau")
          .called("beta (failure probability)")
          .above(0)
          .below(1)
          .optional();

  public SampleSize {
    Epsilon.require(epsilon);
    QUERIES.require(queries);
    TAU.require(tau);
    BETA.require(beta);
  }

  /** The number that a bit stands for: (e^eps + 1)/(e^eps − 1). */
  public double c() {
    return c(epsilon);
  }

  private static double c(double epsilon) {
    return 1 / StrictMath.tanh(epsilon / 2);
  }

  /** ln(2q/beta): a query's failures in the exponent. */
  private double logarithm() {
    return StrictMath.log(2.0 * queries / beta);
  }

  /** People that a bound of so many per query needs: reports in [−b, b]. */
  private double hoeffding(double b) {
    return 2 * b * b / (tau * tau) * logarithm();
  }

  /** People that one query needs. */
  public long perQuery() {
    return (long) Math.ceil(hoeffding(c()));
  }

  /** People in q groups of equal size, each answering one query. */
  public long groups() {
    return forEachQuery(perQuery());
  }

  private long forEachQuery(long people) {
    return people > Long.MAX_VALUE / queries ? Long.MAX_VALUE : queries * people;
  }

  /**
   * People where a public hash of the id decides the group, so that sizes are binomial. A group of
   * n fails with probability 2 e^(−n h) at most, and E[e^(−n h)] over the division of N people is
   * (1 − (1 − e^(−h))/q)^N, empty groups counted as failures. No more than h/2 of {@link #groups},
   * as a part, are added: chance in the sizes costs next to nothing.
   */
  public long hashedGroups() {
    double h = tau * tau / (2 * c() * c());
    return (long) Math.ceil(logarithm() / -StrictMath.log1p(StrictMath.expm1(-h) / queries));
  }

  /** People in q equal groups if their means were exactly normal, of the largest variance. */
  public long groupsByCentralLimit() {
    return forEachQuery((long) Math.ceil(centralLimit(c())));
  }

  private double centralLimit(double b) {
    double z = StandardNormal.upperQuantile(beta / (2 * queries));
    return b * z / tau * (b * z / tau);
  }

  /** People if everybody answered all queries, each with epsilon/q. */
  public long split() {
    return (long) Math.ceil(hoeffding(c(epsilon / queries)));
  }

  /** The same by the central limit theorem. */
  public long splitByCentralLimit() {
    return (long) Math.ceil(centralLimit(c(epsilon / queries)));
  }

  /**
   * People if everybody sent all answers at once by the {@link Hypercube} (of 1,024 queries at
   * most): its reports' coordinates are about ±c √(π q/2), so about π/2 times as many as in groups.
   */
  public long hypercube() {
    return (long) Math.ceil(hoeffding(hypercubeMechanism().b()));
  }

  /** The mechanism of {@link #hypercube}. */
  public Hypercube hypercubeMechanism() {
    return Hypercube.DECLARATION.of(epsilon, queries, 1);
  }

  /** The tolerance that so many people, all answering one query, give it. */
  public double tolerance(long people) {
    return c() * Math.sqrt(2 * logarithm() / people);
  }
}
