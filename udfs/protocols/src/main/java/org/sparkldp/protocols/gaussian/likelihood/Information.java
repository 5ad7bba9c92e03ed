package org.sparkldp.protocols.gaussian.likelihood;

/**
 * The Fisher information of one answer after m-ary randomized response of epsilon: Fisher's
 * information by the mean and ln sigma, and how well it distinguishes two means. For choosing
 * questions, before there are answers.
 *
 * @param mean by the mean, in sigma^-2
 * @param both by the mean and ln sigma
 * @param log by ln sigma
 */
public record Information(double mean, double both, double log) {
  /** Places over one period. */
  private static final int PHASES = 16;

  /** Of a question to people of N(mean, 1). */
  public static Information of(Channel channel, double epsilon, double mean) {
    int m = channel.answers();
    double[] law = new double[3 * m];
    channel.law(mean, 1, law);
    double odds = Math.expm1(epsilon);
    double gain = odds / (odds + m);
    double meanMean = 0;
    double meanLog = 0;
    double logLog = 0;
    for (int a = 0; a < m; a++) {
      double q = (1 + odds * law[a]) / (odds + m);
      double byMean = gain * law[m + a];
      double byLog = gain * law[2 * m + a];
      meanMean += byMean * byMean / q;
      meanLog += byMean * byLog / q;
      logLog += byLog * byLog / q;
    }
    return new Information(meanMean, meanLog, logLog);
  }

  /**
   * Of cells of a width, in sigmas, on average over their offset; means and ln sigma are then
   * estimated without each other's help.
   */
  public static Information ofCells(int answers, double width, double epsilon) {
    PeriodicCells cells = new PeriodicCells(answers, width, 0);
    double mean = 0;
    double log = 0;
    for (int i = 0; i < PHASES; i++) {
      Information at = of(cells, epsilon, width * (i + 0.5) / PHASES);
      mean += at.mean / PHASES;
      log += at.log / PHASES;
    }
    return new Information(mean, 0, log);
  }

  /**
   * The Bhattacharyya distance −ln Σ √(q(a) q'(a)) between the answers of N(mean, 1) and N(mean',
   * 1) to cells of a width, on average over both means. After n answers the better of two far means
   * is taken for the worse with probability at most exp(−n distance).
   */
  public static double distance(int answers, double width, double epsilon) {
    PeriodicCells cells = new PeriodicCells(answers, width, 0);
    double odds = Math.expm1(epsilon);
    double[][] roots = new double[PHASES][answers];
    double[] law = new double[3 * answers];
    for (int i = 0; i < PHASES; i++) {
      cells.law(cells.period() * (i + 0.5) / PHASES, 1, law);
      for (int a = 0; a < answers; a++) {
        roots[i][a] = Math.sqrt((1 + odds * law[a]) / (odds + answers));
      }
    }
    double distance = 0;
    for (double[] one : roots) {
      for (double[] other : roots) {
        double hellinger = 0; // 1 − Σ √(q q'), without the cancellation
        for (int a = 0; a < answers; a++) {
          hellinger += (one[a] - other[a]) * (one[a] - other[a]) / 2;
        }
        distance -= Math.log1p(-hellinger) / (PHASES * PHASES);
      }
    }
    return distance;
  }
}
