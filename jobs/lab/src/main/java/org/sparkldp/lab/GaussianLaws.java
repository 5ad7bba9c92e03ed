package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
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

  /** Of random words that no law draws from. */
  private static final int HEAP_STREAM = 1000;

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
   * @param heap to which a share of them is rounded instead
   */
  private record Case(
      String name, String spec, String law, double scale, double step, double heap, double share) {
    Case(String name, String spec, String law, double scale, double step) {
      this(name, spec, law, scale, step, 1, 0);
    }

    /** The same of another name. */
    Case named(String other) {
      return new Case(other, spec, law, scale, step, heap, share);
    }
  }

  /** Standard deviation of heights of which 1 % are in inches, by that of the others. */
  private static final double OF_INCHES = 1.7694;

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Asked asked : Asked.all()) {
      String unit = asked.ofUnit("");
      String cm = asked.ofHeights(",range=30,users=100000");
      for (Case one :
          List.of(
              new Case("on the model", unit, NORMAL, 1, 0),
              new Case("heights in whole centimetres", cm, NORMAL, 7, 1),
              new Case("5 % heap to 5 cm", cm, NORMAL, 7, 1, 5, 0.05),
              new Case("10 % heap to 5 cm", cm, NORMAL, 7, 1, 5, 0.1),
              new Case("20 % heap to 5 cm", cm, NORMAL, 7, 1, 5, 0.2),
              new Case("20 % heap to 10 cm", cm, NORMAL, 7, 1, 10, 0.2),
              new Case(
                  "whole centimetres without dither",
                  asked.ofHeights(",range=30,dither=0,users=100000"),
                  NORMAL,
                  7,
                  1),
              new Case("whole sigmas, step = 1", asked.ofUnit(",step=1"), NORMAL, 1, 1),
              new Case("sigma 1.1 of the stated", unit, NORMAL, 1.1, 0),
              new Case("sigma 1.2 of the stated", unit, NORMAL, 1.2, 0),
              new Case("sigma 1.7 of the stated", unit, NORMAL, 1.7, 0),
              new Case("Laplace", unit, "laplace", 1, 0),
              new Case("Student 5", unit, "student(df=5)", 1, 0),
              new Case("uniform", unit, "interval", 1, 0),
              new Case("exponential", unit, "exponential", 1, 0),
              new Case("gamma of skewness 1", unit, "gamma(shape=4)", 1, 0),
              new Case("gamma of skewness 1/2", unit, "gamma(shape=16)", 1, 0),
              new Case(
                  "two sexes 70:30",
                  unit,
                  "two-normals(share=0.3,distance=-1.857,ratio=0.93)",
                  1,
                  0),
              new Case(
                  "two sexes 50:50",
                  unit,
                  "two-normals(share=0.5,distance=-1.857,ratio=0.93)",
                  1,
                  0),
              new Case(
                  "1 % in inches",
                  unit, "two-normals(share=0.01,distance=-14.7,ratio=0.394)", OF_INCHES, 0),
              new Case(
                  "skewed mixture",
                  unit,
                  "two-normals(share=0.2,distance=3.3333,ratio=1.58333)",
                  1,
                  0),
              new Case("two humps", unit, "two-normals(share=0.5,distance=4.1295)", 1, 0))) {
        cases.add(one.named(one.name + asked.suffix));
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
          person -> said(mean + scale * (law.at(seed, person) - truth.mean()), seed, person),
          users,
          source,
          mean,
          one.scale);
    }

    /** What a person says of a value. */
    private double said(double value, long seed, long person) {
      boolean isHeaped = CounterRandom.unit(seed, person, HEAP_STREAM) < one.share;
      double to = isHeaped ? one.heap : one.step;
      return to > 0 ? Math.rint(value / to) * to : value;
    }

    @Override
    public OptionalDouble limit() {
      return OptionalDouble.of(GaussianLimit.bestVariance(protocol.question().epsilon()) / users);
    }
  }
}
