package org.sparkldp.protocols.postprocess;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * The best guess of each count of a chart, to be read as it stands: counts of at least 0 that sum
 * to n, nearer to the truth than the raw ones, and biased. Equal estimates give the same bytes on
 * every machine.
 *
 * <p>There are several ways to guess: the estimates as they are, and the posterior mean under the
 * {@link Prior} that the chart itself suggests. Where items are numbers, dates or bins that rise,
 * neighbours say more than the chart as a whole, so curves are ways too: the likeliest one of few
 * steps, of few kinks and of few bends, each with spikes beside it and without ({@link
 * BayesianTrend}). That way is taken whose risk, by Stein's unbiased estimate, is least; the
 * estimates stay unless it is clearly lower. Whatever the way, a guess outside its estimate's
 * interval is moved to the interval's end, and then all of them to the nearest counts; the estimate
 * of the risk knows both. It takes the strength of a curve, the likeliest for these estimates, as
 * fixed: it would cost over ten times as much to choose it again for each probe. Item numbers
 * without names count as numbers; where they are codes in no order, curves are rarely chosen.
 *
 * <p>Source: Stein, Ann. Statist. 9, 1981; Ramani, Blu &amp; Unser, IEEE Trans. Image Process. 17,
 * 2008, for the divergence by random probes.
 */
public final class Best {
  private static final int PROBES = 6;

  /** Curves of steps, of lines and of arcs. */
  private static final int ORDERS = 3;

  /**
   * How many times it counts that guesses follow the estimates. The least of many estimated risks
   * is too low, most of all where a guess follows much.
   */
  private static final double CAUTION = 1.25;

  /**
   * By how much a way's risk must be below that of the estimates, as a part of theirs. Otherwise
   * rounding would choose where nothing is to be gained.
   */
  private static final double GAIN = 0.02;

  /** A number, a date or month, a time of day, or the lower end of a bin. */
  private static final Pattern RISING =
      Pattern.compile(
          "[0-9]{4}(-[0-9]{2}){1,2}"
              + "|[0-9]{2}(:[0-9]{2}){1,2}"
              + "|-?[0-9]+(\\.[0-9]+)?"
              + "|\\[-?[0-9]+(\\.[0-9]+)?, .*");

  /** How far probes move an estimate, in standard errors. */
  private static final double MOVE = 0.1;

  /** Below this part of n a standard error is rounded up. */
  private static final double LEAST_ERROR = 1e-7;

  private final double n;
  private final double[] y;
  private final double[] s;
  private final double[] below;
  private final double[] above;

  /** As many items, the first ones, stand in an order; 0 if they do not. */
  private final int ordered;

  /** Counts about which curves bend; one of the ways itself, unless all are 0. */
  private final double[] about;

  private final boolean hasAbout;

  private Best(Estimate raw, double[] about) {
    int k = raw.rows().size();
    this.about = about;
    hasAbout = Arrays.stream(about).anyMatch(each -> each != 0);
    n = raw.n();
    y = raw.estimates();
    s = raw.standardErrors();
    below = new double[k];
    above = new double[k];
    for (int v = 0; v < k; v++) {
      s[v] = Math.max(s[v], LEAST_ERROR * n);
      below[v] = y[v] - raw.rows().get(v).lower();
      above[v] = raw.rows().get(v).upper() - y[v];
    }
    ordered = ordered(raw.rows());
  }

  /** All rows up to those of other and missing values, if they rise. */
  private static int ordered(List<Estimate.Row> rows) {
    int size = rows.size();
    while (size > 0 && rows.get(size - 1).item().startsWith("(")) {
      size--;
    }
    double last = Double.NEGATIVE_INFINITY;
    for (Estimate.Row row : rows.subList(0, size)) {
      double place = place(row.item());
      if (!(place > last)) {
        return 0;
      }
      last = place;
    }
    return size;
  }

  private static double place(String item) {
    if (!RISING.matcher(item).matches()) {
      return Double.NaN;
    }
    boolean isDate = item.indexOf('-', 1) == 4 && item.indexOf(',') < 0;
    String number = isDate ? item.replace("-", "") : item.replaceAll("\\[|, .*|:", "");
    return Double.parseDouble(number);
  }

  /**
   * A number for each row. Where an estimate or its error is not a number, or infinite, the
   * estimates come back as they are.
   *
   * @param raw counts of the items of a domain, by their names, whose true counts sum to n
   */
  public static double[] of(Estimate raw) {
    return of(raw, new double[raw.rows().size()]);
  }

  /**
   * The same where something is known beside the estimates, of which the curves are corrections.
   *
   * @param about for each row a count that is likely
   */
  public static double[] of(Estimate raw, double[] about) {
    Best best = new Best(raw, about);
    return best.isKnown() ? best.counts(best.leastRisk(), best.y) : best.y;
  }

