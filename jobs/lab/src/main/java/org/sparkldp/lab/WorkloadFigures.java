package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sparkldp.analysis.Optimizer;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.jobs.design.WorkloadDesign;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.jobs.task.NonNegative;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;
import org.sparkldp.published.workload.PaperMechanism;
import org.sparkldp.published.workload.PaperOptimizer;

/**
 * The figures of McKenna, Maity, Mazumdar and Miklau, PVLDB 13(12), 2020, section 6, computed
 * again: each a table and charts.
 *
 * <p>The paper's settings are the defaults: n = 512 and epsilon from 0.5 to 4 in figure 1, epsilon
 * 1 and n from 8 to 1024 in figure 2. Figure 3c uses a made-up sparse population of 1,000 people
 * (Zipf's law), because the paper's is not ours to ship.
 */
public final class WorkloadFigures {
  private static final List<String> WORKLOADS =
      List.of("histogram", "prefix", "all-range", "all-marginals", "marginals-3", "parity");

  private static final List<Double> EPSILONS = List.of(0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0);

  /** Iterations that the paper averages over in figure 3a. */
  private static final int TIMED = 15;

  private static final int PEOPLE = 1000;

  private WorkloadFigures() {}

  /** Names and what they show. */
  public static final Map<String, String> NAMES = names();

  private static Map<String, String> names() {
    Map<String, String> names = new TreeMap<>();
    names.put("factorization-1", "sample complexity against epsilon, all mechanisms and workloads");
    names.put("factorization-2", "sample complexity against the domain's size, at epsilon 1");
    names.put("factorization-3a", "seconds an iteration of the paper's optimiser takes");
    names.put("factorization-3b", "worst-case against average-case variance of strategies");
    names.put("factorization-3c", "variance with and without non-negative least squares");
    names.put("factorization-bounds", "gaps to the spectral bounds and to Delsarte's bound");
    names.put("factorization-matrix", "the matrix mechanism beside its textbook form, by cause");
    return names;
  }

  /**
   * What to compute.
   *
   * @param domain the largest domain, a power of two
   * @param mechanisms by name
   * @param options of the optimiser
   * @param listener sees every search
   */
  public record Settings(
      int domain, List<String> mechanisms, Optimizer.Options options, Progress.Listener listener) {}

  /** Computes a figure. */
  public static Figure of(String name, Settings settings) {
    Table table =
        switch (name) {
          case "factorization-1" -> complexities(settings, true);
          case "factorization-2" -> complexities(settings, false);
          case "factorization-3a" -> iterationTimes(settings);
          case "factorization-3b" -> worstAndAverage(settings);
          case "factorization-3c" -> nonNegative(settings);
          case "factorization-bounds" -> WorkloadTables.bounds(settings);
          case "factorization-matrix" -> WorkloadTables.matrix(settings);
          default ->
              throw Require.refusal(
                  "a figure must be one of %s. Provided value: %s.",
                  String.join(", ", NAMES.keySet()), name);
        };
    return new Figure(
        "Workload factorization: " + NAMES.get(name),
        List.of(
            new Page.Fact(
                "experiment",
                isOurs(name)
                    ? "a table of this project's pages"
                    : "McKenna, Maity, Mazumdar and Miklau, PVLDB 13(12), 2020: "
                        + name.replace("factorization-", "figure ")),
            new Page.Fact("largest domain", Integer.toString(settings.domain)),
            new Page.Fact("seed", Long.toString(settings.options.seed()))),
        table.columns,
        table.rows,
        table.sections);
  }

  /** Columns, rows and pictures of a figure. */
  record Table(List<String> columns, List<List<Object>> rows, List<Page.Section> sections) {}

