package org.sparkldp.published.gaussian;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToIntFunction;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.Rounds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.Fields;

/**
 * The rounds of the published protocols. Each round decides equally many numbers; the reports of
 * all are kept.
 */
final class PublishedRounds {
  private PublishedRounds() {}

  /**
   * The decisions of the rounds that are over, one after the other.
   *
   * @param rounds the numbers of each
   */
  record Decided(List<double[]> rounds) {
    /** The numbers that the last round decided. */
    double[] last() {
      return rounds.get(rounds.size() - 1);
    }

    private Decided and(double... more) {
      List<double[]> longer = new ArrayList<>(rounds);
      longer.add(more);
      return new Decided(longer);
    }

    private Decided before() {
      return new Decided(rounds.subList(0, rounds.size() - 1));
    }
  }

  /** One of the rounds. */
  interface PublishedRound<R> extends Protocol<Double, R>, Rounds.Leading<Decided> {
    @Override
    Round<Decided, PublishedRound<?>> at();

    /** What it decides on its reports, of which there is at least one; the last is not asked. */
    default double[] decide(Accumulator<?> reports) {
      throw new IllegalStateException("the last round decides nothing");
    }

    @Override
    default Decided after(Accumulator<?> reports) {
      Require.that(reports.n() >= 1)
          .orRefuse(
              "a round must have reports before the next can begin. Provided: none; accumulate"
                  + " reports first.");
      return at().state().and(decide(reports));
    }
  }

  /** Two rounds, with half of the people in either. */
  static Rounds.Builder<Decided, PublishedRound<?>> ofTwo(ProtocolSpec spec, int each) {
    return of(spec, each, 2, word -> word < 0 ? 2 : 1);
  }

  /**
   * Rounds, the next of which follows each.
   *
   * @param each numbers that every round decides
   */
  static Rounds.Builder<Decided, PublishedRound<?>> of(
      ProtocolSpec spec, int each, int rounds, LongToIntFunction roundOf) {
    return Rounds.<Decided, PublishedRound<?>>of(spec, rounds, roundOf)
        .startsWith(new Decided(List.of()), decided -> decided.rounds.size() + 1)
        .remembers((numbers, kept) -> state(numbers, kept.rounds(), each))
        .keepsAll(Decided::before);
  }

  private static Decided state(Fields<Decided> f, int kept, int each) {
    List<double[]> rounds = f.list(kept, Decided::rounds, one -> numbers(one, each));
    return f.makes(() -> new Decided(rounds));
  }

  private static double[] numbers(Fields<double[]> f, int each) {
    double[] numbers = f.float64s(each, decided -> decided);
    return f.makes(() -> numbers);
  }
}
