package org.sparkldp.protocols.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.OutputTable;
import org.sparkldp.protocols.frequency.CellOracle;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

class SimulatedRandomizerTest {

  private static double[][] table(String spec) {
    return OutputTable.of((CellOracle) Protocols.of(spec));
  }

  /** The people: item y has a share in the ratio of y + 1, squared. */
  private static double[] shares(int items) {
    double[] shares = new double[items];
    double sum = 0;
    for (int y = 0; y < items; y++) {
      sum += (y + 1) * (y + 1);
    }
    for (int y = 0; y < items; y++) {
      shares[y] = (y + 1) * (y + 1) / sum;
    }
    return shares;
  }

  private static double mean(ToDoubleFunction<Integer> f, double[] shares) {
    double mean = 0;
    for (int y = 0; y < shares.length; y++) {
      mean += shares[y] * f.applyAsDouble(y);
    }
    return mean;
  }

  /** Answers exactly, up to an error of its own choice in each. */
  private static QueryOracle<ToDoubleFunction<Integer>> oracle(double[] shares, double[] errors) {
    return new QueryOracle<>() {
      private int asked;

      @Override
      public Estimate answerAll(List<ToDoubleFunction<Integer>> queries) {
        List<Estimate.Row> rows = new ArrayList<>();
        for (ToDoubleFunction<Integer> query : queries) {
          double answer = mean(query, shares) + errors[asked++];
          rows.add(new Estimate.Row("", answer, 0, answer, answer));
        }
        return new Estimate(1, 0.95, rows);
      }

      @Override
      public int left() {
        return errors.length - asked;
      }
    };
  }

  /** The reports' law where people answer. */
  private static double[] truth(double[][] table, double[] shares) {
    double[] law = new double[table[0].length];
    for (int w = 0; w < law.length; w++) {
      for (int y = 0; y < shares.length; y++) {
        law[w] += shares[y] * table[y][w];
      }
    }
    return law;
  }

  /** The simulation's exact law where answers have these errors. */
  private static double[] law(
      double[][] table, SimulatedRandomizer simulated, double[] shares, double[] errors) {
    double epsilon = loss(table);
    double[] law = new double[table[0].length];
    double sum = 0;
    for (int w = 0; w < law.length; w++) {
      double answer = mean(simulated.query(w), shares) + errors[w];
      law[w] = table[0][w] * (Math.cosh(epsilon) + Math.sinh(epsilon) * answer);
      sum += law[w];
    }
    for (int w = 0; w < law.length; w++) {
      law[w] /= sum;
    }
    return law;
  }

  private static double loss(double[][] table) {
    double loss = 0;
    for (double[] row : table) {
      for (int w = 0; w < row.length; w++) {
        loss = Math.max(loss, Math.abs(Math.log(row[w] / table[0][w])));
      }
    }
    return loss;
  }

  private static double totalVariation(double[] a, double[] b) {
    double sum = 0;
    for (int w = 0; w < a.length; w++) {
      sum += Math.abs(a[w] - b[w]) / 2;
    }
    return sum;
  }

  /** The worst over all signs of errors of this size. */
  private static double worst(
      double[][] table, SimulatedRandomizer simulated, double[] shares, double error) {
    int reports = table[0].length;
    double worst = 0;
    for (int signs = 0; signs < 1 << reports; signs++) {
      double[] errors = new double[reports];
      for (int w = 0; w < reports; w++) {
        errors[w] = (signs >> w & 1) == 1 ? error : -error;
      }
      double[] law = law(table, simulated, shares, errors);
      worst = Math.max(worst, totalVariation(law, truth(table, shares)));
    }
    return worst;
  }

  private static final String[] SPECS = {
    "rr(epsilon=0.5)", "grr(epsilon=1.0,k=5)", "grr(epsilon=2.5,k=4)", "hadamard(epsilon=1.0,k=5)",
  };

  @Test
  void theLawIsWithinItsTotalVariationUnderTheWorstErrorsThatTheToleranceAllows() {
    for (String spec : SPECS) {
      double[][] table = table(spec);
      double[] shares = shares(table.length);
      for (double part : new double[] {0.01, 0.5, 1}) {
        double accuracy = part * Math.exp(-loss(table));
        SimulatedRandomizer simulated = new SimulatedRandomizer(table, accuracy);

        double worst = worst(table, simulated, shares, simulated.tolerance());
        assertTrue(worst <= accuracy * (1 + 1e-9), spec + " " + worst + " " + accuracy);
        assertTrue(worst > accuracy / 10, "the bound is not idle: " + spec + " " + worst);
      }
    }
  }

  @Test
  void withoutErrorsTheLawIsThatOfThePeoplesReports() {
    double[][] table = table("grr(epsilon=2.5,k=4)");
    SimulatedRandomizer simulated = new SimulatedRandomizer(table, 0.05);

    assertEquals(0, worst(table, simulated, shares(4), 0), 1e-12);
  }

  /** The wrong twin: a tolerance that forgets to be divided by sinh(eps). */
  @Test
  void aTwinThatForgetsTheScaleWouldBeCaught() {
    double[][] table = table("grr(epsilon=2.5,k=4)");
    SimulatedRandomizer simulated = new SimulatedRandomizer(table, 0.05);

    assertTrue(worst(table, simulated, shares(4), 0.05) > 0.05);
  }

