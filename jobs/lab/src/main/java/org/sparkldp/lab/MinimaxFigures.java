package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.jobs.population.People;
import org.sparkldp.jobs.population.Rounds;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
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
public final class MinimaxFigures {
  private static final String DRUGS = "minimax-1";
  private static final String SALARY_MEAN = "minimax-5";
  private static final String SALARY_MEDIAN = "minimax-6";

  /** Names and titles. */
  public static final Map<String, String> NAMES =
      new TreeMap<>(
          Map.of(
              DRUGS,
              "error of the shares of 27 drugs against the number of visits",
              SALARY_MEAN,
              "error of the mean salary against the moment assumed, and table 1",
              SALARY_MEDIAN,
              "error of the median salary against the largest salary assumed",
              TextFigure.NAME,
              TextFigure.TITLE));

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

  private record Table(
      List<String> columns, List<List<Object>> rows, List<Page.Section> sections) {}

  /**
   * Computes a figure.
   *
   * @param users the most people; of salaries half of them at most
   * @param trials of each point, at least 2
   */
  public static Figure of(String name, int users, int trials, long seed) {
    if (name.equals(TextFigure.NAME)) {
      return TextFigure.of(users, trials, seed);
    }
    Table table =
        switch (name) {
          case DRUGS -> drugs(users, trials, seed);
          case SALARY_MEAN -> salaryMean(users, trials, seed);
          case SALARY_MEDIAN -> salaryMedian(users, trials, seed);
          default ->
              throw Require.refusal(
                  "a figure must be one of %s. Provided value: %s.",
                  String.join(", ", NAMES.keySet()), name);
        };
    return new Figure(
        "Minimax rates: " + NAMES.get(name),
        List.of(
            new Page.Fact(
                "experiment",
                "Duchi, Jordan and Wainwright, JASA 2018: "
                    + name.replace("minimax-", "figure ")
                    + ", on made-up people"),
            new Page.Fact("trials of each point", Integer.toString(trials)),
            new Page.Fact("seed", Long.toString(seed))),
        table.columns,
        table.rows,
        table.sections);
  }

  /** What trials gave, lowest first; trial t is the same whatever the number of cores. */
  private static double[] trials(int trials, long seed, ToDoubleFunction<RandomSource> trial) {
    return IntStream.range(0, trials)
        .parallel()
        .mapToDouble(t -> trial.applyAsDouble(new SimulationSource(seed + t)))
        .sorted()
        .toArray();
  }

  private static double mean(double[] numbers) {
    return Arrays.stream(numbers).average().orElseThrow();
  }

  private static Chart chart(
      String title, Chart.Axis x, String unit, Map<String, List<Chart.Point>> lines) {
    return new Chart.Lines(
        title,
        x,
        new Chart.Axis(unit, true),
        lines.entrySet().stream()
            .map(line -> new Chart.Line(line.getKey(), line.getValue()))
            .toList());
  }

  // --- figure 1 ---

