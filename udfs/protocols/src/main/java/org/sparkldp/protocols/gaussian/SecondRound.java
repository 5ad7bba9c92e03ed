package org.sparkldp.protocols.gaussian;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.Dither;
import org.sparkldp.protocols.gaussian.likelihood.Information;
import org.sparkldp.protocols.gaussian.likelihood.Likelihood;
import org.sparkldp.protocols.gaussian.likelihood.Questions;
import org.sparkldp.protocols.gaussian.likelihood.ShapeTest;

/**
 * The questions of the second round, knowing the first round's answers.
 *
 * <p><b>Where.</b> About the mean that the first round found, the cuts with most information of it
 * ({@link GaussianLimit#bestCuts}; one threshold up to epsilon 2). If the first round leaves
 * several places open, so that the quantiles (i − 1/2)/{@value #PLACES} of the posterior (flat
 * prior) are not within {@value #WIDE} sigma, then about each of these: half of the answers then
 * speak against half of the places, whichever they are.
 *
 * <p><b>Beside it.</b> Where sigma is not known, answers at the mean itself say nothing of it to
 * first order; but what they say of the mean depends on sigma as soon as the first round missed the
 * mean by d: the threshold's answers place the mean at d sigma. So a share f of the people is asked
 * c sigma to the left or right, f and c being those that make the variance of the mean least,
 *
 * <pre>
 *   E_d [(I⁻¹)_mean],   I = I(first round) + n2 Σ share · I(question at its distance, d off),
 *   d ~ N(0, variance after the first round), by three-point quadrature.
 * </pre>
 *
 * <p><b>To test the law.</b> Where sigma is known up to a factor of {@value #BAND}, a share of
 * {@value #SPARE} is asked {@value #FAR} sigma to the left or right. That says little of the mean,
 * but it is where laws of one centre and one slope there differ ({@link ShapeTest}).
 */
final class SecondRound {
  private static final int PLACES = 16;
  private static final double WIDE = 3;
  private static final double[] BESIDE = {0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6};
  private static final double BAND = 2;
  private static final double SPARE = 0.03;
  private static final double FAR = 1.3;
  private static final double[] DISTANCES = {0.4, 0.6, 0.8, 1.0, 1.2};

  /**
   * Shares and distances.
   *
   * @param beside share of those who are asked beside the mean, half on either side
   * @param distance how far, in sigmas
   * @param variance of the mean that is expected, in sigma²
   */
  record SecondRoundPlan(double beside, double distance, double variance) {}

  private SecondRound() {}

  /**
   * The best plan for n2 people after a first round that left such information, where sigma is 1.
   */
  static SecondRoundPlan plan(double epsilon, double n2, Information first, boolean sigmaKnown) {
    Cuts cuts = new Cuts(GaussianLimit.bestCuts(epsilon));
    double miss = Math.sqrt(3 * variance(first, sigmaKnown));
    Information[] centre = about(cuts, epsilon, 0, miss);
    if (sigmaKnown) {
      return new SecondRoundPlan(0, 0, expected(first, n2, 0, centre, centre, centre, true));
    }
    SecondRoundPlan best = null;
    for (double distance : DISTANCES) {
      Information[] left = about(cuts, epsilon, distance, miss);
      Information[] right = about(cuts, epsilon, -distance, miss);
      for (double beside : BESIDE) {
        double variance = expected(first, n2, beside, centre, left, right, false);
        if (best == null || variance < best.variance) {
          best = new SecondRoundPlan(beside, distance, variance);
        }
      }
    }
    return best;
  }

  /** Information where the mean is {@code off} from the cuts' middle, missed by 0 and ± miss. */
  private static Information[] about(Cuts cuts, double epsilon, double off, double miss) {
    return new Information[] {
      Information.of(cuts, epsilon, off),
      Information.of(cuts, epsilon, off - miss),
      Information.of(cuts, epsilon, off + miss)
    };
  }

  private static double expected(
      Information first,
      double n2,
      double beside,
      Information[] centre,
      Information[] left,
      Information[] right,
      boolean sigmaKnown) {
    double expected = 0;
    for (int i = 0; i < 3; i++) {
      double atCentre = n2 * (1 - beside);
      double atSide = n2 * beside / 2;
      Information all =
          new Information(
              first.mean()
                  + atCentre * centre[i].mean()
                  + atSide * (left[i].mean() + right[i].mean()),
              first.both()
                  + atCentre * centre[i].both()
                  + atSide * (left[i].both() + right[i].both()),
              first.log() + atCentre * centre[i].log() + atSide * (left[i].log() + right[i].log()));
      expected += (i == 0 ? 2.0 / 3 : 1.0 / 6) * variance(all, sigmaKnown);
    }
    return expected;
  }

  private static double variance(Information all, boolean sigmaKnown) {
    return sigmaKnown
        ? 1 / all.mean()
        : all.log() / (all.mean() * all.log() - all.both() * all.both());
  }

  /** The questions to a stratum of about n2 people, with the noise for its sigma. */
  static Questions questions(GaussianQuestion question, Likelihood first, double n2) {
    MaximumLikelihood fit = new MaximumLikelihood(question.dithered(), first);
    Likelihood.Point best = fit.best();
    Dither dither = question.dither(best.sigma());
    double sigma = Math.hypot(best.sigma(), dither.deviation()); // of what is asked about
    double[] places = places(fit);
    double[] cuts = GaussianLimit.bestCuts(question.epsilon());
    double beside = 0;
    double distance = 0;
    if (!question.isSigmaKnown()) {
      Information known =
          new Information(
              best.informationMean() * sigma * sigma,
              best.informationBoth() * sigma,
              best.informationLog());
      SecondRoundPlan plan = plan(question.epsilon(), n2, known, false);
      beside = plan.beside;
      distance = plan.distance * sigma;
    }
    double spare =
        !question.isSigmaKnown() && question.sigmaMax() <= BAND * question.sigmaMin() ? SPARE : 0;
    List<Channel> channels = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    for (double place : places) {
      channels.add(about(place, sigma, cuts));
      shares.add((1 - beside - spare) / places.length);
      for (int side = -1; side <= 1 && beside > 0; side += 2) {
        channels.add(about(place + side * distance, sigma, cuts));
        shares.add(beside / 2 / places.length);
      }
      for (int side = -1; side <= 1 && spare > 0; side += 2) {
        channels.add(about(place + side * FAR * sigma, sigma, cuts));
        shares.add(spare / 2 / places.length);
      }
    }
    return new Questions(
        channels, shares.stream().mapToDouble(Double::doubleValue).toArray(), dither);
  }

  /** Where to ask: at the mean that was found, or at as many places as are open. */
  static double[] places(MaximumLikelihood fit) {
    double[] places = fit.posteriorQuantiles(PLACES);
    return places[PLACES - 1] - places[0] < WIDE * fit.best().sigma()
        ? new double[] {fit.best().mean()}
        : places;
  }

  /** Cuts about a place. */
  static Cuts about(double place, double sigma, double[] cuts) {
    double[] moved = new double[cuts.length];
    for (int i = 0; i < moved.length; i++) {
      moved[i] = place + sigma * cuts[i];
    }
    return new Cuts(moved);
  }
}
