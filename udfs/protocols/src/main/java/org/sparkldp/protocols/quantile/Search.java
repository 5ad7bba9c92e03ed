package org.sparkldp.protocols.quantile;

import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.spec.Parameter;

/** {@link LocatingRound}s find an interval, in which one {@link InvertingRound} answers. */
final class Search implements QuantileMethod {
  static final Parameter ROUNDS =
      Parameter.integer("rounds", "rounds").from(3).to(64).optional("at most 8");

  @Override
  public RoundAllocation allocation(QuantileQuestion question) {
    int rounds = question.askedRounds().orElseGet(() -> LocatingRound.rounds(question));
    return RoundAllocation.of(
        question, LocatingRound.shares(question, rounds), LocatingRound.leastPeople());
  }

  @Override
  public double[] start() {
    return new double[] {0, 1};
  }

  @Override
  public QuantileRound round(Round<Course, QuantileRound> at, RoundAllocation allocation) {
    return at.number() < allocation.rounds()
        ? new LocatingRound(at, allocation)
        : new InvertingRound(at, allocation);
  }
}
