package org.sparkldp.protocols.words;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.frequency.ProjectiveGeometryResponse;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.statistics.StandardNormal;

/** Frequent words are found, false ones hardly ever listed, and counts are right on the average. */
@Tag("slow")
class WordsRoundTest {
  private static final String SPEC = "words(epsilon=4,length=2,users=20000)";

  private static WordsRound first(String spec) {
    return (WordsRound) Protocols.of(spec);
  }

  private static int item(WordsRound round, String word) {
    return round.item(word.getBytes(StandardCharsets.UTF_8));
  }

  /** The last round and its reports. */
  private record End(WordsRound round, Accumulator<Integer> reports) {
    Estimate listed() {
      return round.listed(reports, 0.95);
    }

    double estimate(String word) {
      return round.estimate(reports).rows().get(item(round, word)).estimate();
    }
  }

  /** All rounds, of people who hold these words. */
  private static End course(WordsRound first, Map<String, Integer> people, long seed) {
    RandomSource source = new SimulationSource(seed);
    WordsRound round = first;
    while (true) {
      Accumulator<Integer> reports = round.newAccumulator("plan");
      RandomSource rounds = new SimulationSource(~seed); // the same for each round
      for (Map.Entry<String, Integer> word : people.entrySet()) {
        int item = item(round, word.getKey());
        for (int i = 0; i < word.getValue(); i++) {
          if (first.roundOf(rounds.nextLong()) == round.round()) {
            reports.add(round.randomize(item, source));
          }
        }
      }
      if (round.round() == round.rounds()) {
        return new End(round, reports);
      }
      round = RoundWalk.next(round, reports);
    }
  }

  /** One frequent word each 1,500 people, the rest one each. */
  private static Map<String, Integer> people(int frequent, int each, int all) {
    Map<String, Integer> people = new TreeMap<>();
    for (int i = 0; i < frequent; i++) {
      people.put((char) ('A' + i) + "" + (char) ('z' - i), each);
    }
    int left = all - frequent * each;
    for (int i = 0; left > 0; i++, left--) {
      people.merge((char) (' ' + i % 90) + "" + (char) ('!' + i / 90 % 90), 1, Integer::sum);
    }
    return people;
  }

  @Test
  void wordsThatManyHoldAreFoundAndNoOthers() {
    WordsRound first = first(SPEC);
    double reach = first.design().reach();
    assertTrue(reach < 1500, first.design().toString());
    Map<String, Integer> people = people(6, 1500, 20_000);
    Estimate listed = course(first, people, 1).listed();

    assertEquals(20_000, listed.n());
    assertEquals(
        List.of("Az", "By", "Cx", "Dw", "Ev", "Fu"),
        listed.rows().stream().map(Estimate.Row::item).sorted().toList());
    for (Estimate.Row row : listed.rows()) {
      assertEquals(1501, row.estimate(), 5 * row.standardError());
      assertTrue(row.lower() < row.estimate() && row.estimate() < row.upper());
    }
    assertArrayEquals(
        listed.rows().stream().mapToDouble(row -> -row.estimate()).sorted().toArray(),
        listed.rows().stream().mapToDouble(row -> -row.estimate()).toArray());
  }

  /** The promise of the design, in its worst case: all words are only just frequent enough. */
  @Test
  void aWordThatReachPeopleHoldIsFoundWhateverTheOthersHold() {
    WordsRound first = first(SPEC);
    int reach = (int) Math.ceil(first.design().reach());
    long found = 0;
    int words = 0;
    int trials = 30;
    Map<String, Integer> people = people(20_000 / reach, reach, 20_000);
    for (int trial = 0; trial < trials; trial++) {
      Estimate listed = course(first, people, 100 + trial).listed();
      found +=
          listed.rows().stream().filter(row -> people.getOrDefault(row.item(), 0) >= reach).count();
      words += 20_000 / reach;
    }
    // 95 % at least; by chance 5 standard deviations of independent words fewer.
    double least = WordsDesign.FOUND * words - 5 * Math.sqrt(0.05 * 0.95 * words);
    assertTrue(found >= least, found + " of " + words);
    assertTrue(words >= 10 * trials, "many words: " + words);
  }

