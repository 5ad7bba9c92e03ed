package org.sparkldp.protocols;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Fake people: reports that are made to move the estimates of some target items, and what each adds
 * to an estimate on average. All of them are reports that accumulators accept.
 *
 * <p>Source: Cao, Jia &amp; Gong, "Data Poisoning Attacks to Local Differential Privacy Protocols",
 * USENIX Security 2021, section 4 (random perturbed-value, random item and maximal gain attack);
 * Cheu, Smith &amp; Ullman, "Manipulation Attacks in Local Differential Privacy", IEEE S&amp;P 2021
 * (general and input manipulation).
 *
 * @param <R> a report
 */
public interface Poisoning<R> {

  /** A fake report. */
  R report(RandomSource source);

  /** What a fake report adds to an item's estimate on average, in people. */
  double gain(int item);

  /** The behaviour of fake people. */
  enum PoisoningKind {
    /** They send one of the reports that add most to the targets' estimates together. */
    MAXIMAL_GAIN("maximal-gain"),
    /** They send any report, each as likely as another. */
    RANDOM_REPORT("random-report"),
    /** They randomize a target honestly, each as likely as another. */
    INPUT("input");

    private final String text;

    PoisoningKind(String text) {
      this.text = text;
    }

    /** The kind of that name. */
    public static PoisoningKind of(String text) {
      return Stream.of(values())
          .filter(kind -> kind.text.equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  Require.refusal(
                      "an attack must be one of %s. Provided value: %s.",
                      Stream.of(values())
                          .map(PoisoningKind::toString)
                          .collect(Collectors.joining(", ")),
                      text));
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Refuses targets that are not different items in [0, k). */
  static void requireTargets(int[] targets, int k) {
    Require.that(
            targets.length >= 1
                && Arrays.stream(targets).allMatch(v -> v >= 0 && v < k)
                && Arrays.stream(targets).distinct().count() == targets.length)
        .orRefuse(
            "targets must be different items in [0, %s), at least one. Provided values: %s.",
            k, Arrays.toString(targets));
  }
}
