package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.jobs.population.People;
import org.sparkldp.jobs.population.RegressionPopulation;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.regression.Regression;

/**
 * Figure 7 of Duchi, Jordan and Wainwright, JASA 2018, on made-up texts: is a text of a kind that
 * its words show? Private logistic regression with the mechanism for the Euclidean ball against
 * Laplace noise, with few words and with many.
 *
 * <p>Texts: word j is in a text with probability 1/(2 √(j + 1)), independently; the log odds of the
 * kind are 1.5 for each word of every third, −1.5 for each of every third next, centred. Features
 * are 0 and 1 less their means. The paper's texts are not ours to ship.
 */
final class TextFigure {
  static final String NAME = "minimax-7";
  static final String TITLE = "error of a private classifier of texts against epsilon";

  private static final int[] WORDS = {24, 120};
  private static final List<Double> EPSILONS = List.of(1.0, 2.0, 4.0);
  private static final List<String> MECHANISMS = List.of("l2-ball", "laplace-vector");
  private static final double LOG_ODDS = 1.5;

  /** Texts that the classifier has not seen. */
  private static final int TESTED = 20_000;

  private TextFigure() {}

  static Figure of(int users, int trials, long seed) {
    List<List<Object>> rows = new ArrayList<>();
    List<Page.Section> sections = new ArrayList<>();
    for (int words : WORDS) {
      Map<String, List<Chart.Point>> lines = new LinkedHashMap<>();
      double least = error(truth(words), words, new SimulationSource(~seed));
      for (double epsilon : EPSILONS) {
        for (String mechanism : MECHANISMS) {
          double error = error(words, epsilon, mechanism, users, trials, seed);
          rows.add(List.of(words, mechanism, epsilon, users, trials, error, least));
          lines
              .computeIfAbsent(mechanism, key -> new ArrayList<>())
              .add(Chart.Point.of(epsilon, error));
        }
        lines
            .computeIfAbsent("the model itself", key -> new ArrayList<>())
            .add(Chart.Point.of(epsilon, least));
      }
      sections.add(
          new Page.Section(
              words + " words",
              List.of(
                  new Chart.Lines(
                      "Texts that are taken for the wrong kind",
                      new Chart.Axis("epsilon, nats", false),
                      new Chart.Axis("share of texts", false),
                      lines.entrySet().stream()
                          .map(line -> new Chart.Line(line.getKey(), line.getValue()))
                          .toList()))));
    }
    return new Figure(
        "Minimax rates: " + TITLE,
        List.of(
            new Page.Fact(
                "experiment",
                "Duchi, Jordan and Wainwright, JASA 2018: figure 7, on made-up texts"),
            new Page.Fact("trials of each point", Integer.toString(trials)),
            new Page.Fact("seed", Long.toString(seed))),
        List.of("words", "mechanism", "epsilon", "users", "trials", "error", "least_error"),
        rows,
        sections);
  }

  private static double error(
      int words, double epsilon, String mechanism, int users, int trials, long seed) {
    // Nearly all centred texts are within 1.3 times the root mean square of their length.
    double squares = 0;
    for (int j = 0; j < words; j++) {
      squares += frequency(j) * (1 - frequency(j));
    }
    Regression<?> protocol =
        (Regression<?>)
            Protocols.of(
                "logistic(epsilon=%s,p=%d,radius=%s,outside=clip,mechanism=%s,users=%d)"
                    .formatted(epsilon, words, 1.3 * Math.sqrt(squares), mechanism, users));
    double[] errors =
        IntStream.range(0, trials)
            .parallel()
            .mapToDouble(
                trial -> {
                  RandomSource source = new SimulationSource(seed + trial);
                  Estimate fitted =
                      RegressionPopulation.fit(protocol, users, () -> text(words, source), source);
                  return error(fitted.estimates(), words, source);
                })
            .toArray();
    return Arrays.stream(errors).average().orElseThrow();
  }

  /** Share of fresh texts for whose kind the model's odds are below 1. */
  private static double error(double[] model, int words, RandomSource source) {
    int wrong = 0;
    for (int i = 0; i < TESTED; i++) {
      double[] text = text(words, source);
      double odds = model[words];
      for (int j = 0; j < words; j++) {
        odds += model[j] * text[j];
      }
      wrong += odds > 0 == text[words] > 0 ? 0 : 1;
    }
    return (double) wrong / TESTED;
  }

  private static double frequency(int word) {
    return 0.5 / Math.sqrt(word + 1.0);
  }

  /** The coefficients that texts follow, and an intercept of 0. */
  private static double[] truth(int words) {
    double[] truth = new double[words + 1];
    Arrays.setAll(truth, j -> j == words || j % 3 == 2 ? 0 : j % 3 == 0 ? LOG_ODDS : -LOG_ODDS);
    return truth;
  }

  /** A text's centred words, then its kind. */
  private static double[] text(int words, RandomSource source) {
    double[] truth = truth(words);
    double[] text = new double[words + 1];
    double odds = 0;
    for (int j = 0; j < words; j++) {
      text[j] = (People.unit(source) < frequency(j) ? 1 : 0) - frequency(j);
      odds += truth[j] * text[j];
    }
    text[words] = People.unit(source) < 1 / (1 + Math.exp(-odds)) ? 1 : 0;
    return text;
  }
}
