package org.sparkldp.published.rappor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The decoder against its page: what one report adds to each estimate, for all reports that there
 * are, is the documented sum; and mean and variance of it, over all coins, are those it states.
 */
class RapporDecoderTest {
  private static final double CLOSE = 1e-9;

  /** A protocol, the texts that are looked for, and what decodes them. */
  private record Case(Rappor protocol, List<String> texts, boolean closed, RapporDecoder decoder) {

    static Case closed(String spec) {
      Rappor protocol = (Rappor) Protocols.of(spec);
      List<String> texts = IntStream.range(0, protocol.k()).mapToObj(Integer::toString).toList();
      return new Case(protocol, texts, true, new RapporDecoder(protocol, texts, true));
    }

    static Case open(String spec, String... texts) {
      Rappor protocol = (Rappor) Protocols.of(spec);
      List<String> list = List.of(texts);
      return new Case(protocol, list, false, protocol.decoder(list));
    }

    int bits() {
      return protocol.bits();
    }

    int cohorts() {
      return protocol.cohorts();
    }

    double argument(String name) {
      Map<String, String> arguments = protocol.spec().arguments();
      return Double.parseDouble(arguments.get(name));
    }

    /** P[a bit is reported as 1], where the text sets it and where it does not. */
    double rate(boolean set) {
      double flip = 1 / (Math.exp(argument("epsilon") / (2 * protocol.hashes())) + 1);
      double p = argument("irr_p");
      double q = argument("irr_q");
      return set ? q - flip * (q - p) : p + flip * (q - p);
    }

    BitSet bloom(int text, int cohort) {
      return BitSet.valueOf(protocol.bloom(texts.get(text), cohort));
    }

    /** What a report of these bits adds to each estimate. */
    double[] added(int cohort, int bits) {
      return estimate(cohort, bits).rows().stream().mapToDouble(Estimate.Row::estimate).toArray();
    }

    Estimate estimate(int cohort, int bits) {
      Accumulator<byte[]> one = protocol.newAccumulator();
      byte[] report = new byte[protocol.reportType().bytes()];
      report[0] = (byte) cohort;
      for (int j = 0; j < bits(); j++) {
        report[2 + j / 8] |= (byte) ((bits >> j & 1) << (j % 8));
      }
      one.add(report);
      return decoder.estimate(one, 0.9);
    }

    /** The mean of something over the coins of a person whose text sets these. */
    double mean(BitSet set, IntToDoubleFunction ofBits) {
      double mean = 0;
      for (int bits = 0; bits < 1 << bits(); bits++) {
        double probability = 1;
        for (int j = 0; j < bits(); j++) {
          double one = rate(set.get(j));
          probability *= (bits >> j & 1) == 1 ? one : 1 - one;
        }
        mean += probability * ofBits.applyAsDouble(bits);
      }
      return mean;
    }

    private double perPerson(int item, int holds) {
      long[] counts = new long[texts.size()];
      counts[holds] = 1;
      return decoder.variances(counts)[item];
    }
  }

  private static List<Case> cases() {
    return List.of(
        Case.closed("rappor(epsilon=2,k=3,bits=5,hashes=2,cohorts=3)"),
        Case.closed("rappor(epsilon=1,k=2,bits=4,hashes=1,cohorts=2,irr_p=0.1,irr_q=0.8)"),
        Case.closed("rappor(epsilon=6,k=4,bits=6,hashes=3,cohorts=2,irr_p=0,irr_q=1)"),
        Case.open("rappor(epsilon=2,k=2,bits=6,hashes=2,cohorts=3)", "tea", "coffee", "milk"),
        Case.open("rappor(epsilon=3,k=2,bits=5,hashes=1,cohorts=4)", "tea", "coffee"));
  }

  @Test
  void everyReportAddsWhatThePageSays() {
    for (Case c : cases()) {
      double[][] inverse = inverse(gram(c));
      double perCohort = omega(c) / c.cohorts();
      for (int cohort = 0; cohort < c.cohorts(); cohort++) {
        for (int bits = 0; bits < 1 << c.bits(); bits++) {
          double[] residuals = residuals(c, bits);
          double[] added = c.added(cohort, bits);
          for (int v = 0; v < added.length; v++) {
            double sum = 0;
            for (int u = 0; u < added.length; u++) {
              double score =
                  c.bloom(u, cohort).stream().mapToDouble(j -> residuals[j]).sum() + perCohort;
              sum += inverse[v][u] * score;
            }
            assertEquals(c.cohorts() * sum, added[v], CLOSE * (1 + Math.abs(added[v])));
          }
        }
      }
    }
  }

  private static double[] residuals(Case c, int bits) {
    double[] debiased = new double[c.bits()];
    Arrays.setAll(
        debiased, j -> ((bits >> j & 1) - c.rate(false)) / (c.rate(true) - c.rate(false)));
    double mean = Arrays.stream(debiased).sum() / c.bits();
    return Arrays.stream(debiased).map(x -> x - mean).toArray();
  }

