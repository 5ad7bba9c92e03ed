package org.sparkldp.protocols.distribution;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.strategy.StrategyFile;

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
    implements RoundProtocol<Double, Integer> {
  /** How much of the cells is dealt out evenly. */
  static final double EVEN = 0.125;

  private static final double PILOT = 0.125;
  private static final double LEAST_ERROR = 0.1;
  private static final int OWN = 2;

  private final RoundState state; // null in the first round
  private final int round;
  private final long earlier;

  private ManyQuantilesRound(ManyQuantilesQuestion question, StrategyFile file) {
    super(question.spec(file), question, file, question.cells(), PILOT);
    this.state = null;
    this.round = 1;
    this.earlier = 0;
  }

  private ManyQuantilesRound(ManyQuantilesRound first, RoundState state, double[] numbers) {
    super(
        first.spec().with(STATE.name(), state.fingerprint()),
        first.question(),
        first.file(),
        first.question().cells().withEdges(edges(numbers)),
        share((int) numbers[0], first.rounds()));
    this.state = state;
    this.round = (int) numbers[0];
    this.earlier = (long) numbers[1];
  }

  static ManyQuantilesRound first(ManyQuantilesQuestion question, StrategyFile file) {
    return new ManyQuantilesRound(question, file);
  }

  private static double[] edges(double[] numbers) {
    return Arrays.copyOfRange(numbers, OWN, numbers.length);
  }

  private static double share(int round, int rounds) {
    return round < rounds ? PILOT : 1 - (rounds - 1) * PILOT;
  }

  @Override
  ManyQuantilesRound resume(RoundState later) {
    byte[] reports = later.firstReports(spec());
    long people = Protocols.readForMerging(reports).n();
    return new ManyQuantilesRound(this, later, later.numbers(all -> fits(all, people)));
  }

  /** Whether numbers are those of a later round, of which the first had so many people. */
  private boolean fits(double[] all, long people) {
    return all.length > OWN
        && isWhole(all[0], 2, rounds())
        && isWhole(all[1], people, all[0] == 2 ? people : 1L << 53)
        && question().cells().takes(edges(all));
  }

  private static boolean isWhole(double number, long least, long most) {
    return number == Math.rint(number) && number >= Math.max(1, least) && number <= most;
  }

  @Override
  double lastShare() {
    return share(rounds(), rounds());
  }

  @Override
  public ProtocolSpec firstSpec() {
    return question().spec(file());
  }

  @Override
  public int round() {
    return round;
  }

  @Override
  public int rounds() {
    return question().rounds().orElseThrow();
  }

  @Override
  public int roundOf(long word) {
    for (int early = 1; early < rounds(); early++) {
      if (Long.compareUnsigned(word, Thresholds.of(early * PILOT)) < 0) {
        return early;
      }
    }
    return rounds();
  }

  @Override
  public byte[] attachment() {
    return state == null ? super.attachment() : state.encode();
  }

  @Override
  long people(Accumulator<?> reports) {
    return Math.addExact(earlier, reports.n());
  }

  @Override
  public OptionalLong usersNeeded() {
    double least = least();
    // A hash deals out a round's people at random: 4 standard deviations on top.
    return OptionalLong.of((long) Math.ceil((least + 4 * Math.sqrt(least) + 8) / PILOT));
  }

  /** Reports without which a round cannot say where people are. */
  private double least() {
    double worst = Arrays.stream(variances()).max().orElseThrow();
    return Math.ceil(worst / (LEAST_ERROR * LEAST_ERROR));
  }

  @Override
  public ManyQuantilesRound next(Accumulator<?> reports) {
    requireOwn(reports);
    if (round == rounds()) {
      throw RoundProtocol.wasLast();
    }
    double least = least();
    Require.that(reports.n() >= least)
        .orRefuse(
            "reports of round %s must be at least %s, or they say too little of where people are."
                + " Provided: %s; take rounds=1, or more people, or a larger epsilon.",
            round, (long) least, reports.n());
    double[] edges = cells().adapted(function(reports).mean(), EVEN).edges();
    double[] numbers = new double[OWN + edges.length];
    numbers[0] = round + 1;
    numbers[1] = people(reports);
    System.arraycopy(edges, 0, numbers, OWN, edges.length);
    ManyQuantilesRound first = first(question(), file());
    List<byte[]> firstReports = state == null ? List.of(reports.toBytes()) : state.accumulators();
    byte[] strategy = state == null ? super.attachment() : state.attachment();
    return first.resume(new RoundState(firstReports, numbers, strategy));
  }
}
