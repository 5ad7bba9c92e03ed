package org.sparkldp.jobs.population;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sparkldp.datasets.Column;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** One fixed population of people with an item each, randomized again in each trial. */
public final class ItemPopulation<R> implements Population {
  private final ItemProtocol<R> protocol;
  private final int[] items;
  private final long[] counts;
  private final OptionalDouble limit;

  /**
   * @param items the people's items, one each
   * @param limit the least possible mean variance of an answer, where somebody knows it
   */
  public ItemPopulation(ItemProtocol<R> protocol, int[] items, OptionalDouble limit) {
    this.protocol = protocol;
    this.items = items.clone();
    this.counts = counts(items, protocol.k());
    this.limit = limit;
  }

  /** How many people hold each item. */
  public static long[] counts(int[] items, int k) {
    long[] counts = new long[k];
    Arrays.stream(items).forEach(item -> counts[item]++);
    return counts;
  }

  /** The items of a generator; Zipf's law over k items by default. */
  public static int[] items(int k, Request request) {
    Column.OfInt column = request.itemColumn(k);
    int[] items = new int[request.users()];
    for (int i = 0; i < items.length; i++) {
      items[i] = column.at(request.seed(), i);
      if (items[i] >= k) {
        throw Require.refusal(
            "the people's items must be in [0, k) of the spec. Provided: %s for k = %s.",
            request.data().orElse(column.meaning()), k);
      }
    }
    return items;
  }

  @Override
  public Trial trial(long seed) {
    RandomSource source = new SimulationSource(seed);
    Randomizer<Integer, R> randomizer = protocol.randomizer();
    Accumulator<R> accumulator = protocol.newAccumulator();
    for (int item : items) {
      accumulator.add(randomizer.randomize(item, source));
    }
    return new Trial(Optional.of(protocol.estimate(accumulator)), protocol.answers(counts), 1);
  }

  @Override
  public Optional<double[]> variances() {
    return Optional.of(protocol.variances(counts));
  }

  @Override
  public OptionalDouble limit() {
    return limit;
  }

  @Override
  public Map<String, String> shapes() {
    return Shapes.items(protocol.k());
  }
}
