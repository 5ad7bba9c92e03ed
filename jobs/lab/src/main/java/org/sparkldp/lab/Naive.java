package org.sparkldp.lab;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * A frequency oracle as it is published and as research code has it, for comparison of cost: Java's
 * fastest generator, doubles, a vector of k sums a partition. <b>Never for people's values</b>: its
 * coins can be guessed, a task that runs again draws again, and nothing says what its epsilon is
 * after rounding.
 *
 * <p>Source: Kairouz, Bonawitz &amp; Ramage 2016 (grr); Wang, Blocki, Li &amp; Jha 2017 (oue, olh).
 */
record Naive(String name, int k, Oracle oracle) {
  /** A naive oracle: how a report of an item adds to the sums. */
  private interface Oracle extends Serializable {
    void add(int item, SplittableRandom random, long[] sums);
  }

  /** The naive form of an oracle over items [0, k), if it is one of the three. */
  static Optional<Naive> of(String name, int k, double epsilon) {
    double e = Math.exp(epsilon);
    Oracle oracle =
        switch (name) {
          case "grr" -> (item, random, sums) -> grr(item, k, e, random, sums);
          case "oue" -> (item, random, sums) -> oue(item, k, e, random, sums);
          case "olh" -> (item, random, sums) -> olh(item, k, e, random, sums);
          default -> null;
        };
    return Optional.ofNullable(oracle)
        .map(published -> new Naive("naive " + name + ", as published", k, published));
  }

  /** Randomizes and counts; the sums are discarded. */
  void count(Dataset<Row> people) {
    int width = k;
    Oracle own = oracle;
    MapPartitionsFunction<Integer, long[]> task =
        (Iterator<Integer> items) -> {
          SplittableRandom random = new SplittableRandom();
          long[] sums = new long[width];
          while (items.hasNext()) {
            own.add(items.next(), random, sums);
          }
          return List.of(sums).iterator();
        };
    long sums =
        people
            .select("item")
            .as(Encoders.INT())
            .mapPartitions(task, Encoders.kryo(long[].class))
            .collectAsList()
            .size();
    if (sums == 0) {
      throw new IllegalStateException("a benchmark's query must return something");
    }
  }

  private static void grr(int item, int k, double e, SplittableRandom random, long[] sums) {
    int other = random.nextInt(k - 1);
    boolean isKept = random.nextDouble() < e / (e + k - 1);
    sums[isKept ? item : other < item ? other : other + 1]++;
  }

  private static void oue(int item, int k, double e, SplittableRandom random, long[] sums) {
    for (int j = 0; j < k; j++) {
      if (random.nextDouble() < (j == item ? 0.5 : 1 / (e + 1))) {
        sums[j]++;
      }
    }
  }

  private static void olh(int item, int k, double e, SplittableRandom random, long[] sums) {
    int g = (int) Math.round(e) + 1;
    int seed = random.nextInt();
    int hashed = hash(seed, item, g);
    int other = random.nextInt(g - 1);
    boolean isKept = random.nextDouble() < e / (e + g - 1);
    int report = isKept ? hashed : other < hashed ? other : other + 1;
    for (int j = 0; j < k; j++) {
      if (hash(seed, j, g) == report) {
        sums[j]++;
      }
    }
  }

  private static int hash(int seed, int item, int g) {
    int mixed = (seed ^ item) * 0x9e3779b1;
    mixed = (mixed ^ (mixed >>> 15)) * 0x85ebca77;
    return ((mixed ^ (mixed >>> 13)) >>> 1) % g;
  }
}
