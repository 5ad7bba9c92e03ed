package org.sparkldp.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.ProtocolLaws;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.audit.Tampering;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.ReleaseKey;

/** What is true of every protocol, which is inherited, and what is true of this one. */
class PaleyResponseTest extends ProtocolLaws {
  private static final double PEOPLE = 0x1p40;

  PaleyResponseTest() {
    super(
        "org.sparkldp.example",
        List.of("paley(epsilon=1,k=2)", "paley(epsilon=1,k=20)"), // besides its examples
        List.of("paley(epsilon=1,k=20)"),
        Set.of());
  }

  private static List<Law<Integer>> laws(PaleyResponse oracle) {
    return IntStream.range(0, oracle.k())
        .mapToObj(item -> Law.of(source -> oracle.randomize(item, source)))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"2,3", "3,3", "4,7", "8,11", "12,19", "31,31", "32,43", "4096,4099"})
  void aReportIsACellOfTheNextPrimeOfTheForm(int k, int cells) {
    assertEquals(cells, PaleyResponse.of(1, k).cells());
  }

  /** The randomizer is run through every outcome of its coins. */
  @ParameterizedTest
  @CsvSource({"1e-6,5", "0.5,2", "1,4", "1,11", "3,20", "20,7"})
  void theExactEpsilonIsThatOfTheWholeLaw(double epsilon, int k) {
    PaleyResponse oracle = PaleyResponse.of(epsilon, k);
    List<Law<Integer>> laws = laws(oracle);

    assertTrue(laws.stream().allMatch(Law::sumsToOne));
    double exact = oracle.guarantee().exactEpsilon();
    assertEquals(exact, Law.epsilon(laws), 4 * Math.ulp(exact));
    assertTrue(exact <= epsilon && exact > epsilon - 1e-9, () -> epsilon + " " + exact);
  }

  /** Where each report comes exactly as often as its law says, the estimates are the truth. */
  @ParameterizedTest
  @CsvSource({"0.5,2", "1,4", "1,11", "3,20"})
  void estimatesAreUnbiasedAndTheirErrorsAreExact(double epsilon, int k) {
    PaleyResponse oracle = PaleyResponse.of(epsilon, k);
    for (int held = 0; held < k; held++) {
      long[] counts = new long[k];
      counts[held] = (long) PEOPLE;
      Accumulator<Integer> sum = oracle.newAccumulator();
      laws(oracle).get(held).forEach((cell, p) -> sum.add(cell, Math.round(p * PEOPLE)));
      List<Estimate.Row> rows = oracle.estimate(sum, 0.95).rows();
      for (int item = 0; item < k; item++) {
        assertEquals(counts[item] / PEOPLE, rows.get(item).estimate() / PEOPLE, 1e-9);
        double variance = rows.get(item).standardError() * rows.get(item).standardError();
        assertEquals(1, variance / oracle.variances(counts)[item], 1e-6);
      }
    }
  }

  @Test
  void everyItemSharesAsManyCellsWithEveryOther() {
    PaleyResponse oracle = PaleyResponse.of(1, 20);
    int m = oracle.cells();
    for (int item = 1; item < 20; item++) {
      int other = item;
      long apart =
          IntStream.range(0, m).filter(cell -> oracle.contrast(cell, 0, other) > 0).count();
      assertEquals((m - 1) / 2 - (m - 3) / 4, apart);
    }
  }

  @Test
  void theAuditEnumeratesTheExamplesAndCatchesATamperedCoin() {
    ProtocolProvider provider = Protocols.provider("paley");
    assertEquals(List.of("paley(epsilon=1.0,k=4)"), provider.examples());
    Audit.Result honest = Audit.run(Protocols.of(provider.examples().get(0)), 0, 1);
    Audit.Result leaking =
        Audit.run(Protocols.of(provider.examples().get(0)), new Tampering(0.2), 0, 1);

    assertEquals(1, honest.exact().getAsDouble(), 1e-9);
    assertEquals(4, honest.items());
    assertTrue(!honest.isAboveClaim() && leaking.isAboveClaim(), honest + " " + leaking);
  }

  @Test
  void theAccumulatorReadsBackByItsBytesAlone() {
    Accumulator<Integer> sum = PaleyResponse.of(1, 4).newAccumulator("a plan");
    sum.add(3, 5);
    byte[] bytes = sum.toBytes();

    assertEquals(32768, ByteBuffer.wrap(bytes).getShort(5) & 0xffff);
    assertEquals(sum, Protocols.readAccumulator(bytes));
  }

  @Test
  void aReportIsPermanent() {
    // Change nothing that changes these: reports under a key are drawn once, and kept.
    PaleyResponse oracle = PaleyResponse.of(1, 20);
    ReleaseKey key = ReleaseKey.parse("000102030405060708090a0b0c0d0e0f".repeat(2), "the test");
    KeyedRandomness randomness = new KeyedRandomness(key, oracle.spec() + "\ncolumn");
    List<Integer> cells =
        IntStream.range(0, 10)
            .mapToObj(id -> oracle.randomize(id, randomness.open(id, id)))
            .toList();
    assertEquals(List.of(4, 7, 4, 15, 12, 11, 18, 18, 6, 22), cells);
  }

  @Test
  void aDomainThatIsTooLargeIsRefused() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> PaleyResponse.of(1, 4097));
    assertEquals(
        "k (items of the domain) must be between 2 and 4096. Provided value: 4097. For a larger"
            + " domain use hadamard or olh.",
        refusal.getMessage());
  }
}
