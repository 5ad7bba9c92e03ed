package org.sparkldp.protocols.distribution;

import java.util.Arrays;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.Rounds;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.wire.Fields;

/**
 * A round of {@link ManyQuantiles} with adaptive cells: a few people are asked about even cells of
 * the range, and later ones about cells that are narrow where the reports of those before say that
 * people are.
 *
 * <p>Input, report, guarantee, errors of answers: those of {@link ManyQuantiles}. There are always
 * as many cells, so one strategy serves all rounds. A person answers in one round, which a public
 * hash decides.
 *
 * <p><b>Cells.</b> The edges of a round are quantiles of a distribution function mixed with {@value
 * #EVEN} of an even one ({@link Cells#adapted}): the mean of the functions that the reports of the
 * round before leave possible ({@link DistributionFunction#mean}). Their own estimate would do
 * worse: it rises in steps of the size of its errors, and cells between two steps would be wide.
 * However wrong the function is, no cell is wider than the range over {@value #EVEN} of their
 * number.
 *
 * <p><b>Estimate.</b> From this round's people alone. Their edges are a function of other people's
 * reports, so given the edges all is as with one round: the prefix counts are unbiased, with the
 * covariance of the strategy. They stand for everybody, for a hash deals people out, so the
 * covariance (1 − share) (min(F_i, F_j) − F_i F_j)/n of a sample is added, share being the round's
 * of all people. The reports of earlier rounds are not used again: their errors have decided where
 * the edges are, so they would be biased there.
 *
 * <p><b>Shares.</b> Each round but the last has {@value #PILOT} of the people. More make cells more
 * even, fewer cost the last round less; {@code law=any} intervals at epsilon 1, 100,000 people, 256
 * cells, simulated, half their length as a share of people:
 *
 * <pre>
 *   people, range                           1/8      1/5
 *   even, the right range, 2 rounds         .0250    .0261     (1 round .0229)
 *   log-normal, the right range, 2 rounds   .0262    .0266     (1 round .0396)
 *   log-normal, 1,000 times too wide, 3     .0276    .0302     (1 round .5)
 * </pre>
 *
 * <p>Needs so many people that a share of each earlier round is right to {@value #LEAST_ERROR}, one
 * standard error; if an eighth were less, these would be more.
 *
 * <p>State: the first round's accumulator; as numbers the round, the people of all earlier rounds,
 * and the edges; the strategy.
 */
public final class ManyQuantilesRound extends ManyQuantiles
    implements Rounds.Leading<ManyQuantilesRound.Adapted>, Demanding {
  /** How much of the cells is dealt out evenly. */
  static final double EVEN = 0.125;

  private static final double PILOT = 0.125;
  private static final double LEAST_ERROR = 0.1;

  /**
   * The cells that later people are asked about.
   *
   * @param round from 1
   * @param people of all earlier rounds
   * @param cells as many in all rounds
   */
  record Adapted(int round, long people, Cells cells) {}

  private final Round<Adapted, ManyQuantilesRound> at;

  private ManyQuantilesRound(
      ManyQuantilesQuestion question, StrategyFile file, Round<Adapted, ManyQuantilesRound> at) {
    super(at.spec(), question, file, at.state().cells, share(at.number(), at.rounds()));
    this.at = at;
  }

  static ManyQuantilesRound first(ManyQuantilesQuestion question, StrategyFile file) {
    int rounds = question.rounds().orElseThrow();
    return Rounds.<Adapted, ManyQuantilesRound>of(
            question.spec(file), rounds, word -> roundOf(word, rounds))
        .startsWith(new Adapted(1, 0, question.cells()), Adapted::round)
        .remembers((numbers, kept) -> state(question.cells(), rounds, numbers, kept.people()))
        .asks(at -> new ManyQuantilesRound(question, file, at))
        .attaches(file::toBytes)
        .first();
  }

  private static Adapted state(Cells even, int rounds, Fields<Adapted> f, long first) {
    int round = (int) f.whole(2, rounds, Adapted::round);
    long people = f.whole(Math.max(1, first), 1L << 53, Adapted::people);
    f.require(round > 2 || people == first, "people are more or fewer");
    int count = f.left(Double.BYTES, state -> state.cells.edges().length);
    double[] edges = f.float64s(count, state -> state.cells.edges());
    f.require(even.takes(edges), "edges are not those of cells");
    return f.makes(() -> new Adapted(round, people, even.withEdges(edges)));
  }

  private static int roundOf(long word, int rounds) {
    for (int early = 1; early < rounds; early++) {
      if (Long.compareUnsigned(word, Thresholds.of(early * PILOT)) < 0) {
        return early;
      }
    }
    return rounds;
  }

  private static double share(int round, int rounds) {
    return round < rounds ? PILOT : 1 - (rounds - 1) * PILOT;
  }

  @Override
  public Round<Adapted, ManyQuantilesRound> at() {
    return at;
  }

  @Override
  public byte[] attachment() {
    return at.attachment();
  }

  @Override
  double lastShare() {
    return share(rounds(), rounds());
  }

  @Override
  long people(Accumulator<?> reports) {
    return Math.addExact(at.state().people, reports.n());
  }

  @Override
  public long usersNeeded() {
    double least = least();
    // A hash deals out a round's people at random: 4 standard deviations on top.
    return (long) Math.ceil((least + 4 * Math.sqrt(least) + 8) / PILOT);
  }

  /** Reports without which a round cannot say where people are. */
  private double least() {
    double worst = Arrays.stream(variances()).max().orElseThrow();
    return Math.ceil(worst / (LEAST_ERROR * LEAST_ERROR));
  }

  /** Cells by these reports. */
  @Override
  public Adapted after(Accumulator<?> reports) {
    double least = least();
    Require.that(reports.n() >= least)
        .orRefuse(
            "reports of round %s must be at least %s, or they say too little of where people are."
                + " Provided: %s; take rounds=1, or more people, or a larger epsilon.",
            round(), (long) least, reports.n());
    return new Adapted(
        round() + 1, people(reports), cells().adapted(function(reports).mean(), EVEN));
  }
}
