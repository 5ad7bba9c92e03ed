package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.lab.population.People;
import org.sparkldp.lab.population.Trials;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.vector.Hypercube;
import org.sparkldp.protocols.vector.LaplaceVector;
import org.sparkldp.protocols.vector.OneCoordinate;
import org.sparkldp.published.bound.MinimaxBounds;

/**
 * Experiments of section 6 of Duchi, Jordan and Wainwright, "Minimax Optimal Procedures for Locally
 * Private Estimation", JASA 2018, computed again on made-up people: {@link Salaries}, and 27 drugs
 * of which the j-th is mentioned at a visit with probability 0.3/j, each independently.
 */
final class MinimaxFigures {
  /** By name. */
  static final Map<String, Figure.Experiment> ALL =
      Map.of(
          "minimax-1",
          experiment(
              1,
              "error of the shares of 27 drugs against the number of visits",
              request -> drugs(request)),
          "minimax-5",
          experiment(
              5,
              "error of the mean salary against the moment assumed, and table 1",
              request -> salaryMean(request)),
          "minimax-6",
          experiment(
              6,
              "error of the median salary against the largest salary assumed",
              request -> salaryMedian(request)),
          "minimax-7",
          TextFigure.EXPERIMENT);

  private static final int DRUGS_LISTED = 27;
  private static final double DRUGS_EPSILON = 0.5;
  private static final double SALARY_EPSILON = 1;
  private static final List<Double> EPSILONS = List.of(0.1, 0.5, 1.0, 2.0);
  private static final List<Double> MOMENTS = List.of(1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0);
  private static final List<Double> RADII = List.of(37_500.0, 50_000.0, 1e5, 2e5, 4e5);

  /** Steps of the descent, and people that each has at least. */
  private static final int STEPS = 200;

  private static final int PEOPLE_OF_A_STEP = 20;

  private static final String NONE = "none";

  private MinimaxFigures() {}

  private static Figure.Experiment experiment(
      int figure, String title, Function<Figure.FigureRequest, Figure> computed) {
    return new Figure.Experiment(
        "Minimax rates: " + title,
        "Duchi, Jordan and Wainwright, JASA 2018: figure " + figure + ", on made-up people",
        computed);
  }

  /** What trials gave, lowest first. */
  private static double[] trials(
      Figure.FigureRequest request, Function<RandomSource, Double> trial) {
    return request.trials(trial).stream().mapToDouble(number -> number).sorted().toArray();
  }

  private static double mean(double[] numbers) {
    return Arrays.stream(numbers).average().orElseThrow();
  }

  // --- figure 1 ---

  /** Visits as vectors of ±1/2: a cube of radius 1/2 about 1/2. */
  private static Figure drugs(Figure.FigureRequest request) {
    double half = 0.5;
    Map<String, BallProtocol<?>> protocols = new LinkedHashMap<>();
    protocols.put(
        "laplace-vector", LaplaceVector.DECLARATION.of(DRUGS_EPSILON, DRUGS_LISTED, half));
    protocols.put("hypercube", Hypercube.DECLARATION.of(DRUGS_EPSILON, DRUGS_LISTED, half));
    protocols.put(
        "one-coordinate", OneCoordinate.DECLARATION.of(DRUGS_EPSILON, DRUGS_LISTED, half));
    protocols.put(NONE, null);
    Table table = Table.of("protocol", "epsilon", "users", "trials", "max_error");
    for (int n : sizes(request.users())) {
      protocols.forEach(
          (name, protocol) -> {
            double error = mean(trials(request, source -> drugError(protocol, n, source)));
            table.add(name, DRUGS_EPSILON, n, request.trials(), error);
          });
    }
    return new Figure(
        List.of(request.trialsOfEachPoint()),
        table,
        table.sections(
            "epsilon",
            epsilon -> "epsilon " + epsilon,
            "Largest error of the 27 shares, mean over trials",
            "protocol",
            Table.Along.logarithmic("users", "visits"),
            Table.Along.logarithmic("max_error", "share of visits")));
  }