  /** All rounds, of people with one of two identifiers. */
  @Test
  void identifiersAreFound() {
    WordsRound round = first("words(epsilon=6,encoding=identifier,users=6000)");
    RandomSource source = new SimulationSource(6);
    while (true) {
      Accumulator<Integer> reports = round.newAccumulator();
      for (int i = 0; i < 6000 * round.design().rounds().get(round.round() - 1).share(); i++) {
        reports.add(round.randomize(round.item(i % 2 == 0 ? 42L : -7_000_000_000_000L), source));
      }
      if (round.round() == round.rounds()) {
        assertEquals(
            List.of("-7000000000000", "42"),
            round.listed(reports, 0.95).rows().stream().map(Estimate.Row::item).sorted().toList());
        return;
      }
      round = RoundWalk.next(round, reports);
    }
  }

  /** The threshold is the least with that tail, by the law of supports. */
  @Test
  void theThresholdIsThatOfTheBinomialLaw() {
    for (String spec : List.of(SPEC, SPEC.replace("users", "false_alarm=0.5,users"))) {
      WordsRound round = first(spec);
      double q = ProjectiveGeometryResponse.DECLARATION.of(4, round.other() + 1).support().q();
      for (int n : new int[] {1, 100, 5000}) {
        long t = round.threshold(n);
        BinomialDistribution law = BinomialDistribution.of(n, q);
        double tail = round.falseAlarm() / round.other();
        assertTrue(t > n || law.survivalProbability((int) t - 1) <= tail * (1 + 1e-6));
        assertTrue(law.survivalProbability((int) t - 2) > tail * (1 - 1e-6));
      }
    }
  }

  /**
   * All hold one word; how often any other is listed. The twin is a threshold that does not know
   * how many candidates there are.
   */
  @Test
  void falseWordsAreAsRareAsIsStated() {
    WordsRound first =
        first("words(epsilon=2,length=3,alphabet=abc,users=3000,false_alarm=0.3,rounds=2,kept=4)");
    int trials = 1500;
    int wrong = 0;
    int byTwin = 0;
    for (int trial = 0; trial < trials; trial++) {
      End end = course(first, Map.of("abc", 3000), trial);
      wrong += end.listed().rows().stream().anyMatch(row -> !row.item().equals("abc")) ? 1 : 0;
      WordsRound round = end.round();
      Estimate all = round.estimate(end.reports());
      double scale = (double) all.n() / end.reports().n();
      double deviation = all.rows().get(round.other()).standardError();
      assertTrue(scale > 1);
      double once = StandardNormal.upperQuantile(0.3) * deviation;
      for (int item = 0; item < round.other(); item++) {
        if (round.word(item).isPresent()
            && item != item(round, "abc")
            && all.rows().get(item).estimate() > once) {
          byTwin++;
          break;
        }
      }
    }
    double most = 0.3 * trials + 5 * Math.sqrt(0.3 * 0.7 * trials);
    assertTrue(wrong <= most, wrong + " of " + trials);
    assertTrue(wrong > 0.05 * trials, wrong + ": the bound is not empty");
    assertTrue(byTwin > most, byTwin + " by the twin");
  }

  /** Of the last round, scaled up to all; the twin forgets that a round is a part of the people. */
  @Test
  void countsOfTheLastRoundAreUnbiasedAndErrAsTheyClaim() {
    WordsRound first = first("words(epsilon=3,length=3,alphabet=ab,users=2000,rounds=2,kept=4)");
    Map<String, Integer> people =
        new TreeMap<>(Map.of("aba", 900, "bb", 700, "a", 300, "bab", 100));
    int trials = 1500;
    double sum = 0;
    double squares = 0;
    double claimed = 0;
    double unscaled = 0;
    int covered = 0;
    for (int trial = 0; trial < trials; trial++) {
      End end = course(first, people, 10_000 + trial);
      Estimate.Row row = end.round().estimate(end.reports()).rows().get(item(end.round(), "bb"));
      sum += row.estimate() - 700;
      squares += (row.estimate() - 700) * (row.estimate() - 700);
      claimed += row.standardError() * row.standardError();
      unscaled += row.estimate() * end.reports().n() / 2000 - 700;
      covered += row.lower() <= 700 && 700 <= row.upper() ? 1 : 0;
    }
    double error = Math.sqrt(squares / trials);
    assertEquals(0, sum / trials, 5 * error / Math.sqrt(trials));
    assertTrue(Math.abs(unscaled / trials) > 5 * error / Math.sqrt(trials));
    // The stated variance is at most a little too large: it leaves out h²/N of the sample's.
    double ratio = squares / claimed;
    assertTrue(ratio > 0.6 && ratio < 1.2, "ratio " + ratio);
    assertTrue(covered >= 0.93 * trials, covered + " of " + trials);
  }

