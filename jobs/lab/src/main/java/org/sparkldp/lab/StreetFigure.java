package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.datasets.table.StreetGrid;
import org.sparkldp.datasets.table.Trips;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.lab.population.People;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.release.Network;
import org.sparkldp.release.ReleaseNoise;
import org.sparkldp.release.Sensitivity;
import org.sparkldp.release.denoise.Denoiser;
import org.sparkldp.release.denoise.Denoisers;

/**
 * Figure 2 of Balle and Wang, ICML 2018, on made-up trips: pick-ups and drop-offs at the junctions
 * of a {@link StreetGrid} in two hours of a day, as they were, as they are released, and denoised.
 * The paper's streets and trips are not ours to ship.
 *
 * <p>One person makes one trip in an hour: two counts move by 1, or one by 2, so the L2 sensitivity
 * is 2. Errors are measured against the counts, and against the means that they were drawn from,
 * for "the original data is also noisy": what no denoiser of the counts could know is the first.
 */
final class StreetFigure {
  static final Figure.Experiment EXPERIMENT =
      new Figure.Experiment(
          "Releases: map of trips' ends in a city, released and denoised",
          "Balle and Wang, ICML 2018: figure 2, on made-up streets and trips",
          request ->
              of(
                  new StreetGrid(StreetGrid.AVENUES, StreetGrid.STREETS),
                  request.users(),
                  request.seed()));

  private static final double DELTA = 1e-6;
  private static final Sensitivity ONE_TRIP = new Sensitivity(2, 2, 2, 2);
  private static final List<Integer> HOURS = List.of(4, 18);
  private static final List<Double> EPSILONS = List.of(0.5, 1.0, 2.0);
  private static final double DRAWN_EPSILON = 1;
  private static final String RAW = "none";

  private static final List<String> DENOISERS =
      List.of(
          "james-stein(toward=zero)",
          "soft-threshold(rule=universal)",
          "soft-threshold(rule=sure)",
          "tree-wavelets(trees=1,rule=universal)",
          "tree-wavelets(trees=1,rule=sure)",
          "tree-wavelets(trees=8,rule=sure)",
          "trend-filter(order=0)",
          "trend-filter(order=1)",
          "trend-filter(order=2)");

  /** The denoisers whose maps are drawn. */
  private static final List<String> DRAWN =
      List.of(RAW, "tree-wavelets(trees=8,rule=sure)", "trend-filter(order=1)");

  private StreetFigure() {}

  /** Counts and their means at each junction. */
  private record Hour(double[] counts, double[] means) {}

  /**
   * Computes the figure.
   *
   * @param grid the streets
   * @param users trips of the day
   */
  static Figure of(StreetGrid grid, int users, long seed) {
    Network streets = Network.of(grid);
    List<Denoiser> denoisers =
        DENOISERS.stream().map(spec -> Denoisers.of(spec, Optional.of(streets.graph()))).toList();
    Chart.NodeMap place = streets.place();
    Table table =
        Table.of("hour", "epsilon", "delta", "users", "sigma", "denoiser", "mse", "mse_of_means");
    Map<Object, Chart> maps = new HashMap<>();
    for (int at : HOURS) {
      Hour hour = hour(grid, at, users, new SimulationSource(~seed - at));
      List<Chart.Series> drawn = new ArrayList<>();
      drawn.add(series("the counts", hour.counts));
      for (double epsilon : EPSILONS) {
        ReleaseNoise noise = ReleaseNoise.gaussian(epsilon, DELTA, ONE_TRIP);
        double[] released = released(hour.counts, noise, new SimulationSource(seed + at));
        double sigma = noise.standardDeviation();
        List<double[]> denoised =
            denoisers.parallelStream()
                .map(denoiser -> denoiser.denoise(released, sigma).values())
                .toList();
        Map<String, double[]> values = new LinkedHashMap<>();
        values.put(RAW, released);
        for (int i = 0; i < DENOISERS.size(); i++) {
          values.put(DENOISERS.get(i), denoised.get(i));
        }
        values.forEach(
            (name, one) -> {
              double error = meanSquare(one, hour.counts);
              table.add(at, epsilon, DELTA, users, sigma, name, error, meanSquare(one, hour.means));
              if (epsilon == DRAWN_EPSILON && DRAWN.contains(name)) {
                drawn.add(series(name.equals(RAW) ? "released" : name, one));
              }
            });
      }
      maps.put(
          at,
          new Chart.HeatMap(
              "Pick-ups and drop-offs, epsilon " + DRAWN_EPSILON, "trips' ends", place, drawn));
    }
    return new Figure(
        List.of(
            new Page.Fact(
                "city",
                grid.junctions() + " junctions, " + grid.from().length + " edges between them"),
            new Page.Fact(
                "setting",
                users
                    + " trips in the day; a person makes one in an hour (L2 sensitivity 2); delta "
                    + DELTA)),
        table,
        table.sections(
            "hour",
            at -> "from " + at + " to " + ((int) at + 1) + " o'clock",
            part ->
                List.of(
                    maps.get(part.rows().get(0).get(0)),
                    part.lines(
                        "Mean squared error of a count",
                        "denoiser",
                        Table.Along.logarithmic("epsilon", "epsilon"),
                        Table.Along.logarithmic("mse", "trips' ends squared")))));
  }

  /** The ends of the hour's trips. */
  private static Hour hour(StreetGrid grid, int at, int users, RandomSource source) {
    double[] shares = Trips.junctions(grid, at);
    double[] upTo = shares.clone();
    Arrays.parallelPrefix(upTo, Double::sum);
    int ends = 2 * (int) Math.round(users * Trips.hours()[at]);
    double[] counts = new double[shares.length];
    for (int end = 0; end < ends; end++) {
      int found = Arrays.binarySearch(upTo, People.unit(source));
      counts[Math.min(shares.length - 1, found < 0 ? ~found : found)]++;
    }
    return new Hour(counts, Arrays.stream(shares).map(share -> share * ends).toArray());
  }

  private static double[] released(double[] counts, ReleaseNoise noise, RandomSource source) {
    return Arrays.stream(counts)
        .map(count -> noise.release((long) (count / noise.quantum()), source))
        .toArray();
  }

  private static double meanSquare(double[] values, double[] truth) {
    return Figure.squaredError(values, truth) / truth.length;
  }

  private static Chart.Series series(String name, double[] values) {
    return new Chart.Series(name, Arrays.stream(values).boxed().toList());
  }
}