  private static double omega(Case c) {
    double h = c.protocol().hashes();
    double m = c.bits();
    double p = c.rate(false);
    double q = c.rate(true);
    double d = p * (1 - p) / ((q - p) * (q - p));
    double own = q * (1 - q) / ((q - p) * (q - p));
    d += h / m * (1 + own - d);
    return c.closed() ? c.cohorts() * (d - h * (h - 1) / (m * (m - 1))) : 0;
  }

  private static double[][] gram(Case c) {
    int k = c.texts().size();
    double h = c.protocol().hashes();
    double[][] gram = new double[k][k];
    for (int u = 0; u < k; u++) {
      for (int v = 0; v < k; v++) {
        gram[u][v] = omega(c) - c.cohorts() * h * h / c.bits();
        for (int cohort = 0; cohort < c.cohorts(); cohort++) {
          BitSet both = c.bloom(u, cohort);
          both.and(c.bloom(v, cohort));
          gram[u][v] += both.cardinality();
        }
      }
    }
    return gram;
  }

  /** By elimination with the largest pivot. */
  private static double[][] inverse(double[][] a) {
    int k = a.length;
    double[][] rows = new double[k][];
    for (int i = 0; i < k; i++) {
      rows[i] = Arrays.copyOf(a[i], 2 * k);
      rows[i][k + i] = 1;
    }
    for (int i = 0; i < k; i++) {
      int pivot = i;
      for (int j = i; j < k; j++) {
        pivot = Math.abs(rows[j][i]) > Math.abs(rows[pivot][i]) ? j : pivot;
      }
      double[] row = rows[pivot];
      rows[pivot] = rows[i];
      double lead = row[i];
      rows[i] = Arrays.stream(row).map(x -> x / lead).toArray();
      for (int j = 0; j < k; j++) {
        if (j != i) {
          double factor = rows[j][i];
          for (int at = 0; at < 2 * k; at++) {
            rows[j][at] -= factor * rows[i][at];
          }
        }
      }
    }
    return Arrays.stream(rows)
        .map(row -> Arrays.copyOfRange(row, k, 2 * k))
        .toArray(double[][]::new);
  }

  @Test
  void overAllCoinsEstimatesAreUnbiasedAndVaryAsStated() {
    for (Case c : cases()) {
      for (int holds = 0; holds < c.texts().size(); holds++) {
        for (int item = 0; item < c.texts().size(); item++) {
          int at = item;
          double mean = 0;
          double square = 0;
          for (int cohort = 0; cohort < c.cohorts(); cohort++) {
            int in = cohort;
            BitSet set = c.bloom(holds, cohort);
            mean += c.mean(set, bits -> c.added(in, bits)[at]) / c.cohorts();
            square += c.mean(set, bits -> Math.pow(c.added(in, bits)[at], 2)) / c.cohorts();
          }
          double own = item == holds ? 1 : 0;
          assertEquals(own, mean, CLOSE, c.protocol() + " of " + item);
          assertEquals(square - own, c.perPerson(item, holds), CLOSE * square);
        }
      }
    }
  }

  /** On average over all texts: h different bits of each cohort, uniformly. */
  @Test
  void textsThatAreNotListedAddNothingAndVaryAsStated() {
    for (Case c : cases()) {
      if (c.closed()) {
        continue;
      }
      List<BitSet> sets = new ArrayList<>();
      for (int bits = 0; bits < 1 << c.bits(); bits++) {
        if (Integer.bitCount(bits) == c.protocol().hashes()) {
          sets.add(BitSet.valueOf(new long[] {bits}));
        }
      }
      double weight = 1.0 / sets.size() / c.cohorts();
      for (int item = 0; item < c.texts().size(); item++) {
        int at = item;
        double mean = 0;
        double square = 0;
        for (int cohort = 0; cohort < c.cohorts(); cohort++) {
          int in = cohort;
          for (BitSet set : sets) {
            mean += weight * c.mean(set, bits -> c.added(in, bits)[at]);
            square += weight * c.mean(set, bits -> Math.pow(c.added(in, bits)[at], 2));
          }
        }
        assertEquals(0, mean, CLOSE);
        assertStatedErrors(c, item, square);
      }
    }
  }

