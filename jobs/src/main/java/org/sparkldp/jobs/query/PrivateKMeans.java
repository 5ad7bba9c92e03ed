package org.sparkldp.jobs.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.jobs.task.Query;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.query.QueryOracle;

/**
 * k-means learned from statistical queries alone: Lloyd's iteration, which needs of the people only
 * how many are nearest to each centre and how far from it these are on average.
 *
 * <p>Input: features with public bounds; values beyond count as the bound, and a row without one of
 * them as outside. A first batch of queries asks the mean and the mean square of each feature,
 * which shows where to begin and how widely people are spread; then each iteration asks, for each
 * centre, the share of people who are nearest to it and the mean distance of these in each feature
 * (0 for others), {@link #queries} in all. Distances of more than {@value #REACH} standard
 * deviations of the feature count as that: the narrower their range the smaller the noise, and far
 * people pull a centre no more than others. Output: centres in the features' units and shares.
 * Guarantee: the oracle's, epsilon for each person.
 *
 * <p>Error: each iteration moves a centre by about the oracle's standard error over the share of
 * its cluster, times {@value #REACH} standard deviations. The noise grows with the number of
 * queries, so few clusters and few iterations (three or four) are worth more than usual. A centre
 * whose share cannot be distinguished from none begins again beside the largest.
 *
 * <p>Source: Blum, Dwork, McSherry &amp; Nissim, PODS 2005, for k-means by noisy sums; here each
 * sum is a query of an SQ oracle.
 *
 * @param features at least one
 * @param clusters k, at least 1
 * @param iterations at least 1
 */
public record PrivateKMeans(List<Feature> features, int clusters, int iterations) {

  /** Standard errors below which a share is taken for none. */
  private static final double UNSURE = 2;

  /** How far beside the largest centre another begins, in standard deviations of a feature. */
  private static final double BESIDE = 0.5;

  /** How far from the mean centres begin at most, in standard deviations of a feature. */
  private static final double AROUND = 1.2;

  /** How far from its centre a person counts in full, in standard deviations of a feature. */
  private static final double REACH = 1.2;

  /**
   * A number of each person.
   *
   * @param sql an expression over one row, such as a column
   * @param lower public bound
   * @param upper public bound, above lower
   */
  public record Feature(String sql, double lower, double upper) {
    public Feature {
      if (!(lower < upper && upper - lower < Double.POSITIVE_INFINITY)) {
        throw Require.refusal(
            "a feature's lower bound must be below its upper, both finite. Provided values:"
                + " %s and %s.",
            lower, upper);
      }
    }

    /** The feature on the scale of [−1, 1]; NULL stays NULL, which least and greatest pass over. */
    private String unit() {
      return String.format(
          "if((%1$s) IS NULL, NULL, greatest(-1D, least(1D, 2D * ((%1$s) - %2$s) / %3$s - 1D)))",
          sql, number(lower), number(upper - lower));
    }

    private double value(double unit) {
      return lower + (unit + 1) / 2 * (upper - lower);
    }
  }

  /**
   * What was learned.
   *
   * @param centres one for each cluster, in the features' units
   * @param shares estimated fraction of people nearest to each centre before it last moved
   */
  public record Model(double[][] centres, double[] shares) {}

  public PrivateKMeans {
    features = List.copyOf(features);
    if (features.isEmpty() || clusters < 1 || iterations < 1) {
      throw Require.refusal(
          "features, clusters and iterations must be at least 1. Provided: %s, %s, %s.",
          features.size(), clusters, iterations);
    }
  }

  /** Queries that {@link #fit} asks. */
  public int queries() {
    return 2 * features.size() + iterations * clusters * (1 + features.size());
  }

  /** Learns centres; asks {@link #queries} queries. */
  public Model fit(QueryOracle<Query> oracle) {
    double[] spread = new double[features.size()];
    double[][] centres = start(oracle, spread);
    double[] shares = new double[clusters];
    for (int i = 0; i < iterations; i++) {
      List<Estimate.Row> answers = oracle.answerAll(iteration(centres, spread)).rows();
      move(centres, shares, spread, answers);
    }
    double[][] values = new double[clusters][];
    for (int c = 0; c < clusters; c++) {
      values[c] = new double[features.size()];
      for (int d = 0; d < features.size(); d++) {
        values[c][d] = features.get(d).value(centres[c][d]);
      }
    }
    return new Model(values, shares);
  }

