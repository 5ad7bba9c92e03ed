package org.sparkldp.lab.population;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.check.Require;

/**
 * Synthetic people for one protocol, to be tried in trials. Safe for threads.
 *
 * @param trials a trial of each seed, the same whatever runs beside it
 * @param variances the formula's variance of each answer; none where the estimates' own are
 *     compared
 * @param limit the least possible mean square error, in squared units; none where nobody knows it
 * @param shapes populations that are worth trying, some because methods fail on them: names, and
 *     what {@link PopulationRequest#data} is for each; empty where there is no choice of people
 * @param attacked these people, the last of whom are fake; empty where nobody has written down how
 */
public record Population(
    LongFunction<Trial> trials,
    Optional<double[]> variances,
    OptionalDouble limit,
    Map<String, String> shapes,
    Function<PoisoningAttack, Optional<Population>> attacked) {

  /** People of whom no more is known than their trials. */
  public static Population of(LongFunction<Trial> trials) {
    return new Population(
        trials, Optional.empty(), OptionalDouble.empty(), Map.of(), attack -> Optional.empty());
  }

  /** These, with the formula's variances. */
  public Population withVariances(double[] known) {
    return new Population(trials, Optional.of(known), limit, shapes, attacked);
  }

  /** These, with the least possible mean square error. */
  public Population withLimit(OptionalDouble least) {
    return new Population(trials, variances, least, shapes, attacked);
  }

  /** These, with others that are worth trying. */
  public Population withShapes(Map<String, String> others) {
    return new Population(trials, variances, limit, others, attacked);
  }

  /** These, who may be attacked. */
  public Population withAttacks(Function<PoisoningAttack, Optional<Population>> attacks) {
    return new Population(trials, variances, limit, shapes, attacks);
  }

  /**
   * A request for a population.
   *
   * @param data a generator's spec, or a column of a CSV file, {@code FILE#COLUMN}, whose values
   *     are drawn with replacement; none for the protocol's usual people
   * @param users people in a trial
   * @param seed of people and coins
   */
  public record PopulationRequest(Optional<String> data, int users, long seed) {

    /** The people's numbers. */
    public Optional<Column.OfDouble> numberColumn() {
      return data.map(
          text ->
              Sample.find(text)
                  .map(Sample::numbers)
                  .orElseGet(() -> Datasets.find(text).column("x", Column.OfDouble.class)));
    }

    /** The people's words; 100,000 words of six letters by Zipf's law by default. */
    public Column.StringCell words() {
      String text = data.orElse("zipf(k=100000)");
      return Sample.find(text)
          .map(Sample::words)
          .orElseGet(() -> Datasets.find(text).column("word", Column.OfString.class).cell());
    }

    /** The generator's numbers, or skewed ones that fill a range. */
    public double[] numbers(double lower, double upper) {
      return numberColumn()
          .map(x -> IntStream.range(0, users).mapToDouble(i -> x.at(seed, i)).toArray())
          .orElseGet(() -> People.numbers(lower, upper, users, seed));
    }

    /** An item of each person, none of them beyond k; Zipf's law over k items by default. */
    public int[] items(int k) {
      String text = data.orElse("zipf(k=" + k + ")");
      Column.IntCell cell =
          Sample.find(text)
              .map(Sample::items)
              .orElseGet(() -> Datasets.find(text).column("item", Column.OfInt.class).cell());
      int[] items = IntStream.range(0, users).map(i -> cell.at(seed, i)).toArray();
      if (Arrays.stream(items).anyMatch(item -> item >= k)) {
        throw Require.refusal(
            "the people's items must be in [0, k) of the spec. Provided: %s for k = %s.", text, k);
      }
      return items;
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
  public record Trial(
      Optional<Estimate> estimate, double[] truth, double unit, Optional<Lies> lies) {

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
  public record PoisoningAttack(Poisoning.PoisoningKind kind, int fakes, int targets, long seed) {}

  /**
   * The effect of fake people in a trial, or on average.
   *
   * @param predicted mean shift of the targets' estimates by the formula
   * @param observed the same as it was: estimates less what honest people hold
   */
  public record Lies(double predicted, double observed) {}
}