  /** Given that it is listed; the usual interval is the twin. */
  @Test
  void anIntervalCoversAmongTheTimesThatItsWordIsListed() {
    double[] uniform = new double[40_000];
    RandomSource source = new SimulationSource(5);
    Arrays.setAll(uniform, i -> ((source.nextLong() >>> 11) + 0.5) * 0x1p-53);
    SelectedInterval interval = new SelectedInterval(5, 1, 0.02, 0);
    double worstUsual = 1;
    for (double h : new double[] {2, 3, 4, 5, 6, 9}) {
      double deviation = interval.deviation(h);
      double above = StandardNormal.survival((5 - h) / deviation);
      int covered = 0;
      int usual = 0;
      for (double u : uniform) {
        double x = h + deviation * StandardNormal.upperQuantile(u * above); // given x >= 5
        covered += interval.lower(x, 0.95) <= h && h <= interval.upper(x, 0.95) ? 1 : 0;
        usual += Math.abs(x - h) <= 1.96 * deviation ? 1 : 0;
      }
      double share = (double) covered / uniform.length;
      assertTrue(share >= 0.945, h + ": " + share);
      assertTrue(share <= 0.98, h + ": " + share);
      worstUsual = Math.min(worstUsual, (double) usual / uniform.length);
    }
    assertTrue(worstUsual < 0.1, "usual " + worstUsual);
    // Far above the threshold it is the usual one.
    assertEquals(40 - 1.96 * interval.deviation(40), interval.lower(40, 0.95), 0.1);
    assertEquals(40 + 1.96 * interval.deviation(40), interval.upper(40, 0.95), 0.1);
    assertEquals(0, interval.lower(5, 0.95));
  }

  /**
   * The same by the exact law of supports, for last rounds of few people; the twin takes supports
   * for any numbers.
   */
  @Test
  void anIntervalKnowsThatSupportsAreWholeNumbers() {
    double worst = 1;
    double worstTwin = 1;
    for (double q : new double[] {0.2689, 0.018}) {
      double p = 0.5;
      for (int n : new int[] {300, 500, 2000}) {
        BinomialDistribution nobodys = BinomialDistribution.of(n, q);
        int threshold = (int) (n * q);
        while (nobodys.survivalProbability(threshold - 1) > 0.05 / 512) {
          threshold++;
        }
        double unit = 1 / (p - q);
        double from = (threshold - n * q) * unit;
        double base = n * q * (1 - q) * unit * unit;
        double slope = (p * (1 - p) - q * (1 - q)) * unit * unit;
        SelectedInterval interval = new SelectedInterval(from, base, slope, unit);
        SelectedInterval twin = new SelectedInterval(from, base, slope, 0);
        for (double times : new double[] {0.7, 1.02, 1.1, 1.2, 1.5, 2}) {
          int h = (int) Math.round(times * from);
          double[] law = supports(h, p, n - h, q);
          double listed = Arrays.stream(law, threshold, n + 1).sum();
          double covered = 0;
          double coveredByTwin = 0;
          for (int s = threshold; s <= n; s++) {
            double x = (s - n * q) * unit;
            covered += holds(interval, x, h) ? law[s] / listed : 0;
            coveredByTwin += holds(twin, x, h) ? law[s] / listed : 0;
          }
          worst = Math.min(worst, covered);
          worstTwin = Math.min(worstTwin, coveredByTwin);
        }
      }
    }
    assertTrue(worst >= 0.95, "" + worst);
    assertTrue(worstTwin < 0.8, "" + worstTwin);
  }

  private static boolean holds(SelectedInterval interval, double x, double h) {
    return interval.lower(x, 0.95) <= h && h <= interval.upper(x, 0.95);
  }

