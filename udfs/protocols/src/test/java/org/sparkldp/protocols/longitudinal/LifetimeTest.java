package org.sparkldp.protocols.longitudinal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.audit.Tampering;
import org.sparkldp.protocols.random.KeyedBatch;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.ReleaseKey;

/**
 * What all reports of a person cost together: the joint law of the reports of every history,
 * enumerated with exact integers, and what remembering makes of it.
 */
class LifetimeTest {
  private static final double ROUNDING = 1e-12;

  private static MemoizedOracle of(String spec) {
    return (MemoizedOracle) Protocols.of(spec);
  }

  /** All histories of so many days. */
  private static List<int[]> histories(int k, int days) {
    List<int[]> histories = new ArrayList<>();
    for (int code = 0; code < Math.pow(k, days); code++) {
      int[] history = new int[days];
      int rest = code;
      for (int t = 0; t < days; t++) {
        history[t] = rest % k;
        rest /= k;
      }
      histories.add(history);
    }
    return histories;
  }

  /** Which days have one cell, as text: equal for histories of one pattern. */
  private static String pattern(int[] cells) {
    return Arrays.toString(
        Arrays.stream(cells)
            .map(cell -> Arrays.stream(cells).boxed().toList().indexOf(cell))
            .toArray());
  }

  private static Law<String> law(MemoizedOracle oracle, int[] cells) {
    return Law.of(source -> Arrays.toString(oracle.answers(cells, source)));
  }

  /** The largest loss between any two histories under any part, of one pattern or of any. */
  private static double loss(MemoizedOracle oracle, int days, boolean isOfOnePattern) {
    double worst = 0;
    for (int part = 0; part < oracle.shape().parts(); part++) {
      Map<String, Map<String, Law<String>>> laws = new TreeMap<>();
      for (int[] history : histories(oracle.k(), days)) {
        int own = part;
        int[] cells = Arrays.stream(history).map(item -> oracle.cell(own, item)).toArray();
        laws.computeIfAbsent(isOfOnePattern ? pattern(cells) : "", key -> new TreeMap<>())
            .computeIfAbsent(Arrays.toString(cells), key -> law(oracle, cells));
      }
      for (Map<String, Law<String>> alike : laws.values()) {
        alike.values().forEach(law -> assertTrue(law.sumsToOne()));
        worst = Math.max(worst, Law.epsilon(List.copyOf(alike.values())));
      }
    }
    return worst;
  }

  /** Every pair of histories of one pattern, at every number of days. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "loloha(epsilon=2.0,k=3)",
        "loloha(epsilon=0.5,k=4,alpha=0.9)",
        "loloha(epsilon=3.0,k=3,g=3,alpha=0.8)"
      })
  void noHistoriesOfOnePatternDifferByMoreThanTheLifetime(String spec) {
    MemoizedOracle oracle = of(spec);
    double lifetime = oracle.guarantee().exactEpsilon();
    double before = 0;
    for (int days = 1; days <= 3; days++) {
      double now = loss(oracle, days, true);

      assertTrue(now >= before - ROUNDING, "more reports say more");
      assertTrue(now <= lifetime + ROUNDING, spec + " " + days + " " + now);
      before = now;
    }
    assertEquals(oracle.reportEpsilon(), loss(oracle, 1, false), ROUNDING);
  }

  /** The wrong twins: histories of different patterns cost more, as the page says. */
  @Test
  void whatIsOutsideTheGuaranteeIsSeen() {
    MemoizedOracle loloha = of("loloha(epsilon=0.25,k=2)");
    double lifetime = loloha.guarantee().exactEpsilon();

    for (int days = 2; days <= 4; days++) {
      double any = loss(loloha, days, false);
      assertTrue(any > lifetime, days + " " + any);
      assertTrue(any <= days * loloha.patternEpsilon() + ROUNDING);
    }
  }

