package org.sparkldp.protocols.audit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Mistakes that randomizers are known to have, each beside the same randomizer without it. The
 * audit finds every mistake, and nothing in the honest ones; so does the audit of pairs, which sees
 * reports only, except those mistakes that are too small to be seen in so few.
 *
 * <p>Seeds are fixed; a sampled bound above an honest claim has a chance below 1e-6.
 */
class BrokenTwinsTest {
  private static final double EPSILON = 1;
  private static final long SAMPLES = 20_000;

  /** A mistake, whether reports alone show it, and both randomizers. */
  record Case(
      String mistake, boolean showsInPairs, ItemProtocol<?> honest, ItemProtocol<?> broken) {
    @Override
    public String toString() {
      return mistake;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        probabilityOff(),
        bitUnnoised(),
        tieMishandled(),
        laplaceInDoubles(),
        piecewiseInDoubles(),
        coinUsedForTwoQuestions(),
        drawMadeAgain(),
        coinsSharedByBits());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theMistakeIsFound(Case mistake) {
    Audit.AuditResult found = Audit.run(mistake.broken, SAMPLES, 1);

    assertTrue(found.isAboveClaim(), mistake + ": " + found);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void withoutItNothingIsFound(Case mistake) {
    Audit.AuditResult found = Audit.run(mistake.honest, SAMPLES, 1);

    assertFalse(found.isAboveClaim(), mistake + ": " + found);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("cases")
  void theMistakeIsFoundInItsReportsAlone(Case mistake) {
    double bound = pairs(mistake.broken).lowerBound();

    if (mistake.showsInPairs) {
      assertTrue(bound > EPSILON, mistake + ": " + bound);
    }
    assertFalse(pairs(mistake.honest).lowerBound() > EPSILON, mistake.toString());
  }

  private static <R> PairAudit.PairAuditResult pairs(ItemProtocol<R> protocol) {
    PairAudit audit = new PairAudit();
    RandomSource source = new SimulationSource(3);
    for (int item = 0; item < Math.min(4, protocol.k()); item++) {
      for (long i = 0; i < SAMPLES; i++) {
        audit.add("value " + item, protocol.randomizer().randomize(item, source));
      }
    }
    return audit.run(0, 1);
  }

  // The mistakes.

  private static Case probabilityOff() {
    BiFunction<String, Double, ItemProtocol<?>> response =
        (name, excess) -> {
          double keep = Math.exp(EPSILON) / (Math.exp(EPSILON) + 3) * (1 + excess);
          long other = Thresholds.of((1 - keep) / 3) + 4096; // honest with some units to spare
          return cells(name, 4, (v, s) -> s.keepOrOther(v, 4, other));
        };
    return new Case(
        "a probability 2 % off",
        false, response.apply("kept", 0.0), response.apply("kept-too-often", 0.02));
  }

  private static Twin<Integer> cells(String name, int k, Twin.Making<Integer> making) {
    return new Twin<>(
        name,
        EPSILON,
        k,
        ReportType.cell(),
        -1,
        making,
        (report, item, other) -> (report == item ? 1 : 0) - (report == other ? 1 : 0));
  }

  /** Each bit flipped by a coin of its own; {@code kept} bits are not. */
  private static Twin<byte[]> unary(String name, int k, long kept, boolean isShared) {
    long flip = Thresholds.of(1 / (Math.exp(EPSILON / 2) + 1)) + 4096;
    return new Twin<>(
        name,
        EPSILON,
        k,
        ReportType.bits(k),
        0,
        (item, source) -> {
          long[] flips = new long[1];
          if (isShared) {
            source.bernoulliBits(flip, k / 2, flips);
            flips[0] |= flips[0] << (k / 2);
          } else {
            source.bernoulliBits(flip, k, flips);
          }
          long bits = (flips[0] & ~kept) ^ (1L << item);
          byte[] report = new byte[(k + 7) / 8];
          for (int i = 0; i < report.length; i++) {
            report[i] = (byte) (bits >>> (8 * i));
          }
          return report;
        },
        (report, item, other) -> bit(report, item) - bit(report, other));
  }

  private static int bit(byte[] report, int place) {
    return report[place >>> 3] >>> (place & 7) & 1;
  }

  private static Case bitUnnoised() {
    return new Case(
        "a bit left unnoised",
        true,
        unary("flipped", 8, 0, false),
        unary("one-not-flipped", 8, 1L << 3, false));
  }

  /** Bits 8 apart are flipped by one coin, so that their difference is the value's. */
  private static Case coinsSharedByBits() {
    return new Case(
        "coins of some bits used for others",
        true,
        unary("sixteen", 16, 0, false),
        unary("eight-twice", 16, 0, true));
  }

  /**
   * Corners of a cube of even dimension, half of them orthogonal to none: those orthogonal to the
   * value belong to neither half. Published with them in both, which costs ln(e^epsilon + 1).
   */
  private static Case tieMishandled() {
    long likely = Thresholds.of(Math.exp(EPSILON) / (Math.exp(EPSILON) + 1)) - 4096;
    return new Case(
        "a tie mishandled",
        false,
        corners("ties-by-coin", likely, false),
        corners("ties-in-both-halves", likely, true));
  }

  private static Twin<Integer> corners(String name, long likely, boolean tiesInBoth) {
    return cells(
        name,
        16,
        (v, source) -> {
          boolean near = source.bernoulli(likely);
          List<Integer> half = new ArrayList<>();
          for (int corner = 0; corner < 16; corner++) {
            int agree = Integer.bitCount(~(v ^ corner) & 15);
            boolean isTie = agree == 2;
            if (isTie || (agree > 2) == near) {
              half.add(corner);
            }
            if (!isTie && !tiesInBoth && (agree > 2) == near) {
              half.add(corner); // twice as likely as a tie
            }
          }
          return half.get(source.uniform(half.size()));
        });
  }

  /** A double in (0, 1), as everybody makes it. */
  private static double unit(RandomSource source) {
    return ((source.nextLong() >>> 11) + 0.5) * 0x1p-53;
  }

  /** Reports are doubles, known by their bits. */
  private static Twin<Long> doubles(String name, Twin.Making<Double> making) {
    return new Twin<>(
        name,
        EPSILON,
        2,
        ReportType.word(),
        -1,
        (item, source) -> Double.doubleToLongBits(making.report(item, source)),
        (report, item, other) -> Double.longBitsToDouble(report) * (item - other));
  }

  private static double laplace(RandomSource source) {
    double u = unit(source) - 0.5;
    return -Math.signum(u) * Math.log(1 - 2 * Math.abs(u)) / EPSILON;
  }

  /** The same noise, rounded to a grid that holds both values: far coarser than doubles are. */
  private static Case laplaceInDoubles() {
    return new Case(
        "Laplace noise in doubles",
        true,
        doubles("laplace-on-a-grid", (v, s) -> Math.rint((v + laplace(s)) * 64) / 64),
        doubles("laplace-in-doubles", (v, s) -> v + laplace(s)));
  }

  private static double piecewise(double t, RandomSource source) {
    double s = Math.exp(EPSILON / 2);
    double c = (s + 1) / (s - 1);
    double left = (c + 1) / 2 * t - (c - 1) / 2;
    double right = left + c - 1;
    if (unit(source) < s / (s + 1)) {
      return left + unit(source) * (right - left);
    }
    double u = unit(source) * (c + 1);
    return u < left + c ? u - c : right + (u - left - c);
  }

  private static Case piecewiseInDoubles() {
    return new Case(
        "the piecewise mechanism in doubles",
        true,
        doubles("piecewise-on-a-grid", (v, s) -> Math.rint(piecewise(v, s) * 64) / 64),
        doubles("piecewise-in-doubles", (v, s) -> piecewise(v, s)));
  }

  /** Two yes-no questions at half of epsilon each. */
  private static Case coinUsedForTwoQuestions() {
    long lie = Thresholds.of(1 / (Math.exp(EPSILON / 2) + 1)) + 4096;
    return new Case(
        "one coin used for two questions",
        true,
        cells(
            "two-coins", 4, (v, s) -> v ^ (s.bernoulli(lie) ? 1 : 0) ^ (s.bernoulli(lie) ? 2 : 0)),
        cells("one-coin", 4, (v, s) -> v ^ (s.bernoulli(lie) ? 3 : 0)));
  }

  /** Where the report is not the value, another is drawn. */
  private static Case drawMadeAgain() {
    long other = Thresholds.of(1 / (Math.exp(EPSILON) + 2)) + 4096;
    return new Case(
        "a draw made again",
        true,
        cells("drawn-once", 3, (v, s) -> s.keepOrOther(v, 3, other)),
        cells(
            "drawn-again",
            3,
            (v, s) -> {
              int first = s.keepOrOther(v, 3, other);
              return first == v ? first : s.keepOrOther(v, 3, other);
            }));
  }
}
