package org.sparkldp.lab.population;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Column;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.words.WordsRound;

/**
 * One fixed population of people with a word each, in each trial dealt out to rounds and randomized
 * again. Estimated are the counts of the words that are held by more people than the design needs
 * to find them, listed or not: raw, and unbiased once the word is a candidate of the last round. A
 * trial in which one of them is no candidate fails.
 */
public final class WordsPopulation {
  /** How far above the design's reach words are whose counts are estimated. */
  private static final double SURE = 1.25;

  private final WordsRound first;
  private final String[] vocabulary;
  private final int[] people; // places in the vocabulary
  private final long[] counts;

  private WordsPopulation(WordsRound first, String[] vocabulary, int[] people) {
    this.first = first;
    this.vocabulary = vocabulary;
    this.people = people;
    this.counts = ItemPopulation.counts(people, vocabulary.length);
  }

  /** People with the words of a generator; six-letter words by Zipf's law where none is named. */
  public static Population of(WordsRound first, Population.PopulationRequest request) {
    Column.StringCell words = request.words();
    Map<String, Integer> known = new HashMap<>();
    int[] people = new int[request.users()];
    for (int i = 0; i < people.length; i++) {
      people[i] = known.computeIfAbsent(words.at(request.seed(), i), any -> known.size());
    }
    String[] vocabulary = new String[known.size()];
    known.forEach((word, place) -> vocabulary[place] = word);
    return Population.of(new WordsPopulation(first, vocabulary, people)::trial);
  }

  private int item(WordsRound round, int word) {
    return round.item(vocabulary[word].getBytes(StandardCharsets.UTF_8));
  }

  /** The items by which people answer in a round. */
  private Trials.PeopleByNumber<Integer> items(WordsRound round) {
    int[] items = IntStream.range(0, vocabulary.length).map(word -> item(round, word)).toArray();
    return (person, source) -> items[people[person]];
  }

  /** The places of words that so many people hold, the most frequent first. */
  private List<Integer> heldBy(double least) {
    List<Integer> held = new ArrayList<>();
    for (int i = 0; i < vocabulary.length; i++) {
      if (counts[i] >= least) {
        held.add(i);
      }
    }
    held.sort(
        Comparator.comparingLong((Integer i) -> -counts[i]).thenComparing(i -> vocabulary[i]));
    return held;
  }

  private Population.Trial trial(long seed) {
    List<Integer> sure = heldBy(SURE * first.design().reach());
    Require.that(!sure.isEmpty())
        .orRefuse(
            "some words must be held by %s people at least, or there is nothing to find. Provided:"
                + " none such; take people with more frequent words, or a larger epsilon.",
            (long) Math.ceil(SURE * first.design().reach()));
    Require.that(IntStream.range(0, vocabulary.length).allMatch(word -> item(first, word) >= 0))
        .orRefuse(
            "the people's words must be words of the spec. Provided: others, for %s; take a larger"
                + " length, or --data.",
            first.spec());
    double[] truth = sure.stream().mapToDouble(word -> counts[word]).toArray();
    Optional<Estimate> found =
        Trials.last(
                first,
                people.length,
                round -> items((WordsRound) round),
                new SimulationSource(seed))
            .flatMap(last -> of(sure, (WordsRound) last.round(), last.estimate()));
    return new Population.Trial(found, truth, 1);
  }

  /** The estimates of words; none if one of them is no candidate. */
  private Optional<Estimate> of(List<Integer> words, WordsRound last, Estimate all) {
    List<Estimate.Row> rows = new ArrayList<>();
    for (int word : words) {
      int item = item(last, word);
      if (item == last.other()) {
        return Optional.empty();
      }
      rows.add(all.rows().get(item));
    }
    return Optional.of(new Estimate(people.length, 0.95, rows));
  }
}
