package org.sparkldp.published.quantile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Runs;
import org.sparkldp.protocols.quantile.QuantileRound;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** Quantiles by descent: its steps, its averages, and where it does not come to the quantile. */
class DescentTest {
  private static final double CONFIDENCE = 0.9;
  private static final String SGD =
      "median(epsilon=1.0,lower=0.0,upper=1.0,users=20000,rounds=20,method=sgd)";

  private static QuantileRound round(String spec) {
    return (QuantileRound) Protocols.of(spec);
  }

  /** The next round after this many people below and above the point. */
  private static QuantileRound next(QuantileRound round, long... cells) {
    return (QuantileRound) round.next(reports(round, cells));
  }

  private static Accumulator<Integer> reports(QuantileRound round, long... cells) {
    Accumulator<Integer> reports = round.newAccumulator();
    for (int i = 0; i < cells.length; i++) {
      reports.add(i, cells[i]);
    }
    return reports;
  }

  /** Squares of uniform numbers: p-quantile p². */
  private static double skewed(RandomSource source) {
    double unit = People.unit(source);
    return unit * unit;
  }

  /** The share below, of people who report at epsilon 1. */
  private static double share(double below, double above) {
    double q = 1 / (1 + Math.E);
    return (below / (below + above) - q) / (1 - 2 * q);
  }

  /** F = 0.6 at 1/2, no noise: g = 0.2, η = 1/(√2 G), G² = 1 + (c² − 1)/1000. */
  @Test
  void descentTakesTheStatedStep() {
    double q = 1 / (Math.E + 1);
    double below = q + 0.6 * (1 - 2 * q);
    long at = Math.round(below * 1_000_000);
    QuantileRound second = next(round(SGD), at, 1_000_000 - at);

    double c = 1 / (1 - 2 * q);
    double step = 1 / Math.sqrt(2 * (1 + (c * c - 1) / 1000));
    assertEquals(0.5 - 0.2 * step, second.place(0), 1e-5);
    assertEquals(2, second.round());
  }

  @Test
  void descentStaysInTheRange() {
    QuantileRound round = round(SGD);
    for (int i = 0; i < 4; i++) {
      round = next(round, 0, 1000); // everybody reports "above"; debiased it is more than everybody
    }

    assertEquals(1, round.place(0), 0);
  }

  @Test
  void descentFindsTheMedianToo() {
    Runs trials = Runs.of(SGD, 20_000, 100, DescentTest::skewed);

    assertEquals(100, trials.answered());
    assertEquals(1, trials.rmse(0.25) / trials.stated(), 0.6); // rough, as documented
    assertTrue(trials.coverage(0.25) > 0.7, () -> "" + trials.coverage(0.25));
    assertFalse(trials.coverage(0.5) > 0.5);
  }

  /** A range 2,000 times as wide as the values: steps that suit the range never settle. */
  @Test
  void inARangeThatIsFarTooWideDescentDoesNotFindTheMedian() {
    String wide = "median(epsilon=1.0,lower=-1000,upper=1000,users=40000,method=sgd)";
    double error = Runs.of(wide, 40_000, 20, DescentTest::skewed).rmse(0.25);

    assertTrue(error > 1, () -> "" + error);
  }

  @ParameterizedTest
  @CsvSource({"0.4, 1.0, lower", "0.0, 0.1, upper"})
  void aQuantileBeyondTheRangeIsSaidToBe(double lower, double upper, String end) {
    String range = "lower=" + lower + ",upper=" + upper;
    String spec = "median(epsilon=1.0," + range + ",users=20000,method=sgd,outside=clip)";
    Runs trials = Runs.of(spec, 20_000, 10, DescentTest::skewed);

    int noted = 0;
    for (Estimate.Row row : trials.rows()) {
      noted += row.note().contains("beyond") || row.note().contains(end + " end") ? 1 : 0;
    }
    assertTrue(noted >= 9, trials::toString);
  }

