package org.sparkldp.jobs.population;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Poisoning;

/**
 * Synthetic people for one protocol: each trial randomizes people by the very randomizer that
 * people's values meet, and estimates from their reports. Safe for threads.
 */
public interface Population {

  /**
   * What is asked for.
   *
   * @param data a generator's spec, or a column of a CSV file, {@code FILE#COLUMN}, whose values
   *     are drawn with replacement; none for the protocol's usual people
   * @param users people in a trial
   * @param seed of people and coins
   */
  record Request(Optional<String> data, int users, long seed) {

    /** The people's numbers. */
    public Optional<Column.OfDouble> numberColumn() {
      return data.map(
          text ->
              Sample.find(text)
                  .map(Sample::numbers)
                  .orElseGet(() -> Datasets.find(text).column("x", Column.OfDouble.class)));
    }

    /** The people's items; Zipf's law over k items by default. */
    public Column.OfInt itemColumn(int k) {
      String text = data.orElse("zipf(k=" + k + ")");
      return Sample.find(text)
          .map(Sample::items)
          .orElseGet(() -> Datasets.find(text).column("item", Column.OfInt.class));
    }

    /** The people's words; 100,000 words of six letters by Zipf's law by default. */
    public Column.OfString wordColumn() {
      String text = data.orElse("zipf(k=100000)");
      return Sample.find(text)
          .map(Sample::words)
          .orElseGet(() -> Datasets.find(text).column("word", Column.OfString.class));
    }

    /** The generator's numbers, or skewed ones that fill a range. */
    public double[] numbers(double lower, double upper) {
      return numberColumn()
          .map(x -> IntStream.range(0, users).mapToDouble(i -> x.at(seed, i)).toArray())
          .orElseGet(() -> People.numbers(lower, upper, users, seed));
    }
  }

  /**
   * One trial.
   *
   * @param estimate of the truth, in its order; none where people were too few for a round
   * @param truth what the estimates are of
   * @param unit of errors, where they are compared with a limit
   * @param lies what fake people did; none where there are none
   */
  record Trial(Optional<Estimate> estimate, double[] truth, double unit, Optional<Lies> lies) {

    /** Of honest people. */
    public Trial(Optional<Estimate> estimate, double[] truth, double unit) {
      this(estimate, truth, unit, Optional.empty());
    }
  }

  /**
   * Fake people among the others.
   *
   * @param kind what they do
   * @param fakes how many
   * @param targets items that they push
   * @param seed that decides which items
   */
  record Attack(Poisoning.Kind kind, int fakes, int targets, long seed) {}

  /**
   * What fake people did in a trial.
   *
   * @param predicted mean shift of the targets' estimates by the formula
   * @param observed the same as it was: estimates less what honest people hold
   * @param raised whether the alarm was; none where there is no alarm
   * @param repaired the observed shift after the repair
   * @param squares of all repaired estimates' errors, summed up
   */
  record Lies(
      double predicted,
      double observed,
      Optional<Boolean> raised,
      double repaired,
      double squares) {}

  /** These people, the last of whom are fake; empty where nobody has written down how. */
  default Optional<Population> attacked(Attack attack) {
    return Optional.empty();
  }

  /** A trial; the same for the same seed, whatever runs beside it. */
  Trial trial(long seed);

  /** The formula's variance of each answer; none where the estimates' own are compared. */
  default Optional<double[]> variances() {
    return Optional.empty();
  }

  /**
   * Populations that are worth trying, some because methods fail on them: names, and what {@link
   * Request#data} is for each; empty where there is no choice of people.
   */
  default Map<String, String> shapes() {
    return Map.of();
  }

  /** The least possible mean square error, in squared units; none where nobody knows it. */
  default OptionalDouble limit() {
    return OptionalDouble.empty();
  }
}
