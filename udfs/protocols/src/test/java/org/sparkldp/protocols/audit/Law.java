package org.sparkldp.protocols.audit;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The exact law of what a piece of code returns, from running it through every outcome of its
 * coins.
 *
 * @param <R> what it returns; bytes are compared by content
 */
public final class Law<R> {
  private final Map<Object, R> outcomes = new LinkedHashMap<>();
  private final Map<Object, Fraction> probabilities = new HashMap<>();

  private Law() {}

  /** The law of {@code code}. */
  public static <R> Law<R> of(Function<RandomSource, R> code) {
    Law<R> law = new Law<>();
    Object[] key = new Object[1];
    EnumeratingSource.walk(
        source -> {
          R outcome = code.apply(source);
          key[0] = outcome instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : outcome;
          law.outcomes.put(key[0], outcome);
        },
        probability -> law.probabilities.merge(key[0], probability, Fraction::plus));
    return law;
  }

  /** The law of {@code code}; empty where it takes more runs, or cannot be walked through. */
  public static <R> Optional<Law<R>> within(int runs, Function<RandomSource, R> code) {
    int[] run = new int[1];
    try {
      return Optional.of(
          of(
              source -> {
                if (++run[0] > runs) {
                  throw new EnumeratingSource.NotFiniteException("more runs than wanted");
                }
                return code.apply(source);
              }));
    } catch (EnumeratingSource.NotFiniteException e) {
      return Optional.empty();
    }
  }

  /** Whether the outcomes of {@code code} are finitely many, so that it has a law here. */
  public static boolean isFinite(Function<RandomSource, ?> code) {
    try {
      of(code);
      return true;
    } catch (EnumeratingSource.NotFiniteException e) {
      return false;
    }
  }

  /** How many different outcomes there are. */
  public int size() {
    return outcomes.size();
  }

  /** Whether the probabilities sum to one, exactly. */
  public boolean sumsToOne() {
    Fraction total = probabilities.values().stream().reduce(Fraction.ZERO, Fraction::plus);
    return total.numerator().equals(total.denominator());
  }

  /** Each outcome with its probability, to the nearest double. */
  public void forEach(BiConsumer<R, Double> each) {
    probabilities.forEach((key, p) -> each.accept(outcomes.get(key), number(p)));
  }

  /** The mean of a function of the outcome. */
  public double mean(ToDoubleFunction<R> f) {
    double mean = 0;
    for (Map.Entry<Object, Fraction> entry : probabilities.entrySet()) {
      mean += number(entry.getValue()) * f.applyAsDouble(outcomes.get(entry.getKey()));
    }
    return mean;
  }

  /** Logarithm of the largest ratio of an outcome's probabilities under two laws, rounded up. */
  public static <R> double epsilon(List<Law<R>> laws) {
    Set<Object> outcomes = new HashSet<>();
    laws.forEach(law -> outcomes.addAll(law.outcomes.keySet()));
    double largest = 0;
    for (Object outcome : outcomes) {
      List<Fraction> sorted =
          laws.stream()
              .map(law -> law.probabilities.getOrDefault(outcome, Fraction.ZERO))
              .sorted()
              .toList();
      largest = Math.max(largest, sorted.get(sorted.size() - 1).logRatio(sorted.get(0)));
    }
    return largest;
  }

  private static double number(Fraction fraction) {
    // Brought to 1,000 leading bits, so that both parts are doubles.
    int excess = Math.max(0, fraction.denominator().bitLength() - 1000);
    BigInteger numerator = fraction.numerator().shiftRight(excess);
    return numerator.doubleValue() / fraction.denominator().shiftRight(excess).doubleValue();
  }
}
