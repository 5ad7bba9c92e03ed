package org.sparkldp.jobs.population;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
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
  public static Population of(WordsRound first, Population.Request request) {
    var column = request.wordColumn();
    Map<String, Integer> known = new HashMap<>();
    int[] people = new int[request.users()];
    for (int i = 0; i < people.length; i++) {
      people[i] = known.computeIfAbsent(column.at(request.seed(), i), any -> known.size());
    }
    String[] vocabulary = new String[known.size()];
    known.forEach((word, place) -> vocabulary[place] = word);
    return Population.of(new WordsPopulation(first, vocabulary, people)::trial);
  }

  private static byte[] utf8(String word) {
    return word.getBytes(StandardCharsets.UTF_8);
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

  private record Course(WordsRound last, Accumulator<Integer> reports) {}

  /** All rounds of a trial; the same for the same seed. */
  private Course course(long seed) {
    Require.that(Arrays.stream(vocabulary).allMatch(word -> first.item(utf8(word)) >= 0))
        .orRefuse(
            "the people's words must be words of the spec. Provided: others, for %s; take a larger"
                + " length, or --data.",
            first.spec());
    RandomSource source = new SimulationSource(seed);
    byte[] roundOf = new byte[people.length];
    for (int i = 0; i < people.length; i++) {
      roundOf[i] = (byte) first.roundOf(source.nextLong());
    }
    WordsRound round = first;
    while (true) {
      int[] items = new int[vocabulary.length];
      for (int i = 0; i < items.length; i++) {
        items[i] = round.item(utf8(vocabulary[i]));
      }
      Accumulator<Integer> reports = round.newAccumulator("");
      for (int i = 0; i < people.length; i++) {
        if (roundOf[i] == round.round()) {
          reports.add(round.randomize(items[people[i]], source));
        }
      }
      if (round.round() == round.rounds()) {
        return new Course(round, reports);
      }
      round = round.next(reports);
    }
  }

  private Population.Trial trial(long seed) {
    List<Integer> sure = heldBy(SURE * first.design().reach());
    Require.that(!sure.isEmpty())
        .orRefuse(
            "some words must be held by %s people at least, or there is nothing to find. Provided:"
                + " none such; take people with more frequent words, or a larger epsilon.",
            (long) Math.ceil(SURE * first.design().reach()));
    double[] truth = sure.stream().mapToDouble(word -> counts[word]).toArray();
    Course course = course(seed);
    List<Estimate.Row> all = course.last.estimate(course.reports).rows();
    List<Estimate.Row> rows = new ArrayList<>();
    for (int word : sure) {
      int item = course.last.item(utf8(vocabulary[word]));
      if (item == course.last.other()) {
        return new Population.Trial(Optional.empty(), truth, 1);
      }
      rows.add(all.get(item));
    }
    return new Population.Trial(Optional.of(new Estimate(people.length, 0.95, rows)), truth, 1);
  }
}
