package org.sparkldp.datasets.table;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.Truth;
import org.sparkldp.datasets.law.AliasTable;
import org.sparkldp.datasets.law.CategoricalDistribution;
import org.sparkldp.datasets.law.Discrete;
import org.sparkldp.datasets.law.Mixture;
import org.sparkldp.datasets.law.Probabilities;

/**
 * One of finitely many values, 0, 1, ..., that a table draws for each row: by itself, or with
 * probabilities that the value of another choice decides. The columns that are made of it know
 * their truth exactly.
 */
final class Choice implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int stream;

  /** What decides the probabilities; null where nothing does. */
  private final Choice cause;

  private final AliasTable[] draws; // by the cause's value
  private final transient double[] probabilities; // whatever the cause's value is

  private Choice(int stream, Choice cause, double[][] given, double[] probabilities) {
    this.stream = stream;
    this.cause = cause;
    this.draws = Arrays.stream(given).map(AliasTable::new).toArray(AliasTable[]::new);
    this.probabilities = probabilities;
  }

  /**
   * A choice by itself.
   *
   * @param probabilities of the values
   */
  static Choice of(int stream, double[] probabilities) {
    return new Choice(stream, null, new double[][] {probabilities}, probabilities);
  }

  /**
   * Between so many values.
   *
   * @param weight of each, which its probability is proportional to
   */
  static Choice of(int stream, int values, IntToDoubleFunction weight) {
    return of(stream, weighted(values, weight));
  }

  /** Probabilities in the ratio of weights. */
  static double[] weighted(int values, IntToDoubleFunction weight) {
    return Probabilities.normalize(IntStream.range(0, values).mapToDouble(weight).toArray());
  }

  /**
   * A choice that this one decides.
   *
   * @param given the probabilities of its values, by the value of this one
   */
  Choice deciding(int effectStream, double[][] given) {
    double[] effects = new double[given[0].length];
    for (int i = 0; i < given.length; i++) {
      for (int effect = 0; effect < effects.length; effect++) {
        effects[effect] += probabilities[i] * given[i][effect];
      }
    }
    return new Choice(effectStream, this, given, effects);
  }

  /** The value in a row. */
  int at(long seed, long index) {
    AliasTable draw = draws[cause == null ? 0 : cause.at(seed, index)];
    return draw.draw(CounterRandom.bits(seed, index, stream));
  }

  /** The probability of each value. */
  double[] probabilities() {
    return probabilities;
  }

  /** A column of whole numbers from a first one on. */
  Column.OfInt numbers(String name, String meaning, int first) {
    return new Column.OfInt(
        name, meaning, new Discrete(first, probabilities), (seed, i) -> first + at(seed, i));
  }

  /** A column of texts, one for each value. */
  Column.OfString texts(String name, String meaning, List<String> texts) {
    return new Column.OfString(
        name,
        meaning,
        new CategoricalDistribution(texts, probabilities),
        (seed, i) -> texts.get(at(seed, i)));
  }

  /** A column of numbers, whose law this choice decides. */
  Column.OfDouble laws(
      String name, String meaning, int lawStream, List<? extends Truth.Numeric> laws) {
    return new Column.OfDouble(
        name,
        meaning,
        new Mixture(laws, probabilities),
        (seed, i) -> laws.get(at(seed, i)).quantile(CounterRandom.unit(seed, i, lawStream)));
  }
}
