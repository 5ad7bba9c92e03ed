package org.sparkldp.protocols.regression;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.statistics.Dense;
import org.sparkldp.protocols.vector.Vectors;

/**
 * Regressions of {@link NewtonGlm} many times over, quickly: what a round's people report is the
 * mean over a known population, and what chance adds to it is drawn from the normal law that many
 * reports tend to. {@link #main} prints the table of the page.
 */
final class NewtonTrials {
  private static final int POPULATION = 3000;

  private NewtonTrials() {}

  /** Features of one person, inside the unit ball. */
  enum Law {
    SPHERE,
    GAUSS,
    SCALES,
    CORRELATED,
    POSITIVE,
    DUMMIES,
    SEPARABLE,
    /** Of people like a census's: age, schooling, hours, a woman (the first), a rare gain. */
    CENSUS,
    /** Held out: chosen after everything else was settled. */
    LOGNORMAL,
    MIXED,
    HIDDEN_TWINS;

    double[] draw(int p, RandomSource source) {
      double[] x = new double[p];
      double shared = People.normal(source);
      double unit = 1 / Math.sqrt(p);
      for (int j = 0; j < p; j++) {
        double normal = People.normal(source);
        double uniform = People.unit(source);
        x[j] =
            switch (this) {
              case SPHERE, SEPARABLE -> normal;
              case GAUSS -> unit * within(normal / 2.5);
              case SCALES ->
                  1.5 * unit * Math.pow(10, -2.0 * j / Math.max(1, p - 1)) * (2 * uniform - 1);
              case CORRELATED ->
                  unit * within((Math.sqrt(0.1) * normal + Math.sqrt(0.9) * shared) / 2.5);
              case POSITIVE -> unit * uniform;
              case DUMMIES -> uniform < new double[] {0.3, 0.1, 0.05, 0.02, 0.01}[j % 5] ? unit : 0;
              case CENSUS ->
                  switch (j) {
                    case 0 -> uniform < 0.33 ? 1 : 0;
                    case 1 -> Math.max(0, Math.min(1, 0.3 + 0.19 * normal));
                    case 2 -> Math.max(0, Math.min(1, 0.6 + 0.05 * shared + 0.16 * normal));
                    case 3 -> Math.max(0, Math.min(1, 0.4 + 0.03 * shared + 0.12 * normal));
                    default -> uniform < 0.08 ? 1 : 0;
                  };
              case LOGNORMAL -> unit * Math.min(1, Math.exp(0.7 * normal) / 8);
              case MIXED ->
                  j % 3 == 0
                      ? uniform < 0.2 ? unit : 0
                      : j % 3 == 1 ? unit * uniform / 5 : unit * within(normal / 2.5);
              case HIDDEN_TWINS ->
                  unit * within((j < 2 ? 0.95 * shared + 0.31 * normal : normal) / 3 + 0.2);
            };
      }
      if (this == SPHERE || this == SEPARABLE) {
        double norm = Math.sqrt(Dense.dot(x, x));
        Arrays.setAll(x, j -> x[j] / norm * (1 - 1e-12));
      }
      return x;
    }

    private static double within(double x) {
      return Math.max(-1, Math.min(1, x));
    }
  }

  /**
   * People of a logistic model.
   *
   * @param truth coefficients, then the intercept
   * @param labels each person's probability of label 1
   */
  record Population(Law law, double[][] features, double[] truth, double[] labels) {

    /** Each coefficient falls with its index, in units of its feature's standard deviation. */
    static Population of(Law law, int p, double strength) {
      SimulationSource source = new SimulationSource(77);
      double[][] x = new double[POPULATION][];
      Arrays.setAll(x, i -> law.draw(p, source));
      double[] mean = new double[p];
      double[] deviation = new double[p];
      for (int j = 0; j < p; j++) {
        int column = j;
        mean[j] = Arrays.stream(x).mapToDouble(row -> row[column]).average().orElseThrow();
        deviation[j] =
            Math.sqrt(
                Arrays.stream(x)
                    .mapToDouble(row -> Math.pow(row[column] - mean[column], 2))
                    .average()
                    .orElseThrow());
      }
      double[] truth = new double[p + 1];
      double[] dummies = {1, -1, 0.7, -0.7, 0.5};
      for (int j = 0; j < p; j++) {
        truth[j] =
            law == Law.DUMMIES
                ? dummies[j % 5] * deviation.length
                : (j % 2 == 0 ? 1.0 : -1.0) / (1 + j) / deviation[j];
      }
      if (law == Law.CENSUS) {
        truth = new double[] {-1, 2, 4, 2.5, 2, 0};
      }
      double squares = 0;
      for (double[] row : x) {
        double z = Dense.dot(Arrays.copyOf(truth, p), row) - Dense.dot(truth, mean(mean, p));
        squares += z * z / x.length;
      }
      for (int j = 0; j < p; j++) {
        truth[j] *= law == Law.CENSUS ? 1 : strength / Math.sqrt(squares);
      }
      truth[p] =
          (law == Law.DUMMIES ? -0.5 : law == Law.CENSUS ? -1.3 : 0)
              - Dense.dot(Arrays.copyOf(truth, p), mean);
      double[] labels = new double[x.length];
      for (int i = 0; i < x.length; i++) {
        double z = Dense.dot(Arrays.copyOf(truth, p), x[i]) + truth[p];
        labels[i] = law == Law.SEPARABLE ? (z > 0 ? 1 : 0) : Family.LOGISTIC.mean(z);
      }
      return new Population(law, x, truth, labels);
    }