  private static Table complexities(Settings settings, boolean byEpsilon) {
    List<List<Object>> rows = new ArrayList<>();
    List<Page.Section> sections = new ArrayList<>();
    for (String name : WORKLOADS) {
      Map<String, List<Chart.Point>> lines = new LinkedHashMap<>();
      for (double x : byEpsilon ? EPSILONS : domains(settings.domain)) {
        int n = byEpsilon ? settings.domain : (int) x;
        double epsilon = byEpsilon ? x : 1;
        for (WorkloadDesign.Row row :
            WorkloadDesign.rows(
                Workloads.parse(name, n),
                epsilon,
                settings.mechanisms,
                settings.options,
                settings.listener)) {
          rows.add(row.cells());
          lines
              .computeIfAbsent(row.outcome().mechanism(), key -> new ArrayList<>())
              .add(Chart.Point.of(x, row.worst()));
        }
      }
      sections.add(
          section(
              name,
              "People needed for a normalised variance of 0.01",
              new Chart.Axis(byEpsilon ? "epsilon, nats" : "items of the domain", !byEpsilon),
              new Chart.Axis("people", true),
              lines));
    }
    return new Table(WorkloadDesign.COLUMNS, rows, sections);
  }

  private static List<Double> domains(int largest) {
    List<Double> domains = new ArrayList<>();
    for (int n = 8; n <= largest; n *= 2) {
      domains.add((double) n);
    }
    return domains;
  }

  /** The identity as G and a random start, as in the paper: the cost depends on sizes only. */
  private static Table iterationTimes(Settings settings) {
    List<List<Object>> rows = new ArrayList<>();
    List<Chart.Point> points = new ArrayList<>();
    for (int n = 16; n <= settings.domain; n *= 2) {
      Workload histogram = Workloads.parse("histogram", n);
      double[] seconds = new double[TIMED + 1];
      int[] iteration = new int[1];
      PaperOptimizer.optimize(
          Algebra.current(),
          histogram.gram(),
          n,
          1,
          PaperOptimizer.BackPropagation.EXACT,
          settings.options.seed(),
          progress -> {
            seconds[Math.min(TIMED, iteration[0])] = progress.seconds();
            return ++iteration[0] <= TIMED;
          });
      double perIteration = (seconds[TIMED] - seconds[0]) / TIMED;
      rows.add(List.of(n, perIteration));
      points.add(Chart.Point.of(n, perIteration));
    }
    return new Table(
        List.of("domain", "seconds_per_iteration"),
        rows,
        List.of(
            section(
                "histogram",
                "Seconds an iteration takes",
                new Chart.Axis("items of the domain", true),
                new Chart.Axis("seconds", true),
                Map.of(PaperMechanism.PAPER, points))));
  }

  private static Table worstAndAverage(Settings settings) {
    List<List<Object>> rows = new ArrayList<>();
    Map<String, List<Chart.Point>> points = new LinkedHashMap<>();
    for (String mechanism : List.of("optimized", PaperMechanism.PAPER)) {
      for (String name : WORKLOADS) {
        for (int n = 16; n <= settings.domain; n *= 2) {
          for (double epsilon : EPSILONS) {
            WorkloadDesign.Row row =
                WorkloadDesign.rows(
                        Workloads.parse(name, n),
                        epsilon,
                        List.of(mechanism),
                        settings.options,
                        settings.listener)
                    .get(0);
            double worst = row.outcome().performance().worst();
            double average = row.outcome().performance().average();
            rows.add(List.of(mechanism, name, n, epsilon, average, worst, worst / average));
            points
                .computeIfAbsent(mechanism, key -> new ArrayList<>())
                .add(Chart.Point.of(average, worst));
          }
        }
      }
    }
    points.values().forEach(line -> line.sort(Comparator.comparingDouble(Chart.Point::x)));
    return new Table(
        List.of("mechanism", "workload", "domain", "epsilon", "average", "worst", "ratio"),
        rows,
        List.of(
            section(
                "all workloads, domains and epsilons",
                "Variance that one person adds",
                new Chart.Axis("people evenly spread, answers squared", true),
                new Chart.Axis("worst case, answers squared", true),
                points)));
  }