  /**
   * The same for many texts, where all coins cannot be gone through: an estimate is a sum over
   * bits, which reports of one bit or none show, and bits are independent.
   */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rappor(epsilon=1,k=130,bits=16,hashes=1,cohorts=17)",
        "rappor(epsilon=9,k=67,bits=16,hashes=2,cohorts=10)"
      })
  void ofManyTextsEstimatesAreUnbiasedAndVaryAsStated(String spec) {
    Case c = Case.closed(spec);
    int k = c.protocol().k();
    double[][] means = new double[k][k]; // by who holds, and of what
    double[][] squares = new double[k][k];
    for (int cohort = 0; cohort < c.cohorts(); cohort++) {
      double[] none = c.added(cohort, 0);
      double[][] ones = new double[c.bits()][];
      for (int j = 0; j < c.bits(); j++) {
        ones[j] = c.added(cohort, 1 << j);
      }
      for (int u = 0; u < k; u++) {
        BitSet set = c.bloom(u, cohort);
        for (int v = 0; v < k; v++) {
          double mean = none[v];
          double variance = 0;
          for (int j = 0; j < c.bits(); j++) {
            double rate = c.rate(set.get(j));
            double weight = ones[j][v] - none[v];
            mean += rate * weight;
            variance += rate * (1 - rate) * weight * weight;
          }
          means[u][v] += mean / c.cohorts();
          squares[u][v] += (variance + mean * mean) / c.cohorts();
        }
      }
    }
    double differently = 0;
    for (int u = 0; u < k; u++) {
      for (int v = 0; v < k; v++) {
        double truth = u == v ? 1 : 0;
        assertEquals(truth, means[u][v], 1e-6, spec);
        assertEquals(1, (squares[u][v] - truth) / c.perPerson(v, u), 1e-7, spec);
        differently = Math.max(differently, Math.abs(squares[u][v] / squares[u][k - 1 - v] - 1));
      }
    }
    assertTrue(differently > 1e-3, "the wrong item's variance would be seen");
  }

  @Test
  void standardErrorsAndIntervalsFollowFromTheVariances() {
    for (Case c : cases()) {
      for (int item = 0; item < c.texts().size(); item++) {
        if (c.closed()) {
          assertStatedErrors(c, item, 0);
        }
      }
    }
  }

  private static void assertStatedErrors(Case c, int item, double perUnlisted) {
    double z = StandardNormal.ofInterval(1, 0.9);
    int k = c.texts().size();
    int seen = 0;
    for (int bits = 0; bits < 1 << c.bits(); bits++) {
      Estimate estimate = c.estimate(0, bits);
      double variance = 0;
      double unlisted = 1;
      double others = 0;
      for (int u = 0; u < k; u++) {
        double x = estimate.rows().get(u).estimate();
        variance += x * c.perPerson(item, u);
        unlisted -= x;
        others += u == item ? 0 : c.perPerson(item, u) / (k - 1);
      }
      variance += c.closed() ? 0 : unlisted * perUnlisted;
      if (variance < 1e-3) {
        continue; // an estimate of the variance that is not positive shows as 0
      }
      seen++;
      Estimate.Row row = estimate.rows().get(item);
      Estimate.Row expected =
          PureEstimator.row(
              row.item(), row.estimate(), variance, c.perPerson(item, item) - others, z);
      assertEquals(c.texts().get(item), row.item());
      assertEquals(expected.standardError(), row.standardError(), 1e-7 * variance);
      assertEquals(expected.lower(), row.lower(), 1e-7 * (1 + variance));
      assertEquals(expected.upper(), row.upper(), 1e-7 * (1 + variance));
    }
    assertTrue(seen > 3);
  }

  /** Audits enumerate such bits one by one. */
  @Test
  void bitsAreIndependentBehindTheTwoBytesOfTheCohort() {
    for (Case c : cases()) {
      assertEquals(16, c.protocol().firstIndependentBit());
      assertEquals((16 + c.bits() + 7) / 8, c.protocol().reportType().bytes());
    }
  }

  @Test
  void candidatesAreListedInTheirOrder() {
    RapporDecoder decoder = cases().get(3).decoder();

    assertEquals(List.of("tea", "coffee", "milk"), decoder.candidates());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4097})
  void aListOfNoneOrTooManyIsRefused(int texts) {
    Rappor protocol = cases().get(3).protocol();
    List<String> list = IntStream.range(0, texts).mapToObj(Integer::toString).toList();

    assertThrows(IllegalArgumentException.class, () -> protocol.decoder(list));
  }

  /** What unlisted texts look like together is all bits alike, so lists must leave room for it. */
  @Test
  void inAnOpenDomainAListThatFillsTheFilterIsRefused() {
    Rappor protocol = (Rappor) Protocols.of("rappor(epsilon=1,k=2,bits=4,hashes=1,cohorts=1)");
    String[] byBit = new String[4];
    for (int i = 0; i < 100; i++) {
      byBit[Long.numberOfTrailingZeros(protocol.bloom("text " + i, 0)[0])] = "text " + i;
    }

    assertEquals(3, protocol.decoder(List.of(byBit).subList(0, 3)).candidates().size());
    assertThrows(IllegalArgumentException.class, () -> protocol.decoder(List.of(byBit)));
    assertThrows(
        IllegalArgumentException.class, () -> protocol.decoder(List.of(byBit[0], byBit[0])));
  }
}
