package org.sparkldp.jobs.population;

import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.random.RandomSource;

/** All rounds of a protocol of numbers, over people in any order. */
public final class Rounds {
  private Rounds() {}

  /**
   * The last round's estimate. Each person answers in the round that their word decides.
   *
   * @param first the first round, or the only one
   * @param people the number of each
   */
  public static Estimate estimate(
      NumberProtocol<?> first, IntToDoubleFunction people, int users, RandomSource source) {
    if (first.rounds() == 0) {
      return collected(first, people, 0, users, source).estimate();
    }
    // People are alike, so that all that matters of their rounds is how many answer in each.
    int[] sizes = new int[first.rounds() + 1];
    for (int person = 0; person < users; person++) {
      sizes[first.roundOf(source.nextLong())]++;
    }
    NumberProtocol<?> round = first;
    int next = 0;
    while (true) {
      int after = next + sizes[round.round()];
      Collected<?> reports = collected(round, people, next, after, source);
      if (round.round() == round.rounds()) {
        return reports.estimate();
      }
      next = after;
      Protocol<?, ?> following = round.next(reports.reports);
      round = (NumberProtocol<?>) following;
    }
  }

  private record Collected<R>(NumberProtocol<R> protocol, Accumulator<R> reports) {
    Estimate estimate() {
      return protocol.estimate(reports);
    }
  }

  private static <R> Collected<R> collected(
      NumberProtocol<R> protocol,
      IntToDoubleFunction people,
      int from,
      int to,
      RandomSource source) {
    Accumulator<R> reports = protocol.newAccumulator();
    for (int person = from; person < to; person++) {
      int cohort = protocol.cohort(0, source.nextLong());
      long input = protocol.input(people.applyAsDouble(person), cohort);
      reports.add(protocol.report(input, cohort, source));
    }
    return new Collected<>(protocol, reports);
  }

  /**
   * The first row of the last round's estimate alone; none where people are too few for a round.
   */
  public static Population.Trial trial(
      NumberProtocol<?> first,
      IntToDoubleFunction people,
      int users,
      RandomSource source,
      double truth,
      double unit) {
    double[] truths = {truth};
    try {
      return new Population.Trial(
          Optional.of(estimate(first, people, users, source)), truths, unit);
    } catch (IllegalArgumentException e) {
      return new Population.Trial(Optional.empty(), truths, unit);
    }
  }
}
