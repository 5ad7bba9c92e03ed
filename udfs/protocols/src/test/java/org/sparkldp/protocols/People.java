package org.sparkldp.protocols;

import java.util.Optional;
import org.sparkldp.protocols.random.RandomSource;

/** People of tests: what they hold, and what they report when they are asked. */
public final class People {

  private People() {}

  // What they hold.

  /** Uniform in (0, 1). */
  public static double unit(RandomSource source) {
    return ((source.nextLong() >>> 12) + 0.5) * 0x1p-52;
  }

  /** A draw of N(0, 1), by Box and Muller. */
  public static double normal(RandomSource source) {
    double radius = Math.sqrt(-2 * Math.log(unit(source)));
    return radius * Math.cos(2 * Math.PI * unit(source));
  }

  /** A draw of the Laplace law of variance 1. */
  public static double laplace(RandomSource source) {
    double side = unit(source) < 0.5 ? -1 : 1;
    return side * (exponential(source) + 1) / Math.sqrt(2);
  }

  /** A draw of the uniform law of variance 1. */
  public static double flat(RandomSource source) {
    return (2 * unit(source) - 1) * Math.sqrt(3);
  }

  /** A draw of the exponential law of variance 1, less its mean. */
  public static double exponential(RandomSource source) {
    return -Math.log(1 - unit(source)) - 1;
  }

  /** A draw of the Poisson law: the events of so much time. */
  public static int poisson(double mean, RandomSource source) {
    int count = 0;
    for (double at = exponential(source) + 1; at < mean; at += exponential(source) + 1) {
      count++;
    }
    return count;
  }

  /** Values of N(mean, sigma²). */
  public static double[] normals(int count, double mean, double sigma, RandomSource source) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = mean + sigma * normal(source);
    }
    return values;
  }

  /** Counts proportional to 1/(v + 1), the rest with item 0. */
  public static long[] zipf(int k, int users) {
    double harmonic = 0;
    for (int v = 0; v < k; v++) {
      harmonic += 1.0 / (v + 1);
    }
    long[] counts = new long[k];
    long placed = 0;
    for (int v = 0; v < k; v++) {
      counts[v] = (long) (users / (harmonic * (v + 1)));
      placed += counts[v];
    }
    counts[0] += users - placed;
    return counts;
  }

  // What they report.

  /** Everybody's reports, whosever turn it is. */
  public static <R> Accumulator<R> reports(
      NumberProtocol<R> protocol, double[] values, RandomSource source) {
    Accumulator<R> reports = protocol.newAccumulator();
    for (double value : values) {
      add(reports, protocol, value, source);
    }
    return reports;
  }

  private static <R> void add(
      Accumulator<R> reports, NumberProtocol<R> protocol, double value, RandomSource source) {
    int cohort = protocol.cohort(0, source.nextLong());
    reports.add(protocol.report(protocol.input(value, cohort), cohort, source));
  }

  /** The reports of those whose turn it is. */
  @SuppressWarnings("unchecked") // of numbers, as the caller says
  public static Accumulator<?> reports(
      Protocol<?, ?> protocol, double[] values, long[] words, RandomSource source) {
    NumberProtocol<Object> numbers = (NumberProtocol<Object>) protocol;
    Accumulator<Object> reports = numbers.newAccumulator();
    for (int i = 0; i < values.length; i++) {
      if (RoundWalk.asks(protocol, words[i])) {
        add(reports, numbers, values[i], source);
      }
    }
    return reports;
  }

  /** All rounds of a protocol over these values, each person in one round. */
  public static Estimate estimate(String spec, double[] values, RandomSource source) {
    long[] words = new long[values.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = source.nextLong();
    }
    Protocol<?, ?> protocol = Protocols.of(spec);
    while (true) {
      Accumulator<?> reports = reports(protocol, values, words, source);
      Optional<? extends Protocol<?, ?>> next = InRounds.next(protocol, reports);
      if (next.isEmpty()) {
        return Protocols.estimate(protocol, reports, 0.95);
      }
      protocol = next.get();
    }
  }
}
