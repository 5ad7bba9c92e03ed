package org.sparkldp.jobs.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sparkldp.protocols.check.Require;

/**
 * The privacy loss of one person, in words: how far anybody's belief about that person can move.
 *
 * @param given what a person sent or was counted in, the subject of a sentence: "One report of a
 *     person"
 * @param reports that a person may have made
 * @param epsilon of all of it together
 * @param delta by how much the probability of any event may be larger than epsilon allows
 * @param errors how the error would change with epsilon, by falling error; empty where no formula
 *     says so
 */
public record Privacy(
    String given, int reports, double epsilon, double delta, List<ErrorAt> errors) {
  /** From here, a belief that was even can become 19 to 1. */
  private static final double WEAK = Math.log(19);

  /**
   * The error at another epsilon.
   *
   * @param epsilon the other epsilon
   * @param factor the error there, over the error here
   */
  public record ErrorAt(double epsilon, double factor) {
    public ErrorAt {
      Require.that(Double.isFinite(epsilon) && Double.isFinite(factor))
          .orRefuse("an error's epsilon and factor must be finite. Provided: others.");
    }
  }

  /**
   * A belief before and after.
   *
   * @param before the probability that somebody gave to an answer
   * @param least the least that it can become
   * @param most the most that it can become
   */
  record Belief(double before, double least, double most) {}

  public Privacy {
    Require.that(epsilon > 0 && Double.isFinite(epsilon) && delta >= 0 && delta < 1)
        .orRefuse(
            "epsilon must be above 0 and finite, delta in [0, 1). Provided values: %s, %s.",
            epsilon, delta);
    Require.that(reports >= 0).orRefuse("reports must not be negative. Provided: %s.", reports);
    errors = List.copyOf(errors);
  }

  /** Sentences for somebody who has never heard of epsilon. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        String.format(
            Locale.ROOT,
            "%s is protected at epsilon %s: whoever sees it can change the odds that they gave to"
                + " one answer against another by a factor of %s at most.",
            given,
            short3(epsilon),
            short3(Math.exp(epsilon))));
    if (epsilon >= WEAK) {
      sentences.add(
          "This is weak protection: what was an even chance before can become nearly certain.");
    }
    if (delta > 0) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "Besides, delta = %s: the probability of what is seen may be larger by that much than"
                  + " epsilon alone allows, so that rarely more comes out.",
              short3(delta)));
    }
    return sentences;
  }

  /**
   * Beliefs of 1 %, 10 % and 50 %, before and after.
   *
   * <p>By Bayes' rule the odds after are the odds before times a ratio of likelihoods, which lies
   * in [exp(-epsilon), exp(epsilon)].
   */
  List<Belief> beliefs() {
    return List.of(belief(0.01), belief(0.1), belief(0.5));
  }

  private Belief belief(double before) {
    double odds = before / (1 - before);
    double up = odds * Math.exp(epsilon);
    double down = odds * Math.exp(-epsilon);
    return new Belief(before, down / (1 + down), up / (1 + up));
  }

  private static String short3(double number) {
    double size = Math.abs(number);
    return size >= 1e6 || size < 1e-3
        ? String.format(Locale.ROOT, "%.1e", number)
        : new BigDecimal(number)
            .round(new MathContext(3, RoundingMode.CEILING))
            .stripTrailingZeros()
            .toPlainString();
  }

  /** A probability as a percentage of two digits, never rounded to certainty. */
  static String percent(double probability) {
    double least = Math.min(probability, 1 - probability);
    if (least < 1e-4) {
      return probability < 0.5 ? "less than 0.01 %" : "more than 99.99 %";
    }
    int digits = Math.max(0, 1 - (int) Math.floor(Math.log10(100 * least)));
    return String.format(Locale.ROOT, "%." + Math.min(2, digits) + "f %%", 100 * probability);
  }
}