  private static Table nonNegative(Settings settings) {
    List<List<Object>> rows = new ArrayList<>();
    Map<String, List<Chart.Point>> lines = new LinkedHashMap<>();
    int trials = 50;
    for (String name : WORKLOADS) {
      Workload workload = Workloads.parse(name, settings.domain);
      Factorization<?> protocol =
          Factorization.of(
              Strategies.obtain(new StrategyRequest(1, workload, StrategyRequest.OPTIMIZED)));
      double[] errors = squaredErrors(protocol, trials, settings.options.seed());
      double scale = workload.queries() * (double) PEOPLE * PEOPLE;
      rows.add(
          List.of(
              name,
              settings.domain,
              PEOPLE,
              trials,
              errors[0] / scale,
              errors[1] / scale,
              errors[0] / errors[1]));
      lines
          .computeIfAbsent("unbiased", key -> new ArrayList<>())
          .add(Chart.Point.of(rows.size(), errors[0] / scale));
      lines
          .computeIfAbsent("wnnls", key -> new ArrayList<>())
          .add(Chart.Point.of(rows.size(), errors[1] / scale));
    }
    return new Table(
        List.of(
            "workload", "domain", "people", "trials", "unbiased", "wnnls", "unbiased_over_wnnls"),
        rows,
        List.of(
            section(
                "1,000 people by Zipf's law, epsilon 1",
                "Mean squared error of an answer, as a fraction of people squared",
                new Chart.Axis("workload: " + String.join(", ", WORKLOADS), false),
                new Chart.Axis("normalised variance", true),
                lines)));
  }

  /** Mean total squared error of the unbiased answers, and of the non-negative ones. */
  private static <R> double[] squaredErrors(Factorization<R> protocol, int trials, long seed) {
    Workload workload = protocol.workload();
    Column.OfInt column =
        Datasets.find("zipf(k=" + workload.domain() + ")").column("item", Column.OfInt.class);
    double[] people = new double[workload.domain()];
    int[] items = new int[PEOPLE];
    for (int i = 0; i < PEOPLE; i++) {
      items[i] = column.at(seed, i);
      people[items[i]]++;
    }
    double[] truth = workload.answers(people);
    double[] errors = new double[2];
    for (int trial = 0; trial < trials; trial++) {
      RandomSource source = new SimulationSource(seed + trial);
      Accumulator<R> reports = protocol.newAccumulator();
      for (int item : items) {
        reports.add(protocol.randomizer().randomize(item, source));
      }
      double[] unbiased = protocol.reconstruct(reports).data();
      errors[0] += squaredError(workload.answers(unbiased), truth) / trials;
      errors[1] +=
          squaredError(workload.answers(NonNegative.data(workload, unbiased)), truth) / trials;
    }
    return errors;
  }

  private static double squaredError(double[] answers, double[] truth) {
    double error = 0;
    for (int i = 0; i < truth.length; i++) {
      error += (answers[i] - truth[i]) * (answers[i] - truth[i]);
    }
    return error;
  }

  static Page.Section section(
      String title,
      String chart,
      Chart.Axis x,
      Chart.Axis y,
      Map<String, List<Chart.Point>> lines) {
    List<Chart.Line> drawn = new ArrayList<>();
    lines.forEach((name, points) -> drawn.add(new Chart.Line(name, points)));
    return new Page.Section(title, List.of(new Chart.Lines(chart, x, y, drawn)));
  }

  /** Whether the paper has no such figure. */
  private static boolean isOurs(String name) {
    return name.equals("factorization-bounds") || name.equals("factorization-matrix");
  }

  /** The largest domain of a figure in the paper, or of a table in our pages. */
  public static int paperDomain(String name) {
    return switch (name) {
      case "factorization-2", "factorization-3a" -> 1024;
      case "factorization-bounds" -> 256;
      default -> 512;
    };
  }

  /** Whether n is a power of two, which marginals and parities need. */
  public static int requireDomain(int n) {
    if (n < 16 || Integer.bitCount(n) != 1 || n > 1024) {
      throw Require.refusal(
          "a figure's domain must be a power of two from 16 to 1024. Provided value: %s; %s"
              + " are usual.",
          n, Arrays.toString(new int[] {64, 128, 256, 512}));
    }
    return n;
  }
}
