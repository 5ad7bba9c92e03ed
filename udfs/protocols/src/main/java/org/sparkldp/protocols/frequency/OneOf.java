package org.sparkldp.protocols.frequency;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Fake people who send one of some reports, each as likely as another.
 *
 * @param oracle that says what they add
 * @param size how many reports there are, at least 1
 * @param reports by number, from 0
 */
public record OneOf<R>(FrequencyOracle<R> oracle, int size, IntFunction<R> reports)
    implements Poisoning<R> {

  @Override
  public R report(RandomSource source) {
    return reports.apply(source.uniform(size));
  }

  @Override
  public double gain(int item) {
    return IntStream.range(0, size)
        .mapToDouble(i -> oracle.contribution(reports.apply(i), item))
        .average()
        .orElseThrow();
  }
}
