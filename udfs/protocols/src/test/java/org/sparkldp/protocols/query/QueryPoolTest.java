package org.sparkldp.protocols.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.protocols.random.SimulationSource;

class QueryPoolTest {
  private static final SampleSize SIZE = new SampleSize(1, 4, 0.3, 0.05);

  private record Person(long id, double value) {}

  /** Sorted by value, which the pool's order must undo. */
  private static List<Person> people(int n) {
    List<Person> people = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      people.add(new Person(i, 2.0 * i / (n - 1) - 1));
    }
    return people;
  }

  private static QueryPool<Person> pool(List<Person> people, QueryPool.Coins<Person> coins) {
    PublicHash hash = new PublicHash("pool");
    return new QueryPool<>(people, p -> hash.word(p.id), SIZE, Outside.REFUSE, coins);
  }

  private static QueryPool.Coins<Person> simulated(long seed) {
    SimulationSource source = new SimulationSource(seed);
    return (person, input) -> source;
  }

  @Test
  void aLaterQueryMayUseAnEarlierAnswerAndEachIsRightToItsTolerance() {
    QueryPool<Person> pool = pool(people((int) SIZE.groups()), simulated(5));
    assertEquals(4, pool.left());

    // Where is the median? Each question is about the half that the last answer left.
    double from = -1;
    double to = 1;
    for (int i = 0; i < 3; i++) {
      double middle = (from + to) / 2;
      Estimate.Row answer = pool.answer(p -> p.value < middle ? 1 : -1);
      assertEquals(middle, answer.estimate(), 0.3); // P[value < m] = (m + 1)/2
      assertEquals(Integer.toString(i), answer.item());
      assertTrue(answer.lower() < answer.estimate() && answer.standardError() > 0);
      if (answer.estimate() < 0) {
        from = middle;
      } else {
        to = middle;
      }
    }
    assertEquals(1, pool.left());
  }

  @Test
  void fewerPeopleThanQueriesAreAskedInWholeBlocksAndNeverTwice() {
    Set<Long> asked = new TreeSet<>();
    SimulationSource source = new SimulationSource(2);
    int each = (int) SIZE.perQuery();
    QueryPool<Person> pool =
        pool(
            people(4 * each - 1),
            (person, input) -> {
              assertTrue(asked.add(person.id), "somebody answers twice");
              return source;
            });

    assertEquals(3, pool.left());
    assertEquals("0", pool.answer(Person::value).item());
    assertEquals(2, pool.left());
    Estimate both = pool.answerAll(List.of(Person::value, p -> -p.value));
    assertEquals(List.of("1", "2"), both.rows().stream().map(Estimate.Row::item).toList());
    assertEquals(2L * each, both.n());
    assertEquals(3 * each, asked.size());
    assertEquals(0, pool.left());
    assertThrows(PoolSpentException.class, () -> pool.answer(Person::value));
    assertEquals(3 * each, asked.size());
  }

  @Test
  void aSpentPoolRefusesAndAsksNobody() {
    Set<Long> asked = new TreeSet<>();
    SimulationSource source = new SimulationSource(1);
    QueryPool<Person> pool =
        pool(
            people((int) SIZE.groups() + 1000),
            (person, input) -> {
              assertTrue(asked.add(person.id), "somebody answers twice");
              return source;
            });
    ToDoubleFunction<Person> mean = p -> p.value;
    pool.answerAll(List.of(mean, mean, mean));
    assertEquals(3 * SIZE.perQuery(), asked.size());

    PoolSpentException refusal =
        assertThrows(PoolSpentException.class, () -> pool.answerAll(List.of(mean, mean)));
    assertTrue(refusal.getMessage().contains("blocks left: 1"), refusal.getMessage());
    assertEquals(3 * SIZE.perQuery(), asked.size());
    pool.answer(mean);
    assertEquals(0, pool.left()); // as many as were promised, though people are left
    assertThrows(PoolSpentException.class, () -> pool.answer(mean));
    assertEquals(SIZE.groups(), asked.size());
  }

  @Test
  void tooFewPeopleAnswerFewerQueries() {
    assertEquals(0, pool(people((int) SIZE.perQuery() - 1), simulated(1)).left());
    assertEquals(1, pool(people((int) SIZE.perQuery() + 1), simulated(1)).left());
  }

  @Test
  void keyedCoinsGiveTheSameAnswersWhateverTheOrderOfPeople() {
    KeyedRandomness keyed =
        new KeyedRandomness(
            ReleaseKey.parse("00112233445566778899aabbccddeeff".repeat(2), "test"), "pool");
    QueryPool.Coins<Person> coins = (person, input) -> keyed.open(person.id, input);
    List<Person> people = people((int) SIZE.groups());
    List<Person> reversed = new ArrayList<>(people);
    Collections.reverse(reversed);
    ToDoubleFunction<Person> mean = p -> p.value;

    Estimate first = pool(people, coins).answerAll(List.of(mean, mean));
    assertEquals(first, pool(reversed, coins).answerAll(List.of(mean, mean)));
    assertNotEquals(first.rows().get(0).estimate(), first.rows().get(1).estimate());
  }

  @Test
  void aFunctionThatLeavesItsRangeIsRefusedBeforeAnybodyAnswers() {
    List<Person> asked = new ArrayList<>();
    QueryPool<Person> pool =
        pool(
            people((int) SIZE.groups()),
            (person, input) -> {
              asked.add(person);
              return new SimulationSource(1);
            });

    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> pool.answer(p -> 1.4711 * p.value));
    assertFalse(refusal.getMessage().contains("1.4"), refusal.getMessage());
    assertEquals(List.of(), asked);
    assertEquals(4, pool.left());
  }

  /** The share of pools in which some of four adaptive answers is off by more than tau. */
  private static double failures(SampleSize size, int trials) {
    PublicHash hash = new PublicHash("failures");
    SimulationSource source = new SimulationSource(7);
    int failures = 0;
    for (int trial = 0; trial < trials; trial++) {
      List<Person> people = new ArrayList<>();
      for (long i = 0; i < SIZE.queries() * size.perQuery(); i++) {
        // Independent draws: the least lucky law, mean 0 at either end.
        people.add(new Person(i, (source.nextLong() & 1) == 0 ? 1 : -1));
      }
      QueryPool<Person> pool =
          new QueryPool<>(people, p -> hash.word(p.id), size, Outside.REFUSE, (p, t) -> source);
      double sign = 1;
      boolean isOff = false;
      while (pool.left() > 0) {
        double factor = sign;
        double answer = pool.answer(p -> factor * p.value).estimate();
        isOff |= Math.abs(answer) > SIZE.tau();
        sign = Math.signum(answer + 1e-9) * factor; // always hoping to add up errors
      }
      failures += isOff ? 1 : 0;
    }
    return (double) failures / trials;
  }

  @Tag("slow")
  @Test
  void adaptiveAnswersAreWithinTheToleranceAsOftenAsStated() {
    double full = failures(SIZE, 1000);
    // The wrong twin: blocks of half the size, by a tolerance √2 as large.
    double half = failures(new SampleSize(1, 4, 0.3 * Math.sqrt(2), 0.05), 1000);

    assertTrue(full <= 0.05, "failures " + full);
    assertTrue(half > 0.05, "failures of half the size " + half);
  }
}
