package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.random.SimulationSource;

/** The protocols of Gaboardi, Rogers and Sheffet. */
class GrsTest {
  private static final String KNOWN = "grs-known(epsilon=2.0,sigma=2.0,range=30.0,center=-40.0)";
  private static final String UNKNOWN =
      "grs-unknown(epsilon=4.0,sigma_min=1.0,sigma_max=8.0,range=30.0,center=-40.0)";

  @SuppressWarnings("unchecked") // all protocols here are of numbers
  private static <R> NumberProtocol<R> of(Protocol<?, ?> protocol) {
    return (NumberProtocol<R>) protocol;
  }

  private static Protocol<?, ?> round(Protocol<?, ?> protocol) {
    return protocol;
  }

  private static Accumulator<?> everybody(Protocol<?, ?> round, double[] values, long seed) {
    NumberProtocol<Object> numbers = of(round);
    SimulationSource source = new SimulationSource(seed);
    Accumulator<Object> reports = numbers.newAccumulator();
    for (double value : values) {
      reports.add(numbers.report(numbers.input(value, 0), 0, source));
    }
    return reports;
  }

  @Test
  void binsAreOneSigmaWideAboutTheCenterAndOpenAtTheEnds() {
    NumberProtocol<byte[]> first = of(Protocols.of(KNOWN));

    assertEquals(31, first.inputs(0));
    assertEquals(15, first.input(-40, 0));
    assertEquals(15, first.input(-39.01, 0));
    assertEquals(16, first.input(-38.99, 0));
    assertEquals(0, first.input(-69.5, 0));
    assertEquals(0, first.input(-1e300, 0));
    assertEquals(30, first.input(1e300, 0));
    assertEquals(4, first.reportType().bytes());
    // 800 coth²(1/2) ln(8 · 31/0.05) for round one, and as many for round two.
    double needed = 800 / Math.pow(Math.tanh(0.5), 2) * Math.log(8 * 31 / 0.05);
    assertEquals(Math.ceil(2 * needed), Demanding.people(first));
  }

  @Test
  void roundOneTakesWhatItNeedsAndAtMostHalf() {
    double needed = 800 / Math.pow(Math.tanh(0.5), 2) * Math.log(8 * 31 / 0.05);
    for (String users : new String[] {"1000000", "50000"}) {
      Protocol<?, ?> first = round(Protocols.of(KNOWN.replace(")", ",users=" + users + ")")));
      SimulationSource source = new SimulationSource(1);
      int inOne = 0;
      for (int i = 0; i < 100_000; i++) {
        inOne += RoundWalk.at(first).roundOf(source.nextLong()) == 1 ? 1 : 0;
      }
      double share = Math.min(0.5, needed / Integer.parseInt(users));
      assertEquals(share * 100_000, inOne, 5 * Math.sqrt(share * 100_000));
    }
  }

  @Test
  void theFullestBinIsTheMiddleOfAnIntervalThatReachesAllButAFew() {
    SimulationSource source = new SimulationSource(1);
    Protocol<?, ?> first = round(Protocols.of(KNOWN));
    double[] values = People.normals(30_000, -56.2, 2, source);
    NumberProtocol<Long> second = of(RoundWalk.next(first, everybody(first, values, 2)));

    // Delta = 2 sigma + sigma √(2 ln(8 n/beta)), n twice the 30,000 of round one.
    double half = 4 + 2 * Math.sqrt(2 * Math.log(8 * 60_000 / 0.05));
    double[] decided = RoundState.decode(Attached.of(second)).numbers();
    assertEquals(-56, decided[0]);
    assertEquals(half, decided[1], 1e-9);
    assertEquals(1e-5, second.guarantee().delta());
    assertEquals(1e-5, first.guarantee().delta());
    assertTrue(second.guarantee().exactEpsilon() <= 2);
    Estimate.Row row = Protocols.estimate(first, everybody(first, values, 2), 0.95).rows().get(0);
    assertEquals(-60, row.lower());
    assertEquals(-52, row.upper());
  }

  /** Round two again and again on the same round one. */
  @ParameterizedTest
  @CsvSource({"0", "1.7", "-1.9"})
  void estimatesAreUnbiasedWithTheStatedErrorsAndWideIntervals(double off) {
    SimulationSource source = new SimulationSource(1);
    Protocol<?, ?> first = round(Protocols.of(KNOWN));
    double[] values = People.normals(40_000, -56, 2, source);
    NumberProtocol<Long> second = of(RoundWalk.next(first, everybody(first, values, 2)));
    int runs = 150;
    double bias = 0;
    double square = 0;
    Estimate.Row row = null;
    for (int run = 0; run < runs; run++) {
      double[] others = People.normals(2000, -56 + 2 * off, 2, source);
      row = Protocols.estimate(second, everybody(second, others, 100 + run), 0.95).rows().get(0);
      bias += (row.estimate() + 56 - 2 * off) / runs;
      square += Math.pow(row.estimate() + 56 - 2 * off, 2) / runs;
    }

    double error = row.standardError();
    assertEquals(0, bias, 5 * error / Math.sqrt(runs));
    assertEquals(1, square / (error * error), 5 * Math.sqrt(2.0 / runs));
    double half = RoundState.decode(Attached.of(second)).numbers()[1];
    double noise = 8 * half * half * Math.log(2e5) / 4;
    // The published variance would not be private at epsilon 2; 3 % more is.
    assertEquals(Math.sqrt((4 + noise) / 2000), error, 0.03 * error);
    assertEquals(2.4977 * error, row.upper() - row.estimate(), 1e-3 * error); // Φ⁻¹(1 − 0.05/8)
    assertEquals("", row.note());
  }

