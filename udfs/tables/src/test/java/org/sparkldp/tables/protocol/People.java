package org.sparkldp.tables.protocol;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.Domain;
import org.sparkldp.tables.Model;
import org.sparkldp.tables.SyntheticRows;

/**
 * People whose rows are known, and what comes of asking a crowd of them: each is drawn from the
 * rows, and reports by the protocol itself.
 *
 * @param kinds of the attributes, as a spec writes them: c or o
 * @param rows levels of all attributes
 */
record People(Domain domain, String kinds, double[][] rows) {
  /** The file adult.csv, the census of 1994 that papers use; without it people are made up. */
  private static final String CENSUS = System.getProperty("ldp.census", "");

  private static final List<String> COLUMNS =
      List.of(
          "age",
          "workclass",
          "education-num",
          "marital-status",
          "occupation",
          "relationship",
          "race",
          "sex",
          "capital-gain",
          "capital-loss",
          "hours-per-week",
          "native-country",
          "income>50K");

  static final int[] SIZES = {10, 9, 16, 7, 15, 6, 5, 2, 4, 3, 4, 5, 2};

  /** Age, education, gain, loss and hours are in order. */
  private static final String KINDS = "ococccccooocc";

  static boolean isCensus() {
    return !CENSUS.isEmpty();
  }

  /** The census, or as many made-up people of six kinds with the same number of levels. */
  static People found() throws IOException {
    return isCensus() ? census(Path.of(CENSUS)) : made(SIZES, KINDS, 48_842);
  }

  /** People of six kinds, within each of which attributes are independent. */
  static People made(int[] sizes, String kinds, int count) {
    SplittableRandom random = new SplittableRandom(58);
    Domain domain = Domain.of(sizes);
    double[][][] laws = new double[6][sizes.length][];
    for (double[][] kind : laws) {
      for (int a = 0; a < kind.length; a++) {
        double[] law = new double[sizes[a]];
        Arrays.setAll(law, v -> Math.pow(-Math.log(random.nextDouble()), 2));
        double sum = Arrays.stream(law).sum();
        kind[a] = Arrays.stream(law).map(each -> each / sum).toArray();
      }
    }
    double[][] rows = new double[count][sizes.length];
    for (double[] row : rows) {
      double[][] kind = laws[random.nextInt(laws.length)];
      for (int a = 0; a < row.length; a++) {
        double at = random.nextDouble();
        while (row[a] < sizes[a] - 1 && at >= kind[a][(int) row[a]]) {
          at -= kind[a][(int) row[a]++];
        }
      }
    }
    return new People(domain, kinds, rows);
  }

  /**
   * Age in ten cells of equal mass, hours in six of which ties leave four, gain and loss as 0 and
   * three and two cells of equal mass, the four largest countries and the rest, all else as it is.
   */
  private static People census(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> header = List.of(lines.get(0).split(","));
    double[][] rows = new double[lines.size() - 1][COLUMNS.size()];
    for (int a = 0; a < COLUMNS.size(); a++) {
      int column = header.indexOf(COLUMNS.get(a));
      int[] values =
          lines.stream()
              .skip(1)
              .mapToInt(line -> Integer.parseInt(line.split(",")[column]))
              .toArray();
      int[] cells =
          switch (COLUMNS.get(a)) {
            case "age" -> quantiles(values, values, 10, 0);
            case "hours-per-week" -> quantiles(values, values, 6, 0);
            case "capital-gain" -> quantiles(values, positive(values), 3, 1);
            case "capital-loss" -> quantiles(values, positive(values), 2, 1);
            case "native-country" -> largest(values, 4);
            default -> values;
          };
      for (int i = 0; i < rows.length; i++) {
        rows[i][a] = cells[i];
      }
    }
    Domain domain = Domain.of(SIZES);
    return new People(domain, KINDS, rows);
  }

  private static int[] positive(int[] values) {
    return Arrays.stream(values).filter(value -> value > 0).toArray();
  }

  /** Cells of equal mass, closed above as quantiles are; the first are those before the mass. */
  private static int[] quantiles(int[] values, int[] mass, int count, int first) {
    int[] sorted = mass.clone();
    Arrays.sort(sorted);
    int[] ends =
        IntStream.rangeClosed(1, count)
            .map(i -> sorted[(int) Math.ceil((double) i * (sorted.length - 1) / count)])
            .distinct()
            .toArray();
    return Arrays.stream(values)
        .map(
            value ->
                first > 0 && value <= 0
                    ? 0
                    : first + (int) Arrays.stream(ends).filter(end -> end < value).count())
        .toArray();
  }

