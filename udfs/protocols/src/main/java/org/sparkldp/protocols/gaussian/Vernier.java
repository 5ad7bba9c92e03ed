package org.sparkldp.protocols.gaussian;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Information;
import org.sparkldp.protocols.gaussian.likelihood.ModeSearch;
import org.sparkldp.protocols.gaussian.likelihood.PeriodicCells;
import org.sparkldp.protocols.gaussian.likelihood.Questions;

/**
 * Questions about a mean of which only the range is known: cells of many widths, all near the one
 * with most information of the mean's place within a period. One width says nothing of which period
 * the mean is in; but two means that are alike to one width, being whole periods apart, are unlike
 * to most others, as numbers are distinguished by their residues. So every answer helps both to
 * find the mean in the whole range and to place it exactly, which answers to a ladder of doubling
 * widths do not. (Over a range of 1000 sigma at epsilon 1 and 10,000 users, such a ladder takes 964
 * of them in the first of two rounds and ends 12 % above the limit, these cells 537 and 6 %.)
 *
 * <p><b>Cells.</b> For epsilon, the number of answers m and the width w of most information on
 * average over the offset. Widths are {@code narrowest} to {@code widest} times w, times the least
 * and the largest sigma, evenly spread by their logarithm: at least {@value #WIDTHS} of them,
 * {@value #WIDTHS_AN_OCTAVE} an octave. Each has two offsets half a cell apart, because where one
 * of them has an edge the other has a middle, and offsets of different widths are scattered by the
 * golden section.
 *
 * <p><b>Coarse cells.</b> Where the range is wider than {@link ModeSearch} looks through one by
 * one, cells of two answers and widths that double from an eighth of that up to the range find the
 * mean's neighbourhood.
 *
 * <p><b>Users needed.</b> Of M = range/sigma far places, a wrong one beats the right one with
 * probability at most M exp(−n distance) ({@link Information#distance}); {@link #need} makes that
 * one in a hundred. Below ln(M)/(4 distance), {@link #fewest}, not even the expected loglikelihood
 * (about four times the distance an answer) outweighs the number of places.
 */
final class Vernier {
  private static final int WIDTHS = 32;
  private static final int WIDTHS_AN_OCTAVE = 12;
  private static final int MOST_ANSWERS = 8;
  private static final double WIDTH_STEP = 0.1;
  private static final double WIDEST = 6;
  private static final double FAILURE = 0.01;
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** Cells of most information, in sigmas. */
  record BestCells(int answers, double width) {}

  private static final ConcurrentHashMap<Double, BestCells> BEST = new ConcurrentHashMap<>();

  private final List<Channel> fine = new ArrayList<>();
  private final List<Channel> coarse = new ArrayList<>();
  private final double fineNeed;
  private final double coarseNeed;
  private final double fewest;
  private final Information information;

  Vernier(GaussianQuestion question, double narrowest, double widest) {
    BestCells best = best(question.epsilon());
    double from = narrowest * best.width * question.sigmaMin();
    double octaves = log2(widest * question.sigmaMax() / (narrowest * question.sigmaMin()));
    int widths = Math.max(WIDTHS, (int) Math.ceil(WIDTHS_AN_OCTAVE * octaves));
    for (int i = 0; i < widths; i++) {
      double width = from * StrictMath.pow(2, (i + 0.5) / widths * octaves);
      double turns = i * GOLDEN - Math.floor(i * GOLDEN);
      addPair(fine, best.answers, width, question.center() + turns * best.answers * width);
    }
    double reach = 2 * question.range() / question.sigmaMax();
    if (reach > ModeSearch.REACH) {
      for (double width = ModeSearch.REACH / 8; width < reach; width *= 2) {
        addPair(coarse, 2, width * question.sigmaMax(), question.center());
      }
    }
    double places = Math.max(Math.E, 2 * question.range() / question.sigmaMin());
    double distance = distance(question);
    fineNeed = Math.log(Math.min(places, ModeSearch.REACH) / FAILURE) / distance;
    fewest = Math.log(places) / (4 * distance);
    // Answers that always differ: −ln(1/cosh(eps/2)), without cancellation.
    double root = Math.sinh(question.epsilon() / 4);
    double coarsest = Math.log1p(2 * root * root);
    coarseNeed =
        coarse.isEmpty()
            ? 0
            : coarse.size() / 2.0 * Math.log(20 * coarse.size() / FAILURE) / (1.5 * coarsest);
    information = information(question);
  }

  private static void addPair(List<Channel> cells, int answers, double width, double offset) {
    cells.add(new PeriodicCells(answers, width, offset));
    cells.add(new PeriodicCells(answers, width, offset + width / 2));
  }

  /** The cells of most information an answer. */
  static BestCells best(double epsilon) {
    return BEST.computeIfAbsent(epsilon, Vernier::findBest);
  }

  private static BestCells findBest(double epsilon) {
    BestCells best = null;
    double most = 0;
    for (int m = 2; m <= MOST_ANSWERS; m++) {
      for (int step = 5; step * WIDTH_STEP <= WIDEST; step++) {
        double width = step * WIDTH_STEP;
        double information = Information.ofCells(m, width, epsilon).mean();
        if (information > most) {
          most = information;
          best = new BestCells(m, width);
        }
      }
    }
    return best;
  }

  /** Users who find the mean in 99 of 100 cases. */
  double need() {
    return fineNeed + coarseNeed;
  }

  /** Users below whom there is no finding the mean. */
  double fewest() {
    return fewest;
  }

  /** Information of a fine cell's answer on average, where sigma is 1. */
  Information information() {
    return information;
  }

  /** The questions, where so many answers are expected. */
  Questions questions(double answers) {
    List<Channel> all = new ArrayList<>(fine);
    all.addAll(coarse);
    double part = coarseNeed / Math.max(answers, need());
    double[] shares = new double[all.size()];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = i < fine.size() ? (1 - part) / fine.size() : part / coarse.size();
    }
    return new Questions(all, shares);
  }

  /** The least over sigmas. */
  private double distance(GaussianQuestion question) {
    double least = Double.POSITIVE_INFINITY;
    for (double sigma : sigmas(question)) {
      double distance = 0;
      for (int i = 0; i < fine.size(); i += 2) {
        PeriodicCells cells = (PeriodicCells) fine.get(i);
        distance +=
            Information.distance(cells.answers(), cells.width() / sigma, question.epsilon());
      }
      least = Math.min(least, distance / (fine.size() / 2.0));
    }
    return least;
  }

  /** On average over sigmas. */
  private Information information(GaussianQuestion question) {
    double mean = 0;
    double log = 0;
    double[] sigmas = sigmas(question);
    for (double sigma : sigmas) {
      for (int i = 0; i < fine.size(); i += 2) {
        PeriodicCells cells = (PeriodicCells) fine.get(i);
        Information one =
            Information.ofCells(cells.answers(), cells.width() / sigma, question.epsilon());
        mean += one.mean();
        log += one.log();
      }
    }
    double count = sigmas.length * fine.size() / 2.0;
    return new Information(mean / count, 0, log / count);
  }

  private static double[] sigmas(GaussianQuestion question) {
    double min = question.sigmaMin();
    double max = question.sigmaMax();
    return min == max ? new double[] {min} : new double[] {min, Math.sqrt(min * max), max};
  }

  private static double log2(double x) {
    return StrictMath.log(x) / StrictMath.log(2);
  }
}
