package org.sparkldp.lab;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.lab.population.People;
import org.sparkldp.lab.population.Trials;
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
  static final Figure.Experiment EXPERIMENT =
      new Figure.Experiment(
          "Minimax rates: error of a private classifier of texts against epsilon",
          "Duchi, Jordan and Wainwright, JASA 2018: figure 7, on made-up texts",
          TextFigure::of);

  private static final int[] WORDS = {24, 120};
  private static final List<Double> EPSILONS = List.of(1.0, 2.0, 4.0);
  private static final List<String> MECHANISMS = List.of("l2-ball", "laplace-vector");
  private static final double LOG_ODDS = 1.5;

  /** Texts that the classifier has not seen. */
  private static final int TESTED = 20_000;

  private TextFigure() {}

  private static Figure of(Figure.FigureRequest request) {
    Table table = Table.of("words", "mechanism", "epsilon", "users", "trials", "error");
    for (int words : WORDS) {
      double least = error(truth(words), words, new SimulationSource(~request.seed()));
      for (double epsilon : EPSILONS) {
        for (String mechanism : MECHANISMS) {
          double error = error(words, epsilon, mechanism, request);
          table.add(words, mechanism, epsilon, request.users(), request.trials(), error);
        }
        table.add(words, "the model itself", epsilon, null, null, least);
      }
    }
    return new Figure(
        List.of(request.trialsOfEachPoint()),
        table,
        table.sections(
            "words",
            words -> words + " words",
            "Texts that are taken for the wrong kind",
            "mechanism",
            Table.Along.linear("epsilon", "epsilon"),
            Table.Along.linear("error", "share of texts")));
  }

  private static double error(
      int words, double epsilon, String mechanism, Figure.FigureRequest request) {
    // Nearly all centred texts are within 1.3 times the root mean square of their length.
    double squares = 0;
    for (int j = 0; j < words; j++) {
      squares += frequency(j) * (1 - frequency(j));
    }
    Regression<?> protocol =
        (Regression<?>)
            Protocols.of(
                "logistic(epsilon=%s,p=%s,radius=%s,outside=clip,mechanism=%s,users=%s)"
                    .formatted(
                        epsilon, words, 1.3 * Math.sqrt(squares), mechanism, request.users()));
    return request
        .trials(
            source -> {
              Estimate fitted =
                  Trials.estimate(
                          protocol, request.users(), (text, coins) -> text(words, coins), source)
                      .orElseThrow();
              return error(fitted.estimates(), words, source);
            })
        .stream()
        .mapToDouble(error -> error)
        .average()
        .orElseThrow();
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