  private static List<Integer> sizes(int users) {
    List<Integer> sizes = new ArrayList<>();
    for (double n = users; n >= 1000 && sizes.size() < 4; n /= Math.sqrt(10)) {
      sizes.add(0, (int) Math.round(n));
    }
    return sizes.isEmpty() ? List.of(users) : sizes;
  }

  private static double drugShare(int drug) {
    return 0.3 / (drug + 1);
  }

  /** The largest error of one trial; without a protocol, of the visits' own shares. */
  private static <R> double drugError(BallProtocol<R> protocol, int visits, RandomSource source) {
    double[] means = new double[DRUGS_LISTED];
    Accumulator<R> reports = protocol == null ? null : protocol.newAccumulator();
    double[] visit = new double[DRUGS_LISTED];
    for (int i = 0; i < visits; i++) {
      for (int j = 0; j < DRUGS_LISTED; j++) {
        visit[j] = People.unit(source) < drugShare(j) ? 0.5 : -0.5;
        means[j] += visit[j] / visits;
      }
      if (protocol != null) {
        reports.add(protocol.report(protocol.input(visit), source));
      }
    }
    double[] estimates = protocol == null ? means : protocol.estimate(reports).estimates();
    return IntStream.range(0, DRUGS_LISTED)
        .mapToDouble(j -> Math.abs(estimates[j] + 0.5 - drugShare(j)))
        .max()
        .orElseThrow();
  }

  // --- figure 5 and table 1 ---

  /** Rows without a moment are of table 1: the least error over moments. */
  private static Figure salaryMean(Figure.FigureRequest request) {
    Salaries salaries = new Salaries();
    int people = Math.min(request.users(), Salaries.PEOPLE / 2);
    Table table =
        Table.of("protocol", "epsilon", "moment", "users", "trials", "error_percent", "spec");
    double open =
        percent(
            salaries,
            trials(
                request,
                source -> Math.abs(mean(salaries.sample(people, source)) - salaries.mean())));
    for (double epsilon : EPSILONS) {
      meanProtocols()
          .forEach(
              (name, changed) -> {
                double least = Double.POSITIVE_INFINITY;
                for (double moment : MOMENTS) {
                  ProtocolSpec spec =
                      changed.apply(
                          ProtocolSpec.named("truncated-mean")
                              .with("epsilon", epsilon)
                              .with("moment", moment)
                              .with("bound", salaries.norm(moment))
                              .with("users", people));
                  double error =
                      percent(
                          salaries,
                          trials(
                              request,
                              source ->
                                  Math.abs(
                                      salary(spec, salaries, people, source).estimate()
                                          - salaries.mean())));
                  table.add(
                      name, epsilon, moment, people, request.trials(), error, spec.toString());
                  least = Math.min(least, error);
                }
                table.add(name, epsilon, null, people, request.trials(), least);
              });
      for (double moment : MOMENTS) {
        double rate = MinimaxBounds.mean(salaries.norm(moment), moment, people, epsilon);
        double percent = 100 * Math.sqrt(rate) / salaries.mean();
        table.add("rate of Corollary 1 at constant 1", epsilon, moment, people, null, percent);
      }
      table.add(NONE, epsilon, null, people, request.trials(), open);
    }
    Table.Along error = Table.Along.logarithmic("error_percent", "% of the mean");
    List<Page.GroupSection> sections =
        new ArrayList<>(
            table
                .where("moment", Objects::nonNull)
                .sections(
                    "epsilon",
                    epsilon -> "epsilon " + epsilon,
                    "Mean absolute error of the mean salary, " + people + " people",
                    "protocol",
                    Table.Along.linear("moment", "moment assumed"),
                    error));
    sections.add(
        new Page.GroupSection(
            "table 1",
            List.of(
                table
                    .where("moment", Objects::isNull)
                    .lines(
                        "The least of these errors over moments",
                        "protocol",
                        Table.Along.logarithmic("epsilon", "epsilon"),
                        error))));
    return new Figure(List.of(request.trialsOfEachPoint()), table, sections);
  }

