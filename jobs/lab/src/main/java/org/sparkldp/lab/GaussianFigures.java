package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.jobs.population.GaussianPopulation;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.gaussian.GaussianLimit;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.published.bound.GaussianLowerBound;

/**
 * The comparison of figure 1 of Joseph, Kulkarni, Mao and Wu, "Locally Private Gaussian
 * Estimation", NeurIPS 2019, as measured errors where the paper has bounds: their four protocols,
 * those of Gaboardi, Rogers and Sheffet, the practical ones of this house, and two curves that no
 * protocol can be below.
 */
public final class GaussianFigures {
  /** Name and title. */
  public static final Map<String, String> NAMES =
      Map.of("gaussian-1", "error of a Gaussian mean against the number of people");

  /** Means are drawn from an interval of this many sigma to either side. */
  private static final double RANGE = 500;

  /** Where sigma is not known it is drawn between 1 and this. */
  private static final double SIGMA_MAX = 16;

  private static final double EPSILON = 1;
  private static final double CONFIDENCE = 0.95;

  /** Where sigma is known, then where it is not. */
  private static final List<List<String>> PROTOCOLS =
      List.of(
          List.of("gaussian", "gaussian-1round", "kv-gaussian", "kv-gaussian-1round", "grs-known"),
          List.of(
              "gaussian", "gaussian-1round", "uv-gaussian", "uv-gaussian-1round", "grs-unknown"));

  private GaussianFigures() {}

  /**
   * Computes the figure.
   *
   * @param users the most people; their numbers are a half-decade apart, from 10^4 on
   * @param trials of each protocol and number, at least 2
   */
  public static Figure of(int users, int trials, long seed) {
    List<List<Object>> rows = new ArrayList<>();
    List<Page.Section> sections = new ArrayList<>();
    for (boolean known : new boolean[] {true, false}) {
      Map<String, List<Chart.Point>> lines = new LinkedHashMap<>();
      for (int n : sizes(users)) {
        for (String name : PROTOCOLS.get(known ? 0 : 1)) {
          GaussianProtocol<?> protocol = protocol(name, known, n);
          Simulation.Result result =
              Simulation.run(
                  new GaussianPopulation(
                      protocol, new Population.Request(Optional.empty(), n, seed)),
                  trials,
                  seed);
          double ratio = result.ratioToLimit().orElse(Double.NaN);
          double rmse = Math.sqrt(ratio * GaussianLimit.bestVariance(EPSILON) / n);
          int rounds = Math.max(1, protocol.rounds());
          rows.add(
              Arrays.asList(
                  known ? "known" : "unknown",
                  name,
                  rounds,
                  n,
                  trials,
                  finite(rmse),
                  finite(ratio),
                  finite(result.coverage()),
                  result.failures(),
                  protocol.spec().toString()));
          if (rmse > 0 && result.failures() < trials / 2) {
            lines.computeIfAbsent(name, key -> new ArrayList<>()).add(Chart.Point.of(n, rmse));
          }
        }
        lines
            .computeIfAbsent("limit, Kalinin and Steinberger", key -> new ArrayList<>())
            .add(Chart.Point.of(n, Math.sqrt(GaussianLimit.bestVariance(EPSILON) / n)));
        lines
            .computeIfAbsent("lower bound at 95 %", key -> new ArrayList<>())
            .add(Chart.Point.of(n, GaussianLowerBound.error(EPSILON, 1, n, 1 - CONFIDENCE)));
      }
      sections.add(
          new Page.Section(
              known ? "sigma known" : "sigma between 1 and 16",
              List.of(
                  new Chart.Lines(
                      "Root mean square error of the mean, in sigma",
                      new Chart.Axis("people", true),
                      new Chart.Axis("sigma", true),
                      lines.entrySet().stream()
                          .map(line -> new Chart.Line(line.getKey(), line.getValue()))
                          .toList()))));
    }
    return new Figure(
        "Gaussian mean: " + NAMES.get("gaussian-1"),
        List.of(
            new Page.Fact(
                "experiment",
                "Joseph, Kulkarni, Mao and Wu, NeurIPS 2019: figure 1, measured; means drawn from"
                    + " 1000 sigma, epsilon 1"),
            new Page.Fact("trials of each point", Integer.toString(trials)),
            new Page.Fact("seed", Long.toString(seed))),
        List.of(
            "sigma",
            "protocol",
            "rounds",
            "users",
            "trials",
            "rmse_over_sigma",
            "ratio_to_limit",
            "coverage",
            "failures",
            "spec"),
        rows,
        sections);
  }

  private static List<Integer> sizes(int users) {
    List<Integer> sizes = new ArrayList<>();
    for (double n = 1e4; n <= users * 1.001; n *= Math.sqrt(10)) {
      sizes.add((int) Math.round(n));
    }
    return sizes;
  }

  private static GaussianProtocol<?> protocol(String name, boolean known, int users) {
    ProtocolSpec spec = ProtocolSpec.named(name).with("epsilon", EPSILON);
    spec =
        known ? spec.with("sigma", 1.0) : spec.with("sigma_min", 1.0).with("sigma_max", SIGMA_MAX);
    return (GaussianProtocol<?>) Protocols.of(spec.with("range", RANGE).with("users", users));
  }

  private static Object finite(double number) {
    return Double.isFinite(number) ? number : null;
  }
}
