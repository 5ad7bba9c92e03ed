package org.sparkldp.protocols.gaussian.likelihood;

import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * A test of a stratum's answers against a normal law: a test of skewness and kurtosis, and of sigma
 * where it is said to be known, by the answers of all rounds together.
 *
 * <p><b>Test.</b> To first order a law that is not normal has the density φ(z) (1 + Σ c_k He_k(z)),
 * k from 3 on; c_3 is its skewness and c_4 its excess kurtosis, up to a factor. An answer's
 * probability then changes by c_k h_k(a), h_k being the k-th derivative of its law by the mean,
 * times sigma^k: the first two are {@link Channel#law}'s own, by the mean and by ln sigma; h_3 and
 * h_4 are differences of the second. With
 *
 * <pre>
 *   U_k = Σ C(a) gain h_k(a)/q(a),   I_kl = Σ N Σ_a gain² h_k(a) h_l(a)/q(a)
 * </pre>
 *
 * at the maximum of the likelihood, the score of what is tested, less what the others explain of
 * it, over its standard deviation is chi-squared if the law is normal, the noise of private reports
 * included (Rao's test). It {@link #rejects} with probability {@value #FALSE_ALARM} where the law
 * is normal.
 *
 * <p><b>Suspicion.</b> Where sigma is not known, a kurtosis that the reports leave open bends the
 * mean by little, but by more than its error where the first round missed the mean. If the reports
 * speak against none at all (level {@value #SUSPICION}, too weak to say so), {@link #shift} and
 * {@link #variance} are of the mean of a symmetric law whose kurtosis is estimated too, by one step
 * of Fisher scoring.
 */
public final class ShapeTest {
  /** How often a normal law is taken for another. */
  public static final double FALSE_ALARM = 1e-3;

  /** How often the interval allows for a kurtosis though there is none. */
  private static final double SUSPICION = 0.05;

  private static final int ORDERS = 4;
  private static final int KURTOSIS = 3;

  /** Differences are taken over this part of sigma. */
  private static final double STEP = 0.1;

  private final int nuisances;
  private final double statistic;
  private final double kurtosis; // statistic of kurtosis alone, the law being symmetric
  private final double skewness; // statistic of skewness, whatever the kurtosis
  private final double shift;
  private final double variance;

  public ShapeTest(Likelihood likelihood, Likelihood.Point best, boolean isSigmaKnown) {
    this.nuisances = isSigmaKnown ? 1 : 2;
    double[] score = new double[ORDERS];
    double[][] information = new double[ORDERS][ORDERS];
    for (Likelihood.Term term : likelihood.terms()) {
      add(term, best.mean(), best.sigma(), score, information);
    }
    double tested = 0;
    double[][] all = eliminated(score, information, 0, 1, 2, KURTOSIS);
    for (int k = nuisances; k < ORDERS; k++) {
      tested += all[k][ORDERS] * all[k][ORDERS] / all[k][k];
    }
    this.statistic = tested;
    double[][] last = eliminated(score, information, 0, 1, KURTOSIS);
    this.kurtosis = last[2][3] * last[2][3] / last[2][2];
    double[][] odd = eliminated(score, information, 0, 1, KURTOSIS, 2);
    this.skewness = odd[3][ORDERS] * odd[3][ORDERS] / odd[3][3];
    double[][] first = eliminated(score, information, KURTOSIS, 1, 0);
    this.shift = best.sigma() * first[2][3] / first[2][2];
    this.variance = best.sigma() * best.sigma() / first[2][2];
  }

  private static void add(
      Likelihood.Term term, double mean, double sigma, double[] score, double[][] information) {
    int m = term.counts().length;
    double[] here = new double[3 * m];
    double[] below = new double[3 * m];
    double[] above = new double[3 * m];
    term.law(mean, sigma, here);
    term.law(mean - STEP * sigma, sigma, below);
    term.law(mean + STEP * sigma, sigma, above);
    double[] h = new double[ORDERS];
    for (int a = 0; a < m; a++) {
      double q = term.base() + term.gain() * here[a];
      int log = 2 * m + a;
      h[0] = here[m + a] * sigma;
      h[1] = here[log];
      h[2] = (above[log] - below[log]) / (2 * STEP);
      h[3] = (above[log] - 2 * here[log] + below[log]) / (STEP * STEP);
      for (int k = 0; k < ORDERS; k++) {
        double byK = term.gain() * h[k] / q;
        score[k] += term.counts()[a] * byK;
        for (int l = 0; l < ORDERS; l++) {
          information[k][l] += term.n() * byK * term.gain() * h[l];
        }
      }
    }
  }

  /**
   * Gauss's elimination of information and score in some order: each row is what the coefficients
   * before it leave open, its information on the diagonal and its score at the end.
   */
  private static double[][] eliminated(double[] score, double[][] information, int... order) {
    int n = order.length;
    double[][] rows = new double[n][n + 1];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        rows[i][j] = information[order[i]][order[j]];
      }
      rows[i][n] = score[order[i]];
    }
    for (int pivot = 0; pivot < n; pivot++) {
      for (int i = pivot + 1; i < n; i++) {
        double part = rows[i][pivot] / rows[pivot][pivot];
        for (int j = pivot; j <= n; j++) {
          rows[i][j] -= part * rows[pivot][j];
        }
      }
    }
    return rows;
  }

  /** The probability that answers of a normal law speak against it so loudly. */
  public double level() {
    return level(statistic, ORDERS - nuisances);
  }

  /** The probability that a chi-squared variable of two or three degrees of freedom is larger. */
  public static double level(double statistic, int degrees) {
    double two = Math.exp(-statistic / 2);
    return degrees == 2
        ? two
        : 2 * StandardNormal.survival(Math.sqrt(statistic))
            + two * Math.sqrt(2 * statistic / Math.PI);
  }

  /** Whether the law is not normal. */
  public boolean rejects() {
    return level() < FALSE_ALARM;
  }

  /** Whether sigma is not known, and there may be a kurtosis. */
  public boolean suspects() {
    return nuisances == 2 && 2 * StandardNormal.survival(Math.sqrt(kurtosis)) < SUSPICION;
  }

  /** How many standard errors the reports speak against a symmetric law. */
  public double asymmetry() {
    return Math.sqrt(skewness);
  }

  /** From the mean of the normal law that fits best to that of the symmetric one. */
  public double shift() {
    return shift;
  }

  /** Variance of the mean of the symmetric law. */
  public double variance() {
    return variance;
  }
}