  /** Visits as vectors of ±1/2: a cube of radius 1/2 about 1/2. */
  private static Table drugs(int users, int trials, long seed) {
    double half = 0.5;
    Map<String, BallProtocol<?>> protocols = new LinkedHashMap<>();
    protocols.put(
        "laplace-vector",
        LaplaceVector.of(DRUGS_EPSILON, DRUGS_LISTED, half, BallProtocol.Norm.MAX, Outside.REFUSE));
    protocols.put(
        "hypercube",
        Hypercube.of(DRUGS_EPSILON, DRUGS_LISTED, half, Hypercube.Variant.HALF, Outside.REFUSE));
    protocols.put(
        "one-coordinate", OneCoordinate.of(DRUGS_EPSILON, DRUGS_LISTED, half, Outside.REFUSE));
    protocols.put(NONE, null);
    List<List<Object>> rows = new ArrayList<>();
    Map<String, List<Chart.Point>> lines = new LinkedHashMap<>();
    for (int n : sizes(users)) {
      for (Map.Entry<String, BallProtocol<?>> protocol : protocols.entrySet()) {
        double error =
            mean(trials(trials, seed, source -> drugError(protocol.getValue(), n, source)));
        rows.add(Arrays.asList(protocol.getKey(), DRUGS_EPSILON, n, trials, error));
        lines
            .computeIfAbsent(protocol.getKey(), key -> new ArrayList<>())
            .add(Chart.Point.of(n, error));
      }
    }
    return new Table(
        List.of("protocol", "epsilon", "users", "trials", "max_error"),
        rows,
        List.of(
            new Page.Section(
                "epsilon " + DRUGS_EPSILON,
                List.of(
                    chart(
                        "Largest error of the 27 shares, mean over trials",
                        new Chart.Axis("visits", true),
                        "share of visits",
                        lines)))));
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

  private static Table salaryMean(int users, int trials, long seed) {
    Salaries salaries = new Salaries();
    int people = Math.min(users, Salaries.PEOPLE / 2);
    List<List<Object>> rows = new ArrayList<>();
    List<Page.Section> sections = new ArrayList<>();
    Map<String, List<Chart.Point>> best = new LinkedHashMap<>();
    double open =
        percent(
            salaries,
            trials(
                trials,
                seed,
                source -> {
                  double mean = mean(salaries.sample(people, source));
                  return Math.abs(mean - salaries.mean());
                }));
    rows.add(Arrays.asList(NONE, null, null, people, trials, open, null));
    for (double epsilon : EPSILONS) {
      Map<String, List<Chart.Point>> lines = new LinkedHashMap<>();
      meanProtocols()
          .forEach(
              (name, changed) -> {
                List<Chart.Point> points = new ArrayList<>();
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
                              trials,
                              seed,
                              source ->
                                  Math.abs(
                                      salary(spec, salaries, people, source).estimate()
                                          - salaries.mean())));
                  rows.add(
                      Arrays.asList(name, epsilon, moment, people, trials, error, spec.toString()));
                  points.add(Chart.Point.of(moment, error));
                }
                lines.put(name, points);
                best.computeIfAbsent(name, key -> new ArrayList<>())
                    .add(
                        Chart.Point.of(
                            epsilon,
                            points.stream().mapToDouble(Chart.Point::y).min().orElseThrow()));
              });
      lines.put(
          "rate of Corollary 1, constant 1",
          MOMENTS.stream()
              .map(
                  moment ->
                      Chart.Point.of(
                          moment,
                          100
                              * Math.sqrt(
                                  MinimaxBounds.mean(
                                      salaries.norm(moment), moment, people, epsilon))
                              / salaries.mean()))
              .toList());
      sections.add(
          new Page.Section(
              "epsilon " + epsilon,
              List.of(
                  chart(
                      "Mean absolute error of the mean salary, " + people + " people",
                      new Chart.Axis("moment assumed", false),
                      "% of the mean",
                      lines))));
    }
    best.put(NONE, EPSILONS.stream().map(epsilon -> Chart.Point.of(epsilon, open)).toList());
    sections.add(
        new Page.Section(
            "table 1",
            List.of(
                chart(
                    "The least of these errors over moments",
                    new Chart.Axis("epsilon", true),
                    "% of the mean",
                    best))));
    return new Table(
        List.of("protocol", "epsilon", "moment", "users", "trials", "error_percent", "spec"),
        rows,
        sections);
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

  /** The one row of a protocol, all its rounds, over a sample of people. */
  private static Estimate.Row salary(
      ProtocolSpec spec, Salaries salaries, int people, RandomSource source) {
    double[] sample = salaries.sample(people, source);
    return Rounds.estimate((NumberProtocol<?>) Protocols.of(spec), i -> sample[i], people, source)
        .rows()
        .get(0);
  }

  // --- figure 6 ---

  private static Table salaryMedian(int users, int trials, long seed) {
    Salaries salaries = new Salaries();
    int people = Math.min(users, Salaries.PEOPLE / 2);
    List<List<Object>> rows = new ArrayList<>();
    Map<String, List<Chart.Point>> lines = new LinkedHashMap<>();
    for (double radius : RADII) {
      Map<String, ToDoubleFunction<RandomSource>> protocols = new LinkedHashMap<>();
      medianProtocols(people, radius)
          .forEach(
              (name, spec) ->
                  protocols.put(name, source -> middle(salary(spec, salaries, people, source))));
      protocols.put(NONE, source -> median(salaries.sample(people, source)));
      protocols.forEach(
          (name, protocol) -> {
            double[] gaps =
                trials(trials, seed, source -> salaries.gap(protocol.applyAsDouble(source)));
            double gap = mean(gaps);
            double low = gaps[(int) (0.05 * (trials - 1))];
            double high = gaps[(int) Math.ceil(0.95 * (trials - 1))];
            rows.add(Arrays.asList(name, SALARY_EPSILON, radius, people, trials, gap, low, high));
            lines
                .computeIfAbsent(name, key -> new ArrayList<>())
                .add(new Chart.Point(radius, gap, low, high));
          });
      double rate = MinimaxBounds.median(radius / 2, people, SALARY_EPSILON);
      lines
          .computeIfAbsent("rate of Corollary 2, constant 1", key -> new ArrayList<>())
          .add(Chart.Point.of(radius, rate));
    }
    return new Table(
        List.of("protocol", "epsilon", "radius", "users", "trials", "gap", "gap_5", "gap_95"),
        rows,
        List.of(
            new Page.Section(
                "epsilon " + SALARY_EPSILON,
                List.of(
                    chart(
                        "Excess of the mean distance to the estimate over that to the median, with"
                            + " 5 to 95 % of trials",
                        new Chart.Axis("largest salary assumed, $", true), "$", lines)))));
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
