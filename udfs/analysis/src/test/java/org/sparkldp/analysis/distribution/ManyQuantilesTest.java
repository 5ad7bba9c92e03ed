package org.sparkldp.analysis.distribution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.distribution.ManyQuantiles;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.statistics.StandardNormal;

@Tag("long")
class ManyQuantilesTest {
  private static final int PEOPLE = 20_000;

  private static ManyQuantiles protocol(String more) {
    return (ManyQuantiles) Protocols.of("quantiles(epsilon=2.0," + more + ")");
  }

  private static Accumulator<Integer> reports(ManyQuantiles protocol, double[] values, long seed) {
    Accumulator<Integer> reports = protocol.newAccumulator();
    SimulationSource rounds = new SimulationSource(seed);
    SimulationSource source = new SimulationSource(seed + 1_000_000);
    for (double value : values) {
      if (RoundWalk.at(protocol).roundOf(rounds.nextLong()) == RoundWalk.at(protocol).round()) {
        reports.add(protocol.report(protocol.input(value, 0), 0, source));
      }
    }
    return reports;
  }

  /** The last round, after the reports of the others. */
  private static ManyQuantiles last(ManyQuantiles first, double[] values, long seed) {
    Protocol<?, ?> round = first;
    while (RoundWalk.at(round).round() < RoundWalk.at(round).rounds()) {
      round = RoundWalk.next(round, reports((ManyQuantiles) round, values, seed));
    }
    return (ManyQuantiles) round;
  }

  private static double[] people(DoubleUnaryOperator quantile) {
    return IntStream.range(0, PEOPLE)
        .mapToDouble(i -> quantile.applyAsDouble((i + 0.5) / PEOPLE))
        .toArray();
  }

  private static double[] people(String shape) {
    return switch (shape) {
      case "even" -> people(u -> 64 * u);
      case "tails" -> people(u -> 64 / (1 + Math.pow(1 / u - 1, 0.4)));
      case "whole" -> people(u -> Math.rint(8 * u) * 4 + 8);
      case "two" -> people(u -> u < 0.43 ? 10 : 40);
      case "wide" -> people(u -> 0.05 * Math.exp(StandardNormal.quantile(u)));
      default -> throw new IllegalArgumentException(shape);
    };
  }

  /**
   * What of 100 tables' intervals held their quantiles, of the tables' intervals held all of them,
   * and of the bands.
   */
  private record Coverage(double single, double together, double all) {
    static Coverage of(ManyQuantiles protocol, double[] values, double confidence) {
      int tables = 100;
      double[] truth = protocol.answers(values);
      double[][] held =
          IntStream.range(0, tables)
              .parallel()
              .mapToObj(table -> held(protocol, values, truth, confidence, table))
              .toArray(double[][]::new);
      double single = 0;
      double together = 0;
      double all = 0;
      for (double[] table : held) {
        single += table[0];
        together += table[1];
        all += table[2];
      }
      return new Coverage(single / tables, together / tables, all / tables);
    }

    private static double[] held(
        ManyQuantiles protocol, double[] values, double[] truth, double confidence, int seed) {
      ManyQuantiles last = last(protocol, values, seed);
      ManyQuantiles.QuantileBand answer = last.answer(reports(last, values, seed), confidence);
      int single = 0;
      boolean isAll = true;
      for (int i = 0; i < truth.length; i++) {
        Estimate.Row row = answer.each().rows().get(i);
        single += row.lower() <= truth[i] && truth[i] <= row.upper() ? 1 : 0;
        isAll &= answer.lower()[i] <= truth[i] && truth[i] <= answer.upper()[i];
      }
      return new double[] {
        (double) single / truth.length, single == truth.length ? 1 : 0, isAll ? 1 : 0
      };
    }
  }

  /**
   * Seeds are fixed. Where many people share a value, nothing can cover in just 95 % of the tables:
   * an interval that ends at such a value holds it or not for a whole range of p.
   */
  @ParameterizedTest
  @CsvSource({
    "'even','law=smooth,step=0.001',0.93,0.97,0.91",
    "'tails','law=smooth,step=0.001',0.93,0.975,0.91",
    "even,law=any,0.95,1,0.93",
    "whole,law=smooth,0.95,1,0.93",
    "whole,step=1,0.95,1,0.93",
    "two,step=1,0.95,1,0.93",
    "'even','law=smooth,step=0.001,rounds=2',0.93,0.97,0.91",
    "'tails','law=smooth,step=0.001,rounds=2',0.93,0.975,0.91",
    "'wide','rounds=3',0.95,1,0.93",
    "'whole','step=1,rounds=2',0.95,1,0.93",
    "'two','rounds=2',0.95,1,0.93"
  })
  void intervalsHoldTheirOwnQuantileAndTheBandAllOfThem(
      String shape, String more, double least, double most, double leastOfAll) {
    ManyQuantiles protocol = protocol("lower=0,upper=64,parts=20,cells=65," + more);
    Coverage coverage = Coverage.of(protocol, people(shape), 0.95);

    assertTrue(coverage.single >= least && coverage.single <= most, coverage.toString());
    assertTrue(coverage.all >= leastOfAll, coverage.toString());
  }

