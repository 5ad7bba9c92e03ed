package org.sparkldp.jobs.population;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Column;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Alarm;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Poisoning;
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
  public Optional<Population> attacked(Attack attack) {
    Require.that(attack.targets() >= 1 && attack.targets() <= protocol.k())
        .orRefuse(
            "targets must be between 1 and the %s items. Provided value: %s.",
            protocol.k(), attack.targets());
    int[] targets = targets(attack);
    return protocol
        .poisoning(attack.kind(), targets)
        .map(poison -> attacked(attack, targets, poison));
  }

  /** Different items, any as likely as others. */
  private int[] targets(Attack attack) {
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

  private Population attacked(Attack attack, int[] targets, Poisoning<R> poison) {
    int[] honest = Arrays.copyOf(items, items.length - attack.fakes());
    double[] truth = protocol.answers(counts(honest, protocol.k()));
    double gain = Arrays.stream(targets).mapToDouble(poison::gain).average().orElseThrow();
    Optional<Alarm<R>> alarm = protocol.alarm();
    return seed -> {
      RandomSource source = new SimulationSource(seed);
      Randomizer<Integer, R> randomizer = protocol.randomizer();
      Accumulator<R> accumulator = protocol.newAccumulator();
      Optional<Accumulator<R>> evidence = alarm.map(test -> test.newEvidence(""));
      for (int i = 0; i < items.length; i++) {
        R report =
            i < honest.length ? randomizer.randomize(honest[i], source) : poison.report(source);
        accumulator.add(report);
        evidence.ifPresent(sum -> sum.add(report));
      }
      Estimate raw = protocol.estimate(accumulator);
      Optional<Alarm.Finding> found = alarm.map(test -> test.find(evidence.orElseThrow()));
      Estimate repaired = found.map(finding -> finding.repaired(raw)).orElse(raw);
      double squares = 0;
      for (int v = 0; v < truth.length; v++) {
        double error = repaired.rows().get(v).estimate() - truth[v];
        squares += error * error;
      }
      return new Trial(
          Optional.of(raw),
          truth,
          1,
          Optional.of(
              new Lies(
                  attack.fakes() * gain,
                  shift(raw, truth, targets),
                  found.map(Alarm.Finding::isRaised),
                  shift(repaired, truth, targets),
                  squares)));
    };
  }

  private static double shift(Estimate estimate, double[] truth, int[] targets) {
    return Arrays.stream(targets)
        .mapToDouble(v -> estimate.rows().get(v).estimate() - truth[v])
        .average()
        .orElseThrow();
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