    private static double[] mean(double[] mean, int p) {
      return Arrays.copyOf(mean, p + 1);
    }

    int p() {
      return truth.length - 1;
    }

    /** The mean of their vectors in a round. */
    double[] mean(NewtonGlm<?> round) {
      double[] sum = null;
      for (int i = 0; i < features.length; i++) {
        double[] yes = round.statistic(features[i], 1);
        double[] no = round.statistic(features[i], 0);
        sum = sum == null ? new double[yes.length] : sum;
        for (int j = 0; j < sum.length; j++) {
          sum[j] += (labels[i] * yes[j] + (1 - labels[i]) * no[j]) / features.length;
        }
      }
      return sum;
    }

    /**
     * n times the variance of each coefficient if all n people reported their gradient at the
     * truth, and the Hessian were known: the information limit of the mechanism.
     *
     * @param isWhite whether features are centred and perfectly whitened before, and clipped to
     *     √(p+1), or taken as they are
     */
    double[] limit(double epsilon, boolean isWhite) {
      int p = p();
      double[][] map = isWhite ? white() : Dense.identity(p);
      double[] centre = isWhite ? centre() : new double[p];
      double constant = isWhite ? 1 : 1 / Math.sqrt(p);
      double reach = isWhite ? Math.sqrt(p + 1) : Math.hypot(1, constant);
      double[][] hessian = new double[p + 1][p + 1];
      for (int n = 0; n < features.length; n++) {
        double weight = labels[n] * (1 - labels[n]) / features.length;
        double[] x = Arrays.copyOf(Dense.times(map, Dense.minus(features[n], centre)), p + 1);
        x[p] = constant;
        double[] inside = Dense.clipped(x, reach);
        for (int i = 0; i <= p; i++) {
          for (int j = 0; j <= p; j++) {
            hessian[i][j] += weight * inside[i] * x[j];
          }
        }
      }
      double moment = Timetable.moment(Vectors.best(epsilon, p + 1, reach, Norm.L2, Outside.CLIP));
      double[] limit = new double[p];
      for (int column = 0; column <= p; column++) {
        double[] unit = new double[p + 1];
        unit[column] = 1;
        double[] inverse = Dense.solve(transposed(hessian), unit);
        for (int j = 0; j < p; j++) {
          double entry = 0;
          for (int i = 0; i < p; i++) {
            entry += map[i][j] * inverse[i];
          }
          limit[j] += moment * entry * entry;
        }
      }
      return limit;
    }

    private static double[][] transposed(double[][] a) {
      double[][] other = new double[a.length][a.length];
      for (int i = 0; i < a.length; i++) {
        for (int j = 0; j < a.length; j++) {
          other[i][j] = a[j][i];
        }
      }
      return other;
    }

    private double[] centre() {
      double[] centre = new double[p()];
      for (double[] x : features) {
        Arrays.setAll(centre, j -> centre[j] + x[j] / features.length);
      }
      return centre;
    }

    private double[][] white() {
      double[] centre = centre();
      double[][] covariance = new double[p()][p()];
      for (double[] x : features) {
        for (int i = 0; i < p(); i++) {
          for (int j = 0; j < p(); j++) {
            covariance[i][j] += (x[i] - centre[i]) * (x[j] - centre[j]) / features.length;
          }
        }
      }
      Dense.Eigen eigen = Dense.eigen(covariance);
      return eigen.with(Arrays.stream(eigen.values()).map(v -> 1 / Math.sqrt(v)).toArray());
    }
  }

  /** One regression of all its rounds. */
  static Estimate fit(NewtonGlm<?> first, Population people, long seed) {
    return first.estimate(last(first, people, seed), 0.95);
  }

