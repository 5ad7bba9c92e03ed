package org.sparkldp.lab.population;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** One fixed population of people with an item each, some of whom may be fake. */
public final class ItemPopulation<R> {
  private final ItemProtocol<R> protocol;
  private final int[] items;

  private ItemPopulation(ItemProtocol<R> protocol, int[] items) {
    this.protocol = protocol;
    this.items = items;
  }

  /** People with these items, one each. */
  public static Population of(ItemProtocol<?> protocol, int[] items) {
    long[] counts = counts(items, protocol.k());
    return Trials.of(protocol, Arrays.stream(items).boxed().toList(), protocol.answers(counts))
        .withVariances(protocol.variances(counts))
        .withShapes(Shapes.items(protocol.k()))
        .withAttacks(attack -> new ItemPopulation<>(protocol, items).attacked(attack));
  }

  /** How many people hold each item. */
  public static long[] counts(int[] items, int k) {
    long[] counts = new long[k];
    Arrays.stream(items).forEach(item -> counts[item]++);
    return counts;
  }

  private Optional<Population> attacked(Population.PoisoningAttack attack) {
    Require.that(attack.targets() >= 1 && attack.targets() <= protocol.k())
        .orRefuse(
            "targets must be between 1 and the %s items. Provided value: %s.",
            protocol.k(), attack.targets());
    int[] targets = targets(attack);
    return protocol
        .poisoning(attack.kind(), targets)
        .map(poison -> Population.of(attacked(attack, targets, poison)));
  }

  /** Different items, any as likely as others. */
  private int[] targets(Population.PoisoningAttack attack) {
    RandomSource source = new SimulationSource(~attack.seed());
    int[] all = IntStream.range(0, protocol.k()).toArray();
    for (int i = 0; i < attack.targets(); i++) {
      int j = i + source.uniform(all.length - i);
      int item = all[j];
      all[j] = all[i];
      all[i] = item;
    }
    return Arrays.copyOf(all, attack.targets());
  }

  private LongFunction<Population.Trial> attacked(
      Population.PoisoningAttack attack, int[] targets, Poisoning<R> poison) {
    int[] honest = Arrays.copyOf(items, items.length - attack.fakes());
    double[] truth = protocol.answers(counts(honest, protocol.k()));
    double gain = Arrays.stream(targets).mapToDouble(poison::gain).average().orElseThrow();
    return seed -> {
      RandomSource source = new SimulationSource(seed);
      Randomizer<Integer, R> randomizer = protocol.randomizer();
      Accumulator<R> accumulator = protocol.newAccumulator();
      for (int i = 0; i < items.length; i++) {
        accumulator.add(
            i < honest.length ? randomizer.randomize(honest[i], source) : poison.report(source));
      }
      Estimate estimate = protocol.estimate(accumulator);
      return new Population.Trial(
          Optional.of(estimate),
          truth,
          1,
          Optional.of(new Population.Lies(attack.fakes() * gain, shift(estimate, truth, targets))));
    };
  }

  private static double shift(Estimate estimate, double[] truth, int[] targets) {
    return Arrays.stream(targets)
        .mapToDouble(v -> estimate.rows().get(v).estimate() - truth[v])
        .average()
        .orElseThrow();
  }
}
