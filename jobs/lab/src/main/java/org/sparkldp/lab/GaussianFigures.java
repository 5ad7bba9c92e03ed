package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.lab.population.GaussianPopulation;
import org.sparkldp.lab.population.Population;
import org.sparkldp.protocols.InRounds;
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
final class GaussianFigures {
  /** By name. */
  static final Map<String, Figure.Experiment> ALL =
      Map.of(
          "gaussian-1",
          new Figure.Experiment(
              "Gaussian mean: error of a Gaussian mean against the number of people",
              "Joseph, Kulkarni, Mao and Wu, NeurIPS 2019: figure 1, measured; means drawn from"
                  + " 1000 sigma, epsilon 1",
              GaussianFigures::of));

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

  /** The numbers of people are a half-decade apart, from 10^4 on. */
  private static Figure of(Figure.FigureRequest request) {
    Table table =
        Table.of(
            "sigma",
            "protocol",
            "rounds",
            "users",
            "trials",
            "rmse_over_sigma",
            "ratio_to_limit",
            "coverage",
            "failures",
            "spec");
    for (boolean known : new boolean[] {true, false}) {
      String sigma = known ? "known" : "unknown";
      for (int n : sizes(request.users())) {
        double best = GaussianLimit.bestVariance(EPSILON) / n;
        for (String name : PROTOCOLS.get(known ? 0 : 1)) {
          GaussianProtocol<?> protocol = protocol(name, known, n);
          Simulation.SimulationSummary result =
              Simulation.run(
                  GaussianPopulation.of(
                      protocol,
                      new Population.PopulationRequest(Optional.empty(), n, request.seed())),
                  request.trials(),
                  request.seed());
          double ratio = result.ratioToLimit().orElse(Double.NaN);
          table.add(
              sigma,
              name,
              protocol.facet(InRounds.class).map(InRounds::rounds).orElse(1),
              n,
              request.trials(),
              finite(Math.sqrt(ratio * best)),
              finite(ratio),
              finite(result.coverage()),
              result.failures(),
              protocol.spec().toString());
        }
        table.add(sigma, "limit, Kalinin and Steinberger", null, n, null, Math.sqrt(best));
        double least = GaussianLowerBound.error(EPSILON, 1, n, 1 - CONFIDENCE);
        table.add(sigma, "lower bound at 95 %", null, n, null, least);
      }
    }
    return new Figure(
        List.of(request.trialsOfEachPoint()),
        table,
        table
            .where("failures", many -> many == null || (int) many < request.trials() / 2)
            .sections(
                "sigma",
                sigma -> sigma.equals("known") ? "sigma known" : "sigma between 1 and 16",
                "Root mean square error of the mean, in sigma",
                "protocol",
                Table.Along.logarithmic("users", "people"),
                Table.Along.logarithmic("rmse_over_sigma", "sigma")));
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
