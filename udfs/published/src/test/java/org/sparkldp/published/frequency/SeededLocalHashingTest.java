package org.sparkldp.published.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.ProtocolLaws;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.random.RandomSource;

/** Local hashing as its paper has it. */
final class SeededLocalHashingTest {

  @Test
  void givenItsSeedASeededReportIsALawWithExactlyTheStatedEpsilon() {
    // The seed is drawn first and alike for every item, so that the law is the mean over the seeds
    // of these; the seeds under which all items collide leak nothing.
    SeededLocalHashing oracle = SeededLocalHashing.DECLARATION.of(1.0, 7, 4, "seeded");
    double largest = 0;
    for (int seed = 0; seed < SeededLocalHashing.SEEDS; seed += SeededLocalHashing.SEEDS / 50) {
      int fixed = seed;
      List<Law<Long>> laws =
          IntStream.range(0, 7)
              .mapToObj(v -> Law.of(s -> oracle.randomize(v, new FixedSeed(s, fixed))))
              .toList();
      assertTrue(laws.stream().allMatch(law -> law.sumsToOne() && law.size() == 4));
      assertTrue(Law.epsilon(laws) <= oracle.guarantee().exactEpsilon() + 1e-12);
      largest = Math.max(largest, Law.epsilon(laws));
    }
    assertEquals(oracle.guarantee().exactEpsilon(), largest, 1e-12);
    assertEquals(1.0, largest, 1e-9);
  }

  /** Answers the seed's draw, and leaves the others to the source. */
  private static final class FixedSeed extends RandomSource {
    private final RandomSource source;
    private final int seed;

    FixedSeed(RandomSource source, int seed) {
      this.source = source;
      this.seed = seed;
    }

    @Override
    public long nextLong() {
      return source.nextLong();
    }

    @Override
    public int uniform(int bound) {
      return bound == SeededLocalHashing.SEEDS ? seed : source.uniform(bound);
    }

    @Override
    public int keepOrOther(int value, int k, long otherWeight) {
      return source.keepOrOther(value, k, otherWeight);
    }
  }

  @Test
  void seededHashesAreTheDocumentedFunction() {
    // Golden vectors for clients in other languages.
    assertEquals(57888, SeededLocalHashing.hash(0, 0, 65536));
    assertEquals(49135, SeededLocalHashing.hash(1, 0, 65536));
    assertEquals(24405, SeededLocalHashing.hash(1, 1, 65536));
    assertEquals(35389, SeededLocalHashing.hash(123456789, 1023, 65536));
    assertEquals(56150, SeededLocalHashing.hash((1 << 30) - 1, 2097151, 65536));
    assertEquals(1, SeededLocalHashing.hash(123456789, 1023, 3));
  }

  @Test
  void seededHashesOfTwoItemsCollideAsRandomOnesWould() {
    // 64 pairs, 2^16 seeds each: the sum of squared z-scores is chi-square with 64 degrees of
    // freedom, above 145 with probability 3e-8.
    assertTrue(collisionStatistic((seed, v) -> SeededLocalHashing.hash(seed, v, 4)) < 145);
    assertFalse(collisionStatistic((seed, v) -> (int) ((seed * 31L + v) * 0x9e3779b9L & 3)) < 145);
  }

  private static double collisionStatistic(IntBinaryOperator hash) {
    int seeds = 1 << 16;
    double statistic = 0;
    for (int pair = 0; pair < 64; pair++) {
      int u = pair;
      int v = pair * pair + 100;
      int collisions = 0;
      for (int seed = 0; seed < seeds; seed++) {
        collisions += hash.applyAsInt(seed, u) == hash.applyAsInt(seed, v) ? 1 : 0;
      }
      double z = (collisions - seeds / 4.0) / Math.sqrt(seeds * 3 / 16.0);
      statistic += z * z;
    }
    return statistic;
  }

  @Test
  void aSeededReportCountsForTheItemsOfItsBucket() {
    SeededLocalHashing oracle = SeededLocalHashing.DECLARATION.of(1.0, 50, 4, "seeded");
    Accumulator<Long> reports = oracle.newAccumulator();
    reports.add((12345L << 32) | 3);
    reports.add((54321L << 32) | 1, 10);
    assertEquals(11, reports.n());
    for (int v = 0; v < 50; v++) {
      assertEquals(
          (SeededLocalHashing.hash(12345, v, 4) == 3 ? 1 : 0)
              + (SeededLocalHashing.hash(54321, v, 4) == 1 ? 10 : 0),
          reports.count(v));
    }
    for (long wrong : new long[] {-1, 1L << 62, (5L << 32) | 4, (5L << 32) | 0x80000000L}) {
      assertThrows(IllegalArgumentException.class, () -> reports.add(wrong));
    }
    assertEquals(reports, Protocols.readAccumulator(reports.toBytes()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "seeded"})
  void variancesAreThoseOfThePaper(String hash) {
    double epsilon = Math.log(3);
    long[] counts = new long[100];
    counts[7] = 1000;
    FrequencyOracle<?> olh = oracle("olh", epsilon, hash);
    assertTrue(olh.spec().toString().contains("g=4")); // e^eps + 1
    assertEquals(4 * 1000 * 3.0 / 4, olh.variances(counts)[0], 1e-6);
    assertEquals(1000 * 4 * 3.0 / 4 + 1000, olh.variances(counts)[7], 1e-6);
    FrequencyOracle<?> blh = oracle("blh", epsilon, hash);
    assertEquals(1000 * (4.0 * 4) / (2 * 2), blh.variances(counts)[0], 1e-6);
  }

  private static FrequencyOracle<?> oracle(String name, double epsilon, String hash) {
    return (FrequencyOracle<?>)
        Protocols.of(name + "(epsilon=" + epsilon + ",k=100,hash=" + hash + ")");
  }

  @ParameterizedTest
  @CsvSource({"0.000001,2", "0.5,3", "1.0,4", "1.5,6", "2.0,8", "2.1,9", "4.0,56", "20,65536"})
  void theDefaultBucketsAreTheBestNearOnePlusExpEpsilon(double epsilon, int buckets) {
    SeededLocalHashing oracle =
        (SeededLocalHashing)
            Protocols.of("olh(epsilon=" + epsilon + ",k=" + (1 << 21) + ",hash=seeded)");
    assertEquals(buckets, oracle.buckets());
    assertEquals(epsilon, oracle.guarantee().exactEpsilon(), 1e-9);
  }

  @Tag("slow")
  @Test
  void seededEstimatesErrAsTheyClaim() {
    SeededLocalHashing oracle =
        (SeededLocalHashing) Protocols.of("olh(epsilon=1.0,k=256,hash=seeded)");
    SeededLocalHashing twin =
        SeededLocalHashing.DECLARATION.of(1.2, 256, oracle.buckets(), "seeded");
    ProtocolLaws.assertErrors(oracle, twin);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4})
  void seededHashesAreAttackedOnly(double epsilon) {
    String spec = "olh(epsilon=" + epsilon + ",k=5,hash=seeded)";
    FrequencyOracle<?> oracle = (FrequencyOracle<?>) Protocols.of(spec);
    Audit.AuditResult found = Audit.run(oracle, 50_000, 1);

    assertTrue(found.exact().isEmpty());
    assertEquals(0, found.items());
    assertFalse(found.isAboveClaim());
    assertTrue(found.lowerBound() >= 0.7 * epsilon, found.toString());
  }
}
