package org.sparkldp.protocols.accounting.amplification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.statistics.StandardNormal;

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
          row[cell] = 0.3 + random.nextDouble();
          sum += row[cell];
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
  void windowsAndRunsGiveTheNaiveSum() {
    double a = 1 / (P + 3);
    ShuffleLaw law = ShuffleLaw.atMost(P, a);
    int n = 45; // few enough that every count is a run of its own
    double[] factorial = new double[n + 1]; // logarithms
    for (int i = 2; i <= n; i++) {
      factorial[i] = factorial[i - 1] + Math.log(i);
    }
    double rest = (1 - (P + 1) * a) / P;
    for (double epsilon : new double[] {0, 0.1, 0.5, 0.9}) {
      double gamma = Math.exp(epsilon);
      double sum = 0;
      for (int x = 0; x <= n; x++) {
        for (int y = 0; y <= n - x; y++) {
          for (int z = 0; z <= n - x - y; z++) {
            int left = n - x - y - z;
            double log =
                factorial[n]
                    - factorial[x]
                    - factorial[y]
                    - factorial[z]
                    - factorial[left]
                    + (x + y) * Math.log(a)
                    + z * Math.log(rest)
                    + left * Math.log(1 - 2 * a - rest);
            double weight = x * (P - gamma) + y * (1 - P * gamma) + z * P * (1 - gamma);
            sum += Math.exp(log) * Math.max(0, weight) / n;
          }
        }
      }
      assertEquals(1, law.most(n, gamma) / sum, 1e-7, "epsilon " + epsilon);
      assertEquals(1, law.least(n, gamma) / sum, 1e-7, "epsilon " + epsilon);
    }
  }

  @Test
  void ofManyPeopleItIsTheGaussianLaw() {
    // The divergence of two normal laws a distance mu apart, mu² = 2 (p − 1)² a / n.
    for (long n : new long[] {1_000_000, 100_000_000}) {
      double a = 1 / (P + 2);
      double mu = Math.sqrt(2 * a / n) * (P - 1);
      double epsilon = 3 * mu;
      double normal =
          StandardNormal.survival(3 - mu / 2)
              - Math.exp(epsilon) * StandardNormal.survival(3 + mu / 2);
      double found = ShuffleLaw.atMost(P, a).most(n, Math.exp(epsilon));
      assertEquals(1, found / normal, 0.02, n + " people");
      double twin = ShuffleLaw.atMost(P, a * 0.98).most(n, Math.exp(epsilon));
      assertTrue(Math.abs(twin / normal - 1) > 0.02, n + " people, a rate that is off");
    }
  }

  @Test
  void aRateOrADistanceOfHalfIsCaught() {
    // Wrong twins: the same law with half the distance, or a ratio too small, lies below the truth.
    Shuffled exact = new Shuffled(response(4, P));
    double a = 1 / (P + 3);
    double truth = exact.worst(4, 1.2);
    assertTrue(truth <= ShuffleLaw.atMost(P, a).most(4, 1.2));
    assertTrue(truth > ShuffleLaw.atMost(P, a / 2).most(4, 1.2));
    assertTrue(truth > ShuffleLaw.atMost(P * 0.8, a).most(4, 1.2));
    // And of the lower one: a distance too large.
    assertTrue(truth >= ShuffleLaw.atLeast(P, a).least(4, 1.2));
    assertTrue(truth < ShuffleLaw.atLeast(P, 1.2 * a).least(4, 1.2));
  }

  @Test
  void twoCountsAloneAreNoUpperBound() {
    // Some reductions count the reports of kind 0 and of kind 1 only. The histogram also counts
    // each of the other reports, so it shows more.
    double a = 1 / (P + 3);
    double gamma = 1.9;
    double truth = new Shuffled(response(4, P)).worst(2, gamma);
    assertTrue(truth > 1.03 * ShuffleLaw.atLeast(P, a).most(2, gamma), "" + truth);
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
    // Two people, the other of whom holds item 0: the divergences of both orders, by hand.
    double q = 1 / (P + 1);
    for (double gamma : new double[] {1, 1.1, 1.4, 2}) {
      double[] same = {P * q * P * q, 2 * P * q * q, q * q}; // ones: 0, 1, 2
      double[] other = {P * q * q, P * q * P * q + q * q, P * q * q};
      double there = 0;
      double back = 0;
      for (int ones = 0; ones <= 2; ones++) {
        there += Math.max(0, other[ones] - gamma * same[ones]);
        back += Math.max(0, same[ones] - gamma * other[ones]);
      }
      assertEquals(Math.max(there, back), new CoinLaw(P, q).least(2, gamma), 1e-7);
    }
  }

  @Test
  void theLawOfOneCoinIsBelowTheWorst() {
    double[][] warner = response(2, P);
    for (int n = 1; n <= 6; n++) {
      for (double gamma : new double[] {1, 1.1, 1.4, 2}) {
        double worst = new Shuffled(warner).worst(n, gamma);
        double coin = new CoinLaw(P, 1 / (P + 1)).least(n, gamma);
        assertTrue(coin <= worst + 1e-12, n + " people, gamma " + gamma);
        assertTrue(coin > 0.7 * worst, n + " people, gamma " + gamma + ": " + coin + " " + worst);
      }
    }
  }
}
