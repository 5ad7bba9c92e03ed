package org.sparkldp.lab;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.sparkldp.analysis.Mechanisms;
import org.sparkldp.analysis.Progress;
import org.sparkldp.jobs.console.ProgressPrinter;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * A paper's experiment, computed again. A request gives the same numbers (but seconds) whatever the
 * number of cores.
 *
 * @param settings of all rows, besides the seed
 * @param table its numbers
 * @param sections what of them is drawn
 */
public record Figure(List<Page.Fact> settings, Table table, List<Page.GroupSection> sections) {

  /** The sum of the squares of what numbers are off the truth. */
  static double squaredError(double[] numbers, double[] truth) {
    double sum = 0;
    for (int i = 0; i < truth.length; i++) {
      sum += (numbers[i] - truth[i]) * (numbers[i] - truth[i]);
    }
    return sum;
  }

  /**
   * A request for a figure.
   *
   * @param users the most people
   * @param trials of each point
   * @param domain the largest domain; 0 for the paper's
   * @param mechanisms by name
   * @param listener sees every search
   */
  public record FigureRequest(
      int users,
      int trials,
      long seed,
      int domain,
      List<String> mechanisms,
      Progress.SearchListener listener) {

    /**
     * As the command line asks.
     *
     * @param mechanisms by name, or null for all
     */
    static FigureRequest of(
        int users,
        int trials,
        long seed,
        int domain,
        List<String> mechanisms,
        ProgressPrinter progress) {
      return new FigureRequest(
          users,
          trials,
          seed,
          domain,
          mechanisms == null ? Mechanisms.names() : mechanisms,
          at -> progress.goesOn(at::text));
    }

    FigureRequest upTo(int largest) {
      return new FigureRequest(users, trials, seed, largest, mechanisms, listener);
    }

    /** What trials gave; trial t is the same whatever the number of cores. */
    <T> List<T> trials(Function<RandomSource, T> trial) {
      return IntStream.range(0, trials)
          .parallel()
          .mapToObj(t -> trial.apply(new SimulationSource(seed + t)))
          .toList();
    }

    /** The fact of how many trials a point has. */
    Page.Fact trialsOfEachPoint() {
      return new Page.Fact("trials of each point", Integer.toString(trials));
    }
  }

  /**
   * An experiment that can be computed again.
   *
   * @param title what it shows
   * @param source whose it is
   * @param computed the figure of a request
   */
  record Experiment(String title, String source, Function<FigureRequest, Figure> computed) {}
}
