package org.sparkldp.lab;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.WordsPopulation;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.words.WordsRound;

/**
 * Words of six bytes found without a list of words: how many of those that many people hold, how
 * many false ones, and how often intervals cover, by the protocol words and by PEM as published, on
 * the same people.
 *
 * <p>A word is frequent here if {@value #ERRORS} standard errors of an oracle that knows the domain
 * hold it: at a million people 3,861 at epsilon 4, 26,867 at epsilon 1. It is false if nobody holds
 * it.
 */
final class WordFigure {
  static final String NAME = "words";
  static final String TITLE = "words that many people hold, found without a list of words";

  private static final double ERRORS = 14;
  private static final int LENGTH = 6;
  private static final List<Double> EPSILONS = List.of(1.0, 4.0);

  /** Words by Zipf's law. */
  private static final String ZIPF = "zipf(k=100000,s=1.1)";

  /** What PEM looks for, and its bits a group. */
  private static final int WANTED = 32;

  private static final List<Integer> STEPS = List.of(6, 12);

  private WordFigure() {}

  static Figure of(int users, int trials, long seed) {
    List<List<Object>> rows = new ArrayList<>();
    Map<String, List<Chart.Point>> lines = new LinkedHashMap<>();
    for (double epsilon : EPSILONS) {
      for (String people : List.of(ZIPF, even(epsilon, users))) {
        add(epsilon, people, users, trials, seed, rows, lines);
      }
    }
    return new Figure(
        TITLE,
        List.of(
            new Page.Fact("people", Integer.toString(users)),
            new Page.Fact("trials of each row", Integer.toString(trials)),
            new Page.Fact("seed", Long.toString(seed))),
        List.of(
            "epsilon",
            "people",
            "method",
            "rounds",
            "users",
            "trials",
            "frequent_from",
            "frequent_words",
            "found",
            "listed",
            "false_words",
            "trials_with_false_words",
            "coverage",
            "seconds"),
        rows,
        List.of(
            new Page.Section(
                "People of Zipf's law",
                List.of(
                    new Chart.Lines(
                        "Share of frequent words that are found",
                        new Chart.Axis("epsilon, nats", false),
                        new Chart.Axis("share of words", false),
                        lines.entrySet().stream()
                            .map(line -> new Chart.Line(line.getKey(), line.getValue()))
                            .toList())))));
  }

  /** As many words as can be frequent, all equally popular: the worst case for what rounds keep. */
  private static String even(double epsilon, int users) {
    return "uniform(k=" + (int) (0.97 * users / frequentFrom(epsilon, users)) + ")";
  }

  private static double frequentFrom(double epsilon, int users) {
    return ERRORS * Math.sqrt(4.0 * users * Math.exp(epsilon)) / Math.expm1(epsilon);
  }

  /** One trial's list. */
  private record Listed(List<String> words, int intervals, int covered) {}

  private static void add(
      double epsilon,
      String people,
      int users,
      int trials,
      long seed,
      List<List<Object>> rows,
      Map<String, List<Chart.Point>> lines) {
    WordsRound first =
        (WordsRound)
            Protocols.of(
                "words(epsilon=" + epsilon + ",length=" + LENGTH + ",users=" + users + ")");
    WordsPopulation population =
        WordsPopulation.of(first, new Population.Request(Optional.of(people), users, seed));
    Map<String, Long> counts = population.counts();
    double from = frequentFrom(epsilon, users);
    Set<String> frequent =
        counts.keySet().stream()
            .filter(word -> counts.get(word) >= from)
            .collect(Collectors.toSet());
    Trials ours = trial -> listed(population, counts, seed + trial);
    Map<String, Trials> methods = new LinkedHashMap<>();
    methods.put("words", ours);
    long[] numbers = numbers(counts);
    for (int step : STEPS) {
      PrefixExtending pem = new PrefixExtending(epsilon, Byte.SIZE * LENGTH, WANTED, step);
      methods.put("PEM, " + step + " bits a group", trial -> published(pem, numbers, seed + trial));
    }
    methods.forEach(
        (method, how) -> {
          long start = System.nanoTime();
          List<Listed> all = IntStream.range(0, trials).parallel().mapToObj(how::trial).toList();
          double seconds = (System.nanoTime() - start) / 1e9 / trials;
          double found = 0;
          double listed = 0;
          double wrong = 0;
          double withWrong = 0;
          double intervals = 0;
          double covered = 0;
          for (Listed one : all) {
            long falseWords = one.words.stream().filter(word -> !counts.containsKey(word)).count();
            found += one.words.stream().filter(frequent::contains).count();
            listed += one.words.size();
            wrong += falseWords;
            withWrong += falseWords > 0 ? 1 : 0;
            intervals += one.intervals;
            covered += one.covered;
          }
          int rounds =
              method.equals("words")
                  ? first.rounds()
                  : new PrefixExtending(epsilon, Byte.SIZE * LENGTH, WANTED, step(method)).groups();
          double recall = found / trials / frequent.size();
          rows.add(
              Arrays.asList(
                  epsilon,
                  people,
                  method,
                  rounds,
                  users,
                  trials,
                  Math.ceil(from),
                  frequent.size(),
                  recall,
                  listed / trials,
                  wrong / trials,
                  withWrong / trials,
                  intervals == 0 ? null : covered / intervals,
                  seconds));
          if (people.equals(ZIPF)) {
            lines
                .computeIfAbsent(method, name -> new ArrayList<>())
                .add(Chart.Point.of(epsilon, recall));
          }
        });
  }

  private static int step(String method) {
    return Integer.parseInt(method.replaceAll("\\D", ""));
  }

  private interface Trials {
    Listed trial(int trial);
  }

  private static Listed listed(WordsPopulation people, Map<String, Long> counts, long seed) {
    WordsPopulation.Course course = people.course(seed);
    Estimate list = course.last().listed(course.reports(), 0.95);
    int covered = 0;
    for (Estimate.Row row : list.rows()) {
      long truth = counts.getOrDefault(row.item(), 0L);
      covered += row.lower() <= truth && truth <= row.upper() ? 1 : 0;
    }
    return new Listed(
        list.rows().stream().map(Estimate.Row::item).toList(), list.rows().size(), covered);
  }

  private static Listed published(PrefixExtending pem, long[] words, long seed) {
    List<String> found =
        pem.found(words, new SimulationSource(seed)).stream().map(WordFigure::word).toList();
    return new Listed(found, 0, 0);
  }

  /** Each person's word as a number of six bytes. */
  private static long[] numbers(Map<String, Long> counts) {
    long[] numbers = new long[(int) counts.values().stream().mapToLong(n -> n).sum()];
    int at = 0;
    for (Map.Entry<String, Long> word : counts.entrySet()) {
      byte[] bytes = Arrays.copyOf(word.getKey().getBytes(StandardCharsets.UTF_8), LENGTH);
      long number = 0;
      for (byte each : bytes) {
        number = number << Byte.SIZE | (each & 0xff);
      }
      Arrays.fill(numbers, at, at + (int) (long) word.getValue(), number);
      at += (int) (long) word.getValue();
    }
    return numbers;
  }

  private static String word(long number) {
    byte[] bytes = new byte[LENGTH];
    int used = 0;
    for (int i = 0; i < LENGTH; i++) {
      bytes[i] = (byte) (number >>> (Byte.SIZE * (LENGTH - 1 - i)));
      used = bytes[i] == 0 ? used : i + 1;
    }
    return new String(bytes, 0, used, StandardCharsets.UTF_8);
  }
}
