package org.sparkldp.published.rappor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.analysis.ShiftsTest;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Tampering;
import org.sparkldp.protocols.random.KeyedReportsTest;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Its exact law is among the laws of all protocols, {@link org.sparkldp.protocols.ProtocolLaws}.
 */
class RapporTest {

  private static Rappor of(String arguments) {
    return (Rappor) Protocols.of("rappor(" + arguments + ")");
  }

  @ParameterizedTest
  @CsvSource({
    "1e-6, 1, 0.5, 0.75",
    "0.5, 1, 0.5, 0.75",
    "1, 2, 0.5, 0.75",
    "4, 8, 0.2, 0.9",
    "20, 1, 0, 1",
    "20, 8, 0.5, 0.75"
  })
  void theExactEpsilonIsWithinOneBillionthBelowTheClaim(
      double epsilon, int hashes, double irrP, double irrQ) {
    Rappor protocol =
        of("epsilon=%s,k=4,hashes=%d,irr_p=%s,irr_q=%s".formatted(epsilon, hashes, irrP, irrQ));
    double exact = protocol.guarantee().exactEpsilon();

    assertTrue(exact <= epsilon && exact >= epsilon - 1e-9, "exact " + exact);
    assertTrue(protocol.reportEpsilon() <= exact);
  }

  /** The permanent stage alone; with 4 bits the joint law, with 64 bit by bit. */
  @ParameterizedTest
  @ValueSource(
      strings = {"k=3,bits=4,cohorts=3,irr_p=0,irr_q=1", "k=4,irr_p=0,irr_q=1", "k=4,hashes=2"})
  void coinsTwoPercentOffAreAboveTheClaim(String arguments) {
    for (double epsilon : new double[] {0.5, 4}) {
      Rappor oracle = of("epsilon=" + epsilon + "," + arguments);
      assertEquals(oracle.reportEpsilon(), Audit.run(oracle, 0, 0).exact().getAsDouble(), 1e-12);
      Audit.AuditResult off = Audit.run(oracle, new Tampering(0.02), 0, 0);
      assertTrue(off.exact().getAsDouble() > oracle.reportEpsilon() * 1.001, off.toString());
    }
  }

  @Test
  @Timeout(120)
  void theAuditEndsAtTheLargestDomain() {
    Audit.AuditResult found =
        Audit.run(of("epsilon=1,k=4096"), Tampering.NONE, 1000, 1, Duration.ofSeconds(1));

    assertFalse(found.isAboveClaim(), found.toString());
    assertTrue(found.samples() >= 2, found.toString());
  }

  /** Under the test's key; made by a client written from docs/wire.md. */
  @ParameterizedTest
  @CsvFileSource(resources = "reports.txt", delimiter = ';')
  void aKeyedReportIsPermanent(String spec, String kind, String id, int item, String expected) {
    new KeyedReportsTest().aKeyedReportIsPermanent(spec, kind, id, item, expected);
  }

  @Test
  void noReportShiftsMoreThanStatedAndOneShiftsThatMuch() {
    ShiftsTest.assertExact(of("epsilon=1,k=3,bits=4,hashes=1,cohorts=2"), 1e-8);
  }

  @Test
  void oneReportCostsWhatThePapersFormulaSays() {
    double halfF = 1 / (Math.exp(0.5) + 1); // epsilon = 2, two hashes
    double one = 0.75 - 0.25 * halfF;
    double zero = 0.5 + 0.25 * halfF;

    assertEquals(
        2 * Math.log(one * (1 - zero) / ((1 - one) * zero)),
        of("epsilon=2,k=4,hashes=2").reportEpsilon(),
        1e-12);
  }

