package org.sparkldp.lab.population;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sparkldp.jobs.plan.Face;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RangeProtocol;
import org.sparkldp.protocols.frequency.FrequencyOracle;

/** People for protocols: their question's {@link Crowd own}, or those of their values. */
public final class Populations {
  private Populations() {}

  /** People of a protocol; none where neither its question nor its values say who they are. */
  public static Optional<Population> of(Protocol<?, ?> protocol, Population.Request request) {
    return Face.all(Crowd.class).stream()
        .flatMap(crowd -> ((Crowd<?>) crowd).of(protocol, request).stream())
        .findFirst()
        .or(() -> ofValues(protocol, request));
  }

  private static Optional<Population> ofValues(
      Protocol<?, ?> protocol, Population.Request request) {
    if (protocol instanceof ItemProtocol<?> items && protocol.facet(InRounds.class).isEmpty()) {
      int[] held = request.items(items.k());
      Population people = ItemPopulation.of(items, held);
      return Optional.of(
          items instanceof FrequencyOracle<?>
              ? people.withLimit(OptionalDouble.of(limit(items, held)))
              : people);
    }
    if (protocol instanceof BallProtocol<?> vectors) {
      double[][] people = People.vectors(vectors, request.users(), request.seed());
      return Optional.of(
          Trials.of(vectors, List.of(people), People.mean(people))
              .withVariances(vectors.variances(people)));
    }
    if (protocol instanceof RangeProtocol<?> numbers) {
      double[] people = request.numbers(numbers.lower(), numbers.upper());
      return Optional.of(
          Trials.of(numbers, numbers.lower(), numbers.upper(), people, numbers.answers(people))
              .withVariances(numbers.variances(people)));
    }
    return Optional.empty();
  }

  /**
   * The least possible mean variance: subset selection at its best size is optimal for histograms
   * (Ye &amp; Barg, IEEE Transactions on Information Theory 2018).
   */
  private static double limit(ItemProtocol<?> oracle, int[] items) {
    ItemProtocol<?> best =
        (ItemProtocol<?>)
            Protocols.of(
                "subset(epsilon=" + oracle.guarantee().epsilon() + ",k=" + oracle.k() + ")");
    return Arrays.stream(best.variances(ItemPopulation.counts(items, oracle.k())))
        .average()
        .orElseThrow();
  }
}
