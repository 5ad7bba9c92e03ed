package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Truth;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.jobs.population.People;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.Rounds;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.gaussian.GaussianLimit;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * The mean of a Gaussian asked of people who are not quite the model's: rounded, of another sigma,
 * heavy-tailed, skewed. How often the interval holds the mean, and how often it does not without a
 * note. All rows have the same seeds, so that a row stays as it is whatever other rows there are.
 */
final class GaussianLaws {
  static final String NAME = "gaussian-laws";
  static final String TITLE = "coverage of Gaussian means on values that are not Gaussian";

  private static final String NORMAL = "gaussian";

  private static final double CONFIDENCE = 0.95;

  private GaussianLaws() {}

  /**
   * A protocol, and what it knows of sigma.
   *
   * @param suffix of the names of its rows
   * @param unit its parameters for a sigma of 1
   * @param heights the same for a sigma of 7
   */
  private record Asked(String suffix, String name, String unit, String heights) {
    private static final String BAND = "sigma_min=0.8,sigma_max=1.25";
    private static final String BAND_OF_HEIGHTS = "sigma_min=5.6,sigma_max=8.75";

    /** With the bounds that a plan makes of {@code sigma=1}, and without. */
    static List<Asked> all() {
      return List.of(
          new Asked("", "gaussian", BAND, BAND_OF_HEIGHTS),
          new Asked("", "gaussian-robust", BAND, BAND_OF_HEIGHTS),
          new Asked(", sigma exact", "gaussian", "sigma=1", "sigma=7"));
    }

    String ofUnit(String rest) {
      return name + "(epsilon=1.0," + unit + ",range=30" + rest + ",users=100000)";
    }

    String ofHeights(String rest) {
      return name + "(epsilon=1.0," + heights + ",center=170" + rest + ")";
    }
  }

  /**
   * A row.
   *
   * @param law a generator's spec; values are moved and scaled to mean 0 and variance 1
   * @param scale the law's standard deviation, in the values' unit
   * @param step to which values are rounded; 0 where they are not
   */
  private record Case(String name, String spec, String law, double scale, double step) {}

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Asked asked : Asked.all()) {
      String unit = asked.ofUnit("");
      String cm = asked.ofHeights(",range=30,step=1,users=100000");
      for (Case one :
          List.of(
              new Case("on the model", unit, NORMAL, 1, 0),
              new Case("heights, not rounded, step = 1", cm, NORMAL, 7, 0),
              new Case("heights in whole centimetres", cm, NORMAL, 7, 1),
              new Case(
                  "the same without step", asked.ofHeights(",range=30,users=100000"), NORMAL, 7, 1),
              new Case(
                  "the same, heights.conf",
                  asked.ofHeights(",range=100,step=1,users=10000"),
                  NORMAL,
                  7,
                  1),
              new Case("whole sigmas", asked.ofUnit(",step=1"), NORMAL, 1, 1),
              new Case("sigma 1.1 of the stated", unit, NORMAL, 1.1, 0),
              new Case("sigma 1.2 of the stated", unit, NORMAL, 1.2, 0),
              new Case("sigma 1.7 of the stated", unit, NORMAL, 1.7, 0),
              new Case("Laplace", unit, "laplace", 1, 0),
              new Case("Student 5", unit, "student(df=5)", 1, 0),
              new Case("uniform", unit, "interval", 1, 0),
              new Case("exponential", unit, "exponential", 1, 0),
              new Case(
                  "skewed mixture",
                  unit,
                  "two-normals(share=0.2,distance=3.3333,ratio=1.58333)",
                  1,
                  0),
              new Case("two humps", unit, "two-normals(share=0.5,distance=4.1295)", 1, 0),
              new Case("skewness 1/2", unit, "two-normals(share=0.2,distance=2.405)", 1, 0))) {
        cases.add(new Case(one.name + asked.suffix, one.spec, one.law, one.scale, one.step));
      }
    }
    for (String range : List.of("10", "1000", "5000", "100000", "1000000")) {
      String one = "gaussian-1round(epsilon=1.0,sigma=1,range=" + range + ",users=100000)";
      cases.add(new Case("range of " + range + " sigma", one, NORMAL, 1, 0));
    }
    return cases;
  }

  static Figure of(int trials, long seed) {
    List<List<Object>> rows = new ArrayList<>();
    List<Estimate.Row> silent = new ArrayList<>();
    for (Case one : cases()) {
      Simulation.Result result = Simulation.run(LawPopulation.of(one), trials, seed);
      int answered = trials - result.failures();
      rows.add(
          Arrays.asList(
              one.name,
              result.coverage(),
              result.ratioToLimit().orElseThrow(),
              result.silent(),
              result.noted(),
              answered,
              result.note(),
              one.spec));
      silent.add(bar(one, result.silent(), answered));
    }
    Chart chart =
        new Chart.Bars(
            "Trials whose interval missed the mean without a note",
            "population",
            "share of trials",
            new Estimate(trials, CONFIDENCE, silent),
            List.of(),
            List.of(),
            false);
    return new Figure(
        "Gaussian mean: " + TITLE,
        List.of(
            new Page.Fact("trials of each row", Integer.toString(trials)),
            new Page.Fact("seed", Long.toString(seed))),
        List.of("case", "coverage", "ratio", "silent", "noted", "answered", "note", "spec"),
        rows,
        List.of(new Page.Section("values that are not Gaussian", List.of(chart))));
  }

  /** A share of trials, with the error of so many. */
  private static Estimate.Row bar(Case one, double share, int trials) {
    double error = Math.sqrt(share * (1 - share) / trials);
    return new Estimate.Row(
        one.name + ", " + one.spec.substring(0, one.spec.indexOf('(')),
        share,
        error,
        Math.max(0, share - 2 * error),
        Math.min(1, share + 2 * error));
  }

  /** The people of a row, whose mean is uniform over the protocol's range in each trial. */
  private record LawPopulation(
      Case one, GaussianProtocol<?> protocol, int users, Column.OfDouble law, Truth.Numeric truth)
      implements Population {

    static LawPopulation of(Case one) {
      GaussianProtocol<?> protocol = (GaussianProtocol<?>) Protocols.of(one.spec);
      int users = protocol.question().users().orElseThrow();
      Column.OfDouble law =
          new Request(Optional.of(one.law), users, 0).numberColumn().orElseThrow();
      return new LawPopulation(one, protocol, users, law, (Truth.Numeric) law.truth());
    }

    @Override
    public Trial trial(long seed) {
      RandomSource source = new SimulationSource(seed);
      GaussianQuestion question = protocol.question();
      double mean = question.lower() + 2 * question.range() * People.unit(source);
      double scale = one.scale / Math.sqrt(truth.variance());
      return Rounds.trial(
          protocol,
          person -> rounded(mean + scale * (law.at(seed, person) - truth.mean())),
          users,
          source,
          mean,
          one.scale);
    }

    private double rounded(double value) {
      return one.step > 0 ? Math.rint(value / one.step) * one.step : value;
    }

    @Override
    public OptionalDouble limit() {
      return OptionalDouble.of(GaussianLimit.bestVariance(protocol.question().epsilon()) / users);
    }
  }
}
