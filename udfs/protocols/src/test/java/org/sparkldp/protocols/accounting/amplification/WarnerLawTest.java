package org.sparkldp.protocols.accounting.amplification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WarnerLawTest {
  private static final double P = 2.5;
  private static final double Q = 1 / (P + 1);
  private static final WarnerLaw LAW = new WarnerLaw(P);

  /** The probabilities of the numbers of ones of people who hold 0 and 1, one person at a time. */
  private static double[] ones(int zeros, int ones) {
    double[] law = new double[zeros + ones + 1];
    law[0] = 1;
    for (int person = 0; person < zeros + ones; person++) {
      double one = person < zeros ? Q : 1 - Q;
      for (int a = person + 1; a >= 0; a--) {
        law[a] = law[a] * (1 - one) + (a > 0 ? law[a - 1] * one : 0);
      }
    }
    return law;
  }

  private static double naive(int zeros, int ones, double gamma) {
    double[] one = ones(zeros, ones + 1);
    double[] zero = ones(zeros + 1, ones);
    double sum = 0;
    for (int a = 0; a < one.length; a++) {
      sum += Math.max(0, one[a] - gamma * zero[a]);
    }
    return sum;
  }

  @Test
  void theDivergenceOfADatasetIsTheSumOfItsTerms() {
    for (int[] dataset : new int[][] {{0, 0}, {1, 0}, {0, 1}, {3, 2}, {40, 0}, {0, 40}, {70, 31}}) {
      for (double gamma : new double[] {1, 1.02, 1.2, 2, 2.49, 2.5, 3}) {
        double expected = naive(dataset[0], dataset[1], gamma);
        double found = LAW.divergence(dataset[0], dataset[1], gamma);
        String where = dataset[0] + " zeros, " + dataset[1] + " ones, gamma " + gamma;
        assertEquals(expected, found, 1e-9 * expected + 1e-15, where);
      }
    }
  }

  @Test
  void noDatasetIsAboveTheBound() {
    for (int n : new int[] {1, 2, 7, 60, 130}) { // runs of one dataset, two and three
      for (double gamma : new double[] {1, 1.1, 1.3, 2}) {
        double worst = 0;
        for (int ones = 0; ones < n; ones++) {
          worst = Math.max(worst, naive(n - 1 - ones, ones, gamma));
        }
        assertTrue(worst <= LAW.most(n, gamma, 1), n + " people, gamma " + gamma);
        assertTrue(worst >= LAW.least(n, gamma), n + " people, gamma " + gamma);
        // A wrong twin: lies that are rarer than they are.
        boolean isCaught = new WarnerLaw(P * 0.8).most(n, gamma, 1) < worst;
        assertTrue(isCaught || n > 60, n + " people, gamma " + gamma);
      }
    }
  }

  @Test
  void theBoundStopsAboveItsLimit() {
    assertTrue(LAW.most(1000, 1.01, 1e-3) > 1e-3);
    assertTrue(LAW.most(1000, 1.01, 1e-3) <= LAW.most(1000, 1.01, 1));
  }
}
