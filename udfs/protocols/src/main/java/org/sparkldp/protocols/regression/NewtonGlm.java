package org.sparkldp.protocols.regression;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.Rounds;
import org.sparkldp.protocols.statistics.Dense;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Logistic, linear and Poisson regression by private moments and a few Newton steps: 14 rounds
 * learn how features vary, then where the mean gradient vanishes, and how sure that is.
 *
 * <p>Input: p features, then the label, as {@link Model} says. Report: what {@link
 * org.sparkldp.protocols.vector.Vectors#best the best mechanism for vectors} of the Euclidean ball
 * reports of what the round asks. Guarantee: that mechanism's, epsilon-LDP: each person answers one
 * round. Estimate: one row a coefficient, named by its feature's index from 0, then {@code
 * intercept}. Cost: a state of about 2 p² + 20 p numbers; an estimate takes seconds at p = 50.
 *
 * <p><b>Rounds.</b> Their shares of the people follow from epsilon, p and users ({@link
 * Timetable}).
 *
 * <ol>
 *   <li>Seven rounds zoom in on each feature ({@link Spread}): where it lies, how widely it
 *       spreads.
 *   <li>One asks second moments in those windows; {@link Whitening} centres and decorrelates by
 *       them.
 *   <li>Two ask gradients x r of whitened features, r = mean(theta · x) − label; theta is where all
 *       gradients so far say that their mean vanishes ({@link Answer}).
 *   <li>One asks the curvature there, mean'(theta · x) x xᵀ.
 *   <li>Three ask gradients again, most people in the last.
 * </ol>
 *
 * <p>A feature vector is clipped to √(p + 1) after whitening, so that mechanisms add noise for a
 * typical person and not for the longest. r is of the features as they are: clipping weights
 * people, and a right model's answer stays what it is. Where the model is wrong, long feature
 * vectors count less than in a maximum likelihood fit.
 *
 * <p><b>Between rounds.</b> {@link Synthetic} people, points without labels whose moments and
 * curvature are those that were reported, carry a gradient from where it was asked to where the
 * answer is. What that may be wrong by is added to the variance.
 *
 * <p><b>Errors.</b> With A the expected curvature of whitened features, W the whitening, and m the
 * second moment of a coordinate of a gradient's report, no estimate from gradients at the truth is
 * better than
 *
 * <pre>
 *   n MSE ≥ m tr W⊤ A⁻¹ A⁻⊤ W,
 * </pre>
 *
 * the information limit of the mechanism with whitening known. Without whitening (W = I, A the
 * Hessian of features as they are, m for their radius) it is the limit of gradient descent. On
 * features spread evenly the two agree; on others the first is smaller, by the square of what
 * scales differ.
 *
 * <p><b>Intervals.</b> All values of a coefficient for which some parameters make the mean gradient
 * vanish up to chance: along the best parameters at each value, up to where the mean gradient is
 * 1.96 standard deviations from 0 (for 95 %). The deviation includes what is not known of the
 * curvature, so that it grows on the way, and may never end: then the row says that the reports do
 * not bound it, and about how many people would, and has an infinite interval and no standard
 * error, and its estimate is drawn towards 0. Standard errors are half an interval over its
 * quantile.
 *
 * <p><b>Notes.</b> A row that is not bounded says so; where most are not, the others say that
 * chance may have bounded them. It says why: where the linear predictor's standard deviation over
 * people is above {@value #SEPARATED}, the features may separate the labels; else where its mean is
 * beyond {@value #RARE}, one label is rare. (The mean alone says nothing of the features.) Where
 * rounds of gradients differ from each other by more than chance (chi-squared, one in a thousand,
 * and more by what synthetic people get wrong: about one in a hundred was seen) all rows say so,
 * and intervals are widened in that proportion.
 *
 * <p>Measured: {@code udfs/docs/regressions.md}. Source: ours. Coarse to fine scales are after
 * Karwa &amp; Vadhan 2018 and Biswas et al. 2020 (CoinPress); test inversion, Fieller 1954.
 *
 * @param <R> a report
 */
public final class NewtonGlm<R> extends Regression<R> implements Rounds.Leading<NewtonCourse> {
  /** Of the note that rounds contradict each other. */
  private static final double FALSE_ALARM = 1e-3;

  /** The linear predictor differs so much between people that labels may be separated. */
  private static final double SEPARATED = 3;

  /** So far from 0 its mean is where one of the labels is rare: one in eight. */
  private static final double RARE = 2;

  private final NewtonQuestion question;
  private final Timetable timetable;
  private final Round<NewtonCourse, NewtonGlm<?>> at;
  private final NewtonCourse course;

  private NewtonGlm(
      NewtonQuestion question,
      Timetable timetable,
      Round<NewtonCourse, NewtonGlm<?>> at,
      BallProtocol<R> mechanism) {
    super(at.spec(), question.epsilon(), question.model(), mechanism);
    this.question = question;
    this.timetable = timetable;
    this.at = at;
    this.course = at.state();
  }

  /** The first round. */
  public static NewtonGlm<?> of(NewtonQuestion question) {
    Timetable timetable = Timetable.of(question);
    return Rounds.<NewtonCourse, NewtonGlm<?>>of(
            question.spec(), Timetable.ROUNDS, timetable::roundOf)
        .startsWith(NewtonCourse.start(question.model()), course -> course.done() + 1)
        .remembers((numbers, kept) -> NewtonCourse.state(question.model(), numbers))
        .asks(at -> round(question, timetable, at))
        .first();
  }

  private static NewtonGlm<?> round(
      NewtonQuestion question, Timetable timetable, Round<NewtonCourse, NewtonGlm<?>> at) {
    return new NewtonGlm<>(question, timetable, at, timetable.mechanism(at.state().asked()));
  }

  @Override
  public Round<NewtonCourse, NewtonGlm<?>> at() {
    return at;
  }

  /** Who answers what. */
  Timetable timetable() {
    return timetable;
  }

  /** What is asked. */
  public NewtonQuestion question() {
    return question;
  }

  @Override
  protected double[] statistic(double[] features, double label) {
    return course.statistic(model(), features, label);
  }

  @Override
  public NewtonCourse after(Accumulator<?> reports) {
    return after(mean(reports), reports.n());
  }

  /** All rounds' sum, when this round's people have reported that mean. */
  NewtonCourse after(double[] mean, long asked) {
    return course.after(model(), mean, Timetable.moment(mechanism()), asked);
  }

  @Override
  public Estimate estimate(Accumulator<R> reports, double confidence) {
    Estimate.requireBasis(reports.n(), confidence);
    return estimate(after(reports), confidence);
  }

  /** What all rounds say. */
  Estimate estimate(NewtonCourse after, double confidence) {
    List<Estimate.Row> rows = new ArrayList<>();
    if (after.anchors().isEmpty()) {
      for (int row = 0; row < model().width(); row++) {
        rows.add(
            Estimate.Row.unknown(
                model().item(row),
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                "no gradients were asked yet; later rounds estimate coefficients."));
      }
      return new Estimate((long) after.people(), confidence, rows);
    }
    double moment = Timetable.moment(timetable.gradients());
    Answer answer = after.answer(model(), moment);
    double deviations =
        StandardNormal.twoSided(confidence)
            * (isContradicted(after, answer) ? Math.sqrt(answer.misfit()) : 1);
    for (int row = 0; row < model().width(); row++) {
      rows.add(row(after, answer, row, deviations));
    }
    return new Estimate((long) after.people(), confidence, doubted(rows));
  }

  /** Where few rows are bounded, chance may have bounded them. */
  private static List<Estimate.Row> doubted(List<Estimate.Row> rows) {
    long open = rows.stream().filter(row -> Double.isNaN(row.standardError())).count();
    if (2 * open <= rows.size()) {
      return rows;
    }
    return rows.stream()
        .map(
            row ->
                row.note().isEmpty()
                    ? new Estimate.Row(
                        row.item(),
                        row.estimate(),
                        row.standardError(),
                        row.lower(),
                        row.upper(),
                        "most others are not bounded; this interval may be too short.")
                    : row)
        .toList();
  }

  private Estimate.Row row(NewtonCourse after, Answer answer, int row, double deviations) {
    double[] function = function(after, row);
    double estimate = Dense.dot(function, answer.theta());
    double off = Dense.dot(function, answer.free()) - estimate;
    double above = off + answer.above(function, deviations);
    double below = -off + answer.above(Arrays.stream(function).map(x -> -x).toArray(), deviations);
    above = Math.max(0, above);
    below = Math.max(0, below);
    boolean isBounded = Double.isFinite(above + below);
    String note = note(after, answer, isBounded, answer.more(function, deviations));
    if (isBounded) {
      double error = Math.max(answer.standardError(function), (above + below) / 2 / deviations);
      return new Estimate.Row(
          model().item(row), estimate, error, estimate - below, estimate + above, note);
    }
    // What separates labels has a direction; what nobody reported has none.
    boolean isOneSided = isSeparated(answer);
    return new Estimate.Row(
        model().item(row),
        estimate,
        Double.NaN,
        isOneSided ? estimate - below : Double.NEGATIVE_INFINITY,
        isOneSided ? estimate + above : Double.POSITIVE_INFINITY,
        note);
  }

  private boolean isSeparated(Answer answer) {
    return model().family() == Family.LOGISTIC && answer.spread()[1] > SEPARATED;
  }

  /** The function of the whitened parameters that a row is. */
  private double[] function(NewtonCourse after, int row) {
    int p = model().p();
    double[] function = new double[model().width()];
    for (int i = 0; i < p; i++) {
      if (row < p) {
        function[i] = after.map()[i][row];
      } else {
        function[i] = -Dense.dot(after.map()[i], after.spread().centre());
      }
    }
    if (row == p) {
      function[p] = 1;
    }
    return function;
  }

  private String note(NewtonCourse after, Answer answer, boolean isBounded, OptionalDouble more) {
    if (after.done() < rounds()) {
      return "rounds are left that will make it more accurate.";
    }
    if (isContradicted(after, answer)) {
      return "the rounds contradict each other: labels may lie far from 0 or from the model;"
          + " intervals are widened, and may still be too short.";
    }
    if (isBounded) {
      return "";
    }
    if (isSeparated(answer)) {
      return "the features may separate the labels: larger coefficients fit as well, and there may be"
          + " no finite answer.";
    }
    String ask =
        more.isEmpty()
            ? "."
            : "; about %s people would probably do, if that is all."
                .formatted(rounded(more.getAsDouble() * after.people()));
    return model().family() == Family.LOGISTIC && Math.abs(answer.spread()[0]) > RARE
        ? "the reports do not bound it: one of the labels is rare, and too few people have it" + ask
        : "the reports do not bound it: people are too few, or the feature varies too little or"
            + " with the others"
            + ask;
  }

  private static String rounded(double people) {
    return new BigDecimal(people, new MathContext(1, RoundingMode.UP)).toPlainString();
  }

  /** Whether rounds of gradients differ by more than chance and the way between them explain. */
  private boolean isContradicted(NewtonCourse after, Answer answer) {
    int freedom = model().width() * (after.anchors().size() - 1);
    return freedom > 0
        && answer.misfit()
            > ChiSquaredDistribution.of(freedom).inverseSurvivalProbability(FALSE_ALARM) / freedom;
  }

  /** What the rounds before have shown. */
  NewtonCourse course() {
    return course;
  }

  /** {@code logistic-regression(epsilon,p,radius,users,...)}. */
  public static final Declaration<?> LOGISTIC =
      declared(Family.LOGISTIC, 51, "logistic regression by private moments and few gradients");

  /** {@code linear-regression(epsilon,p,radius,residual,users,...)}. */
  public static final Declaration<?> LINEAR =
      declared(Family.LINEAR, 52, "linear regression by private moments and few gradients");

  /** {@code poisson-regression(epsilon,p,radius,residual,users,...)}. */
  public static final Declaration<?> POISSON =
      declared(Family.POISSON, 53, "Poisson regression by private moments and few gradients");

  private static Declaration<?> declared(Family family, int id, String description) {
    return Declaration.named(NewtonQuestion.name(family), id, description)
        .takes(NewtonQuestion.parameters(family))
        .variants("", "norm=linf")
        .makes(given -> of(NewtonQuestion.of(family, given)));
  }
}
