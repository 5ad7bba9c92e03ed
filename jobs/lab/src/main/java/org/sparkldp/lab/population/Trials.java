package org.sparkldp.lab.population;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sparkldp.lab.population.Population.Trial;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Trials of any protocol over any people: each of them is randomized by the very randomizer that
 * people's values meet, in the round that their word decides.
 */
public final class Trials {
  private Trials() {}

  /** People, by their numbers. */
  public interface PeopleByNumber<V> {
    /**
     * A person's value.
     *
     * @param source of people who are new in each trial
     */
    V of(int person, RandomSource source);
  }

  /**
   * The people of one trial.
   *
   * @param truth what the estimates are of
   * @param unit of errors, where they are compared with a limit
   */
  public record Participants<V>(PeopleByNumber<V> values, double[] truth, double unit) {}

  /** Finds the people of a trial. */
  public interface Recruiter<V> {
    /**
     * They differ if the seeds do, or not at all.
     *
     * @param source of the trial's coins
     */
    Participants<V> of(long seed, RandomSource source);
  }

  /** The same people in each trial. */
  public static <V> Population of(Protocol<V, ?> first, List<V> people, double[] truth) {
    Participants<V> all = new Participants<>((person, source) -> people.get(person), truth, 1);
    return of(first, people.size(), (seed, source) -> all);
  }

  /** The same people in each trial, each with a number of a range. */
  public static Population of(
      Protocol<Double, ?> first, double lower, double upper, double[] people, double[] truth) {
    return of(first, Arrays.stream(people).boxed().toList(), truth)
        .withShapes(Shapes.numbers(lower, upper));
  }

  /**
   * People of each trial.
   *
   * @param first the first round, or the only one
   */
  public static <V> Population of(Protocol<V, ?> first, int users, Recruiter<V> crowds) {
    return Population.of(
        seed -> {
          RandomSource source = new SimulationSource(seed);
          Participants<V> crowd = crowds.of(seed, source);
          Optional<Estimate> estimate = estimate(first, users, crowd.values, source);
          return new Trial(estimate, crowd.truth, crowd.unit);
        });
  }

  /** The last round's estimate; none where people are too few for a round. */
  public static <V> Optional<Estimate> estimate(
      Protocol<V, ?> first, int users, PeopleByNumber<V> people, RandomSource source) {
    return last(first, users, round -> people, source).map(Last::estimate);
  }

  /** The last round, and what it estimates. */
  record Last<V>(Protocol<V, ?> round, Estimate estimate) {}

  /**
   * The same, of people whose values hang on the round.
   *
   * @param people as a round takes them
   */
  static <V> Optional<Last<V>> last(
      Protocol<V, ?> first,
      int users,
      Function<Protocol<V, ?>, PeopleByNumber<V>> people,
      RandomSource source) {
    int[][] asked = asked(first, users, source);
    Protocol<V, ?> round = first;
    for (int i = 0; ; i++) {
      Reports<V, ?> reports = Reports.of(round, asked[i], people.apply(round), source);
      try {
        Optional<Protocol<V, ?>> next = InRounds.next(round, reports.accumulated);
        if (next.isEmpty()) {
          return Optional.of(new Last<>(round, reports.estimate()));
        }
        round = next.get();
      } catch (IllegalArgumentException tooFew) {
        return Optional.empty();
      }
    }
  }

  /** The people of each round. */
  private static int[][] asked(Protocol<?, ?> first, int users, RandomSource source) {
    int[] roundOf = new int[users];
    Optional<InRounds> at = first.facet(InRounds.class);
    int[] sizes = new int[at.map(InRounds::rounds).orElse(1)];
    for (int person = 0; person < users; person++) {
      roundOf[person] = at.map(all -> all.roundOf(source.nextLong()) - 1).orElse(0);
      sizes[roundOf[person]]++;
    }
    int[][] asked = Arrays.stream(sizes).mapToObj(int[]::new).toArray(int[][]::new);
    for (int person = users - 1; person >= 0; person--) {
      asked[roundOf[person]][--sizes[roundOf[person]]] = person;
    }
    return asked;
  }

  private record Reports<V, R>(Protocol<V, R> round, Accumulator<R> accumulated) {
    static <V, R> Reports<V, R> of(
        Protocol<V, R> round, int[] asked, PeopleByNumber<V> people, RandomSource source) {
      Randomizer<V, R> randomizer = round.randomizer();
      Accumulator<R> reports = round.newAccumulator();
      for (int person : asked) {
        reports.add(randomizer.randomize(people.of(person, source), source));
      }
      return new Reports<>(round, reports);
    }

    Estimate estimate() {
      return round.estimate(accumulated);
    }
  }
}
