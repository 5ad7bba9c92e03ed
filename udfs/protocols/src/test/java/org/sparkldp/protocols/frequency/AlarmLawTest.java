package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Alarm;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.statistics.Dense;

/** What the alarms take for granted of honest reports, and how often these raise them: exactly. */
class AlarmLawTest {

  private static <R> Law<R> law(FrequencyOracle<R> oracle, int item) {
    return Law.of(source -> oracle.randomizer().randomize(item, source));
  }

  /** Residuals have mean 0 whoever reports, and the sizes that the bound has. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hadamard(epsilon=1,k=3)",
        "hadamard(epsilon=1,k=6,blocks=2)",
        "olh(epsilon=1,k=4)",
        "olh(epsilon=2,k=5,g=3)",
        "pgr(epsilon=1,k=12)",
        "pgr(epsilon=1,k=20)"
      })
  void residualsOfCellsAreWhatTheBoundHas(String spec) {
    @SuppressWarnings("unchecked") // oracles of cells
    FrequencyOracle<Integer> oracle = (FrequencyOracle<Integer>) Protocols.of(spec);
    CellAlarm.Laws known = ((CellAlarm) oracle.alarm().orElseThrow()).laws();
    double spread = 0;
    double likeliest = 0;
    for (int item = 0; item < oracle.k(); item++) {
      double[] mean = new double[oracle.layout().width()];
      double[] most = new double[2]; // E|ξ|², the largest probability
      law(oracle, item)
          .forEach(
              (cell, p) -> {
                double[] residual = known.residual(cell);
                for (int r = 0; r < mean.length; r++) {
                  mean[r] += p * residual[r];
                }
                most[0] += p * Dense.dot(residual, residual);
                most[1] = Math.max(most[1], p);
              });
      for (double one : mean) {
        assertEquals(0, one, 1e-12, spec);
      }
      spread = Math.max(spread, most[0]);
      likeliest = Math.max(likeliest, most[1]);
    }
    double reach = 0;
    for (int cell = 0; cell < oracle.layout().width(); cell++) {
      double[] residual = known.residual(cell);
      reach = Math.max(reach, Math.sqrt(Dense.dot(residual, residual)));
      assertEquals(Dense.dot(residual, residual), known.square(cell), 1e-12);
    }
    assertEquals(spread, known.spread, 1e-12);
    assertEquals(likeliest, known.likeliest, 1e-12);
    assertEquals(reach, known.reach, 1e-12);
    assertTrue(known.spread > 0.01, "no test of nothing: " + known.spread);
  }

  /** Pairs have mean 0 whoever reports, and the number of ones has one law. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sue(epsilon=1,k=4)",
        "oue(epsilon=1,k=4)",
        "oue(epsilon=3,k=3)",
        "subset(epsilon=1,k=4,size=2)",
        "subset(epsilon=1,k=6,size=3)"
      })
  void pairsAndOnesHaveTheMomentsOfTheBound(String spec) {
    @SuppressWarnings("unchecked") // reports are bits
    FrequencyOracle<byte[]> oracle = (FrequencyOracle<byte[]>) Protocols.of(spec);
    PairAlarm<byte[]> alarm = (PairAlarm<byte[]>) oracle.alarm().orElseThrow();
    for (int item = 0; item < oracle.k(); item++) {
      Law<byte[]> law = law(oracle, item);
      for (int u = 0; u < oracle.k(); u++) {
        for (int v = 0; v < u; v++) {
          int one = u;
          int other = v;
          double mean =
              law.mean(
                  bits -> alarm.residual(PackedBits.get(bits, one), PackedBits.get(bits, other)));
          assertEquals(0, mean, 1e-12, spec + " " + u + ", " + v + " of " + item);
        }
      }
      double[] ones = new double[alarm.ones().length];
      law.forEach((bits, p) -> ones[PackedBits.ones(bits)] += p);
      for (int s = 0; s < ones.length; s++) {
        assertEquals(ones[s], alarm.ones()[s], 1e-12, spec);
      }
    }
  }

  /**
   * Of all that some people can report: whatever they hold, evidence as strong as a chance has at
   * most that probability, at the level of the alarm and at every other. In the wrong twin all
   * people send one report.
   */
  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hadamard(epsilon=1,k=2)      | 70",
        "oue(epsilon=1,k=2)           | 50",
        "sue(epsilon=1,k=2)           | 50",
        "subset(epsilon=1,k=4,size=2) | 24",
        "rappor(epsilon=1,k=2,bits=2,hashes=1,cohorts=2) | 12"
      })
  void falseAlarmsAreNoMoreThanStated(String spec, int people) {
    FrequencyOracle<?> oracle = (FrequencyOracle<?>) Protocols.of(spec);
    for (int[] held : populations(oracle.k(), people)) {
      Outcome honest = outcome(oracle, held, 0);
      assertTrue(honest.excess() <= 1, spec + " " + Arrays.toString(held) + ": " + honest);
      assertTrue(honest.least() < 0.2, "the bound must be put to use: " + honest);
    }
    Outcome fake = outcome(oracle, populations(oracle.k(), people).get(0), people);
    assertTrue(fake.excess() > 1, "the twin passes: " + fake);
  }

  /** All hold one item; two items are held by halves; all items alike. */
  private static List<int[]> populations(int k, int people) {
    int[] one = new int[people];
    int[] halves = new int[people];
    int[] all = new int[people];
    Arrays.setAll(halves, i -> i % 2);
    Arrays.setAll(all, i -> i % k);
    return List.of(one, halves, all);
  }

  /**
   * Of the exact law of the chances that an alarm finds.
   *
   * @param excess the largest ratio of P[chance at most x] to x, over all x
   * @param least the smallest chance
   */
  private record Outcome(double excess, double least) {}

  /**
   * @param fakes people who send one report, instead of their own
   */
  private static <R> Outcome outcome(FrequencyOracle<R> oracle, int[] held, int fakes) {
    List<R> reports = new ArrayList<>();
    List<double[]> laws = new ArrayList<>();
    Map<String, Integer> numbers = new HashMap<>();
    for (int item = 0; item < oracle.k(); item++) {
      double[] law = new double[1 << 8];
      law(oracle, item)
          .forEach(
              (report, p) -> {
                String name = report instanceof byte[] bits ? Arrays.toString(bits) : "" + report;
                if (numbers.putIfAbsent(name, numbers.size()) == null) {
                  reports.add(report);
                }
                law[numbers.get(name)] += p;
              });
      laws.add(law);
    }
    Map<Long, Double> histograms = Map.of(0L, 1.0);
    double[] fake = new double[1 << 8];
    fake[reports.size() - 1] = 1;
    for (int i = 0; i < held.length; i++) {
      double[] law = i < fakes ? fake : laws.get(held[i]);
      Map<Long, Double> next = new HashMap<>();
      histograms.forEach(
          (histogram, p) -> {
            for (int r = 0; r < reports.size(); r++) {
              next.merge(histogram + (1L << (8 * r)), p * law[r], Double::sum);
            }
          });
      histograms = next;
    }
    Alarm<R> alarm = oracle.alarm().orElseThrow();
    TreeMap<Double, Double> byChance = new TreeMap<>();
    histograms.forEach(
        (histogram, p) -> {
          Accumulator<R> evidence = new Accumulator<>(oracle.spec(), "", alarm.evidence());
          for (int r = 0; r < reports.size(); r++) {
            evidence.add(reports.get(r), histogram >>> (8 * r) & 0xff);
          }
          byChance.merge(alarm.find(evidence).chance(), p, Double::sum);
        });
    double sum = 0;
    double excess = 0;
    for (Map.Entry<Double, Double> entry : byChance.entrySet()) {
      sum += entry.getValue();
      excess = Math.max(excess, sum / entry.getKey() * (1 - 1e-9));
    }
    return new Outcome(excess, byChance.firstKey());
  }
}
