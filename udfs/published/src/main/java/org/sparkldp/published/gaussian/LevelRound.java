package org.sparkldp.published.gaussian;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.likelihood.PeriodicCells;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Round one of the two-round protocols of Joseph, Kulkarni, Mao &amp; Wu: half of the people, dealt
 * out evenly to the {@link Levels}, report their cell modulo 4. Its own estimate is an interval
 * only, which holds with probability 1 − beta whatever confidence is asked for.
 */
abstract class LevelRound extends CellRound
    implements PublishedRounds.OfTwo<Integer>, PublishedRounds.Resumable<Integer> {
  private final PublishedQuestion published;
  private final Levels levels;
  private final int numbers;

  /**
   * @param numbers how many numbers the round decides of each stratum
   */
  LevelRound(String name, PublishedQuestion published, int numbers) {
    super(published.spec(name), published, 0, responses(published));
    this.published = published;
    this.levels = Levels.of(published.gaussian());
    this.numbers = numbers;
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

  /** Round two. */
  abstract RoundProtocol<Double, ?> later(Transcript past);

  @Override
  public final ProtocolSpec firstSpec() {
    return spec();
  }

  @Override
  public final int round() {
    return 1;
  }

  @Override
  final PeriodicCells channel(int stratum, int level) {
    return levels.cells(level);
  }

  @Override
  public final OptionalLong usersNeeded() {
    return OptionalLong.of(LevelHistograms.usersNeeded(published, levels));
  }

  /** What the reports say of a stratum. */
  final LevelHistograms histograms(Accumulator<?> reports, int stratum) {
    return LevelHistograms.of(
        levels, published, response(0), counts(reports, stratum, 0, groups()));
  }

  @Override
  public final RoundProtocol<Double, ?> next(Accumulator<?> reports) {
    requireOwn(reports);
    Transcript.requireReports(reports);
    double[] decided = new double[strata() * numbers];
    for (int stratum = 0; stratum < strata(); stratum++) {
      double[] ofStratum = decide(histograms(reports, stratum));
      System.arraycopy(ofStratum, 0, decided, stratum * numbers, numbers);
    }
    return later(Transcript.none(spec()).and(reports, decided));
  }

  @Override
  public final RoundProtocol<Double, ?> resume(RoundState state) {
    return later(Transcript.read(spec(), state, strata() * numbers));
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
