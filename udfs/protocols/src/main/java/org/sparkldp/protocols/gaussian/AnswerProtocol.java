package org.sparkldp.protocols.gaussian;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Dither;
import org.sparkldp.protocols.gaussian.likelihood.Likelihood;
import org.sparkldp.protocols.gaussian.likelihood.Questions;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol for the mean of a Gaussian in which each person answers one question by m-ary
 * randomized response.
 *
 * <p>Input: a finite number. Cohorts are the questions, stratum by stratum; a person is in one of
 * the stratum's by its share. Report: a cell, which shows stratum, question and answer; 4 bytes.
 * Guarantee: epsilon-LDP; the exact epsilon is the largest of the {@link KaryResponse}s in use, to
 * which {@link Dither} adds nothing. Accumulator: a counter a cell, which is all that the
 * likelihood needs. Estimator and intervals: {@link MaximumLikelihood}.
 */
abstract class AnswerProtocol extends GaussianProtocol<Integer> {
  private final List<Questions> strata;
  private final int[] firstCohort; // by stratum, and one more
  private final Channel[] channels; // by cohort
  private final double[] noise; // by cohort
  private final KaryResponse[] responses; // by cohort
  private final int[] firstCell; // by cohort, and one more
  private final Dither.Dithered[] asked; // by cohort

  AnswerProtocol(ProtocolSpec spec, GaussianQuestion question, List<Questions> strata) {
    this(spec, question, strata, responses(question.epsilon(), strata));
  }

  private AnswerProtocol(
      ProtocolSpec spec,
      GaussianQuestion question,
      List<Questions> strata,
      Map<Integer, KaryResponse> byAnswers) {
    super(spec, Guarantee.pure(question.epsilon(), exactEpsilon(byAnswers)), question);
    this.strata = strata;
    this.firstCohort = new int[strata.size() + 1];
    for (int stratum = 0; stratum < strata.size(); stratum++) {
      firstCohort[stratum + 1] =
          Math.addExact(firstCohort[stratum], strata.get(stratum).channels().size());
    }
    int cohorts = firstCohort[strata.size()];
    this.channels = new Channel[cohorts];
    this.responses = new KaryResponse[cohorts];
    this.firstCell = new int[cohorts + 1];
    this.asked = new Dither.Dithered[cohorts];
    this.noise = new double[cohorts];
    int cohort = 0;
    for (Questions questions : strata) {
      for (Channel channel : questions.channels()) {
        channels[cohort] = channel;
        responses[cohort] = byAnswers.get(channel.answers());
        firstCell[cohort + 1] = Math.addExact(firstCell[cohort], channel.answers());
        asked[cohort] = questions.dither().asked(channel);
        noise[cohort] = questions.dither().deviation();
        cohort++;
      }
    }
  }

  private static Map<Integer, KaryResponse> responses(double epsilon, List<Questions> strata) {
    Map<Integer, KaryResponse> responses = new HashMap<>();
    for (Questions questions : strata) {
      for (Channel channel : questions.channels()) {
        responses.computeIfAbsent(channel.answers(), m -> KaryResponse.of(epsilon, m));
      }
    }
    return responses;
  }

  private static double exactEpsilon(Map<Integer, KaryResponse> responses) {
    return responses.values().stream().mapToDouble(KaryResponse::exactEpsilon).max().orElseThrow();
  }

  @Override
  public List<String> quantities() {
    return question().isSigmaKnown() ? List.of(CENTRE_BY_SIGMA) : List.of(CENTRE, "sigma");
  }

  /** The centre: half of the people, with their noise, are on either side of it. */
  @Override
  public final double estimated(double mean, DoubleUnaryOperator cdf, double sigma) {
    return question().dither(sigma).median(cdf, mean, sigma);
  }

  /** What a stratum is asked. */
  final Questions questions(int stratum) {
    return strata.get(stratum);
  }

  @Override
  public final int cohorts() {
    return channels.length;
  }

  @Override
  public final int cohort(int stratum, long word) {
    return firstCohort[stratum] + strata.get(stratum).choose(word);
  }

  @Override
  public final long inputs(int cohort) {
    return asked[cohort].inputs();
  }

