package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
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

  /**
   * A row.
   *
   * @param law a draw of mean 0 and variance 1
   * @param scale the law's standard deviation, in the values' unit
   * @param step to which values are rounded; 0 where they are not
   */
  private record Case(
      String name, String spec, ToDoubleFunction<RandomSource> law, double scale, double step) {}

  private static final double CONFIDENCE = 0.95;

  /** Columns. */
  private static final int SILENT = 3;

  private static final int SPEC = 7;

  private static final String EXACT = "gaussian(epsilon=1.0,sigma=1,range=30,users=100000)";
  private static final String BAND = "(epsilon=1.0,sigma_min=0.8,sigma_max=1.25,range=30";
  private static final String HEIGHTS = "(epsilon=1.0,sigma_min=5.6,sigma_max=8.75,center=170";

  private GaussianLaws() {}

  /** With what a plan makes of {@code sigma=1} and {@code step=1}, and by the other protocols. */
  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (String name : List.of("gaussian", "gaussian-robust")) {
      String cm = name + HEIGHTS + ",range=30,step=1,users=100000)";
      String few = name + HEIGHTS + ",range=100,step=1,users=10000)";
      String whole = name + BAND + ",step=1,users=100000)";
      String band = name + BAND + ",users=100000)";
      cases.add(new Case("on the model", band, GaussianLaws::normal, 1, 0));
      cases.add(new Case("heights, not rounded, step = 1", cm, GaussianLaws::normal, 7, 0));
      cases.add(new Case("heights in whole centimetres", cm, GaussianLaws::normal, 7, 1));
      cases.add(new Case("the same, heights.conf", few, GaussianLaws::normal, 7, 1));
      cases.add(new Case("whole sigmas", whole, GaussianLaws::normal, 1, 1));
      cases.add(new Case("sigma 1.1 of the stated", band, GaussianLaws::normal, 1.1, 0));
      cases.add(new Case("sigma 1.2 of the stated", band, GaussianLaws::normal, 1.2, 0));
      cases.add(new Case("sigma 1.7 of the stated", band, GaussianLaws::normal, 1.7, 0));
      cases.add(new Case("Laplace", band, GaussianLaws::laplace, 1, 0));
      cases.add(new Case("Student 5", band, s -> student(s, 5), 1, 0));
      cases.add(new Case("uniform", band, GaussianLaws::uniform, 1, 0));
      cases.add(new Case("exponential", band, GaussianLaws::exponential, 1, 0));
      cases.add(new Case("skewed mixture", band, GaussianLaws::skewed, 1, 0));
      cases.add(new Case("two humps", band, GaussianLaws::humps, 1, 0));
      cases.add(new Case("skewness 1/2", band, GaussianLaws::gamma, 1, 0));
    }
    cases.add(new Case("on the model, sigma exact", EXACT, GaussianLaws::normal, 1, 0));
    String exactCm = "gaussian(epsilon=1.0,sigma=7,center=170,range=30,step=1,users=100000)";
    cases.add(new Case("centimetres, sigma exact", exactCm, GaussianLaws::normal, 7, 1));
    for (String range : List.of("10", "1000", "5000", "100000", "1000000")) {
      String one = "gaussian-1round(epsilon=1.0,sigma=1,range=" + range + ",users=100000)";
      cases.add(new Case("range of " + range + " sigma", one, GaussianLaws::normal, 1, 0));
    }
    return cases;
  }

  static Figure of(int trials, long seed) {
    List<List<Object>> rows = new ArrayList<>();
    for (Case one : cases()) {
      rows.add(row(one, trials, seed));
    }
    return new Figure(
        "Gaussian mean: " + TITLE,
        List.of(
            new Page.Fact("trials of each row", Integer.toString(trials)),
            new Page.Fact("seed", Long.toString(seed))),
        List.of("case", "coverage", "ratio", "silent", "noted", "told", "notes", "spec"),
        rows,
        List.of(new Page.Section("values that are not Gaussian", List.of(silent(rows, trials)))));
  }

  /** The column of silence, with the error of so many trials. */
  private static Chart silent(List<List<Object>> rows, int trials) {
    List<Estimate.Row> bars = new ArrayList<>();
    for (List<Object> row : rows) {
      double share = (Double) row.get(SILENT);
      double error = Math.sqrt(share * (1 - share) / trials);
      String spec = row.get(SPEC).toString();
      bars.add(
          new Estimate.Row(
              row.get(0) + ", " + spec.substring(0, spec.indexOf('(')),
              share,
              error,
              Math.max(0, share - 2 * error),
              Math.min(1, share + 2 * error)));
    }
    return new Chart.Bars(
        "Trials whose interval missed the mean without a note",
        "share of trials",
        new Estimate(trials, CONFIDENCE, bars),
        List.of(),
        List.of(),
        false);
  }

  /** One trial: the row of the mean, and the mean. */
  private record Trial(Estimate.Row row, double mean) {
    boolean isCovered() {
      return row.lower() <= mean && mean <= row.upper();
    }

    boolean isSilent() {
      return !isCovered() && row.note().isEmpty();
    }
  }

  private static List<Object> row(Case one, int trials, long seed) {
    GaussianProtocol<?> protocol = (GaussianProtocol<?>) Protocols.of(one.spec);
    int users = protocol.question().users().orElseThrow();
    List<Trial> all =
        IntStream.range(0, trials)
            .parallel()
            .mapToObj(trial -> trial(one, protocol, users, seed * 1_000_003 + trial))
            .toList();
    double covered = (double) all.stream().filter(Trial::isCovered).count();
    double silent = (double) all.stream().filter(Trial::isSilent).count();
    List<Trial> told = all.stream().filter(t -> !Double.isNaN(t.row.estimate())).toList();
    double square =
        told.stream()
            .mapToDouble(t -> (t.row.estimate() - t.mean) * (t.row.estimate() - t.mean))
            .average()
            .orElse(Double.NaN);
    double limit =
        one.scale * one.scale * GaussianLimit.bestVariance(protocol.question().epsilon()) / users;
    Map<String, Integer> notes = new TreeMap<>();
    for (Trial trial : all) {
      String note = trial.row.note().replaceAll("[(;:].*", "").trim();
      notes.merge(note, 1, Integer::sum);
    }
    int quiet = notes.getOrDefault("", 0);
    notes.remove("");
    return Arrays.asList(
        one.name,
        covered / trials,
        square / limit,
        silent / trials,
        1 - (double) quiet / trials,
        told.size(),
        notes.toString(),
        one.spec);
  }

  private static Trial trial(Case one, GaussianProtocol<?> protocol, int users, long seed) {
    RandomSource source = new SimulationSource(seed);
    GaussianQuestion question = protocol.question();
    double mean = question.lower() + 2 * question.range() * unit(source);
    Estimate estimate =
        Rounds.estimate(
            protocol,
            person -> {
              double value = mean + one.scale * one.law.applyAsDouble(source);
              return one.step > 0 ? Math.rint(value / one.step) * one.step : value;
            },
            users,
            source);
    return new Trial(estimate.rows().get(0), mean);
  }

  // Laws of mean 0 and variance 1.

  private static double unit(RandomSource source) {
    return ((source.nextLong() >>> 11) + 0.5) * 0x1p-53;
  }

  private static double normal(RandomSource source) {
    double radius = Math.sqrt(-2 * Math.log(unit(source)));
    return radius * Math.cos(2 * Math.PI * unit(source));
  }

  private static double laplace(RandomSource source) {
    double size = -Math.log(unit(source)) / Math.sqrt(2);
    return unit(source) < 0.5 ? -size : size;
  }

  private static double student(RandomSource source, int degrees) {
    double squares = 0;
    for (int i = 0; i < degrees; i++) {
      double z = normal(source);
      squares += z * z;
    }
    return normal(source) / Math.sqrt(squares / degrees) * Math.sqrt((degrees - 2.0) / degrees);
  }

  private static double uniform(RandomSource source) {
    return (2 * unit(source) - 1) * Math.sqrt(3);
  }

  private static double exponential(RandomSource source) {
    return -Math.log(unit(source)) - 1;
  }

  /** Four fifths of N(−0.4, 0.6²), one fifth of N(1.6, 0.95²). */
  private static double skewed(RandomSource source) {
    double value = unit(source) < 0.8 ? -0.4 + 0.6 * normal(source) : 1.6 + 0.95 * normal(source);
    return value / Math.sqrt(0.8 * (0.16 + 0.36) + 0.2 * (2.56 + 0.9025));
  }

  /** Half of N(−0.9, 0.19), half of N(0.9, 0.19). */
  private static double humps(RandomSource source) {
    return (unit(source) < 0.5 ? -0.9 : 0.9) + Math.sqrt(0.19) * normal(source);
  }

  /** Sixteen exponential terms. */
  private static double gamma(RandomSource source) {
    double sum = 0;
    for (int i = 0; i < 16; i++) {
      sum += exponential(source);
    }
    return sum / 4;
  }
}
