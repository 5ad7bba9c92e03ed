package org.sparkldp.protocols.gaussian;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.Dither;
import org.sparkldp.protocols.gaussian.likelihood.Questions;

/**
 * The questions of a later round as numbers in its attachment: for every stratum the number of its
 * questions, the standard deviation of normal noise, and for each question its share, the number of
 * its cuts and the cuts.
 */
final class RoundQuestions {
  private RoundQuestions() {}

  /** The numbers of the strata's questions, which are cuts. */
  static double[] numbers(List<Questions> strata) {
    List<Double> numbers = new ArrayList<>();
    for (Questions questions : strata) {
      numbers.add((double) questions.channels().size());
      numbers.add(questions.dither().deviation());
      for (int i = 0; i < questions.channels().size(); i++) {
        Cuts cuts = (Cuts) questions.channels().get(i);
        numbers.add(questions.share(i));
        numbers.add(cuts.answers() - 1.0);
        for (int cut = 0; cut < cuts.answers() - 1; cut++) {
          numbers.add(cuts.cut(cut));
        }
      }
    }
    return numbers.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The strata's questions, of all numbers from a place on. */
  static List<Questions> read(double[] numbers, int from, GaussianQuestion question) {
    int strata = question.strata();
    List<Questions> questions = new ArrayList<>(strata);
    int at = from;
    for (int stratum = 0; stratum < strata; stratum++) {
      List<Channel> channels = new ArrayList<>();
      double[] shares = new double[count(numbers, at++, strata)];
      Dither dither = dither(numbers[at++], question);
      for (int i = 0; i < shares.length; i++) {
        int cuts = count(numbers, at + 1, strata);
        shares[i] = numbers[at];
        channels.add(new Cuts(Arrays.copyOfRange(numbers, at + 2, at + 2 + cuts)));
        at += 2 + cuts;
      }
      questions.add(new Questions(channels, shares, dither));
    }
    if (at != numbers.length) {
      throw withoutQuestions(strata);
    }
    return questions;
  }

  /** Normal noise of a deviation; the question's own where it has none. */
  private static Dither dither(double deviation, GaussianQuestion question) {
    Dither own = question.firstDither();
    if (own.deviation() > 0 ? !(deviation > 0 && Double.isFinite(deviation)) : deviation != 0) {
      throw withoutQuestions(question.strata());
    }
    return deviation > 0 ? Dither.normal(deviation) : own;
  }

  /** How many things follow. */
  private static int count(double[] numbers, int at, int strata) {
    if (at >= numbers.length || !(numbers[at] >= 1 && numbers[at] < numbers.length - at)) {
      throw withoutQuestions(strata);
    }
    return (int) numbers[at];
  }

  static IllegalArgumentException withoutQuestions(int strata) {
    return Require.refusal(
        "the attachment of a later round must hold the questions to each of its strata. This one"
            + " does not, for %s strata; take it from beside the earlier round's estimate.",
        strata);
  }
}