  @Override
  public final long input(double value, int cohort) {
    requireFinite(value);
    return asked[cohort].input(value);
  }

  @Override
  public final Integer report(long input, int cohort, RandomSource source) {
    if (input < 0 || input >= inputs(cohort)) {
      throw Require.refusal(
          "an input must be one of the cohort's question. One was not (it is not shown); take it"
              + " from input(value, cohort).");
    }
    int answer = asked[cohort].answer(input, source);
    return firstCell[cohort] + responses[cohort].randomize(answer, source);
  }

  @Override
  public final double contrast(Integer report, long input, long other, int cohort) {
    int answer = report - firstCell[cohort];
    return asked[cohort].share(input, answer) - asked[cohort].share(other, answer);
  }

  @Override
  public final ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public final Layout<Integer> layout() {
    return new Layout.CellCounts(cells());
  }

  /** Cells of all cohorts. */
  final int cells() {
    return firstCell[channels.length];
  }

  /** Adds what a stratum's people answered to a likelihood. */
  final void addTo(Likelihood likelihood, int stratum, Accumulator<?> reports) {
    for (int cohort = firstCohort[stratum]; cohort < firstCohort[stratum + 1]; cohort++) {
      double[] counts = new double[channels[cohort].answers()];
      for (int a = 0; a < counts.length; a++) {
        counts[a] = reports.count(firstCell[cohort] + a);
      }
      likelihood.add(channels[cohort], noise[cohort], responses[cohort], counts);
    }
  }

  /** The likelihood of a stratum by these reports and all before them. */
  abstract Likelihood likelihood(int stratum, Accumulator<?> reports);

  /** Users below whom a stratum's mean is not estimated. */
  abstract double fewest();

  /** Reports of earlier rounds. */
  abstract long earlier();

  /** The likelihoods of all strata; refuses where none has enough reports for a mean. */
  final List<Likelihood> likelihoods(Accumulator<?> reports) {
    requireOwn(reports);
    List<Likelihood> likelihoods = new ArrayList<>(strata.size());
    boolean enough = false;
    for (int stratum = 0; stratum < strata.size(); stratum++) {
      Likelihood likelihood = likelihood(stratum, reports);
      enough |= likelihood.n() >= fewest();
      likelihoods.add(likelihood);
    }
    if (!enough || reports.n() == 0) {
      throw Require.refusal(
          "a round must have enough users to find a mean, at least %s%s. Too few users for a round:"
              + " %s; wait for more, or narrow the range.",
          (long) Math.ceil(fewest()), strata() > 1 ? " in some stratum" : "", reports.n());
    }
    return likelihoods;
  }

  @Override
  public final Estimate estimate(Accumulator<Integer> reports, double confidence) {
    Estimate.requireConfidence(confidence);
    List<Likelihood> likelihoods = likelihoods(reports);
    List<Estimate.Row> rows = new ArrayList<>();
    for (int stratum = 0; stratum < strata.size(); stratum++) {
      Likelihood likelihood = likelihoods.get(stratum);
      if (likelihood.n() < fewest()) {
        String note = "too few users: " + (long) likelihood.n();
        for (String quantity : quantities()) {
          boolean isSigma = quantity.equals("sigma");
          rows.add(
              Estimate.Row.unknown(
                  item(stratum, quantity),
                  isSigma ? question().sigmaMin() : question().lower(),
                  isSigma ? question().sigmaMax() : question().upper(),
                  note));
        }
      } else {
        rows.addAll(rows(stratum, likelihood, confidence));
      }
    }
    return new Estimate(Math.addExact(reports.n(), earlier()), confidence, rows);
  }

  /** A stratum's rows, one for each of the quantities. */
  List<Estimate.Row> rows(int stratum, Likelihood likelihood, double confidence) {
    MaximumLikelihood fit = new MaximumLikelihood(question().dithered(), likelihood);
    Estimate.Row mean = fit.mean(item(stratum, quantities().get(0)), confidence);
    return question().isSigmaKnown()
        ? List.of(mean)
        : List.of(
            mean, question().firstDither().without(fit.sigma(item(stratum, "sigma"), confidence)));
  }
}
