package org.sparkldp.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.random.SimulationSource;

class ObjectiveTest {
  @Test
  void gradient_agreesWithFiniteDifferences_underAnyPrior() {
    int n = 6;
    int m = 4 * n;
    SimulationSource source = new SimulationSource(1);
    double[] laws = new double[n * m];
    for (int i = 0; i < laws.length; i++) {
      laws[i] = (1 + (source.nextLong() >>> 11) * 0x1p-53) / m;
    }
    Objective objective = new Objective(Algebra.current(), Grams.prefix(n), n);
    objective.prior(new double[] {0.5, 1.5, 1, 1, 0.25, 1.75});
    double[] gradient = new double[laws.length];
    objective.value(laws, m);
    objective.gradient(laws, gradient);
    for (int i = 0; i < gradient.length; i += 5) {
      assertEquals(gradient[i], slope(objective, laws, i), 1e-5 * (1 + Math.abs(gradient[i])));
    }
  }

  private static double slope(Objective objective, double[] laws, int i) {
    double step = 1e-7;
    double[] moved = laws.clone();
    moved[i] += step;
    double up = objective.value(moved, 24);
    moved[i] -= 2 * step;
    return (up - objective.value(moved, 24)) / (2 * step);
  }
}
