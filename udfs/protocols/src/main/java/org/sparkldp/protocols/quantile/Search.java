package org.sparkldp.protocols.quantile;

import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.spec.Parameter;

/** {@link LocatingRound}s find an interval, in which {@link InvertingRound}s answer. */
final class Search implements QuantileMethod {
  static final Parameter ROUNDS =
      Parameter.integer("rounds", "rounds").from(3).to(64).optional("at most 8");

  @Override
  public RoundAllocation allocation(QuantileQuestion question) {
    return LocatingRound.allocation(question);
  }

  @Override
  public double[] start() {
    return new double[] {0, 1};
  }

  @Override
  public QuantileRound round(Round<Course, QuantileRound> at, RoundAllocation allocation) {
    return at.number() <= LocatingRound.pilot(at.state().question(), allocation.rounds())
        ? new LocatingRound(at, allocation)
        : new InvertingRound(at, allocation);
  }
}
