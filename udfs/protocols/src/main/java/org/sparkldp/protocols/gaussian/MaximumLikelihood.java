package org.sparkldp.protocols.gaussian;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.FitTest;
import org.sparkldp.protocols.gaussian.likelihood.Likelihood;
import org.sparkldp.protocols.gaussian.likelihood.ModeSearch;
import org.sparkldp.protocols.gaussian.likelihood.Modes;
import org.sparkldp.protocols.gaussian.likelihood.ShapeTest;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The maximum likelihood estimate of one stratum's mean and sigma: the maximum of their likelihood,
 * with standard errors from Fisher's information and intervals from the likelihood ratio.
 *
 * <p><b>Interval.</b> All means x with 2 (l̂ − max_sigma l(x, sigma)) ≤ z² (the profile likelihood;
 * where sigma is known there is nothing to maximise). With many answers it is estimate ± z ·
 * standard error; with few, and where sigma is known badly, it is wider where it must be.
 *
 * <p><b>Location.</b> A place other than the best counts by how much less likely it is, and a mean
 * outside the range, which should not be, as much as all places of two sigma in it together. If all
 * others together are likelier than e^−{@value #AMBIGUOUS} of the best, the mean is not determined:
 * which place is right is open, and no standard error would say so. Nor is it determined where it
 * would be {@value #BEYOND} sigma outside the range or more, or where it leaves more than half
 * unexplained of how the answers to repeated cells differ from equally likely ones (X² less m − 1,
 * below), and {@value #FAILED} standard deviations.
 *
 * <p><b>Law.</b> The answers may speak against a normal law: by {@link ShapeTest}, or because
 * Pearson's X² = Σ (C(a) − N q(a))²/(N q(a)) is more than {@value #MISFIT} standard deviations
 * above its mean, Σ (m − 1), its variance being Σ [2 (m − 1) + (Σ 1/q(a) − m² − 2m + 2)/N]. Then a
 * note says so, and the interval is one for any law. With P the share of values at or above a cut,
 * and a standard deviation up to s, Cantelli's inequality has the mean between cut − s √((1 − P)/P)
 * and cut + s √(P/(1 − P)); P is taken at the ends of its own interval, and s is the larger of
 * sigma's bound and its estimate. So it is where sigma's interval lies outside of the bounds. Where
 * the test only suspects a kurtosis, the interval holds that of the symmetric law too. What the
 * reports say of the law's symmetry is named from {@value #ASYMMETRY} standard errors on, long
 * before it is certain: the mean cannot be corrected by it, for it has many times the estimate's
 * error.
 */
final class MaximumLikelihood {
  private static final double AMBIGUOUS = 5;
  private static final double MISFIT = 7;

  /** Standard errors that sigma's estimate may be outside of its bounds. */
  private static final double SIGMA_ERRORS = 2;

  /** A centre is hollow where the density says that sigma is so many times what it can be. */
  private static final double HOLLOW = 2;

  /** Standard errors of asymmetry that a note names; a symmetric law has more in 1 % of cases. */
  private static final double ASYMMETRY = 2.58;

  private static final String AT_AN_END =
      "the mean is at or beyond an end of the range; ask with a wider range";

  /** Places that a note names. */
  private static final int NAMED = 3;

  /** How far beyond its bounds the mean is looked for, in sigmas, and sigma, as a factor. */
  private static final double BEYOND = 4;

  private static final double BEYOND_SIGMA = 1.5;

  private static final int WIDENINGS = 60;
  private static final int NARROWINGS = 60;

  /** Ends of intervals are good to this part of a standard error. */
  private static final double END = 1e-3;

  private final GaussianQuestion question;
  private final Likelihood likelihood;
  private final double lower;
  private final double upper;
  private final double sigmaLower;
  private final double sigmaUpper;
  private final ModeSearch search;
  private final Modes climber;
  private final List<Likelihood.Point> modes;
  private final ShapeTest shape;
  private final String unknown; // why the mean is not determined, or nothing
  private final boolean isNormal; // whether neither test nor sigma speaks against a normal law

  MaximumLikelihood(GaussianQuestion question, Likelihood likelihood) {
    this.question = question;
    this.likelihood = likelihood;
    this.lower = question.lower() - BEYOND * question.sigmaMax();
    this.upper = question.upper() + BEYOND * question.sigmaMax();
    double beyond = question.isSigmaKnown() ? 1 : BEYOND_SIGMA;
    this.sigmaLower = question.sigmaMin() / beyond;
    this.sigmaUpper = question.sigmaMax() * beyond;
    this.search =
        new ModeSearch(likelihood, lower, upper, question.sigmaMin(), question.sigmaMax());
    this.climber = new Modes(likelihood, lower, upper, sigmaLower, sigmaUpper);
    this.modes = climber.find(search);
    this.shape = new ShapeTest(likelihood, best(), question.isSigmaKnown());
    this.unknown = whyUnknown();
    this.isNormal = !shape.rejects() && fit().misfit() <= MISFIT && isSigmaPossible();
  }

  /** The maximum. */
  Likelihood.Point best() {
    return modes.get(0);
  }

  /** Why the mean is not determined, or nothing. */
  private String whyUnknown() {
    double places = Math.max(1, question.range() / question.sigmaMax());
    double outside = likelihood.valueOutside() + Math.log(places);
    double others = Math.exp(outside - best().value());
    for (Likelihood.Point mode : modes.subList(1, modes.size())) {
      others += Math.exp(mode.value() - best().value());
    }
    if (others > Math.exp(-AMBIGUOUS)) {
      return ambiguity(outside);
    }
    return isFound()
        ? ""
        : "no place in the range fits the reports; the range, sigma or the Gaussian law is wrong";
  }

  private String ambiguity(double outside) {
    List<String> named =
        places().stream()
            .limit(NAMED)
            .map(place -> String.format(Locale.ROOT, "%.6g", place.mean()))
            .collect(Collectors.toCollection(ArrayList::new));
    if (places().size() > NAMED) {
      named.add("others");
    }
    if (outside > best().value() - 2 * AMBIGUOUS) {
      named.add("outside the range");
    }
    return "location ambiguous: "
        + String.join(" or ", named)
        + "; more users, or a range that holds the mean, are needed";
  }

  private List<Likelihood.Point> places() {
    return modes.stream().filter(m -> m.value() > best().value() - 2 * AMBIGUOUS).toList();
  }

  /** Whether the best place is near the range, and explains the answers to repeated cells. */
  private boolean isFound() {
    return best().mean() > lower && best().mean() < upper && fit().explainsRepeatedCells();
  }

  FitTest fit() {
    return new FitTest(likelihood, best());
  }

  /** The quantiles (i + 1/2)/count of the mean, flat prior. */
  double[] posteriorQuantiles(int count) {
    List<Mass> masses = posterior();
    masses.sort(Comparator.comparingDouble(Mass::mean));
    double all = masses.stream().mapToDouble(Mass::weight).sum();
    double[] quantiles = new double[count];
    double below = 0;
    int next = 0;
    for (Mass mass : masses) {
      below += mass.weight;
      while (next < count && below >= (next + 0.5) / count * all) {
        quantiles[next++] = mass.mean;
      }
    }
    return quantiles;
  }

  private record Mass(double mean, double weight) {}

  private List<Mass> posterior() {
    double best = Double.NEGATIVE_INFINITY;
    for (ModeSearch.Blocks blocks : search.grids()) {
      for (double score : blocks.scores()) {
        best = Math.max(best, score);
      }
    }
    List<Mass> masses = new ArrayList<>();
    for (ModeSearch.Blocks blocks : search.grids()) {
      for (int i = 0; i < blocks.scores().length; i++) {
        double weight = blocks.width() * Math.exp(blocks.scores()[i] - best);
        if (weight > 0) {
          masses.add(new Mass(blocks.centre(i), weight));
        }
      }
    }
    return masses;
  }

  /** The row of the mean. */
  Estimate.Row mean(String item, double confidence) {
    double z = StandardNormal.twoSided(confidence);
    if (!unknown.isEmpty()) {
      return unknownMean(item, z);
    }
    double error =
        Math.sqrt(question.isSigmaKnown() ? best().varianceGivenSigma() : best().varianceOfMean());
    double from = endOfMean(best(), -error, z);
    double to = endOfMean(best(), error, z);
    if (!isNormal) {
      double[] any = meansOfAnyLaw(z);
      from = Math.min(from, any[0]);
      to = Math.max(to, any[1]);
      error = (to - from) / (2 * z);
    } else if (shape.suspects()) {
      double centre = best().mean() + shape.shift();
      double half = z * Math.sqrt(shape.variance());
      from = Math.min(from, centre - half);
      to = Math.max(to, centre + half);
    }
    return new Estimate.Row(item, best().mean(), error, from, to, note());
  }

  /** Whether the reports determine the mean. */
  boolean isDetermined() {
    return unknown.isEmpty();
  }

  /**
   * The row of a centre whose law need not be normal, only symmetric.
   *
   * @param asked whose range was asked about
   * @param far of the answers to cuts farther away too
   */
  Estimate.Row centre(String item, double confidence, GaussianQuestion asked, ShapeTest far) {
    double z = StandardNormal.twoSided(confidence);
    double error = Math.sqrt(best().varianceOfMean());
    List<String> notes = new ArrayList<>();
    if (best().mean() <= asked.lower() || best().mean() >= asked.upper()) {
      notes.add(AT_AN_END);
    }
    if (best().sigma() > HOLLOW * asked.sigmaMax()) {
      notes.add(
          "few values lie about the centre, as between two humps; the estimate is less precise");
    }
    addAsymmetry(notes, far);
    return new Estimate.Row(
        item,
        best().mean(),
        error,
        endOfMean(best(), -error, z),
        endOfMean(best(), error, z),
        String.join("; ", notes));
  }

  /** Whether sigma, with the errors of its estimate, may be within its bounds. */
  private boolean isSigmaPossible() {
    double reach = Math.exp(SIGMA_ERRORS * Math.sqrt(best().varianceOfLog()));
    return question.isSigmaKnown()
        || (best().sigma() * reach >= question.sigmaMin()
            && best().sigma() / reach <= question.sigmaMax());
  }

  private double largestSigma() {
    return Math.max(question.sigmaMax(), best().sigma());
  }

  /**
   * Where the mean of a law of whatever shape may be, by Cantelli's inequality at the cut that most
   * people were asked about; anywhere in the range where nobody was asked about cuts.
   */
  private double[] meansOfAnyLaw(double z) {
    Likelihood.Term most = null;
    for (Likelihood.Term term : likelihood.terms()) {
      if (term.channel() instanceof Cuts && (most == null || term.n() > most.n())) {
        most = term;
      }
    }
    if (most == null) {
      return new double[] {question.lower(), question.upper()};
    }
    Cuts cuts = (Cuts) most.channel();
    int middle = (cuts.answers() - 1) / 2;
    double above = 0;
    for (int a = middle + 1; a < cuts.answers(); a++) {
      above += most.counts()[a] / most.n();
    }
    double error = z * Math.sqrt(above * (1 - above) / most.n());
    double mistaken = (cuts.answers() - middle - 1) * most.base();
    double least = Math.max(0, (above - error - mistaken) / most.gain());
    double largest = Math.min(1, (above + error - mistaken) / most.gain());
    double sigma = Math.hypot(largestSigma(), most.noise());
    return new double[] {
      Math.max(lower, cuts.cut(middle) - sigma * Math.sqrt((1 - least) / least)),
      Math.min(upper, cuts.cut(middle) + sigma * Math.sqrt(largest / (1 - largest)))
    };
  }

  /** The likelihood-ratio set reaches over all places that may be right. */
  private Estimate.Row unknownMean(String item, double z) {
    double from = isFound() ? Double.POSITIVE_INFINITY : question.lower();
    double to = isFound() ? Double.NEGATIVE_INFINITY : question.upper();
    for (Likelihood.Point place : places()) {
      double error = Math.sqrt(place.varianceGivenSigma());
      from = Math.min(from, endOfMean(place, -error, z));
      to = Math.max(to, endOfMean(place, error, z));
    }
    return Estimate.Row.unknown(item, from, to, unknown);
  }

  /** The row of sigma. */
  Estimate.Row sigma(String item, double confidence) {
    if (!unknown.isEmpty()) {
      return Estimate.Row.unknown(item, question.sigmaMin(), question.sigmaMax(), unknown);
    }
    double z = StandardNormal.twoSided(confidence);
    double error = Math.sqrt(best().varianceOfLog());
    double from = endOfSigma(-error, z);
    double to = endOfSigma(error, z);
    if (!isNormal) {
      from = Math.min(from, question.sigmaMin());
      to = Math.max(to, question.sigmaMax());
    }
    return new Estimate.Row(item, best().sigma(), best().sigma() * error, from, to, note());
  }

  private String note() {
    List<String> notes = new ArrayList<>();
    double mean = best().mean();
    if (mean <= question.lower() || mean >= question.upper()) {
      notes.add(AT_AN_END);
    }
    double sigma = best().sigma();
    if (!question.isSigmaKnown()
        && (sigma <= question.sigmaMin() || sigma >= question.sigmaMax())) {
      notes.add("sigma is at or beyond one of its bounds, so the law may be another one");
    }
    if (!isNormal) {
      notes.add(
          String.format(
              Locale.ROOT,
              "the values are not normally distributed%s (the reports speak against it); the"
                  + " interval holds the mean of any law with a standard deviation up to %.4g",
              question.isSigmaKnown() ? " with this sigma" : "",
              largestSigma()));
    }
    addAsymmetry(notes, shape);
    return String.join("; ", notes);
  }

  private static void addAsymmetry(List<String> notes, ShapeTest shape) {
    if (shape.asymmetry() > ASYMMETRY) {
      notes.add(
          String.format(
              Locale.ROOT,
              "the values seem not to be symmetric (by %.1f standard errors), and then the centre is"
                  + " not the mean",
              shape.asymmetry()));
    }
  }

  /** The end of the mean's interval on the side of the sign of {@code step}. */
  private double endOfMean(Likelihood.Point mode, double step, double z) {
    Likelihood.Point[] last = {mode};
    DoubleUnaryOperator profile =
        mean -> {
          Likelihood.Point at = likelihood.at(mean, last[0].sigma());
          if (!question.isSigmaKnown()) {
            at = climber.climb(at, Modes.Free.SIGMA, Double.NEGATIVE_INFINITY);
          }
          last[0] = at;
          return best().value() - at.value();
        };
    return end(profile, mode.mean(), z * step, z * z / 2, step < 0 ? lower : upper);
  }

  private double endOfSigma(double step, double z) {
    Likelihood.Point[] last = {best()};
    DoubleUnaryOperator profile =
        log -> {
          Likelihood.Point at = likelihood.at(last[0].mean(), Math.exp(log));
          last[0] = climber.climb(at, Modes.Free.MEAN, Double.NEGATIVE_INFINITY);
          return best().value() - last[0].value();
        };
    double limit = Math.log(step < 0 ? sigmaLower : sigmaUpper);
    return Math.exp(end(profile, Math.log(best().sigma()), z * step, z * z / 2, limit));
  }

  /**
   * Where the drop of the profile reaches {@code most}, going from a maximum by {@code step}, or
   * the limit. The root of the drop is nearly a straight line, so the false position finds it fast.
   */
  private static double end(
      DoubleUnaryOperator drop, double from, double step, double most, double limit) {
    double inside = from;
    double atInside = Math.sqrt(Math.max(0, drop.applyAsDouble(from)));
    double target = Math.sqrt(most);
    if (atInside >= target) {
      return from;
    }
    double outside = from;
    double atOutside = atInside;
    for (int i = 0; atOutside < target; i++) {
      if (outside == limit || i == WIDENINGS) {
        return limit;
      }
      inside = outside;
      atInside = atOutside;
      double next = from + step * Math.pow(1.4, i);
      outside = step < 0 ? Math.max(limit, next) : Math.min(limit, next);
      atOutside = Math.sqrt(Math.max(0, drop.applyAsDouble(outside)));
    }
    for (int i = 0; i < NARROWINGS && Math.abs(outside - inside) > END * Math.abs(step); i++) {
      // Away from the ends, so that both of them move.
      double part = (target - atInside) / (atOutside - atInside);
      double middle = inside + Math.max(0.02, Math.min(0.98, part)) * (outside - inside);
      double atMiddle = Math.sqrt(Math.max(0, drop.applyAsDouble(middle)));
      if (atMiddle < target) {
        inside = middle;
        atInside = atMiddle;
      } else {
        outside = middle;
        atOutside = atMiddle;
      }
    }
    return (inside + outside) / 2;
  }
}
