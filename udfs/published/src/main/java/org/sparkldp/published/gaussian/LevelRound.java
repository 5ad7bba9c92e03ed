package org.sparkldp.published.gaussian;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.likelihood.PeriodicCells;
import org.sparkldp.published.gaussian.PublishedRounds.Decided;
import org.sparkldp.published.gaussian.PublishedRounds.PublishedRound;

/**
 * Round one of the two-round protocols of Joseph, Kulkarni, Mao &amp; Wu: half of the people, dealt
 * out evenly to the {@link Levels}, report their cell modulo 4. Its own estimate is an interval
 * only, which holds with probability 1 − beta whatever confidence is asked for.
 */
abstract class LevelRound extends CellRound implements PublishedRound<Integer>, Demanding {
  private final Round<Decided, PublishedRound<?>> at;
  private final PublishedQuestion published;
  private final Levels levels;

  LevelRound(Round<Decided, PublishedRound<?>> at, PublishedQuestion published) {
    super(at.spec(), published, 0, responses(published));
    this.at = at;
    this.published = published;
    this.levels = Levels.of(published.gaussian());
  }

  @Override
  public final Round<Decided, PublishedRound<?>> at() {
    return at;
  }

  private static KaryResponse[] responses(PublishedQuestion published) {
    KaryResponse[] responses = new KaryResponse[Levels.of(published.gaussian()).count()];
    Arrays.fill(responses, KaryResponse.of(published.epsilon(), Levels.ANSWERS));
    return responses;
  }

  /** What is asked. */
  final PublishedQuestion published() {
    return published;
  }

  /** How far from EstMean's answer the mean may be. */
  abstract double distance(LevelHistograms histograms);

  /** What the round decides of a stratum. */
  abstract double[] decide(LevelHistograms histograms);

  @Override
  final PeriodicCells channel(int stratum, int level) {
    return levels.cells(level);
  }

  @Override
  public final long usersNeeded() {
    return LevelHistograms.usersNeeded(published, levels);
  }

  /** What the reports say of a stratum. */
  final LevelHistograms histograms(Accumulator<?> reports, int stratum) {
    return LevelHistograms.of(
        levels, published, response(0), counts(reports, stratum, 0, groups()));
  }

  /** Stratum after stratum. */
  @Override
  public final double[] decide(Accumulator<?> reports) {
    return IntStream.range(0, strata())
        .mapToObj(stratum -> decide(histograms(reports, stratum)))
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  @Override
  public final Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    Estimate.requireBasis(reports.n(), confidence);
    List<Estimate.Row> rows = new ArrayList<>();
    for (int stratum = 0; stratum < strata(); stratum++) {
      LevelHistograms histograms = histograms(reports, stratum);
      double mean = histograms.mean();
      double distance = distance(histograms);
      rows.add(
          Estimate.Row.unknown(
              item(stratum, "mean"),
              mean - distance,
              mean + distance,
              EstimateNotes.join(EstimateNotes.INTERVAL_ONLY, histograms.note())));
    }
    return new Estimate(reports.n(), confidence, rows);
  }
}
