package org.sparkldp.protocols.regression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.regression.Timetable.Asked;
import org.sparkldp.protocols.statistics.Dense;

/**
 * What the rounds of {@link NewtonGlm} have shown so far. Immutable; a function of the question and
 * the rounds' means, the same to the last bit on every machine.
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
record Course(
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

  private static final int HEAD = 2;

  /** Nobody asked. */
  static Course start(Model model) {
    int p = model.p();
    return new Course(
        0,
        0,
        Spread.start(p, model.radius()),
        Dense.identity(p),
        Synthetic.of(model, Dense.identity(p), new double[p], 1),
        1,
        List.of(),
        new double[model.width()]);
  }

  /** Numbers of {@link #numbers}. */
  private static int length(int p, int width) {
    return HEAD + 4 * p + p * p + p * p + p + 2 + Timetable.GRADIENTS * (2 * width + 1) + width;
  }

  /** Whether so many numbers are what {@link #numbers} gives. */
  static boolean fits(Model model, double[] numbers) {
    return numbers.length == length(model.p(), model.width())
        && numbers[0] == Math.rint(numbers[0])
        && numbers[0] >= 1
        && numbers[0] < Timetable.ROUNDS
        && Arrays.stream(numbers).allMatch(Double::isFinite);
  }

  /** Everything, always as many. */
  double[] numbers() {
    int p = spread.scale().length;
    double[] numbers = new double[length(p, theta.length)];
    Cursor cursor = new Cursor(numbers);
    cursor.put(done, people);
    cursor.put(spread.centre());
    cursor.put(spread.scale());
    cursor.put(spread.least());
    cursor.put(spread.seen());
    cursor.put(map);
    cursor.put(synthetic.map());
    cursor.put(synthetic.shift());
    cursor.put(synthetic.level(), error);
    for (int t = 0; t < Timetable.GRADIENTS; t++) {
      if (t < anchors.size()) {
        cursor.put(anchors.get(t).theta());
        cursor.put(anchors.get(t).gradient());
        cursor.put(anchors.get(t).people());
      } else {
        cursor.put(new double[2 * theta.length + 1]);
      }
    }
    cursor.put(theta);
    return numbers;
  }

  /** Reads {@link #numbers} back. */
  static Course read(Model model, double[] numbers) {
    int p = model.p();
    int width = model.width();
    Cursor cursor = new Cursor(numbers);
    double[] head = cursor.take(HEAD);
    Spread spread = new Spread(cursor.take(p), cursor.take(p), cursor.take(p), cursor.take(p));
    double[][] map = cursor.square(p);
    double[][] points = cursor.square(p);
    double[] shift = cursor.take(p);
    double[] level = cursor.take(2);
    List<Anchor> anchors = new ArrayList<>();
    for (int t = 0; t < Timetable.GRADIENTS; t++) {
      Anchor anchor = new Anchor(cursor.take(width), cursor.take(width), cursor.take(1)[0]);
      if (anchor.people() > 0) {
        anchors.add(anchor);
      }
    }
    return new Course(
        (int) head[0],
        head[1],
        spread,
        map,
        Synthetic.of(model, points, shift, level[0]),
        level[1],
        List.copyOf(anchors),
        cursor.take(width));
  }

  /** Goes through an array of numbers. */
  private static final class Cursor {
    private final double[] numbers;
    private int at;

    Cursor(double[] numbers) {
      this.numbers = numbers;
    }

    void put(double... values) {
      System.arraycopy(values, 0, numbers, at, values.length);
      at += values.length;
    }

    void put(double[][] rows) {
      for (double[] row : rows) {
        put(row);
      }
    }

    double[] take(int count) {
      at += count;
      return Arrays.copyOfRange(numbers, at - count, at);
    }

    double[][] square(int p) {
      double[][] rows = new double[p][];
      Arrays.setAll(rows, i -> take(p));
      return rows;
    }
  }

  /** What the next round asks. */
  Asked asked() {
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
  Course after(Model model, double[] mean, double moment, long asked) {
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

  private Course with(long asked, Spread next) {
    return new Course(done + 1, people + asked, next, map, synthetic, error, anchors, theta);
  }

  private Course whitened(Model model, double[] mean, double tau, long asked) {
    int p = model.p();
    Whitening white = Whitening.of(Dense.unpacked(mean, p), tau, spread.scale());
    return new Course(
        done + 1,
        people + asked,
        spread,
        white.map(),
        Synthetic.of(model, white.spread(), new double[p], 1),
        Math.min(1, Math.hypot(white.error(), LAW_ERROR)),
        anchors,
        theta);
  }

  private Course stepped(Model model, double[] mean, double moment, long asked) {
    List<Anchor> all = new ArrayList<>(anchors);
    all.add(new Anchor(theta, mean, asked));
    Course known = new Course(done, people, spread, map, synthetic, error, all, theta);
    return new Course(
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
  private Course curved(Model model, double[] mean, double tau, long asked) {
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
    return new Course(
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