  @Test
  void withoutTheInstantaneousStageOneReportCostsItAll() {
    Rappor protocol = of("epsilon=2,k=4,irr_p=0,irr_q=1");

    assertEquals(protocol.guarantee().exactEpsilon(), protocol.reportEpsilon(), 1e-14);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 1", "4, 1", "6, 1", "6.3, 2", "20, 5"})
  void moreHashesPayOnlyWhereEpsilonIsLarge(double epsilon, String hashes) {
    assertEquals(hashes, of("k=4,epsilon=" + epsilon).spec().arguments().get("hashes"));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 256, 1024, 4096})
  void theDefaultsDecodeEveryDomain(int k) {
    assertEquals(k, of("epsilon=1,k=" + k).k());
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "'epsilon=1,k=2', 2000, 1000",
    "'epsilon=4,k=16', 2000, 1000",
    "'epsilon=1e-6,k=16', 500, 500",
    "'epsilon=4,k=16,irr_p=0,irr_q=1', 2000, 1000",
    "'epsilon=4,k=30,bits=20,hashes=3,cohorts=4', 1000, 1000",
    "'epsilon=2,k=3,bits=4,cohorts=2', 1000, 1000",
    "'epsilon=1,k=256', 1000, 400",
  })
  void estimatesAreUnbiasedWithTheStatedVarianceAndCoverage(
      String arguments, int people, int trials) {
    Rappor protocol = of(arguments);
    long[] truth = new long[protocol.k()];
    truth[0] = people / 2;
    for (int i = 0; i < people / 2; i++) {
      truth[i % truth.length]++;
    }
    Trials run = Trials.of(protocol, protocol, truth, trials, 6);

    run.assertUnbiased(protocol.variances(truth));
    run.assertVariances(protocol.variances(truth));
    run.assertCoverage();
  }

  @Test
  void theWeightedEstimatorBeatsThePlainOne() {
    // A closed domain of two: knowing n halves the variance, as against decoding each text alone.
    Rappor protocol = of("epsilon=1,k=2");
    double closed = protocol.variances(new long[] {50, 50})[0];
    double open = protocol.decoder(List.of("0", "1")).variances(new long[] {50, 50})[0];

    assertTrue(closed < 0.6 * open, closed + " " + open);
  }

  @ParameterizedTest
  @CsvSource({"64, 10", "60, 10", "65, 11", "2, 3", "1024, 130"})
  void aReportIsTwoBytesOfCohortAndTheBits(int bits, int bytes) {
    Rappor protocol = of("epsilon=1,k=2,cohorts=300,bits=" + bits);
    SimulationSource source = new SimulationSource(9);
    boolean second = false;
    for (int i = 0; i < 100; i++) {
      byte[] report = protocol.randomize(i % 2, source);
      int cohort = (report[0] & 0xff) + 256 * report[1];
      assertEquals(bytes, report.length);
      assertEquals(bytes, protocol.reportType().bytes());
      assertTrue(cohort < 300);
      second |= cohort > 255;
    }
    assertTrue(second);
  }

  @Test
  void anItemIsItsIndexInDecimal() {
    Rappor protocol = of("epsilon=1,k=20");

    assertArrayEquals(
        protocol.randomize(17, new SimulationSource(10)),
        protocol.randomizeText("17", new SimulationSource(10)));
  }

  @Test
  void malformedReportsAreRefusedAndChangeNothing() {
    Rappor protocol = of("epsilon=1,k=2,bits=12,cohorts=5");
    Accumulator<byte[]> reports = protocol.newAccumulator();
    List<byte[]> malformed =
        List.of(
            new byte[0],
            new byte[3],
            new byte[5],
            new byte[] {5, 0, 0, 0}, // a cohort that does not exist
            new byte[] {0, 1, 0, 0},
            new byte[] {-1, -1, 0, 0},
            new byte[] {0, 0, 0, 0x10}); // a thirteenth bit
    for (byte[] report : malformed) {
      assertThrows(IllegalArgumentException.class, () -> reports.add(report));
    }

    assertEquals(protocol.newAccumulator(), reports);
    reports.add(new byte[] {4, 0, -1, 0x0f}, 7);
    assertEquals(7, reports.count(4 * 13));
    assertEquals(7, reports.count(4 * 13 + 12));
    assertEquals(7, reports.n());
  }

  @Test
  void textsOfAnOpenDomainAreDecodedAgainstAList() {
    Rappor protocol = of("epsilon=4,k=2,cohorts=64");
    List<String> candidates = List.of("vélo", "bus", "tram", "", "à pied");
    long[] truth = {3000, 2000, 0, 1000, 0};
    RapporDecoder decoder = protocol.decoder(candidates);
    SimulationSource source = new SimulationSource(11);
    Accumulator<byte[]> reports = protocol.newAccumulator();
    for (int i = 0; i < candidates.size(); i++) {
      for (int person = 0; person < truth[i]; person++) {
        reports.add(protocol.randomizeText(candidates.get(i), source));
      }
    }
    // And 2,000 people whose texts nobody thought of, each another.
    for (int person = 0; person < 2000; person++) {
      reports.add(protocol.randomizeText("rare " + person, source));
    }

    Estimate estimate = decoder.estimate(reports, 0.95);

    assertEquals(candidates, estimate.rows().stream().map(Estimate.Row::item).toList());
    double sum = 0;
    for (int i = 0; i < truth.length; i++) {
      Estimate.Row row = estimate.rows().get(i);
      assertEquals(truth[i], row.estimate(), 5 * row.standardError(), row.item());
      sum += row.estimate();
    }
    double errors = Math.sqrt(Arrays.stream(estimate.standardErrors()).map(e -> e * e).sum());
    assertEquals(8000, estimate.n());
    assertEquals(2000, estimate.n() - sum, 5 * errors);
  }

  @Test
  void anOpenDecoderKnowsItsVariances() {
    Rappor protocol = of("epsilon=2,k=2,bits=16,cohorts=10");
    List<String> candidates = List.of("a", "b", "c");
    RapporDecoder decoder = protocol.decoder(candidates);
    long[] truth = {300, 200, 0};
    double[] stated = decoder.variances(truth);
    double[] squares = new double[3];
    SimulationSource source = new SimulationSource(12);
    int trials = 1000;
    for (int trial = 0; trial < trials; trial++) {
      Accumulator<byte[]> reports = protocol.newAccumulator();
      for (int i = 0; i < 3; i++) {
        for (int person = 0; person < truth[i]; person++) {
          reports.add(protocol.randomizeText(candidates.get(i), source));
        }
      }
      double[] estimates = decoder.estimate(reports, 0.95).estimates();
      for (int i = 0; i < 3; i++) {
        squares[i] += Math.pow(estimates[i] - truth[i], 2) / trials;
      }
    }
    for (int i = 0; i < 3; i++) {
      assertEquals(1, squares[i] / stated[i], 6 * Math.sqrt(2.0 / trials));
    }
  }

  @Test
  void aListThatCannotBeDistinguishedIsRefused() {
    Rappor protocol = of("epsilon=1,k=2,bits=8,cohorts=2");
    List<String> twice = List.of("a", "b", "a");
    List<String> long100 = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      long100.add("text " + i);
    }

    assertThrows(IllegalArgumentException.class, () -> protocol.decoder(twice));
    assertThrows(IllegalArgumentException.class, () -> protocol.decoder(long100));
    assertThrows(IllegalArgumentException.class, () -> protocol.decoder(List.of()));
  }

  @Test
  void reportsOfAnotherProtocolAreRefused() {
    Rappor protocol = of("epsilon=1,k=2");
    Accumulator<byte[]> reports = of("epsilon=2,k=2").newAccumulator();

    assertThrows(
        IllegalArgumentException.class,
        () -> protocol.decoder(List.of("a")).estimate(reports, 0.95));
  }
}