  /** And a response that is not remembered costs more with every report. */
  @Test
  void freshResponsesCostMoreEveryDay() {
    MemoizedOracle oracle = of("loloha(epsilon=1.0,k=2,alpha=0.9)");
    List<Law<String>> laws = new ArrayList<>();
    for (int cell : new int[] {0, 1}) {
      laws.add(
          Law.of(
              source ->
                  Arrays.toString(
                      new int[] {
                        oracle.answers(new int[] {cell}, source)[0],
                        oracle.answers(new int[] {cell}, source)[0],
                        oracle.answers(new int[] {cell}, source)[0]
                      })));
    }
    assertTrue(Law.epsilon(laws) > oracle.guarantee().exactEpsilon());
    assertTrue(loss(oracle, 3, true) < oracle.guarantee().exactEpsilon());
  }

  // 365 days.

  /** ln P[ones of days show 1 | the cell's permanent response is 1 with probability p]. */
  private static double log(double p, double r, int days, int ones) {
    double one = Math.log(p) + ones * Math.log(r) + (days - ones) * Math.log1p(-r);
    double zero = Math.log1p(-p) + ones * Math.log1p(-r) + (days - ones) * Math.log(r);
    double most = Math.max(one, zero);
    return most + Math.log(Math.exp(one - most) + Math.exp(zero - most));
  }

  /**
   * A year of daily reports, two buckets: of the two days' sets with one bucket each, the ones are
   * a sufficient statistic, and all of them are compared. The loss is at most twice that of one
   * bucket that never changes, and nearly reaches it.
   */
  @ParameterizedTest
  @CsvSource({"1.0,0.5", "2.0,0.5", "4.0,0.25", "4.0,0.5"})
  void aYearCostsTwoPermanentResponses(double epsilon, double alpha) {
    Loloha oracle = Loloha.LOLOHA.of(epsilon, 256, 2, alpha);
    double p = 1 / (1 + Math.exp(-oracle.bucketEpsilon()));
    double r = 1 / (1 + Math.exp(-oracle.patternEpsilon()));
    int days = 365;
    double worst = 0;
    double worstOfOne = 0;
    for (int first = 0; first <= days; first += 73) {
      for (int a = 0; a <= first; a++) {
        for (int b = 0; b <= days - first; b++) {
          double here = log(1 - p, r, first, a) + log(p, r, days - first, b);
          double there = log(p, r, first, a) + log(1 - p, r, days - first, b);
          worst = Math.max(worst, Math.abs(here - there));
          worstOfOne = first == days ? Math.max(worstOfOne, Math.abs(here - there)) : worstOfOne;
        }
      }
    }
    double lifetime = oracle.guarantee().exactEpsilon();

    assertTrue(worst <= lifetime + 1e-9, worst + " above " + lifetime);
    assertTrue(worst > 0.9999 * lifetime, "a year shows nearly all");
    assertTrue(worstOfOne <= oracle.bucketEpsilon() + 1e-9);
    assertEquals(2 * oracle.bucketEpsilon(), lifetime, 1e-9);
  }

  // Remembering.

  private static final ReleaseKey KEY = ReleaseKey.of(new byte[ReleaseKey.LENGTH]);

  private static RandomSource day(int day, long id, int item) {
    return new KeyedRandomness(KEY, "plan\nday=" + day, "plan").open(id, item);
  }

  /** A person's reports are those of one part and of few permanent responses, for a year. */
  @Test
  void aPersonKeepsPartAndPermanentResponses() {
    Loloha oracle = Loloha.LOLOHA.of(6, 8, 2, 0.999); // nearly the permanent responses themselves
    for (long id = 0; id < 20; id++) {
      int[][] seen = new int[2][2];
      int part = oracle.randomize(0, day(0, id, 0)) / 2;
      for (int day = 0; day < 365; day++) {
        int item = day * 5 % 8;
        int report = oracle.randomize(item, day(day, id, item));
        assertEquals(part, report / 2);
        seen[oracle.cell(part, item)][report % 2]++;
      }
      for (int[] ofCell : seen) {
        assertTrue(Math.min(ofCell[0], ofCell[1]) < 0.05 * 365, Arrays.toString(ofCell));
      }
    }
  }

