package org.sparkldp.protocols.gaussian;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.Dither;
import org.sparkldp.protocols.gaussian.likelihood.Questions;
import org.sparkldp.protocols.wire.Fields;

/**
 * The questions of a later round as numbers of its state: for every stratum the number of its
 * questions, the standard deviation of normal noise, and for each question its share, the number of
 * its cuts and the cuts.
 *
 * @param strata the questions, which are cuts, to each
 */
record RoundQuestions(List<Questions> strata) {

  static RoundQuestions state(GaussianQuestion question, Fields<RoundQuestions> f) {
    f.remain(question.strata(), 2 * Double.BYTES);
    List<Questions> strata =
        f.list(question.strata(), RoundQuestions::strata, each -> stratum(question, each));
    return f.makes(() -> new RoundQuestions(strata));
  }

  private static Questions stratum(GaussianQuestion question, Fields<Questions> f) {
    int count = (int) f.whole(1, Integer.MAX_VALUE, questions -> questions.channels().size());
    double deviation = f.float64(questions -> questions.dither().deviation());
    Dither own = question.firstDither();
    f.require(
        own.deviation() > 0
            ? deviation > 0 && Double.isFinite(deviation)
            : Double.doubleToRawLongBits(deviation) == 0,
        "noise is of another deviation");
    f.remain(count, 2 * Double.BYTES);
    List<WeightedQuestion> asked = f.list(count, WeightedQuestion::each, WeightedQuestion::fields);
    return f.makes(
        () -> {
          Questions questions =
              new Questions(
                  asked.stream().map(each -> (Channel) each.cuts).collect(Collectors.toList()),
                  asked.stream().mapToDouble(WeightedQuestion::share).toArray(),
                  deviation > 0 ? Dither.normal(deviation) : own);
          List<WeightedQuestion> kept = WeightedQuestion.each(questions);
          for (int i = 0; i < count; i++) { // on the grid of the noise
            f.require(Arrays.equals(kept.get(i).all(), asked.get(i).all()), Fields.RESPELLED);
          }
          return questions;
        });
  }

  /** One question, and the share of people who are put it. */
  private record WeightedQuestion(double share, Cuts cuts) {
    static List<WeightedQuestion> each(Questions questions) {
      List<Channel> channels = questions.channels();
      return IntStream.range(0, channels.size())
          .mapToObj(i -> new WeightedQuestion(questions.share(i), (Cuts) channels.get(i)))
          .collect(Collectors.toList());
    }

    static WeightedQuestion fields(Fields<WeightedQuestion> f) {
      double share = f.float64(WeightedQuestion::share);
      int count = (int) f.whole(1, Integer.MAX_VALUE, asked -> asked.cuts.answers() - 1);
      double[] cuts = f.float64s(count, WeightedQuestion::all);
      return f.makes(() -> new WeightedQuestion(share, new Cuts(cuts)));
    }

    double[] all() {
      double[] all = new double[cuts.answers() - 1];
      Arrays.setAll(all, cuts::cut);
      return all;
    }
  }

  /** How many numbers they are. */
  int numbers() {
    return strata.stream()
        .mapToInt(
            questions ->
                2
                    + WeightedQuestion.each(questions).stream()
                        .mapToInt(a -> 2 + a.all().length)
                        .sum())
        .sum();
  }
}
