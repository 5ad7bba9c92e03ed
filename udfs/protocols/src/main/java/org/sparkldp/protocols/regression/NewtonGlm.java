package org.sparkldp.protocols.regression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** TODO. */
public final class NewtonGlm<R> extends Regression<R> {
  /** Of the note that rounds contradict each other. */
  private static final double FALSE_ALARM = 1e-3;

  /** So far the linear predictor lies from 0 that labels may be separated. */
  private static final double SEPARATED = 3;

  private final NewtonQuestion question;
  private final Timetable timetable;
  private final Course course;
  private final byte[] attachment;

  private NewtonGlm(
      ProtocolSpec spec,
      NewtonQuestion question,
      Timetable timetable,
      BallProtocol<R> mechanism,
      Course course,
      byte[] attachment) {
    super(
        spec,
        Guarantee.pure(question.epsilon(), mechanism.guarantee().exactEpsilon()),
        question.model(),
        mechanism);
    this.question = question;
    this.timetable = timetable;
    this.course = course;
    this.attachment = attachment;
  }

  /** The first round. */
  public static NewtonGlm<?> of(NewtonQuestion question) {
    return round(
        question.spec(),
        question,
        Timetable.of(question),
        Course.start(question.model()),
        new byte[0]);
  }

  private static NewtonGlm<?> round(
      ProtocolSpec spec,
      NewtonQuestion question,
      Timetable timetable,
      Course course,
      byte[] attachment) {
    BallProtocol<?> mechanism = timetable.mechanism(course.asked());
    return new NewtonGlm<>(spec, question, timetable, mechanism, course, attachment);
  }

  /** The round behind so much. */
  NewtonGlm<?> following(Course next, List<byte[]> firstReports) {
    return later(next, firstReports);
  }

  private NewtonGlm<?> later(Course next, List<byte[]> firstReports) {
    RoundState state = new RoundState(firstReports, next.numbers());
    return round(
        question.spec().with(STATE.name(), state.fingerprint()),
        question,
        timetable,
        next,
        state.encode());
  }

  /** The later round of a state. */
  NewtonGlm<?> resume(String fingerprint, byte[] bytes) {
    RoundState state = RoundState.decode(bytes);
    double[] numbers = state.numbers();
    boolean isOfThis =
        state.fingerprint().equals(fingerprint)
            && state.accumulators().size() == 1
            && Course.fits(model(), numbers)
            && Protocols.readForMerging(state.accumulators().get(0)).spec().equals(spec());
    Require.that(isOfThis)
        .orRefuse(
            "the attachment of a later round must be the one that its spec names, of the same"
                + " question. Provided: %s; the spec's: %s.",
            state.fingerprint(), fingerprint);
    return later(Course.read(model(), numbers), state.accumulators());
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
  double[] told(double[] features, double label) {
    return course.told(model(), features, label);
  }

  @Override
  public ProtocolSpec firstSpec() {
    return question.spec();
  }

  @Override
  public int round() {
    return course.done() + 1;
  }

  @Override
  public int rounds() {
    return Timetable.ROUNDS;
  }

  @Override
  public int roundOf(long word) {
    return timetable.roundOf(word);
  }

  @Override
  public byte[] attachment() {
    return attachment.clone();
  }

  @Override
  public NewtonGlm<?> next(Accumulator<?> reports) {
    if (round() == rounds()) {
      throw RoundProtocol.wasLast();
    }
    Course next = after(reports);
    return later(
        next,
        round() == 1 ? List.of(reports.toBytes()) : RoundState.decode(attachment).accumulators());
  }

  private Course after(Accumulator<?> reports) {
    requireOwn(reports);
    Estimate.requireReports(reports.n());
    return after(GradientSums.mean(reports, mechanism()), reports.n());
  }

  /** All rounds' sum, when this round's people have told that mean. */
  Course after(double[] mean, long asked) {
    return course.after(model(), mean, Timetable.moment(mechanism()), asked);
  }

  @Override
  public Estimate estimate(Accumulator<R> reports, double confidence) {
    Estimate.requireBasis(reports.n(), confidence);
    return estimate(after(reports), confidence);
  }

  /** What all rounds say. */
  Estimate estimate(Course after, double confidence) {
    List<Estimate.Row> rows = new ArrayList<>();
    if (after.anchors().isEmpty()) {
      for (int row = 0; row < model().width(); row++) {
        rows.add(
            Estimate.Row.unknown(
                model().item(row),
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                "no gradients were asked yet; later rounds tell coefficients."));
      }
      return new Estimate((long) after.people(), confidence, rows);
    }
    double moment = Timetable.moment(timetable.gradients());
    Answer answer = after.answer(model(), moment);
    double deviations =
        NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - confidence) / 2)
            * (isContradicted(after, answer) ? Math.sqrt(answer.misfit()) : 1);
    for (int row = 0; row < model().width(); row++) {
      rows.add(row(after, answer, row, deviations));
    }
    return new Estimate((long) after.people(), confidence, rows);
  }

  private Estimate.Row row(Course after, Answer answer, int row, double deviations) {
    double[] function = function(after, row);
    double estimate = Dense.dot(function, answer.theta());
    double off = Dense.dot(function, answer.free()) - estimate;
    double above = off + answer.above(function, deviations);
    double below = -off + answer.above(Arrays.stream(function).map(x -> -x).toArray(), deviations);
    above = Math.max(0, above);
    below = Math.max(0, below);
    String note = note(after, answer, Double.isFinite(above + below));
    if (Double.isFinite(above + below)) {
      double error = Math.max(answer.standardError(function), (above + below) / 2 / deviations);
      return new Estimate.Row(
          model().item(row), estimate, error, estimate - below, estimate + above, note);
    }
    // What separates labels has a direction; what nobody told has none.
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
    return model().family() == Family.LOGISTIC && answer.reach() > SEPARATED;
  }

  /** What of the whitened parameters a row is. */
  private double[] function(Course after, int row) {
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

  private String note(Course after, Answer answer, boolean isTold) {
    if (after.done() < rounds()) {
      return "rounds are left that will make it more accurate.";
    }
    if (isContradicted(after, answer)) {
      return "the rounds contradict each other: labels may lie far from 0 or from the model;"
          + " intervals are widened, and may still be too short.";
    }
    if (isTold) {
      return "";
    }
    return isSeparated(answer)
        ? "the features may separate the labels: larger coefficients fit as well, and there may be"
            + " no finite answer."
        : "the reports do not bound it: people are too few, or the feature varies too little or"
            + " with the others.";
  }

  /** Whether rounds of gradients differ by more than chance and the way between them explain. */
  private boolean isContradicted(Course after, Answer answer) {
    int freedom = model().width() * (after.anchors().size() - 1);
    return freedom > 0
        && answer.misfit()
            > ChiSquaredDistribution.of(freedom).inverseSurvivalProbability(FALSE_ALARM) / freedom;
  }

  /** What the rounds before have told. */
  Course course() {
    return course;
  }
}