  /** The law of the supports of a word by its holders and the others. */
  private static double[] supports(int holders, double p, int others, double q) {
    BinomialDistribution own = BinomialDistribution.of(holders, p);
    BinomialDistribution rest = BinomialDistribution.of(others, q);
    double[] law = new double[holders + others + 1];
    for (int i = 0; i <= holders; i++) {
      for (int j = 0; j <= others; j++) {
        law[i + j] += own.probability(i) * rest.probability(j);
      }
    }
    return law;
  }

  @Test
  void aWordIsACandidateOrOtherOrNone() {
    WordsRound first = first(SPEC);
    WordsRound last = course(first, people(6, 1500, 20_000), 2).round();

    assertTrue(item(first, "Az") >= 0 && item(first, "Az") < first.other());
    assertEquals(-1, item(first, "Azz"));
    assertEquals("Az", last.word(item(last, "Az")).get());
    assertEquals(last.other(), item(last, "\u0001\u0002"));
    assertEquals(-1, item(last, "a\0"));
    assertTrue(last.word(last.other()).isEmpty());
    assertTrue(first.word(0).isEmpty(), "beginnings are no words");
    assertEquals(first.k() - 1, first.other());
  }

  /** Beginnings that somebody surely holds, as bits; the empty word has a name. */
  @Test
  void earlierRoundsListBeginnings() {
    WordsRound first = first("words(epsilon=3,length=3,alphabet=ab,users=3000,rounds=2,kept=4)");
    Accumulator<Integer> reports = first.newAccumulator();
    RandomSource source = new SimulationSource(3);
    for (int i = 0; i < 3000; i++) {
      reports.add(first.randomize(item(first, "aba"), source)); // 16, 10000 of five bits
    }
    String bits = "10000".substring(0, first.design().rounds().get(0).bits());

    assertEquals(bits + "...", first.listed(reports, 0.95).rows().get(0).item());
    assertEquals(1, first.listed(reports, 0.95).rows().size());
    assertEquals("(empty)", course(first, Map.of("", 3000), 4).listed().rows().get(0).item());
  }

  /** A state is a few numbers, however many reports made it, and names plan and question. */
  @Test
  void aStateNamesPlanAndQuestionAndDoesNotGrow() {
    WordsRound first = first(SPEC);
    Accumulator<Integer> few = first.newAccumulator("plan");
    few.add(0, 100);
    Accumulator<Integer> many = first.newAccumulator("plan");
    many.add(0, 1_000_000_000);
    RoundState state = RoundState.decode(Attached.of(RoundWalk.next(first, few)));

    assertTrue(
        Math.abs(
                Attached.of(RoundWalk.next(first, few)).length
                    - Attached.of(RoundWalk.next(first, many)).length)
            < 8);
    assertTrue(Attached.of(RoundWalk.next(first, few)).length < 16 * first.design().kept() + 300);
    assertEquals("plan", Protocols.readForMerging(state.accumulators().get(0)).context());
    assertEquals(first.spec(), Protocols.readForMerging(state.accumulators().get(0)).spec());
    assertEquals(first.next(few), Protocols.of(first.next(few).spec(), state.encode()));

    WordsRound other = first(SPEC.replace("20000", "30000"));
    ProtocolSpec mixed = other.spec().with("state", state.fingerprint());
    assertThrows(IllegalArgumentException.class, () -> Protocols.of(mixed, state.encode()));
  }

  @Test
  void aRoundThatCannotFollowIsRefused() {
    WordsRound first = first("words(epsilon=3,length=3,alphabet=ab,users=3000,rounds=2,kept=4)");
    Accumulator<Integer> reports = first.newAccumulator();
    IllegalArgumentException none =
        assertThrows(IllegalArgumentException.class, () -> first.next(reports));
    assertTrue(none.getMessage().contains("before the next begins"), none.getMessage());
    End end = course(first, Map.of("a", 3000), 1);
    assertThrows(IllegalArgumentException.class, () -> end.round().next(end.reports()));
    assertThrows(IllegalArgumentException.class, () -> first.listed(end.reports(), 0.95));
    assertFalse(end.estimate("a") < 2000);
  }
}