  /** Centres evenly about the mean, a few standard deviations wide. */
  private double[][] start(QueryOracle<Query> oracle, double[] spread) {
    List<Query> moments = new ArrayList<>();
    for (int d = 0; d < features.size(); d++) {
      String unit = features.get(d).unit();
      moments.add(Query.expression("mean_" + d, unit));
      moments.add(Query.expression("square_" + d, unit + " * " + unit));
    }
    List<Estimate.Row> answers = oracle.answerAll(moments).rows();
    double[][] centres = new double[clusters][features.size()];
    for (int d = 0; d < features.size(); d++) {
      double mean = answers.get(2 * d).estimate();
      double square = answers.get(2 * d + 1).estimate();
      double error = answers.get(2 * d).standardError();
      spread[d] = Math.sqrt(Math.max(error * error, square - mean * mean));
      for (int c = 0; c < clusters; c++) {
        double place = 2 * halton(c + 1, d) - 1;
        centres[c][d] = inside(mean + AROUND * spread[d] * place);
      }
    }
    return centres;
  }

  /** Number n of a sequence that fills (0, 1) evenly; sequences of two dimensions go apart. */
  private static double halton(int n, int dimension) {
    int base = prime(dimension);
    double value = 0;
    double digit = 1;
    for (int rest = n; rest > 0; rest /= base) {
      digit /= base;
      value += digit * (rest % base);
    }
    return value;
  }

  private static int prime(int index) {
    int prime = 1;
    for (int found = -1; found < index; ) {
      prime++;
      boolean isPrime = true;
      for (int d = 2; d * d <= prime; d++) {
        isPrime &= prime % d != 0;
      }
      found += isPrime ? 1 : 0;
    }
    return prime;
  }

  private static double inside(double unit) {
    return Math.max(-1, Math.min(1, unit));
  }

  private List<Query> iteration(double[][] centres, double[] spread) {
    List<Query> queries = new ArrayList<>();
    for (int c = 0; c < clusters; c++) {
      String nearest = nearest(centres, c);
      queries.add(Query.predicate("share_" + c, nearest));
      for (int d = 0; d < features.size(); d++) {
        String distance =
            String.format(
                "greatest(-1D, least(1D, (%s - %s) / %s))",
                features.get(d).unit(), number(centres[c][d]), number(REACH * spread[d]));
        queries.add(
            Query.expression(
                "distance_" + c + "_" + d,
                // Who has no value is near to none of the centres, but not 0 away from them either.
                String.format(
                    "CASE WHEN %1$s THEN %2$s WHEN NOT (%1$s) THEN 0D END", nearest, distance)));
      }
    }
    return queries;
  }

  /**
   * Whether centre c is the nearest, the first of equally near ones: |x − a|² ≤ |x − b|² is linear
   * in x, 2 (b − a) x ≤ |b|² − |a|².
   */
  private String nearest(double[][] centres, int c) {
    List<String> sides = new ArrayList<>();
    for (int other = 0; other < clusters; other++) {
      if (other == c) {
        continue;
      }
      StringBuilder sum = new StringBuilder("0D");
      for (int d = 0; d < features.size(); d++) {
        sum.append(" + ")
            .append(number(2 * (centres[other][d] - centres[c][d])))
            .append(" * ")
            .append(features.get(d).unit());
      }
      double bound = square(centres[other]) - square(centres[c]);
      sides.add(sum + (c < other ? " <= " : " < ") + number(bound));
    }
    return sides.isEmpty() ? features.get(0).unit() + " IS NOT NULL" : String.join(" AND ", sides);
  }

  private static double square(double[] x) {
    return Arrays.stream(x).map(v -> v * v).sum();
  }

  private static String number(double value) {
    return "(" + value + "D)";
  }

  private void move(
      double[][] centres, double[] shares, double[] spread, List<Estimate.Row> answers) {
    int width = 1 + features.size();
    int largest = 0;
    for (int c = 0; c < clusters; c++) {
      shares[c] = answers.get(c * width).estimate();
      largest = shares[c] > shares[largest] ? c : largest;
    }
    for (int c = 0; c < clusters; c++) {
      for (int d = 0; d < features.size() && isFound(answers.get(c * width)); d++) {
        double step = answers.get(c * width + 1 + d).estimate() / shares[c];
        centres[c][d] = inside(centres[c][d] + REACH * spread[d] * inside(step));
      }
    }
    for (int c = 0; c < clusters; c++) {
      for (int d = 0; d < features.size() && !isFound(answers.get(c * width)); d++) {
        double side = (c + d) % 2 == 0 ? BESIDE : -BESIDE;
        centres[c][d] = inside(centres[largest][d] + side * spread[d]);
      }
    }
  }

  private static boolean isFound(Estimate.Row share) {
    return share.estimate() > UNSURE * share.standardError();
  }
}