  /** Each way's numbers. */
  static List<double[]> each(Estimate raw) {
    Best best = new Best(raw, new double[raw.rows().size()]);
    return best.ways().stream().map(way -> best.counts(way, best.y)).toList();
  }

  /** Whether there is a row, and each has an estimate, an error and an interval. */
  private boolean isKnown() {
    return y.length > 0
        && Stream.of(y, s).flatMapToDouble(Arrays::stream).allMatch(Double::isFinite)
        && Stream.of(below, above).flatMapToDouble(Arrays::stream).noneMatch(Double::isNaN);
  }

  /** The way's guesses from estimates x, as counts. */
  private double[] counts(UnaryOperator<double[]> way, double[] x) {
    double[] guesses = way.apply(x);
    for (int v = 0; v < x.length; v++) {
      guesses[v] = Math.max(x[v] - below[v], Math.min(x[v] + above[v], guesses[v]));
    }
    return Simplex.nearest(guesses, n);
  }

  /** The ways; the first leaves the estimates as they are. */
  private List<UnaryOperator<double[]>> ways() {
    List<UnaryOperator<double[]>> ways = new ArrayList<>();
    ways.add(hasAbout ? x -> about.clone() : double[]::clone);
    ways.add(x -> Prior.means(x, s, n));
    ways.addAll(curves());
    return ways;
  }

  private UnaryOperator<double[]> leastRisk() {
    double[][] probes = probes(y.length);
    List<UnaryOperator<double[]>> ways = ways();
    UnaryOperator<double[]> best = ways.get(0);
    double least = risk(best, probes);
    double gain = hasAbout ? Math.sqrt(2.0 / y.length) : GAIN;
    for (double each : s) {
      least -= gain * each * each;
    }
    for (UnaryOperator<double[]> way : ways.subList(1, ways.size())) {
      double risk = risk(way, probes);
      if (risk < least) {
        best = way;
        least = risk;
      }
    }
    return best;
  }

  /** The likeliest curve of each kind. */
  private List<UnaryOperator<double[]>> curves() {
    int k = ordered;
    double variance = 0;
    for (int v = 0; v < k; v++) {
      variance += s[v] * s[v] / k;
    }
    double unit = Math.sqrt(variance);
    double[] w = new double[k];
    for (int v = 0; v < k; v++) {
      w[v] = variance / (s[v] * s[v]);
    }
    double[] path = path(y, unit);
    List<UnaryOperator<double[]>> curves = new ArrayList<>();
    for (int order = 1; order <= Math.min(ORDERS, k - 1); order++) {
      for (boolean hasSpikes : new boolean[] {false, true}) {
        BayesianTrend trend = BayesianTrend.likeliest(path, w, order, hasSpikes).trend();
        curves.add(x -> onTrend(trend, x, unit));
      }
    }
    return curves;
  }

  /** Estimates x, those on the path replaced by the trend. */
  private double[] onTrend(BayesianTrend trend, double[] x, double unit) {
    double[] curve = trend.of(path(x, unit));
    double[] guesses = x.clone();
    for (int v = 0; v < curve.length; v++) {
      guesses[v] = about[v] + unit * curve[v];
    }
    return guesses;
  }

  /** The ordered items in units of their error. */
  private double[] path(double[] x, double unit) {
    double[] path = Arrays.copyOf(x, ordered);
    Arrays.setAll(path, v -> (path[v] - about[v]) / unit);
    return path;
  }

  private static double[][] probes(int k) {
    SimulationSource source = new SimulationSource(0);
    double[][] probes = new double[PROBES][k];
    for (double[] probe : probes) {
      for (int v = 0; v < k; v++) {
        probe[v] = source.uniform(2) == 0 ? -1 : 1;
      }
    }
    return probes;
  }

  /** Stein's estimate of the squared error, less a constant that all ways share. */
  private double risk(UnaryOperator<double[]> way, double[][] probes) {
    double[] guesses = counts(way, y);
    double risk = 0;
    for (int v = 0; v < y.length; v++) {
      risk += (guesses[v] - y[v]) * (guesses[v] - y[v]);
    }
    for (double[] probe : probes) {
      double[] moved = new double[y.length];
      for (int v = 0; v < y.length; v++) {
        moved[v] = y[v] + MOVE * probe[v] * s[v];
      }
      double[] then = counts(way, moved);
      for (int v = 0; v < y.length; v++) {
        risk += CAUTION * 2 * probe[v] * s[v] * (then[v] - guesses[v]) / (MOVE * probes.length);
      }
    }
    return risk;
  }
}