  @Test
  void functionsAskedAreWithinTheirRange() {
    for (String spec : SPECS) {
      double[][] table = table(spec);
      SimulatedRandomizer simulated = new SimulatedRandomizer(table, 0.01);
      double largest = 0;
      for (int w = 0; w < table[0].length; w++) {
        for (int y = 0; y < table.length; y++) {
          double value = simulated.query(w).applyAsDouble(y);
          largest = Math.max(largest, Math.abs(value));
        }
      }
      assertEquals(1, largest, 1e-12, spec);
    }
  }

  @Test
  void whatIsDrawnHasThatLawInTheStatedNumberOfDraws() {
    double[][] table = table("grr(epsilon=1.0,k=4)");
    double[] shares = shares(4);
    SimulatedRandomizer simulated = new SimulatedRandomizer(table, 0.3);
    double tolerance = simulated.tolerance();
    // Errors by the order of asking, which is not the reports': the same for all.
    double[] errors = {tolerance, tolerance, tolerance, tolerance};
    QueryOracle<ToDoubleFunction<Integer>> oracle = oracle(shares, errors);
    int[] draws = new int[1];
    SimulationSource coins = new SimulationSource(3);
    var counted =
        new RandomSource() {
          @Override
          public long nextLong() {
            draws[0]++;
            return coins.nextLong();
          }
        };
    int trials = 100_000;
    double[] seen = new double[4];
    for (int i = 0; i < trials; i++) {
      seen[simulated.report(oracle, counted)] += 1.0 / trials;
    }

    double[] law = law(table, simulated, shares, errors);
    for (int w = 0; w < 4; w++) {
      assertEquals(law[w], seen[w], 6 * Math.sqrt(law[w] / trials), "report " + w);
    }
    assertTrue(totalVariation(seen, truth(table, shares)) < 0.3);
    // The twin that keeps every draw.
    assertTrue(Math.abs(law[0] - table[0][0]) > 6 * Math.sqrt(law[0] / trials));
    assertTrue(draws[0] / 2.0 / trials <= simulated.expectedDraws());
    assertEquals(0, oracle.left());
  }

  @Test
  void aReportIsThereAfterTheStatedDrawsButForTheStatedProbability() {
    SimulatedRandomizer simulated = new SimulatedRandomizer(table("rr(epsilon=1.0)"), 0.2);
    long draws = simulated.draws(1e-6);

    assertTrue(Math.pow(1 - 1 / simulated.expectedDraws(), draws) <= 1e-6);
    assertTrue(Math.pow(1 - 1 / simulated.expectedDraws(), draws - 1) > 1e-6);
    assertEquals(Math.E * 1.2 / 0.8, simulated.expectedDraws(), 1e-6);
  }

  @Test
  void peopleBehindAnOracleCanBeAnsweredForByTheirOwnQueries() {
    double[][] table = table("rr(epsilon=0.5)");
    SimulatedRandomizer simulated = new SimulatedRandomizer(table, 0.1);
    SampleSize size = new SampleSize(1, 2, simulated.tolerance(), 1e-6);
    List<Integer> people = new ArrayList<>();
    for (int i = 0; i < size.groups(); i++) {
      people.add(i); // who are their own ids; every fourth holds item 0
    }
    SimulationSource coins = new SimulationSource(9);
    PublicHash hash = new PublicHash("people");
    QueryPool<Integer> pool =
        new QueryPool<>(people, hash::word, size, Outside.REFUSE, (person, input) -> coins);
    QueryOracle<ToDoubleFunction<Integer>> oracle =
        new QueryOracle<>() {
          @Override
          public Estimate answerAll(List<ToDoubleFunction<Integer>> queries) {
            List<ToDoubleFunction<Integer>> ofPeople = new ArrayList<>();
            queries.forEach(query -> ofPeople.add(id -> query.applyAsDouble(id % 4 == 0 ? 0 : 1)));
            return pool.answerAll(ofPeople);
          }

          @Override
          public int left() {
            return pool.left();
          }
        };
    double ones = 0;
    for (int i = 0; i < 100_000; i++) {
      ones += simulated.report(oracle, coins) / 1e5;
    }

    double truth = 0.25 * table[0][1] + 0.75 * table[1][1];
    assertEquals(truth, ones, 0.1 + 0.01);
    assertEquals(0, pool.left());
  }

  @Test
  void tablesAreExact() {
    double[][] table = table("grr(epsilon=1.0,k=3)");

    assertEquals(Math.E / (Math.E + 2), table[1][1], 1e-12);
    assertEquals(1 / (Math.E + 2), table[1][2], 1e-12);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 0.37, Double.NaN})
  void anAccuracyThatCannotBeIsRefused(double accuracy) {
    double[][] table = table("rr(epsilon=1.0)");

    assertThrows(IllegalArgumentException.class, () -> new SimulatedRandomizer(table, accuracy));
  }

  @Test
  void whatIsNoTableOfAPrivateRandomizerIsRefused() {
    for (double[][] table :
        new double[][][] {
          {{0.5, 0.6}, {0.5, 0.5}},
          {{0.5, 0.5}, {1, 0}},
          {{0.5, 0.5}, {1}},
          {{0.5, 0.5}, {0.5, 0.5}}
        }) {
      assertThrows(IllegalArgumentException.class, () -> new SimulatedRandomizer(table, 0.01));
    }
  }
}
