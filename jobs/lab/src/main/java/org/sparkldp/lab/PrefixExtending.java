package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.frequency.LinearLocalHashing;
import org.sparkldp.protocols.random.RandomSource;

/**
 * PEM as published, to be compared with: groups of equal size, optimised local hashing, the same
 * few bits in each group, and the largest estimates of the last group as the answer, whatever they
 * are.
 *
 * <p>Source: Wang, Li &amp; Jha, "Locally Differentially Private Heavy Hitter Identification", IEEE
 * TDSC 2021, algorithm 1. The hash functions are ours, with the paper's variance.
 *
 * @param epsilon nats a report
 * @param bits of a word
 * @param kept words that are looked for, and beginnings that a group keeps; a power of two
 * @param step bits by which a group lengthens them
 */
record PrefixExtending(double epsilon, int bits, int kept, int step) {

  /** Groups. */
  int groups() {
    int first = Integer.numberOfTrailingZeros(kept);
    return (bits - first + step - 1) / step;
  }

  /** The words that are found. */
  List<Long> found(long[] words, RandomSource source) {
    int groups = groups();
    int[] group = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      group[i] = source.uniform(groups);
    }
    List<Long> beginnings = new ArrayList<>(List.of(0L));
    int depth = 0;
    for (int t = 0; t < groups; t++) {
      int length = Math.min(bits, Integer.numberOfTrailingZeros(kept) + (t + 1) * step);
      beginnings = longer(words, group, t, beginnings, length - depth, length, source);
      depth = length;
    }
    return beginnings;
  }

  private List<Long> longer(
      long[] words,
      int[] group,
      int asked,
      List<Long> beginnings,
      int width,
      int length,
      RandomSource source) {
    Map<Long, Integer> places = new HashMap<>();
    beginnings.forEach(beginning -> places.put(beginning, places.size()));
    int candidates = beginnings.size() << width;
    LinearLocalHashing oracle = LinearLocalHashing.optimised(epsilon, candidates + 1);
    Accumulator<Integer> reports = oracle.newAccumulator();
    for (int i = 0; i < words.length; i++) {
      if (group[i] == asked) {
        long beginning = words[i] >>> (bits - length);
        Integer place = places.get(beginning >>> width);
        int item =
            place == null ? candidates : (place << width) + (int) (beginning & ((1L << width) - 1));
        reports.add(oracle.randomize(item, source));
      }
    }
    double[] estimates = oracle.estimate(reports).estimates();
    return IntStream.range(0, candidates)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer item) -> -estimates[item]))
        .limit(kept)
        .map(item -> (beginnings.get(item >> width) << width) + (item & ((1L << width) - 1)))
        .toList();
  }
}
