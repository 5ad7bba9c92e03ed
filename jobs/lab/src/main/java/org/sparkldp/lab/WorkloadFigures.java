package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sparkldp.analysis.Performance;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.jobs.task.NonNegative;
import org.sparkldp.optimizer.WorkloadDesign;
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
final class WorkloadFigures {
  private static final List<String> WORKLOADS =
      List.of("histogram", "prefix", "all-range", "all-marginals", "marginals-3", "parity");

  private static final List<Double> EPSILONS = List.of(0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0);

  /** Iterations that the paper averages over in figure 3a. */
  private static final int TIMED = 15;

  private static final int PEOPLE = 1000;

  private WorkloadFigures() {}

  /** By name. */
  static final Map<String, Figure.Experiment> ALL =
      Map.of(
          "factorization-1",
          experiment(
              "1",
              "sample complexity against epsilon, all mechanisms and workloads",
              512,
              request -> complexities(request, "epsilon")),
          "factorization-2",
          experiment(
              "2",
              "sample complexity against the domain's size, at epsilon 1",
              1024,
              request -> complexities(request, "domain")),
          "factorization-3a",
          experiment(
              "3a",
              "seconds an iteration of the paper's optimiser takes",
              1024,
              request -> iterationTimes(request)),
          "factorization-3b",
          experiment(
              "3b",
              "worst-case against average-case variance of strategies",
              512,
              request -> worstAndAverage(request)),
          "factorization-3c",
          experiment(
              "3c",
              "variance with and without non-negative least squares",
              512,
              request -> nonNegative(request)));

  /**
   * A figure.
   *
   * @param domain the paper's largest
   */
  private static Figure.Experiment experiment(
      String figure, String title, int domain, Function<Figure.FigureRequest, Figure> computed) {
    return new Figure.Experiment(
        "Workload factorization: " + title,
        "McKenna, Maity, Mazumdar and Miklau, PVLDB 13(12), 2020: figure " + figure,
        request -> computed.apply(request.domain() == 0 ? request.upTo(domain) : request));
  }

  private static Figure figure(
      Figure.FigureRequest request, Table table, List<Page.GroupSection> sections) {
    Page.Fact largest = new Page.Fact("largest domain", Integer.toString(request.domain()));
    return new Figure(List.of(largest), table, sections);
  }

  private static List<WorkloadDesign.MechanismRow> designed(
      Figure.FigureRequest request,
      String workload,
      int n,
      double epsilon,
      List<String> mechanisms) {
    return WorkloadDesign.rows(
        Workloads.parse(workload, n),
        epsilon,
        mechanisms,
        SearchOptions.DEFAULT.withSeed(request.seed()),
        request.listener());
  }

  private static Figure complexities(Figure.FigureRequest request, String by) {
    boolean byEpsilon = by.equals("epsilon");
    Table table = new Table(WorkloadDesign.COLUMNS.names(), new ArrayList<>());
    for (String name : WORKLOADS) {
      for (double x : byEpsilon ? EPSILONS : domains(request.domain())) {
        int n = byEpsilon ? request.domain() : (int) x;
        for (WorkloadDesign.MechanismRow row :
            designed(request, name, n, byEpsilon ? x : 1, request.mechanisms())) {
          table.rows().add(WorkloadDesign.COLUMNS.cells(row));
        }
      }
    }
    Table.Along x =
        byEpsilon
            ? Table.Along.linear(by, "epsilon")
            : Table.Along.logarithmic(by, "items of the domain");
    return figure(
        request,
        table,
        table.sections(
            "workload",
            Object::toString,
            "People needed for a normalised variance of 0.01",
            "mechanism",
            x,
            Table.Along.logarithmic("sample_complexity_worst", "people")));
  }

  private static List<Double> domains(int largest) {
    List<Double> domains = new ArrayList<>();
    for (int n = 8; n <= largest; n *= 2) {
      domains.add((double) n);
    }
    return domains;
  }

