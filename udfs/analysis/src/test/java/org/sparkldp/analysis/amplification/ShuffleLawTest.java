package org.sparkldp.analysis.amplification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ShuffleLawTest {
  private static final double P = Math.E;

  /** 4-ary randomized response with ratio p. */
  private static double[][] response(int k, double p) {
    double[][] table = new double[k][k];
    for (int item = 0; item < k; item++) {
      for (int cell = 0; cell < k; cell++) {
        table[item][cell] = (item == cell ? p : 1) / (p + k - 1);
      }
    }
    return table;
  }

  @Test
  void everyRandomizerOfARatioAndADistanceIsBelow() {
    Random random = new Random(1);
    for (int trial = 0; trial < 60; trial++) {
      double[][] table = new double[3][3 + trial % 2];
      double ratio = 1;
      double distance = 0;
      for (double[] row : table) {
        double sum = 0;
        for (int cell = 0; cell < row.length; cell++) {
          sum += row[cell] = 0.3 + random.nextDouble();
        }
        for (int cell = 0; cell < row.length; cell++) {
          row[cell] /= sum;
        }
      }
      for (double[] row : table) {
        for (double[] other : table) {
          double apart = 0;
          for (int cell = 0; cell < row.length; cell++) {
            ratio = Math.max(ratio, row[cell] / other[cell]);
            apart += Math.abs(row[cell] - other[cell]) / 2;
          }
          distance = Math.max(distance, apart);
        }
      }
      ShuffleLaw law = ShuffleLaw.atMost(ratio, distance / (ratio - 1));
      ShuffleLaw any = ShuffleLaw.atMost(ratio, 1);
      for (int n = 1; n <= 4; n++) {
        for (double gamma : new double[] {1, 1.05, 1.2, 1.5}) {
          double worst = new Shuffled(table).worst(n, gamma);
          assertTrue(worst <= law.most(n, gamma) + 1e-12, n + " people, gamma " + gamma);
          assertTrue(law.most(n, gamma) <= any.most(n, gamma) + 1e-12);
        }
      }
    }
  }

  @Test
  void theSumOfTwoPeopleIsWhatItSays() {
    // By hand: all pairs of the four weights.
    double a = 1 / (P + 3);
    ShuffleLaw law = ShuffleLaw.atMost(P, a);
    double gamma = 1.3;
    double rest = (1 - (P + 1) * a) / P;
    double[] weight = {P - gamma, 1 - P * gamma, P * (1 - gamma), 0};
    double[] chance = {a, a, rest, 1 - 2 * a - rest};
    double expected = 0;
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        expected += chance[i] * chance[j] * Math.max(0, weight[i] + weight[j]) / 2;
      }
    }
    assertEquals(expected, law.most(2, gamma), 1e-7 * expected);
    assertEquals(expected, law.least(2, gamma), 1e-7 * expected);
  }

  @Test
  void aRateOrADistanceOfHalfIsCaught() {
    // Wrong twins: the same law with half the distance, a ratio too small, or others who say too
    // much lies below the truth.
    Shuffled exact = new Shuffled(response(4, P));
    double a = 1 / (P + 3);
    double truth = exact.worst(4, 1.2);
    assertTrue(truth <= ShuffleLaw.atMost(P, a).most(4, 1.2));
    assertTrue(truth > ShuffleLaw.atMost(P, a / 2).most(4, 1.2));
    assertTrue(truth > ShuffleLaw.atMost(P * 0.8, a).most(4, 1.2));
    assertTrue(truth > new ShuffleLaw(P, 2 * a, a, 0.1, (1 - (P + 1) * a) / 0.1).most(4, 1.2));
    // And of the lower one: others who say too little.
    assertTrue(truth >= ShuffleLaw.atLeast(P, a, a).least(4, 1.2));
    assertTrue(truth < ShuffleLaw.atLeast(P, a, a / 2).least(4, 1.2));
  }

  @Test
  void twoCountsAloneAreNoUpperBound() {
    // Counting only who is of kind 0 and of kind 1 is what some reductions do. Where reports of a
    // third kind can be told apart, the histogram says more.
    double a = 1 / (P + 3);
    double gamma = 1.9;
    double truth = new Shuffled(response(4, P)).worst(2, gamma);
    assertTrue(truth > 1.03 * ShuffleLaw.atLeast(P, a, a).most(2, gamma), "" + truth);
    assertTrue(truth <= ShuffleLaw.atMost(P, a).most(2, gamma));
  }

  @Test
  void runsOfCountsCostLittle() {
    // Of forty people every count is summed by itself; of a million runs of counts are, and the
    // truth is between.
    ShuffleLaw law = ShuffleLaw.atMost(P, 1 / (P + 15));
    assertEquals(1, law.most(40, Math.exp(0.2)) / law.least(40, Math.exp(0.2)), 1e-7);
    double most = law.most(1_000_000, Math.exp(0.002));
    double least = law.least(1_000_000, Math.exp(0.002));
    assertTrue(most > least);
    assertEquals(1, most / least, 0.05);
  }

  @Test
  void theLawOfOneCoinIsExact() {
    // All others hold item 0: the divergence of the number of ones, by brute force.
    double[][] warner = response(2, P);
    for (int n = 1; n <= 6; n++) {
      for (double gamma : new double[] {1, 1.1, 1.4, 2}) {
        double worst = new Shuffled(warner).worst(n, gamma);
        double coin = new CoinLaw(P).least(n, gamma);
        assertTrue(coin <= worst + 1e-12, n + " people, gamma " + gamma);
        assertTrue(coin > 0.7 * worst, n + " people, gamma " + gamma + ": " + coin + " " + worst);
      }
    }
  }
}
