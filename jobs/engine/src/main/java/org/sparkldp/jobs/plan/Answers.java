package org.sparkldp.jobs.plan;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Resilient;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The answers of a group of people.
 *
 * @param estimate raw, rows named by the task
 * @param consistent by step, one number for each row
 * @param best the best guess of each number, which is shown first
 */
public record Answers(Estimate estimate, Map<String, double[]> consistent, double[] best) {
  /** The column of the best guesses, always there. */
  public static final String BEST = "best";

  /**
   * The step of every task whose protocol knows it: the most that one percent of fake reports could
   * have shifted each estimate. It is no answer, and in no picture.
   */
  public static final String SHIFT = "shift-per-percent";

  /**
   * Raw estimates and, beside them, what steps make.
   *
   * @param protocol of the estimates, which knows their largest shift
   * @param best the best guesses
   * @param others what every step but {@link #SHIFT} makes
   */
  public static Answers of(
      Estimate raw,
      List<String> steps,
      Protocol<?, ?> protocol,
      double[] best,
      Function<String, double[]> others) {
    Map<String, double[]> columns = new LinkedHashMap<>();
    for (String step : steps) {
      columns.put(step, step.equals(SHIFT) ? shift(protocol, raw.n()) : others.apply(step));
    }
    return new Answers(raw, columns, best);
  }

  private static double[] shift(Protocol<?, ?> protocol, long n) {
    return protocol
        .facet(Resilient.class)
        .flatMap(known -> known.shiftPerPercent(n))
        .orElseThrow(
            () ->
                Require.refusal(
                    "%s needs a protocol whose largest shift is known. Provided value: %s; leave"
                        + " the step out.",
                    SHIFT, protocol.spec()));
  }

  /** By step, the answers that it made. */
  public Map<String, double[]> counts() {
    Map<String, double[]> counts = new LinkedHashMap<>(consistent);
    counts.remove(SHIFT);
    return counts;
  }

  /** Raw estimates alone. */
  public static Answers raw(Estimate estimate) {
    return new Answers(estimate, Map.of(), estimate.estimates());
  }

  /** Whether the best guesses say more than the estimates. */
  public boolean hasBest() {
    return !Arrays.equals(best, estimate.estimates());
  }

  /**
   * Counts of everybody, from those of the people who were asked in some periods of a turn: the
   * mean of these periods' counts.
   *
   * <p>Of T turns, D periods were asked. A person who holds an item in a of the periods adds T/D to
   * its scaled count for each of them in which it is the person's turn. Turns being uniform, the
   * mean of the scaled counts is the mean of the periods' counts, Σ a/D. Asked once at most (D ≤
   * T), a person adds the variance a T/D² − (a/D)² ≤ (a/D) (T − 1)/D, because a ≥ 1 where it is not
   * 0; asked more often, at most the square of a number in [0, 1] with the mean a/D does, a/D. So
   * asking a part adds at most count · max(1, (T − 1)/D) to the squared standard error, exactly
   * that at D = 1.
   *
   * @param turns T, at least 2
   * @param periods D, at least 1
   */
  public Answers ofTurns(int turns, int periods) {
    double factor = (double) turns / periods;
    double spread = periods >= turns ? 1 : (turns - 1.0) / periods;
    double z = StandardNormal.twoSided(estimate.confidence());
    List<Estimate.Row> rows =
        estimate.rows().stream().map(row -> scaled(row, factor, spread, z)).toList();
    Map<String, double[]> scaled = new LinkedHashMap<>();
    consistent.forEach((step, counts) -> scaled.put(step, times(factor, counts)));
    long people = Math.round(factor * estimate.n());
    return new Answers(
        new Estimate(people, estimate.confidence(), rows), scaled, times(factor, best));
  }

  /** The rows from one to before another, as far as the reports could estimate them. */
  public int[] known(int from, int to) {
    return IntStream.range(from, to)
        .filter(row -> Double.isFinite(estimate.rows().get(row).estimate()))
        .toArray();
  }

  /** Some rows, under other names. */
  public Answers only(int[] rows, IntFunction<String> names) {
    Map<String, double[]> some = new LinkedHashMap<>();
    consistent.forEach((step, counts) -> some.put(step, only(rows, counts)));
    List<Estimate.Row> kept = Arrays.stream(rows).mapToObj(estimate.rows()::get).toList();
    return new Answers(
        new Estimate(estimate.n(), estimate.confidence(), kept).named(at -> names.apply(rows[at])),
        some,
        only(rows, best));
  }

  /** Some of many numbers. */
  public static double[] only(int[] rows, double[] of) {
    return Arrays.stream(rows).mapToDouble(row -> of[row]).toArray();
  }

  private static double[] times(double factor, double[] counts) {
    return Arrays.stream(counts).map(count -> factor * count).toArray();
  }

  private static Estimate.Row scaled(Estimate.Row row, double factor, double spread, double z) {
    double count = factor * row.estimate();
    double below = factor * (row.estimate() - row.lower());
    double above = factor * (row.upper() - row.estimate());
    double asked = Math.sqrt(spread * Math.max(0, count));
    // As many people as the upper end says may have been missed.
    double missed = Math.sqrt(spread * Math.max(0, count + above));
    return new Estimate.Row(
        row.item(),
        count,
        Math.hypot(factor * row.standardError(), asked),
        count - Math.hypot(below, z * asked),
        count + Math.hypot(above, z * missed),
        row.note());
  }
}
