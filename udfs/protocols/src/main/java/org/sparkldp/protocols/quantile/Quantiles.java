package org.sparkldp.protocols.quantile;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Rounds;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * The median, {@code median(epsilon,lower,upper,users,rounds)}, and any other quantile, {@code
 * quantile(p,epsilon,lower,upper,users,rounds)}, of numbers in a range: in rounds, of which each
 * person answers one with one randomized bit, on which side of a public point the value lies.
 *
 * <p>Input: a number in [lower, upper]. Report: a cell, 4 bytes ({@link QuantileRound}). Guarantee:
 * epsilon-LDP, whatever the rounds. Estimand: the people's p-quantile; people of one round stand
 * for all, for a hash deals them out. One row, with a note where the quantile may lie outside the
 * range. Values are never clipped: comparing them with points inside the range is the same.
 *
 * <p>{@link LocatingRound}s find an interval, and most people answer at two points close to the
 * quantile, which move from round to round ({@link InvertingRound}). Error, for p between 0.1 and
 * 0.9 and from 10,000 people on: 1.1 to 1.6 times what asking everybody at the quantile itself
 * would give, √(t (1 − t)/n) c/f, with f the density there, c = (e^eps + 1)/(e^eps − 1) and t = 1/2
 * + (p − 1/2)/c. Its interval is 3.2 to 3.9 times that one's from 8 rounds on.
 *
 * <p>Rounds: 3 to 64, by default 8, or fewer where {@code users} are few; of these 1 to 4 are the
 * last ones, whose points move, and r others divide the range into 2 · 4^r cells.
 *
 * <p>Cost: one comparison and one coin; 112 bytes to accumulate; the state of a round is a few
 * numbers and the first round's reports. Errors: parameters out of range; too few people for the
 * rounds, when the protocol is made where {@code users} are given, and by each round; values are
 * refused without being shown.
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, section 3.2.1: equation (11), Corollary 2;
 * the search is ours.
 */
public final class Quantiles {
  /** The median, as specs and estimates call it. */
  public static final String MEDIAN = "median";

  /** Any quantile, as specs and estimates call it. */
  public static final String QUANTILE = "quantile";

  /** The share of people at or below the quantile. */
  public static final Parameter P =
      Parameter.real("p", "share of people at or below the quantile")
          .above(0)
          .below(1)
          .example("0.5");

  private static final List<Parameter> COMMON =
      List.of(
          Parameter.EPSILON,
          QuantileProtocol.LOWER,
          QuantileProtocol.UPPER,
          QuantileProtocol.USERS,
          Search.ROUNDS,
          Parameter.word(
              "law",
              "any (the default): the interval holds whatever the distribution; smooth: for"
                  + " distributions of multiples of a step without other steps and gaps, a third as"
                  + " long; without a step it is any",
              "any",
              "smooth"),
          Parameter.real(
                  "step",
                  "of which all values are multiples, 1 for whole numbers; the answer is one of them")
              .above(0)
              .optional(),
          Outside.PARAMETER,
          InRounds.STATE);

  private Quantiles() {}

  /** {@code median(epsilon,lower,upper,users,rounds,law,step,outside,state)}. */
  public static final Declaration<QuantileRound> MEDIAN_DECLARATION =
      Declaration.named(MEDIAN, 38, "median of numbers in a range, in rounds of one bit a person")
          .takes(COMMON)
          .makes(given -> of(given, new Search()));

  /** {@code quantile(p,epsilon,lower,upper,users,rounds,law,step,outside,state)}. */
  public static final Declaration<QuantileRound> QUANTILE_DECLARATION =
      Declaration.named(
              QUANTILE, 39, "any quantile of numbers in a range, in rounds of one bit a person")
          .takes(withP(COMMON))
          .makes(given -> of(given, new Search()));

  /** These parameters after {@link #P}. */
  public static List<Parameter> withP(List<Parameter> others) {
    List<Parameter> all = new ArrayList<>(List.of(P));
    all.addAll(others);
    return all;
  }

  /** A quantile, or the median, by some method. */
  public static QuantileRound of(Parameters given, QuantileMethod method) {
    QuantileQuestion question = QuantileQuestion.of(given, method);
    RoundAllocation allocation = method.allocation(question);
    return Rounds.<Course, QuantileRound>of(
            question.spec(), allocation.rounds(), allocation::roundOf)
        .startsWith(new Course(question, 1, 0, method.start()), Course::round)
        .remembers((numbers, kept) -> Course.state(question, allocation.rounds(), numbers))
        .asks(at -> method.round(at, allocation))
        .first();
  }
}
