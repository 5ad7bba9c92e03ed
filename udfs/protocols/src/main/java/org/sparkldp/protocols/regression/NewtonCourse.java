package org.sparkldp.protocols.regression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.regression.Timetable.RoundTopic;
import org.sparkldp.protocols.statistics.Dense;
import org.sparkldp.protocols.wire.Fields;

/**
 * The state of the rounds of {@link NewtonGlm}. Immutable; a function of the question and the
 * rounds' means, the same to the last bit on every machine.
 *
 * @param done rounds
 * @param people asked in them
 * @param spread where features lie
 * @param map to whitened features, of what is left of a window's centre
 * @param synthetic public people; none before the moments are known
 * @param error of their curvature, as a share of it
 * @param anchors rounds of gradients
 * @param theta where the next round asks
 */
record NewtonCourse(
    int done,
    double people,
    Spread spread,
    double[][] map,
    Synthetic synthetic,
    double error,
    List<Anchor> anchors,
    double[] theta) {

  /** What synthetic people get wrong although their moments are right. */
  private static final double LAW_ERROR = 0.15;

  /** The first rounds start far away, where residuals may be clipped: of some families only. */
  private static final int FAR_ROUNDS = 2;

  /** Of a matrix's squared error, what is taken for a difference that was not seen. */
  private static final double UNSEEN = 0.2;

  /** Nobody asked. */
  static NewtonCourse start(Model model) {
    int p = model.p();
    return new NewtonCourse(
        0,
        0,
        Spread.start(p, model.radius()),
        Dense.identity(p),
        new Synthetic(model, Dense.identity(p), new double[p], 1),
        1,
        List.of(),
        new double[model.width()]);
  }

  /** Everything, always as many numbers. */
  static NewtonCourse state(Model model, Fields<NewtonCourse> f) {
    int p = model.p();
    int width = model.width();
    int done = (int) f.whole(1, Timetable.ROUNDS - 1L, NewtonCourse::done);
    double people = f.float64(NewtonCourse::people);
    double[] centre = f.float64s(p, course -> course.spread.centre());
    double[] scale = f.float64s(p, course -> course.spread.scale());
    double[] least = f.float64s(p, course -> course.spread.least());
    double[] seen = f.float64s(p, course -> course.spread.seen());
    double[] map = f.float64s(p * p, course -> row(course.map));
    double[] points = f.float64s(p * p, course -> row(course.synthetic.map()));
    double[] shift = f.float64s(p, course -> course.synthetic.shift());
    double level = f.float64(course -> course.synthetic.level());
    double error = f.float64(NewtonCourse::error);
    List<Anchor> anchors =
        f.list(
            Timetable.GRADIENTS,
            course -> padded(course.anchors, width),
            anchor -> anchor(anchor, width));
    double[] theta = f.float64s(width, NewtonCourse::theta);
    return f.makes(
        () -> {
          Stream.of(centre, scale, least, seen, map, points, shift, theta)
              .forEach(each -> requireFinite(f, each));
          requireFinite(f, people, level, error);
          return new NewtonCourse(
              done,
              people,
              new Spread(centre, scale, least, seen),
              square(map),
              new Synthetic(model, square(points), shift, level),
              error,
              List.of(
                  anchors.stream().filter(anchor -> anchor.people() > 0).toArray(Anchor[]::new)),
              theta);
        });
  }

  private static void requireFinite(Fields<?> f, double... numbers) {
    f.require(Arrays.stream(numbers).allMatch(Double::isFinite), "a number is not finite");
  }

  private static Anchor anchor(Fields<Anchor> f, int width) {
    double[] theta = f.float64s(width, Anchor::theta);
    double[] gradient = f.float64s(width, Anchor::gradient);
    double people = f.float64(Anchor::people);
    requireFinite(f, theta);
    requireFinite(f, gradient);
    requireFinite(f, people);
    return f.makes(() -> new Anchor(theta, gradient, people));
  }

  /** Rounds of gradients to come are 0. */
  private static List<Anchor> padded(List<Anchor> anchors, int width) {
    Anchor none = new Anchor(new double[width], new double[width], 0);
    return Stream.concat(anchors.stream(), Stream.generate(() -> none))
        .limit(Timetable.GRADIENTS)
        .collect(Collectors.toList());
  }

  private static double[] row(double[][] square) {
    return Arrays.stream(square).flatMapToDouble(Arrays::stream).toArray();
  }

  private static double[][] square(double[] row) {
    int p = (int) Math.sqrt(row.length);
    double[][] square = new double[p][];
    Arrays.setAll(square, i -> Arrays.copyOfRange(row, i * p, (i + 1) * p));
    return square;
  }

  /** What the next round asks. */
  RoundTopic asked() {
    return Timetable.asked(done + 1);
  }

  /** A person's features, whitened, and the constant 1 behind them where there is an intercept. */
  double[] whitened(Model model, double[] features) {
    double[] white = Dense.times(map, Dense.minus(features, spread.centre()));
    double[] all = Arrays.copyOf(white, model.width());
    if (model.intercept()) {
      all[model.p()] = 1;
    }
    return all;
  }

  /** Longest whitened features that count in full: what they are on average. */
  static double reach(Model model) {
    return Math.sqrt(model.width());
  }

  /** The largest weight of a person's curvature. */
  static double steepest(Model model) {
    return switch (model.family()) {
      case LOGISTIC -> 0.25;
      case LINEAR -> 1;
      case POISSON -> Math.max(1, model.residual());
    };
  }

  /** What a person reports next. */
  double[] statistic(Model model, double[] features, double label) {
    return switch (asked()) {
      case SPREAD -> spread.statistic(features);
      case MOMENTS -> Whitening.statistic(spread.inWindow(features));
      case GRADIENT -> {
        double[] white = whitened(model, features);
        double off = model.off(Dense.dot(theta, white), label);
        yield Arrays.stream(Dense.clipped(white, reach(model))).map(x -> x * off).toArray();
      }
      case CURVATURE -> {
        double[] white = whitened(model, features);
        yield Dense.packed(
            Dense.clipped(white, reach(model)), weight(model, Dense.dot(theta, white), label));
      }
    };
  }

  /** How fast the person's residual grows with z; not at all where it is clipped. */
  private static double weight(Model model, double z, double label) {
    Family family = model.family();
    boolean isClipped = Math.abs(family.mean(z) - label) > model.residual();
    return isClipped ? 0 : Math.min(family.slope(z), steepest(model));
  }

  /**
   * After a round more.
   *
   * @param mean of its people's vectors
   * @param moment second moment of a coordinate of one report
   * @param asked people in it
   */
  NewtonCourse after(Model model, double[] mean, double moment, long asked) {
    double tau = Math.sqrt(moment / asked);
    return switch (asked()) {
      case SPREAD -> with(asked, spread(model, mean, tau));
      case MOMENTS -> whitened(model, mean, tau, asked);
      case GRADIENT -> stepped(model, mean, moment, asked);
      case CURVATURE -> curved(model, mean, tau, asked);
    };
  }

  private Spread spread(Model model, double[] mean, double tau) {
    Spread next = spread.after(mean, tau, model.intercept());
    return done + 1 == Timetable.SPREADS ? next.settled(model.radius()) : next;
  }

  private NewtonCourse with(long asked, Spread next) {
    return new NewtonCourse(done + 1, people + asked, next, map, synthetic, error, anchors, theta);
  }

  private NewtonCourse whitened(Model model, double[] mean, double tau, long asked) {
    int p = model.p();
    Whitening white = Whitening.of(Dense.unpacked(mean, p), tau, spread.scale());
    return new NewtonCourse(
        done + 1,
        people + asked,
        spread,
        white.map(),
        new Synthetic(model, white.spread(), new double[p], 1),
        Math.min(1, Math.hypot(white.error(), LAW_ERROR)),
        anchors,
        theta);
  }

  private NewtonCourse stepped(Model model, double[] mean, double moment, long asked) {
    List<Anchor> all = new ArrayList<>(anchors);
    all.add(new Anchor(theta, mean, asked));
    NewtonCourse known = new NewtonCourse(done, people, spread, map, synthetic, error, all, theta);
    return new NewtonCourse(
        done + 1,
        people + asked,
        spread,
        map,
        synthetic,
        error,
        List.copyOf(all),
        known.answer(model, moment).theta());
  }

  /** What all rounds of gradients say. */
  Answer answer(Model model, double moment) {
    boolean isFar = model.family() != Family.LOGISTIC && anchors.size() > FAR_ROUNDS;
    List<Anchor> near = isFar ? anchors.subList(FAR_ROUNDS, anchors.size()) : anchors;
    return Answer.of(synthetic, near, theta, moment, error, Answer.Limits.of(model));
  }

  /** Synthetic people get the reported curvature, as far as theirs differs by more than chance. */
  private NewtonCourse curved(Model model, double[] mean, double tau, long asked) {
    int width = model.width();
    double[][] reported = Dense.unpacked(mean, width);
    double[][] own = synthetic.slopes(theta);
    double squares = 0;
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < width; j++) {
        squares += (reported[i][j] - own[i][j]) * (reported[i][j] - own[i][j]);
      }
    }
    double chance = tau * tau;
    double seen = squares / Dense.packedLength(width) - chance;
    double between = Math.max(seen, UNSEEN * chance);
    double weight = between / (between + chance);
    double[][] target = new double[width][width];
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < width; j++) {
        target[i][j] = own[i][j] + weight * (reported[i][j] - own[i][j]);
      }
    }
    double left = Math.sqrt(weight * chance);
    return new NewtonCourse(
        done + 1,
        people + asked,
        spread,
        map,
        synthetic.matched(model, theta, target, left),
        left / (Dense.trace(own) / width),
        anchors,
        theta);
  }
}