  /** The wrong twin: a memory that knows the day is none. */
  @Test
  void whatIsDrawnAnewEveryDayIsNotRemembered() {
    Loloha oracle = Loloha.LOLOHA.of(6, 8, 2, 0.999);
    int parts = 0;
    for (int day = 0; day < 365; day++) {
      RandomSource forgetful = new KeyedRandomness(KEY, "plan\nday=" + day).open(1, 0);
      parts |= 1 << (oracle.randomize(0, forgetful) / 2);
    }
    assertEquals(0xff, parts);
  }

  /** Two days of many people, keyed, come as often as the joint law says. */
  @ParameterizedTest
  @ValueSource(strings = {"loloha(epsilon=2.0,k=4)"})
  void rememberedReportsHaveTheJointLaw(String spec) {
    MemoizedOracle oracle = of(spec);
    int people = 60_000;
    for (int[] history : new int[][] {{2, 2}, {2, 1}}) {
      Law<List<Integer>> law =
          Law.of(source -> Arrays.stream(oracle.randomize(history, source)).boxed().toList());
      Map<List<Integer>, Integer> seen = new HashMap<>();
      KeyedRandomness[] days = new KeyedRandomness[2];
      Arrays.setAll(days, t -> new KeyedRandomness(KEY, spec + "\n" + t, spec));
      for (long id = 0; id < people; id++) {
        List<Integer> reports = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
          reports.add(oracle.randomize(history[t], days[t].lend(id, history[t])));
        }
        seen.merge(reports, 1, Integer::sum);
      }
      assertTrue(chiSquare(law, seen, people) < limit(law.size()), spec);
      // The wrong twin: reports that are independent.
      Law<List<Integer>> apart =
          Law.of(
              source ->
                  List.of(
                      oracle.randomize(new int[] {history[0]}, source)[0],
                      oracle.randomize(new int[] {history[1]}, source)[0]));
      assertTrue(chiSquare(apart, seen, people) > limit(apart.size()), spec);
    }
  }

  private static double chiSquare(
      Law<List<Integer>> law, Map<List<Integer>, Integer> seen, int people) {
    double[] sum = new double[1];
    law.forEach(
        (reports, p) -> {
          double error = seen.getOrDefault(reports, 0) - p * people;
          sum[0] += error * error / (p * people);
        });
    return sum[0];
  }

  /** Five standard deviations of a chi-square; at fixed keys, so that it never fails by chance. */
  private static double limit(int outcomes) {
    return outcomes + 5 * Math.sqrt(2.0 * outcomes) + 5;
  }

  @Test
  void aSourceAndABatchRememberAlike() {
    KeyedRandomness keyed = new KeyedRandomness(KEY, "plan\nday", "plan");
    Loloha oracle = Loloha.LOLOHA.of(1, 100);
    long[] ids = {5, 6, 7};
    byte[][] names = {{1}, {2, 3}, {}};
    long[] items = {1, 2, 99};
    var batch = new KeyedBatch(keyed, 3);
    batch.open(ids, items, 3);
    for (int i = 0; i < 3; i++) {
      int item = (int) items[i];
      assertEquals(
          oracle.randomize(item, keyed.open(ids[i], item)), oracle.randomize(item, batch.at(i)));
    }
    batch.open(names, items, 3);
    for (int i = 0; i < 3; i++) {
      int item = (int) items[i];
      assertEquals(
          oracle.randomize(item, keyed.open(names[i], item)), oracle.randomize(item, batch.at(i)));
    }
  }

  // The audit.

  @ParameterizedTest
  @ValueSource(strings = {"loloha(epsilon=2.0,k=1000)", "loloha(epsilon=3.0,k=50,g=3)"})
  void theAuditFindsTheLifetime(String spec) {
    MemoizedOracle oracle = of(spec);
    Audit.AuditResult result = Audit.run(oracle, 0, 1);

    assertEquals(
        oracle.guarantee().exactEpsilon(), result.exact().getAsDouble(), 1e-9, result.toString());
    assertFalse(result.isAboveClaim());
    assertTrue(Audit.run(oracle, new Tampering(0.01), 0, 1).isAboveClaim());
  }
}