  @Test
  void aRoundWithoutReportsHasNoNext() {
    QuantileRound sgd = round(SGD);
    assertThrows(IllegalArgumentException.class, () -> sgd.next(sgd.newAccumulator()));
  }

  /**
   * θ_{t+1} = [θ_t − η_t g]; averages of the later half, and V = Σ s² (A_s − A_S)²/S² from the
   * averages themselves.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", ",users=3000"})
  void descentStepsAndAveragesByItsFormulas(String users) {
    double p = 0.3;
    QuantileRound round =
        round("quantile(p=0.3,epsilon=1.0,lower=-20,upper=300,rounds=12,method=sgd" + users + ")");
    double c = (Math.E + 1) / (Math.E - 1);
    double square = 4 * 0.7 * 0.7 + (users.isEmpty() ? 0 : (c * c - 1) / 250); // 250 people a round
    SimulationSource source = new SimulationSource(5);
    double theta = 0.5;
    List<Double> averages = new ArrayList<>();
    double sum = 0;
    for (int t = 1; t <= 12; t++) {
      long[] cells = {30 + (int) (40 * People.unit(source)), 70};
      Estimate.Row row = round.estimate(reports(round, cells), CONFIDENCE).rows().get(0);
      double share = share(cells[0], cells[1]);
      double step = 1 / (Math.sqrt(2) * Math.sqrt(square) * Math.sqrt(t));
      assertEquals(theta, round.place(0), 1e-9);
      theta = Math.max(0, Math.min(1, theta - step * 2 * (share - p)));
      if (t > 6) {
        sum += theta;
        averages.add(sum / (t - 6));
      }
      int s = averages.size();
      if (s < 2) {
        assertTrue(row.note().contains("first half"), row.note());
        assertEquals(-20, row.lower());
        assertEquals(300, row.upper());
      } else {
        double average = averages.get(s - 1);
        double v = 0;
        for (int i = 1; i <= s; i++) {
          v += i * i * Math.pow(averages.get(i - 1) - average, 2) / (s * s);
        }
        double half = RandomScaling.quantile(CONFIDENCE) * Math.sqrt(v / s);
        assertEquals(-20 + 320 * average, row.estimate(), 1e-4);
        assertEquals(Math.sqrt(6 * v / s) * 320, row.standardError(), 1e-4);
        assertEquals(-20 + 320 * Math.max(0, average - half), row.lower(), 1e-4);
        assertEquals(-20 + 320 * Math.min(1, average + half), row.upper(), 1e-4);
        assertTrue(v > 0);
      }
      if (t < 12) {
        round = (QuantileRound) round.next(reports(round, cells));
      }
    }
  }

  /** At an end there is no estimate, and the average so far is the other end of the interval. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void descentAtAnEndOfTheRangeSaysSo(boolean lower) {
    QuantileRound round = round("median(epsilon=1.0,lower=-20,upper=300,rounds=4,method=sgd)");
    long[] cells = {lower ? 100 : 0, lower ? 0 : 100};
    while (round.round() < 4) {
      round = (QuantileRound) round.next(reports(round, cells));
    }
    Estimate.Row row = round.estimate(reports(round, cells)).rows().get(0);

    assertTrue(Double.isNaN(row.estimate()));
    assertTrue(row.note().contains(lower ? "below the lower end" : "above the upper end"));
    assertEquals(-20, lower ? row.lower() : -20);
    assertEquals(300, lower ? 300 : row.upper());
    assertEquals(lower ? -20 : 300, lower ? row.upper() : row.lower(), 1e-9); // both steps there
  }

  @Test
  void oneReportIsEnoughForAStep() {
    QuantileRound round = round("median(epsilon=1.0,lower=0,upper=1,rounds=4,method=sgd)");

    assertEquals(2, ((QuantileRound) round.next(reports(round, 1, 0))).round());
  }
}
