package org.sparkldp.jobs.task;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.TestContext;
import org.sparkldp.protocols.ItemProtocol;

/** Predicates over many items, asked of the few classes that they tell apart. */
class PredicatesTest {
  @TempDir Path folder;

  private static final String PLAN =
      """
      task = workload
      name = many
      id = id
      column = item
      domain { type = range, from = 0, to = %d }
      workload { type = predicates, queries = [%s] }
      protocol = "factorization(epsilon=1,mechanism=randomized-response)"
      outside = fail
      randomness = keyed
      """;

  /** Predicates that hold for given items, one after the other. */
  private Plan read(String text, BitSet... items) {
    TestContext context =
        new TestContext(folder) {
          @Override
          public BitSet[] select(ProductDomain domain, List<String> predicates) {
            return items;
          }
        };
    return new PlanReader(context).read(text, "plan.conf");
  }

  private Plan read(int items, BitSet... holding) {
    String names =
        String.join(", ", IntStream.range(0, holding.length).mapToObj(i -> "q" + i).toList());
    return read(PLAN.formatted(items - 1, names), holding);
  }

  private static Predicates predicates(Plan plan) {
    return ((ItemValues) plan.task().values()).predicates().orElseThrow();
  }

  private static BitSet some(Random random, int items) {
    BitSet some = new BitSet();
    IntStream.range(0, items).filter(item -> random.nextBoolean()).forEach(some::set);
    some.set(0); // a predicate holds for somebody
    return some;
  }

  /** Whoever is asked: each answer of the classes' counts is the count of the items themselves. */
  @Test
  void answersAreThoseOfTheItems() {
    Random random = new Random(52);
    for (int queries = 1; queries <= 6; queries++) {
      int items = 2160;
      BitSet[] holding =
          IntStream.range(0, queries).mapToObj(i -> some(random, items)).toArray(BitSet[]::new);
      Plan plan = read(items, holding);
      ItemProtocol<?> protocol = (ItemProtocol<?>) plan.protocol();
      assertTrue(protocol.k() <= 1 << queries, "at most two classes for each predicate");

      long[] people = random.longs(items, 0, 1000).toArray();
      long[] ofClasses = new long[protocol.k()];
      for (int item = 0; item < items; item++) {
        ofClasses[(int) predicates(plan).index(item)] += people[item];
      }
      double[] truth = new double[queries];
      for (int i = 0; i < queries; i++) {
        truth[i] = holding[i].stream().mapToLong(item -> people[item]).sum();
      }
      assertArrayEquals(truth, protocol.answers(ofClasses), 1e-3);
      ofClasses[(int) predicates(plan).index(0)]++; // whom all predicates count
      assertNotEquals(
          truth[0] + truth[queries - 1], sum(protocol.answers(ofClasses), queries), 0.5);
    }
  }

  private static double sum(double[] answers, int queries) {
    return IntStream.of(0, queries - 1).mapToDouble(i -> answers[i]).sum();
  }

  @Test
  void whatIsNoItemHasNoClass() {
    Plan plan = read(5, BitSet.valueOf(new long[] {0b00110}));

    assertEquals(-1, predicates(plan).index(-1));
    assertArrayEquals(
        new long[] {0, 1, 1, 0, 0},
        IntStream.range(0, 5).mapToLong(predicates(plan)::index).toArray());
    assertArrayEquals(new int[] {3, 2}, predicates(plan).sizes());
  }

  /** Two predicates of one text that hold for other items are other questions. */
  @Test
  void theFingerprintSaysWhichItemsAreInAClass() {
    Plan one = read(5, BitSet.valueOf(new long[] {0b00110}));
    Plan other = read(5, BitSet.valueOf(new long[] {0b01110}));

    assertEquals(one.protocol().spec(), other.protocol().spec());
    assertNotEquals(one.fingerprint(), other.fingerprint());
    assertEquals(one, read(one.text(), BitSet.valueOf(new long[] {0b00110})));
    badInput(
        "must hold for the same items as when people were first asked",
        () -> read(one.text(), BitSet.valueOf(new long[] {0b01110})));
  }

  /** 1,024 classes are the most; items may be more. */
  @Test
  void tooManyClassesAreRefusedAtOnce() {
    BitSet[] bits =
        IntStream.range(0, 11)
            .mapToObj(
                bit ->
                    IntStream.range(0, 2048)
                        .filter(item -> (item >> bit & 1) == 1)
                        .collect(BitSet::new, BitSet::set, BitSet::or))
            .toArray(BitSet[]::new);

    badInput("2048 classes of 2048 items, by 11 predicates", () -> read(2048, bits));
  }

  @Test
  void predicatesThatHoldForAllAreRefused() {
    BitSet all = new BitSet();
    all.set(0, 5);
    badInput("must part the items of the domain", () -> read(5, all));
  }
}