  private static Map<String, Function<ProtocolSpec, ProtocolSpec>> meanProtocols() {
    Map<String, Function<ProtocolSpec, ProtocolSpec>> protocols = new LinkedHashMap<>();
    protocols.put("published", spec -> spec.with("base", "laplace").with("truncation", "paper"));
    protocols.put("nonnegative", spec -> spec.with("values", "nonnegative"));
    return protocols;
  }

  private static double percent(Salaries salaries, double[] errors) {
    return 100 * mean(errors) / salaries.mean();
  }

  /** The only row of a protocol, all its rounds, over a sample of people. */
  private static Estimate.Row salary(
      ProtocolSpec spec, Salaries salaries, int people, RandomSource source) {
    double[] sample = salaries.sample(people, source);
    return Trials.estimate(
            (NumberProtocol<?>) Protocols.of(spec), people, (i, coins) -> sample[i], source)
        .orElseThrow()
        .rows()
        .get(0);
  }

  // --- figure 6 ---

  private static Figure salaryMedian(Figure.FigureRequest request) {
    Salaries salaries = new Salaries();
    int people = Math.min(request.users(), Salaries.PEOPLE / 2);
    int trials = request.trials();
    Table table =
        Table.of("protocol", "epsilon", "radius", "users", "trials", "gap", "gap_5", "gap_95");
    for (double radius : RADII) {
      Map<String, Function<RandomSource, Double>> protocols = new LinkedHashMap<>();
      medianProtocols(people, radius)
          .forEach(
              (name, spec) ->
                  protocols.put(name, source -> middle(salary(spec, salaries, people, source))));
      protocols.put(NONE, source -> median(salaries.sample(people, source)));
      protocols.forEach(
          (name, protocol) -> {
            double[] gaps = trials(request, source -> salaries.gap(protocol.apply(source)));
            double low = gaps[(int) (0.05 * (trials - 1))];
            double high = gaps[(int) Math.ceil(0.95 * (trials - 1))];
            table.add(name, SALARY_EPSILON, radius, people, trials, mean(gaps), low, high);
          });
      double rate = MinimaxBounds.median(radius / 2, people, SALARY_EPSILON);
      String bound = "rate of Corollary 2 at constant 1";
      table.add(bound, SALARY_EPSILON, radius, people, null, rate, rate, rate);
    }
    return new Figure(
        List.of(request.trialsOfEachPoint()),
        table,
        table.sections(
            "epsilon",
            epsilon -> "epsilon " + epsilon,
            "Excess of the mean distance to the estimate over that to the median, with"
                + " 5 to 95 % of trials",
            "protocol",
            Table.Along.logarithmic("radius", "largest salary assumed, $"),
            Table.Along.logarithmic("gap", "$").within("gap_5", "gap_95")));
  }

  private static Map<String, ProtocolSpec> medianProtocols(int people, double radius) {
    Map<String, ProtocolSpec> protocols = new LinkedHashMap<>();
    int steps = Math.max(2, Math.min(STEPS, people / PEOPLE_OF_A_STEP));
    protocols.put("naive-median", clipped("naive-median", radius));
    protocols.put(
        "sgd",
        clipped("median", radius)
            .with("users", people)
            .with("rounds", steps)
            .with("method", "sgd"));
    protocols.put("search", clipped("median", radius).with("users", people));
    return protocols;
  }

  private static ProtocolSpec clipped(String name, double radius) {
    return ProtocolSpec.named(name)
        .with("epsilon", SALARY_EPSILON)
        .with("lower", 0.0)
        .with("upper", radius)
        .with("outside", "clip");
  }

  /** A row without an estimate counts as the middle of its interval. */
  private static double middle(Estimate.Row row) {
    return Double.isNaN(row.estimate()) ? (row.lower() + row.upper()) / 2 : row.estimate();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