  /** What all its rounds have shown. */
  static NewtonCourse last(NewtonGlm<?> first, Population people, long seed) {
    SimulationSource source = new SimulationSource(seed);
    NewtonGlm<?> round = first;
    double[] shares = round.timetable().shares();
    while (true) {
      long asked = Math.round(shares[round.round() - 1] * round.question().users());
      double[] mean = people.mean(round);
      double deviation = Math.sqrt(Timetable.moment(round.mechanism()) / asked);
      for (int j = 0; j < mean.length; j++) {
        mean[j] += deviation * People.normal(source);
      }
      NewtonCourse after = round.after(mean, asked);
      if (round.round() == round.rounds()) {
        return after;
      }
      round = round.at().with(after);
    }
  }

  /**
   * What many showed.
   *
   * @param coverage of each interval, the intercept's last
   * @param open share of intervals that have no end on some side
   * @param noted share of rows with a note
   * @param silent share of rows outside their interval and without a note
   * @param white n times the mean square errors' sum, over that of the limit with perfect whitening
   * @param raw the same over the limit without any
   * @param width the median of intervals, over that of the limit with perfect whitening
   * @param likely mean estimates
   */
  record Result(
      double[] coverage,
      double open,
      double noted,
      double silent,
      double white,
      double raw,
      double width,
      double[] likely) {
    double covered() {
      return Arrays.stream(coverage).average().orElseThrow();
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "coverage %.3f %s | open %.2f noted %.2f silent %.3f | over the limit: whitened %.2f, raw"
              + " %.4f | width %.2f | mean %s",
          covered(),
          shown(coverage),
          open,
          noted,
          silent,
          white,
          raw,
          width,
          shown(likely));
    }

    private static String shown(double[] all) {
      return Arrays.toString(
          Arrays.stream(all).mapToObj(x -> String.format(Locale.ROOT, "%.2f", x)).toArray());
    }
  }

  static Result run(Population people, double epsilon, int users, int trials) {
    int p = people.p();
    String spec =
        "logistic-regression(epsilon=%s,p=%d,radius=1,users=%d%s)"
            .formatted(epsilon, p, users, people.law == Law.CENSUS ? ",norm=linf" : "");
    NewtonGlm<?> first = (NewtonGlm<?>) Protocols.of(spec);
    List<Estimate> all =
        IntStream.range(0, trials).parallel().mapToObj(t -> fit(first, people, 5000 + t)).toList();
    double[] coverage = new double[p + 1];
    double[] likely = new double[p + 1];
    double[] widths = new double[trials * p];
    double open = 0;
    double noted = 0;
    double silent = 0;
    double squares = 0;
    double[] white = people.law == Law.SEPARABLE ? new double[p] : people.limit(epsilon, true);
    double[] raw = people.law == Law.SEPARABLE ? new double[p] : people.limit(epsilon, false);
    double rows = (double) trials * (p + 1);
    for (int t = 0; t < trials; t++) {
      for (int j = 0; j <= p; j++) {
        Estimate.Row row = all.get(t).rows().get(j);
        boolean isIn = row.lower() <= people.truth[j] && people.truth[j] <= row.upper();
        coverage[j] += isIn ? 1.0 / trials : 0;
        likely[j] += row.estimate() / trials;
        open += Double.isInfinite(row.upper() - row.lower()) ? 1 / rows : 0;
        noted += row.note().isEmpty() ? 0 : 1 / rows;
        silent += !isIn && row.note().isEmpty() ? 1 / rows : 0;
        if (j < p) {
          squares += Math.pow(row.estimate() - people.truth[j], 2) / trials;
          widths[t * p + j] = (row.upper() - row.lower()) / 3.92 / Math.sqrt(white[j] / users);
        }
      }
    }
    Arrays.sort(widths);
    return new Result(
        coverage,
        open,
        noted,
        silent,
        users * squares / Arrays.stream(white).sum(),
        users * squares / Arrays.stream(raw).sum(),
        widths[widths.length / 2],
        likely);
  }

  /** Laws, then epsilon:users, then trials. */
  public static void main(String[] arguments) {
    Function<String, String[]> parts = text -> text.split(",");
    for (String law : parts.apply(arguments[0])) {
      Population people = Population.of(Law.valueOf(law), 5, 1.5);
      for (String cell : parts.apply(arguments[1])) {
        String[] both = cell.split(":");
        System.out.println(
            law
                + " "
                + cell
                + " "
                + run(
                    people,
                    Double.parseDouble(both[0]),
                    (int) Double.parseDouble(both[1]),
                    Integer.parseInt(arguments[2])));
      }
    }
  }
}
