package org.sparkldp.protocols.gaussian.likelihood;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.frequency.KaryResponse;

/**
 * The exact log-likelihood of counted answers, as a function of the mean and of ln sigma.
 *
 * <p>Of the N people who were asked a question with m answers, C(a) reported answer a, which each
 * does with probability
 *
 * <pre>
 *   q(a) = q + (p − q) p(a),      p(a) the law of the true answer, p and q the response's
 *   l    = Σ C(a) ln q(a)         over answers and questions
 *   ∂l   = Σ C(a) ∂q(a)/q(a),     ∂q(a) = (p − q) ∂p(a)
 *   I    = Σ N Σ_a ∂q(a) ∂q(a)ᵀ/q(a)    Fisher's information, by the mean and ln sigma
 * </pre>
 *
 * Nothing is debiased. q(a) is at least q, above 0. Questions of a later round depend on earlier
 * rounds' answers only, so the product of the rounds' likelihoods is the likelihood of all, and l
 * and I serve as if the questions had been fixed.
 *
 * <p>Not safe for threads.
 */
public final class Likelihood {
  private final List<Term> terms = new ArrayList<>();
  private double[] law = new double[0];

  /** The log-likelihood l and its derivatives at a mean and sigma; s stands for ln sigma. */
  public record Point(
      double mean,
      double sigma,
      double value,
      double byMean,
      double byLog,
      double informationMean,
      double informationBoth,
      double informationLog) {

    /** Variance of the mean where sigma is known, 1/I; infinite where nothing is known. */
    public double varianceGivenSigma() {
      return 1 / informationMean;
    }

    /** Variance of the mean where sigma is not known, by the inverse of I. */
    public double varianceOfMean() {
      return informationLog / determinant();
    }

    /** Variance of ln sigma. */
    public double varianceOfLog() {
      return informationMean / determinant();
    }

    double determinant() {
      return informationMean * informationLog - informationBoth * informationBoth;
    }
  }

  /**
   * One question's counts.
   *
   * @param noise standard deviation of the normal noise that was added to the values
   * @param base probability of each answer that is not the true one, q
   * @param gain p − q
   */
  public record Term(
      Channel channel, double noise, double base, double gain, double[] counts, double n) {

    /**
     * The answers' law where values are N(mean, sigma²), derivatives by their mean and ln sigma.
     */
    public void law(double mean, double sigma, double[] law) {
      if (noise == 0) {
        channel.law(mean, sigma, law);
        return;
      }
      double all = sigma * sigma + noise * noise;
      channel.law(mean, Math.sqrt(all), law);
      int m = counts.length;
      for (int a = 2 * m; a < 3 * m; a++) {
        law[a] *= sigma * sigma / all;
      }
    }

    public double score(double[] law) {
      double score = 0;
      for (int a = 0; a < counts.length; a++) {
        score += counts[a] * Math.log(base + gain * law[a]);
      }
      return score;
    }
  }

  /** Adds a question's answers, of values as they are. */
  public void add(Channel channel, KaryResponse response, double[] counts) {
    add(channel, 0, response, counts);
  }

  /**
   * Adds a question's answers; questions that nobody answered say nothing.
   *
   * @param noise standard deviation of the normal noise that was added to the values
   */
  public void add(Channel channel, double noise, KaryResponse response, double[] counts) {
    double n = 0;
    for (double count : counts) {
      n += count;
    }
    if (n > 0) {
      terms.add(
          new Term(channel, noise, response.q(), response.p() - response.q(), counts.clone(), n));
      law = new double[Math.max(law.length, 3 * counts.length)];
    }
  }

  /** What was answered to cuts that are no further than so from a place. */
  public Likelihood near(double place, double reach) {
    Likelihood some = new Likelihood();
    some.law = new double[law.length];
    for (Term term : terms) {
      if (term.channel instanceof Cuts cuts
          && Math.abs(cuts.cut(0) - place) <= reach
          && Math.abs(cuts.cut(cuts.answers() - 2) - place) <= reach) {
        some.terms.add(term);
      }
    }
    return some;
  }

  public List<Term> terms() {
    return terms;
  }

  /** Answers in all. */
  public double n() {
    return terms.stream().mapToDouble(Term::n).sum();
  }

  /** l. */
  public double value(double mean, double sigma) {
    double value = 0;
    for (Term term : terms) {
      term.law(mean, sigma, law);
      value += term.score(law);
    }
    return value;
  }

  /**
   * l where the mean is far outside of all that was asked about: every answer to repeated cells is
   * equally likely, and everybody is on one side of all cuts, whichever is likelier.
   */
  public double valueOutside() {
    double below = 0;
    double above = 0;
    for (Term term : terms) {
      int m = term.counts.length;
      Arrays.fill(law, 0);
      if (term.channel instanceof PeriodicCells) {
        Arrays.fill(law, 0, m, 1.0 / m);
        below += term.score(law);
        above += term.score(law);
      } else {
        law[0] = 1;
        below += term.score(law);
        law[0] = 0;
        law[m - 1] = 1;
        above += term.score(law);
      }
    }
    return Math.max(below, above);
  }

  /** l with derivatives and information. */
  public Point at(double mean, double sigma) {
    double value = 0;
    double byMean = 0;
    double byLog = 0;
    double meanMean = 0;
    double meanLog = 0;
    double logLog = 0;
    for (Term term : terms) {
      term.law(mean, sigma, law);
      int m = term.counts.length;
      for (int a = 0; a < m; a++) {
        double q = term.base + term.gain * law[a];
        double dMean = term.gain * law[m + a];
        double dLog = term.gain * law[2 * m + a];
        double count = term.counts[a];
        value += count * Math.log(q);
        byMean += count * dMean / q;
        byLog += count * dLog / q;
        meanMean += term.n * dMean * dMean / q;
        meanLog += term.n * dMean * dLog / q;
        logLog += term.n * dLog * dLog / q;
      }
    }
    return new Point(mean, sigma, value, byMean, byLog, meanMean, meanLog, logLog);
  }
}