  /** The identity as G and a random start, as in the paper: the cost depends on sizes only. */
  private static Figure iterationTimes(Figure.FigureRequest request) {
    Table table = Table.of("domain", "seconds_per_iteration", "optimizer");
    for (int n = 16; n <= request.domain(); n *= 2) {
      Workload histogram = Workloads.parse("histogram", n);
      double[] seconds = new double[TIMED + 1];
      int[] iteration = new int[1];
      PaperOptimizer.optimize(
          Algebra.current(),
          histogram.gram(),
          n,
          1,
          PaperOptimizer.BackPropagation.EXACT,
          request.seed(),
          progress -> {
            seconds[Math.min(TIMED, iteration[0])] = progress.seconds();
            return ++iteration[0] <= TIMED;
          });
      table.add(n, (seconds[TIMED] - seconds[0]) / TIMED, PaperMechanism.PAPER);
    }
    return figure(
        request,
        table,
        table.section(
            "histogram",
            "Seconds an iteration takes",
            "optimizer",
            Table.Along.logarithmic("domain", "items of the domain"),
            Table.Along.logarithmic("seconds_per_iteration", "seconds")));
  }

  private static Figure worstAndAverage(Figure.FigureRequest request) {
    Table table =
        Table.of("mechanism", "workload", "domain", "epsilon", "average", "worst", "ratio");
    for (String mechanism : List.of("optimized", PaperMechanism.PAPER)) {
      for (String name : WORKLOADS) {
        for (int n = 16; n <= request.domain(); n *= 2) {
          for (double epsilon : EPSILONS) {
            Performance performance =
                designed(request, name, n, epsilon, List.of(mechanism))
                    .get(0)
                    .outcome()
                    .performance();
            double worst = performance.worst();
            double average = performance.average();
            table.add(mechanism, name, n, epsilon, average, worst, worst / average);
          }
        }
      }
    }
    return figure(
        request,
        table,
        table.section(
            "all workloads, domains and epsilons",
            "Variance that one person adds",
            "mechanism",
            Table.Along.logarithmic("average", "people evenly spread, answers squared"),
            Table.Along.logarithmic("worst", "worst case, answers squared")));
  }

  private static Figure nonNegative(Figure.FigureRequest request) {
    int trials = 50;
    Table table =
        Table.of("workload", "place", "domain", "people", "trials", "answers", "variance");
    for (String name : WORKLOADS) {
      Workload workload = Workloads.parse(name, request.domain());
      Factorization<?> protocol =
          Factorization.of(
              Strategies.obtain(new StrategyRequest(1, workload, StrategyRequest.OPTIMIZED)));
      double[] errors = squaredErrors(protocol, trials, request.seed());
      double scale = workload.queries() * (double) PEOPLE * PEOPLE;
      int place = WORKLOADS.indexOf(name) + 1;
      table.add(name, place, request.domain(), PEOPLE, trials, "unbiased", errors[0] / scale);
      table.add(name, place, request.domain(), PEOPLE, trials, "wnnls", errors[1] / scale);
    }
    return figure(
        request,
        table,
        table.section(
            "1,000 people by Zipf's law, epsilon 1",
            "Mean squared error of an answer, as a fraction of people squared",
            "answers",
            Table.Along.linear("place", "workload: " + String.join(", ", WORKLOADS)),
            Table.Along.logarithmic("variance", "normalised variance")));
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
      errors[0] += Figure.squaredError(workload.answers(unbiased), truth) / trials;
      errors[1] +=
          Figure.squaredError(workload.answers(NonNegative.data(workload, unbiased)), truth)
              / trials;
    }
    return errors;
  }

  /** Whether n is a power of two, which marginals and parities need. */
  static int requireDomain(int n) {
    if (n < 16 || Integer.bitCount(n) != 1 || n > 1024) {
      throw Require.refusal(
          "a figure's domain must be a power of two from 16 to 1024. Provided value: %s; %s"
              + " are usual.",
          n, Arrays.toString(new int[] {64, 128, 256, 512}));
    }
    return n;
  }
}