  private static int[] largest(int[] values, int count) {
    Map<Integer, Integer> counts = new HashMap<>();
    Arrays.stream(values).forEach(value -> counts.merge(value, 1, Integer::sum));
    List<Integer> all = new ArrayList<>(counts.keySet());
    all.sort((x, y) -> counts.get(y) - counts.get(x));
    return Arrays.stream(values).map(value -> Math.min(count, all.indexOf(value))).toArray();
  }

  static double distance(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> Math.abs(a[i] - b[i])).sum() / 2;
  }

  /** The true shares of these attributes. */
  double[] shares(int[] set) {
    int[] once = new int[rows.length];
    Arrays.fill(once, 1);
    return shares(set, once);
  }

  /** The shares in a crowd that has each row so many times. */
  double[] shares(int[] set, int[] crowd) {
    double people = Arrays.stream(crowd).asLongStream().sum();
    double[] shares = new double[Arrays.stream(set).map(domain::size).reduce(1, (x, y) -> x * y)];
    for (int i = 0; i < rows.length; i++) {
      int cell = 0;
      for (int a : set) {
        cell = cell * domain.size(a) + (int) rows[i][a];
      }
      shares[cell] += crowd[i] / people;
    }
    return shares;
  }

  /** As many other people, drawn from a model. */
  People drawn(SyntheticRows source, int count, long seed) {
    double[][] drawn = new double[count][];
    int[] row = new int[domain.count()];
    for (int i = 0; i < count; i++) {
      source.row(seed, i, row);
      drawn[i] = Arrays.stream(row).asDoubleStream().toArray();
    }
    return new People(domain, kinds, drawn);
  }

  /** Two halves of the rows, dealt out by chance. */
  People[] halves(long seed) {
    List<double[]> all = new ArrayList<>(Arrays.asList(rows));
    Collections.shuffle(all, new Random(seed));
    int half = all.size() / 2;
    return new People[] {
      new People(domain, kinds, all.subList(0, half).toArray(double[][]::new)),
      new People(domain, kinds, all.subList(half, all.size()).toArray(double[][]::new))
    };
  }

  /**
   * What was asked of a crowd.
   *
   * @param crowd how often it has each row
   */
  record Answers(Domain domain, List<AskedTable> chosen, List<AskedTable> others, int[] crowd) {
    List<AskedTable> all() {
      return Stream.concat(chosen.stream(), others.stream()).toList();
    }

    Model model(int cells) {
      return Model.of(domain, chosen, others, List.of(), cells);
    }
  }

  /** The spec, with more parameters. */
  String spec(double epsilon, String more) {
    return IntStream.range(0, domain.count())
        .mapToObj(a -> domain.size(a) + "" + kinds.charAt(a))
        .collect(Collectors.joining("_", "tables(epsilon=" + epsilon + ",attributes=", more + ")"));
  }

  /**
   * Asks a crowd drawn from the rows, in as many rounds as the spec has. Whoever has a row has its
   * cell in each table, so that only the table's oracle is left to run for each person.
   */
  Answers ask(String spec, long people, long seed) {
    AskedTables round = (AskedTables) Protocols.of(spec);
    Accumulator<Integer> reports = reports(round, people, seed);
    while (RoundWalk.round(round) > 0 && RoundWalk.round(round) < RoundWalk.at(round).rounds()) {
      round = RoundWalk.next(round, reports);
      reports = reports(round, people, seed);
    }
    return new Answers(
        round.domain(), round.chosen(reports), round.others(reports), crowd(people, seed));
  }

  private int[] crowd(long people, long seed) {
    int[] crowd = new int[rows.length];
    SplittableRandom random = new SplittableRandom(seed);
    for (long i = 0; i < people; i++) {
      crowd[random.nextInt(rows.length)]++;
      random.nextLong();
    }
    return crowd;
  }

  private Accumulator<Integer> reports(AskedTables round, long people, long seed) {
    Division division = round.division;
    int[][] items = new int[division.count()][rows.length];
    for (int t = 0; t < items.length; t++) {
      for (int i = 0; i < rows.length; i++) {
        for (int a : division.table(t)) {
          Grid grid = division.grid(a);
          items[t][i] = items[t][i] * grid.levels() + grid.level((int) rows[i][a], 0);
        }
      }
    }
    SplittableRandom random = new SplittableRandom(seed); // the same people in all rounds
    SimulationSource source = new SimulationSource(8 * seed + RoundWalk.round(round));
    Accumulator<Integer> reports = round.newAccumulator();
    InRounds rounds = RoundWalk.round(round) > 0 ? RoundWalk.at(round) : null;
    for (long i = 0; i < people; i++) {
      int row = random.nextInt(rows.length);
      long word = random.nextLong();
      if (rounds == null || rounds.roundOf(word) == rounds.round()) {
        int t = division.tableOf(source.nextLong());
        int report = division.oracle(t).randomize(items[t][row], source);
        reports.addCell(division.offset(t) + report, 1);
      }
    }
    return reports;
  }
}