  /** The wrong twin: intervals of each quantile are no band. */
  @Test
  void intervalsOfEachDoNotHoldAllAtOnce() {
    ManyQuantiles protocol = protocol("lower=0,upper=64,parts=20,cells=65,law=smooth,step=0.001");
    Coverage coverage = Coverage.of(protocol, people("even"), 0.95);

    assertTrue(coverage.together < 0.75, coverage.toString());
  }

  /** In a range 50 times too wide, cells that move make intervals a tenth as long. */
  @Test
  void roundsPayWhereTheRangeIsTooWide() {
    double one = lengths("rounds=1");

    assertTrue(lengths("rounds=2") < 0.3 * one);
    assertTrue(lengths("rounds=3") < 0.1 * one);
  }

  private static double lengths(String rounds) {
    ManyQuantiles first = protocol("lower=0,upper=64,parts=20,cells=64,outside=clip," + rounds);
    double[] values = people("wide");
    ManyQuantiles last = last(first, values, 5);
    return last.estimate(reports(last, values, 5)).rows().stream()
        .mapToDouble(row -> row.upper() - row.lower())
        .sum();
  }

  /** The wrong twin: the same counts, read with the edges of another course of the rounds. */
  @Test
  void theEdgesAreThoseOfTheRoundsOwnState() {
    ManyQuantiles first = protocol("lower=0,upper=64,parts=20,cells=64,rounds=2");
    double[] values = people("tails");
    double[] truth = first.answers(values);
    ManyQuantiles right = last(first, values, 6);
    ManyQuantiles wrong =
        (ManyQuantiles) (Object) RoundWalk.next(first, reports(first, people("even"), 6));
    Accumulator<Integer> own = reports(right, values, 6);
    Accumulator<Integer> foreign = wrong.newAccumulator();
    long[] counts = own.counts();
    IntStream.range(0, counts.length).forEach(cell -> foreign.add(cell, counts[cell]));

    assertTrue(held(right.estimate(own), truth) >= 16);
    assertTrue(held(wrong.estimate(foreign), truth) <= 12);
    assertThrows(IllegalArgumentException.class, () -> wrong.estimate(own));
    assertThrows(IllegalArgumentException.class, () -> own.merge(foreign));
  }

  private static long held(Estimate estimate, double[] truth) {
    return IntStream.range(0, truth.length)
        .filter(i -> estimate.rows().get(i).lower() <= truth[i])
        .filter(i -> truth[i] <= estimate.rows().get(i).upper())
        .count();
  }

  @Test
  void answersRiseAndWiderConfidenceHoldsNarrower() {
    ManyQuantiles protocol = protocol("lower=0,upper=64,parts=50,cells=64");
    Accumulator<Integer> reports = reports(protocol, people("even"), 3);
    ManyQuantiles.QuantileBand wide = protocol.answer(reports, 0.99);
    ManyQuantiles.QuantileBand usual = protocol.answer(reports, 0.9);
    double before = 0;
    for (int i = 0; i < 49; i++) {
      Estimate.Row row = usual.each().rows().get(i);
      assertTrue(row.estimate() >= before, row.toString());
      assertTrue(wide.lower()[i] <= usual.lower()[i] && usual.lower()[i] <= row.lower());
      assertTrue(row.upper() <= usual.upper()[i] && usual.upper()[i] <= wide.upper()[i]);
      before = row.estimate();
    }
  }

  @Test
  void theSameReportsGiveTheSameNumbers() {
    ManyQuantiles protocol = protocol("lower=0,upper=64,parts=10,cells=16");
    Accumulator<Integer> reports = reports(protocol, people("tails"), 4);

    assertEquals(protocol.estimate(reports), protocol.estimate(reports));
    assertArrayEquals(protocol.answer(reports, 0.9).lower(), protocol.answer(reports, 0.9).lower());
  }

  /** The least number with a share p of the people at or below it. */
  @Test
  void quantilesOfPeopleAreTheirOwnNumbers() {
    ManyQuantiles protocol = protocol("lower=0,upper=10,parts=4,cells=8,outside=clip");

    assertArrayEquals(new double[] {1, 2, 3}, protocol.answers(new double[] {3, 1, 2, 40}));
    assertArrayEquals(new double[] {1, 2, 10}, protocol.answers(new double[] {10, 1, 2}));
  }

  @ParameterizedTest
  @CsvSource({
    "'lower=0,upper=1,parts=1',parts must be between 2 and 1000",
    "'lower=0,upper=1,parts=1001',parts must be between 2 and 1000",
    "'lower=0,upper=1,law=none',law must be",
    "'lower=0,upper=1,cells=8,strategy=00',a strategy",
    "'lower=0,upper=1,rounds=0',rounds must be between 1 and 4",
    "'lower=0,upper=1,rounds=5',rounds must be between 1 and 4"
  })
  void badQuestionsAreRefused(String more, String message) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> protocol(more));

    assertTrue(refusal.getMessage().startsWith(message), refusal.getMessage());
  }

  @Test
  void valuesOutsideAreRefusedWithoutBeingShown() {
    ManyQuantiles protocol = protocol("lower=0,upper=1,cells=8");
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> protocol.input(77.25, 0));

    assertTrue(!refusal.getMessage().contains("77"), refusal.getMessage());
  }
}
