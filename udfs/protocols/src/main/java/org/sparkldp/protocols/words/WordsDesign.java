package org.sparkldp.protocols.words;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.ProjectiveGeometryResponse;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.statistics.Bisection;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The number of rounds, the bits and people of each, and the candidates that it keeps: the division
 * under which the fewest people need to hold a word that is to be found. A public function of the
 * question alone, decided by computed errors.
 *
 * <p><b>Reach.</b> The number of people from whom on a word is found with probability {@value
 * #FOUND} at least, whatever the other people hold. A round before the last finds a word's
 * beginning if its estimate is above the level that {@link CandidateBound} gives for the candidates
 * that are kept; the last finds the word if its estimate is above the threshold for which the
 * chance of any false word is at most the one stated. Each of R rounds may miss with probability 1
 * − {@value #FOUND}^(1/R). With s the standard deviation that a round leaves to an estimate of a
 * word held by h people, scaled up to all, and z the normal quantile of that, a round needs (level
 * + z) s ≤ h. The largest s that does it says how large a share of the people the round needs, and
 * the least h for which the shares are at most 1 together is the reach.
 *
 * <p>s² = (n b + h (a + 1))/g with g the share, b the variance of a report and a as in {@link
 * PureEstimator}; the 1 is for the sample of people that a round is. Normal laws are taken here,
 * for planning; the threshold in use is exact.
 *
 * <p><b>Bits.</b> The number of bits of a word is dealt out so that all rounds have about as many
 * candidates. The first few possible numbers of rounds, and powers of two from 16 to 4,096 for the
 * candidates kept, are tried in all combinations; of those whose reach is within 3 % of the least,
 * the one with the fewest rounds is taken, and of these the one with the fewest cells.
 *
 * @param kept candidates that a round before the last keeps, at most
 * @param reach the fewest people who hold a word that is found
 * @param rounds the rounds
 */
public record WordsDesign(int kept, double reach, List<WordsRoundDesign> rounds) {
  /** Probability with which a word that is held by {@link #reach} people is found. */
  public static final double FOUND = 0.95;

  /** The most candidates of a round, beside "other". */
  static final int MOST_CANDIDATES = 1 << 19;

  static final int MOST_ROUNDS = 64;
  static final int MOST_KEPT = 1 << 13;

  private static final int LEAST_KEPT_BITS = 4;
  static final int MOST_KEPT_BITS = 12;

  /** Rounds that are tried, from the fewest that are possible on. */
  private static final int TRIED = 4;

  /** A reach this much above the least is as good. */
  private static final double AS_GOOD = 1.03;

  /** Shares are multiples of 1/4096, so that rounding errors do not move a person. */
  private static final int SHARES = 1 << 12;

  public WordsDesign {
    rounds = List.copyOf(rounds);
  }

  /**
   * One round.
   *
   * @param bits by which it lengthens what was kept
   * @param candidates items that it asks about, beside "other"
   * @param parts of 4096 of the people
   */
  public record WordsRoundDesign(int bits, int candidates, int parts) {
    /** Its share of the people. */
    public double share() {
      return (double) parts / SHARES;
    }
  }

  /** The request; the rest is designed. */
  record WordsRequest(double epsilon, BigInteger words, long users, double falseAlarm) {
    int bits() {
      return words.subtract(BigInteger.ONE).bitLength();
    }
  }

  /** The best design; refused if there is none. */
  static WordsDesign best(WordsRequest question) {
    Oracles oracles = new Oracles(question.epsilon);
    List<Sized> all = new ArrayList<>();
    for (int keptBits = LEAST_KEPT_BITS; keptBits <= MOST_KEPT_BITS; keptBits++) {
      int tried = 0;
      for (int rounds = 2; rounds <= MOST_ROUNDS && tried < TRIED; rounds++) {
        Optional<WordsDesign> design = of(question, rounds, 1 << keptBits, oracles);
        if (design.isPresent()) {
          all.add(new Sized(design.get(), oracles));
          tried++;
        }
      }
    }
    double least =
        all.stream()
            .mapToDouble(sized -> sized.design.reach)
            .min()
            .orElseThrow(() -> impossible(question));
    return all.stream()
        .filter(sized -> sized.design.reach <= least * AS_GOOD)
        .min(
            Comparator.comparingInt((Sized sized) -> sized.design.rounds.size())
                .thenComparingLong(Sized::cells)
                .thenComparing(sized -> sized.design.reach))
        .orElseThrow()
        .design;
  }

  /** The design of so many rounds and candidates kept; refused if it is none. */
  static WordsDesign of(WordsRequest question, int rounds, int kept) {
    return of(question, rounds, kept, new Oracles(question.epsilon))
        .orElseThrow(() -> impossible(question));
  }

  private static IllegalArgumentException impossible(WordsRequest question) {
    return Require.refusal(
        "users, rounds and kept must be such that each round has at most 2^19 candidates and a word"
            + " that everybody holds is found. Provided: users = %s, words of %s bits, epsilon ="
            + " %s; leave rounds and kept out, or take more people or a larger epsilon.",
        question.users, question.bits(), question.epsilon);
  }

  private static Optional<WordsDesign> of(
      WordsRequest question, int rounds, int kept, Oracles oracles) {
    int[] bits = bits(question.bits(), rounds, kept);
    if (bits.length == 0) {
      return Optional.empty();
    }
    int[] candidates = new int[rounds];
    int rest = question.bits() - bits[0];
    BigInteger first = question.words.subtract(BigInteger.ONE).shiftRight(rest).add(BigInteger.ONE);
    candidates[0] = first.intValue(); // at most 2^30
    for (int t = 1; t < rounds; t++) {
      candidates[t] = Math.min(kept, candidates[t - 1]) << bits[t];
    }
    if (Arrays.stream(candidates).max().orElseThrow() > MOST_CANDIDATES) {
      return Optional.empty();
    }
    double z = StandardNormal.quantile(StrictMath.pow(FOUND, 1.0 / rounds));
    DoublePredicate isEnough = h -> sum(shares(question, candidates, kept, oracles, z, h)) <= 1;
    if (!isEnough.test(question.users)) {
      return Optional.empty();
    }
    double held = Bisection.halveFactor(1, question.users, 24, isEnough).high();
    int[] parts = parts(shares(question, candidates, kept, oracles, z, held));
    List<WordsRoundDesign> all = new ArrayList<>();
    for (int t = 0; t < rounds; t++) {
      all.add(new WordsRoundDesign(bits[t], candidates[t], parts[t]));
    }
    return Optional.of(new WordsDesign(kept, held, all));
  }

  /**
   * Bits of each round: about as many candidates each, so that the first has as many bits more as
   * those that are kept have; none if there are too few bits, or too many.
   */
  private static int[] bits(int all, int rounds, int kept) {
    int keptBits = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(kept);
    int shared = all - keptBits;
    if (shared < rounds) {
      keptBits = 0;
      shared = all;
    }
    if (shared < rounds || shared / rounds >= Integer.SIZE - 2 - keptBits) {
      return new int[0];
    }
    int[] bits = new int[rounds];
    for (int t = 0; t < rounds; t++) {
      bits[t] = shared / rounds + (t < shared % rounds ? 1 : 0) + (t == 0 ? keptBits : 0);
    }
    return bits;
  }

  /** The shares of the people that rounds need to find a word that h people hold. */
  private static double[] shares(
      WordsRequest question, int[] candidates, int kept, Oracles oracles, double z, double h) {
    double[] shares = new double[candidates.length];
    for (int t = 0; t < shares.length; t++) {
      PureEstimator support = oracles.oracle(candidates[t] + 1).support();
      boolean isLast = t == shares.length - 1;
      double s =
          isLast
              ? h / (StandardNormal.upperQuantile(question.falseAlarm / candidates[t]) + z)
              : t > 1 && candidates[t] == candidates[t - 1]
                  ? Double.NaN
                  : deviation(question.users, candidates[t], kept, z, h);
      double variance = support.variance(0, question.users) + h * Math.max(0, support.slope() + 1);
      shares[t] = Double.isNaN(s) ? shares[t - 1] : variance / (s * s);
    }
    return shares;
  }

  /** The largest standard deviation with which a beginning is kept that h people hold. */
  private static double deviation(long users, int candidates, int kept, double z, double h) {
    if (candidates <= kept) {
      return h; // all are kept
    }
    DoublePredicate isTooLarge =
        s -> (CandidateBound.level(candidates, users / s, kept) + z) * s > h;
    return Bisection.halve(0, h / z, 30, isTooLarge).low();
  }

  private static double sum(double[] shares) {
    double sum = 0;
    for (double share : shares) {
      sum += share;
    }
    return sum;
  }

  /** Shares as parts of 4096, at least one each; the last round has what is left. */
  private static int[] parts(double[] shares) {
    double sum = sum(shares);
    int[] parts = new int[shares.length];
    int left = SHARES;
    for (int t = 0; t < shares.length - 1; t++) {
      parts[t] = Math.max(1, (int) Math.round(SHARES * shares[t] / sum));
      left -= parts[t];
    }
    parts[shares.length - 1] = left;
    return parts;
  }

  /** The round in which a person answers, from 1. */
  int roundOf(long word) {
    int part = (int) (word >>> (Long.SIZE - 12));
    int round = 0;
    int end = rounds.get(0).parts;
    while (part >= end) {
      round++;
      end += rounds.get(round).parts;
    }
    return round + 1;
  }

  /** The oracles of one epsilon, by their number of items. */
  private static final class Oracles {
    private final double epsilon;
    private final Map<Integer, ProjectiveGeometryResponse> known = new HashMap<>();

    Oracles(double epsilon) {
      this.epsilon = epsilon;
    }

    ProjectiveGeometryResponse oracle(int k) {
      return known.computeIfAbsent(
          k, items -> ProjectiveGeometryResponse.DECLARATION.of(epsilon, items));
    }
  }

  /** A design and the size of its accumulators. */
  private record Sized(WordsDesign design, long cells) {
    Sized(WordsDesign design, Oracles oracles) {
      this(
          design,
          design.rounds.stream()
              .mapToLong(round -> oracles.oracle(round.candidates + 1).cells())
              .max()
              .orElseThrow());
    }
  }
}
