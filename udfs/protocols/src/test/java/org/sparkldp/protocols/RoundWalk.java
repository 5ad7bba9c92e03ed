package org.sparkldp.protocols;

/** From round to round, for tests. */
public final class RoundWalk {
  private RoundWalk() {}

  /** Where a protocol of several rounds stands. */
  public static InRounds at(Protocol<?, ?> round) {
    return round.facet(InRounds.class).orElseThrow();
  }

  /** The number of the round; 0 where there is one only. */
  public static int round(Protocol<?, ?> protocol) {
    return protocol.facet(InRounds.class).map(InRounds::round).orElse(0);
  }

  /** Whether a person with this word answers in the round. */
  public static boolean asks(Protocol<?, ?> protocol, long word) {
    return protocol.facet(InRounds.class).filter(at -> at.roundOf(word) != at.round()).isEmpty();
  }

  /** The next round, of the same class; refused as {@link InRounds#next(Accumulator)} does. */
  @SuppressWarnings("unchecked") // as the test says
  public static <P extends Protocol<?, ?>> P next(P round, Accumulator<?> reports) {
    return (P) at(round).next(reports);
  }
}
