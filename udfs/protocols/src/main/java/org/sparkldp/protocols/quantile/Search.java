package org.sparkldp.protocols.quantile;

/** {@link LocatingRound}s find an interval, in which one {@link InvertingRound} answers. */
final class Search implements QuantileMethod {
  @Override
  public String word() {
    return "";
  }

  @Override
  public int fewestRounds() {
    return 3;
  }

  @Override
  public int mostRounds() {
    return 64;
  }

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
  public QuantileRound round(Course course, RoundAllocation allocation) {
    return course.round() < allocation.rounds()
        ? new LocatingRound(course, allocation)
        : new InvertingRound(course, allocation);
  }
}
