package org.sparkldp.protocols.accounting.amplification;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Shuffled histograms of a few people by brute force: every histogram with its probability. */
final class Shuffled {
  private final double[][] table;

  /**
   * @param table probability of a report (column) from an item (row)
   */
  Shuffled(double[][] table) {
    this.table = table;
  }

  /** The largest divergence of two datasets of n people that differ in one person. */
  double worst(int n, double gamma) {
    double worst = 0;
    for (int[] others : multisets(table.length, n - 1)) {
      for (int u = 0; u < table.length; u++) {
        for (int v = 0; v < table.length; v++) {
          if (u != v) {
            worst = Math.max(worst, divergence(others, u, v, gamma));
          }
        }
      }
    }
    return worst;
  }

  private final Map<List<Integer>, Map<List<Integer>, Double>> laws = new HashMap<>();

  private double divergence(int[] others, int u, int v, double gamma) {
    Map<List<Integer>, Double> first = law(others, u);
    Map<List<Integer>, Double> second = law(others, v);
    double sum = 0;
    for (Map.Entry<List<Integer>, Double> entry : first.entrySet()) {
      sum += Math.max(0, entry.getValue() - gamma * second.getOrDefault(entry.getKey(), 0.0));
    }
    return sum;
  }

  private Map<List<Integer>, Double> law(int[] others, int person) {
    int[] all = Arrays.copyOf(others, others.length + 1);
    all[others.length] = person;
    Arrays.sort(all);
    return laws.computeIfAbsent(
        Arrays.stream(all).boxed().toList(),
        people -> {
          Map<List<Integer>, Double> law = Map.of(zeros(), 1.0);
          for (int item : people) {
            Map<List<Integer>, Double> next = new HashMap<>();
            law.forEach(
                (histogram, probability) -> {
                  for (int cell = 0; cell < table[item].length; cell++) {
                    if (table[item][cell] > 0) {
                      Integer[] more = histogram.toArray(Integer[]::new);
                      more[cell]++;
                      next.merge(List.of(more), probability * table[item][cell], Double::sum);
                    }
                  }
                });
            law = next;
          }
          return law;
        });
  }

  private List<Integer> zeros() {
    return IntStream.range(0, table[0].length).mapToObj(cell -> 0).toList();
  }

  /** All multisets, each in order. */
  private static List<int[]> multisets(int items, int size) {
    if (size == 0) {
      return List.of(new int[0]);
    }
    return multisets(items, size - 1).stream()
        .flatMap(
            rest ->
                IntStream.range(rest.length == 0 ? 0 : rest[rest.length - 1], items)
                    .mapToObj(
                        item -> {
                          int[] more = Arrays.copyOf(rest, size);
                          more[size - 1] = item;
                          return more;
                        }))
        .toList();
  }
}