  @Test
  void searchesFindTheMedianAndTheQuantileAboveIt() {
    SimulationSource source = new SimulationSource(1);
    Protocol<?, ?> round = round(Protocols.of(UNKNOWN));
    double[] values = People.normals(20_000, -56.2, 3, source);
    assertEquals(8 + 9 + 1, RoundWalk.at(round).rounds()); // 240 → 8, 272 → 9
    int asked = 0;
    while (RoundWalk.at(round).round() < RoundWalk.at(round).rounds()) {
      Accumulator<?> reports = everybody(round, values, asked++);
      Estimate.Row row = Protocols.estimate(round, reports, 0.95).rows().get(0);
      assertTrue(
          row.lower() <= -56.2 && row.upper() >= -56.2, "round " + RoundWalk.at(round).round());
      round = RoundWalk.next(round, reports);
    }

    double[] all = RoundState.decode(Attached.of(round)).numbers();
    double sigma = all[all.length - 1];
    assertEquals(-56.2, all[all.length - 3], 0.25 * 3);
    assertTrue(sigma >= 0.55 * 3 && sigma <= 1.5 * 3, "sigma " + sigma);
    assertTrue(asked <= 17);
    // sigma (1/2 + 2 √(2 ln(8 n/beta))), n what 20,000 people of a round of search stand for
    double median = 8 * Math.log(16 * 8 / 0.05) / (0.098 * 0.098);
    double upper = Math.log(16 * 9 / 0.05) / (0.052 * 0.052);
    double n = 20_000 * 2 * (median + 9 * upper) / upper;
    double half = sigma * (0.5 + 2 * Math.sqrt(2 * Math.log(8 * n / 0.05)));
    assertEquals(half, all[all.length - 2], 1e-9 * half);
    Accumulator<?> reports = everybody(round, values, 99);
    Estimate.Row row = Protocols.estimate(round, reports, 0.95).rows().get(0);
    assertEquals(-56.2, row.estimate(), 4 * row.standardError());
    assertEquals(20_000L * (asked + 1), Protocols.estimate(round, reports, 0.95).n());
  }

  @Test
  void sharesAreDebiasedBeforeTheyAreCompared() {
    // At epsilon 1/2 raw shares are within 0.13 of a half: a search of them for 0.84 goes up for
    // ever, and finds a sigma of the whole range.
    SimulationSource source = new SimulationSource(1);
    String spec = UNKNOWN.replace("epsilon=4.0", "epsilon=0.5");
    Protocol<?, ?> round = round(Protocols.of(spec));
    double[] values = People.normals(100_000, -56.2, 3, source);
    int asked = 0;
    while (RoundWalk.at(round).round() < RoundWalk.at(round).rounds()) {
      round = RoundWalk.next(round, everybody(round, values, asked++));
    }
    double[] all = RoundState.decode(Attached.of(round)).numbers();

    assertTrue(asked < RoundWalk.at(round).rounds() - 2);
    assertEquals(3, all[all.length - 1], 1.5);
  }

  @Test
  void wholeRunsEndNearTheMean() {
    for (String spec : new String[] {KNOWN, UNKNOWN}) {
      int people = (int) Demanding.people(Protocols.of(spec));
      String sized = spec.replace(")", ",users=" + people + ")");
      SimulationSource source = new SimulationSource(3);
      double[] values = People.normals(people, -33, 2, source);

      Estimate.Row row = People.estimate(sized, values, source).rows().get(0);

      assertEquals("mean", row.item());
      assertEquals(-33, row.estimate(), 4 * row.standardError());
      assertEquals("", row.note());
    }
  }

  @Test
  void tooFewPeopleAreRemarkedUpon() {
    SimulationSource source = new SimulationSource(3);
    double[] values = People.normals(2000, -33, 2, source);

    Estimate.Row row = People.estimate(KNOWN, values, source).rows().get(0);

    assertTrue(row.note().contains("round one had too few people"), row.note());
  }

  @Test
  void searchesThatContradictEachOtherAreRefused() {
    Protocol<?, ?> round = round(Protocols.of(UNKNOWN));
    double[] high = {-11, -11, -11, -11, -11, -11, -11, -11, -11, -11};
    double[] low = {-69, -69, -69, -69, -69, -69, -69, -69, -69, -69};
    while (RoundWalk.at(round).round() <= 8) {
      round = RoundWalk.next(round, everybody(round, high, 1));
    }
    while (RoundWalk.at(round).round() < RoundWalk.at(round).rounds() - 1) {
      round = RoundWalk.next(round, everybody(round, low, 1));
    }
    Protocol<?, ?> last = round;
    Accumulator<?> reports = everybody(last, low, 1);

    assertThrows(IllegalArgumentException.class, () -> RoundWalk.next(last, reports));
  }
}
