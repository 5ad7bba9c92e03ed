package org.sparkldp.jobs.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.jobs.collected.CollectedTable;
import org.sparkldp.jobs.collected.FittedTable;
import org.sparkldp.jobs.collected.TableAttribute;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.tables.Answer;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.LinearAnswers;

/**
 * The page of a collected table: which columns were asked together and how strongly they are tied,
 * each column with intervals, each asked pair as a table in colours, what one person gave away, and
 * what cannot be answered well.
 */
public final class CollectedPage {
  private static final double CONFIDENCE = 0.95;
  private static final double Z = StandardNormal.quantile((1 + CONFIDENCE) / 2);

  private static final int MOST_NAMED = 8; // pairs in a sentence

  private static final String INDEPENDENT =
      " take the two for independent, given what lies between them";

  private final FittedTable fitted;
  private final CollectedTable table;
  private final List<TableAttribute> columns;

  private CollectedPage(FittedTable fitted) {
    this.fitted = fitted;
    this.table = fitted.table();
    this.columns = table.schema().attributes();
  }

  /** Writes it. */
  public static void write(Path file, FittedTable fitted) {
    HtmlPage.write(new CollectedPage(fitted).page(), file);
  }

  private Page page() {
    List<Page.GroupSection> sections = new ArrayList<>();
    List<Chart> all = new ArrayList<>();
    Map<List<Integer>, Double> ties = ties();
    if (!ties.isEmpty()) {
      all.add(strengths(ties));
    }
    for (int a = 0; a < columns.size(); a++) {
      all.add(bars(a));
    }
    sections.add(
        new Page.GroupSection("all columns", all, unanswered(ties), List.of(strongest(ties))));
    ties.keySet()
        .forEach(
            pair -> {
              int a = pair.get(0);
              int b = pair.get(1);
              sections.add(new Page.GroupSection(name(a) + " and " + name(b), List.of(heat(a, b))));
            });
    List<Page.Fact> facts =
        List.of(
            new Page.Fact("people", people()),
            new Page.Fact("epsilon of the one report of a person", "" + table.epsilon()),
            new Page.Fact("tables that were asked", "" + table.asked().size()),
            new Page.Fact("cells of the model's tree", "" + (long) fitted.model().cells()));
    return new Page(
        "What " + people() + " people's columns say together",
        sections,
        Optional.of(new Privacy("The one report of a person", 1, table.epsilon(), 0, List.of())),
        notes(),
        facts,
        "");
  }

  private String people() {
    return String.format(Locale.ROOT, "%,d", Math.round(table.people()));
  }

  private String name(int attribute) {
    return columns.get(attribute).name();
  }

  /** Pairs that were asked, in one table or within a larger one, and their distance from none. */
  private Map<List<Integer>, Double> ties() {
    Map<List<Integer>, Double> ties = new LinkedHashMap<>();
    for (int a = 0; a < columns.size(); a++) {
      for (int b = a + 1; b < columns.size(); b++) {
        int[] pair = {a, b};
        if (table.asked().stream().anyMatch(each -> holds(each, pair))) {
          ties.put(List.of(a, b), distance(pair));
        }
      }
    }
    return ties;
  }

  private static boolean holds(AskedTable table, int[] pair) {
    int[] attributes = table.attributes();
    return Arrays.stream(pair).allMatch(a -> Arrays.binarySearch(attributes, a) >= 0);
  }

  /** Half the sum of the differences from independence. */
  private double distance(int[] pair) {
    double[] shares = fitted.model().shares(pair);
    int inner = columns.get(pair[1]).levels();
    double[] rows = new double[shares.length / inner];
    double[] others = new double[inner];
    for (int i = 0; i < shares.length; i++) {
      rows[i / inner] += shares[i];
      others[i % inner] += shares[i];
    }
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      sum += Math.abs(shares[i] - rows[i / inner] * others[i % inner]) / 2;
    }
    return sum;
  }

  /** The strongest ties in words. */
  private String strongest(Map<List<Integer>, Double> ties) {
    return ties.isEmpty()
        ? "No two columns were asked together."
        : ties.entrySet().stream()
            .sorted(Comparator.comparingDouble(tie -> -tie.getValue()))
            .limit(MOST_NAMED)
            .map(tie -> pair(tie.getKey()) + String.format(Locale.ROOT, " (%.2f)", tie.getValue()))
            .collect(Collectors.joining(", ", "Most strongly tied: ", "."));
  }

  private String pair(List<Integer> pair) {
    return name(pair.get(0)) + " and " + name(pair.get(1));
  }

  /** Which pairs were asked, and how strongly they are tied. */
  private Chart strengths(Map<List<Integer>, Double> ties) {
    int size = columns.size();
    Double[] values = new Double[size * size];
    ties.forEach(
        (pair, tie) -> {
          for (int a : pair) {
            values[a * size + pair.get(0) + pair.get(1) - a] = Math.rint(100 * tie) / 100;
          }
        });
    List<String> names = table.schema().domain().names();
    return new Chart.CrossTable(
        "How strongly columns are tied that were asked together, by the model",
        "distance from independence (0 to 1); an empty cell was not asked",
        "",
        names,
        "",
        names,
        values);
  }

  /** How many people are in each cell of a column, by all tables that have it. */
  private Chart bars(int a) {
    LinearAnswers linear =
        new LinearAnswers(table.schema().domain(), table.asked(), table.people());
    double[] model = fitted.model().shares(new int[] {a});
    TableAttribute column = columns.get(a);
    List<Estimate.Row> rows = new ArrayList<>();
    List<Double> best = new ArrayList<>();
    for (int cell = 0; cell < column.cells() + (column.hasMissing() ? 1 : 0); cell++) {
      double[] weights = new double[column.levels()];
      double guess = 0;
      for (int level = 0; level < weights.length; level++) {
        weights[level] = column.cellOf(level) == cell ? 1 : 0;
        guess += weights[level] * model[level] * table.people();
      }
      Optional<Answer> answer = linear.answer(new int[] {a}, weights);
      double value = answer.map(Answer::value).orElse(Double.NaN) * table.people();
      double error = answer.map(Answer::standardError).orElse(Double.NaN) * table.people();
      if (answer.isPresent()) {
        rows.add(
            new Estimate.Row(
                column.label(cell), value, error, value - Z * error, value + Z * error, ""));
        best.add(guess);
      }
    }
    return new Chart.BarChart(
        "How many people of each " + column.name(),
        column.name(),
        "people",
        new Estimate(Math.round(table.people()), CONFIDENCE, rows),
        List.of(),
        List.of(),
        true,
        true,
        column.hasNumbers(),
        List.of(),
        best,
        List.of());
  }

  private Chart heat(int a, int b) {
    double[] shares = fitted.model().shares(new int[] {a, b});
    List<String> across = labels(a);
    Double[] people = new Double[labels(b).size() * across.size()];
    Arrays.fill(people, 0.0);
    int levels = columns.get(b).levels();
    for (int i = 0; i < shares.length; i++) {
      int row = columns.get(b).cellOf(i % levels);
      people[row * across.size() + columns.get(a).cellOf(i / levels)] += shares[i] * table.people();
    }
    return new Chart.CrossTable(
        "How many people of each " + name(a) + " and " + name(b) + ", by the model",
        "people",
        name(b),
        labels(b),
        name(a),
        across,
        Arrays.stream(people).map(Math::rint).toArray(Double[]::new));
  }

  private List<String> labels(int a) {
    TableAttribute column = columns.get(a);
    return IntStream.range(0, column.cells() + (column.hasMissing() ? 1 : 0))
        .mapToObj(column::label)
        .toList();
  }

  /** What cannot be answered well, and why. */
  private List<String> unanswered(Map<List<Integer>, Double> ties) {
    List<String> unknown = new ArrayList<>();
    List<String> coarse = new ArrayList<>();
    for (int a = 0; a < columns.size(); a++) {
      for (int b = a + 1; b < columns.size(); b++) {
        int[] pair = {a, b};
        if (fitted.model().holds(pair)) {
          continue;
        }
        if (!ties.containsKey(List.of(a, b))) {
          unknown.add(pair(List.of(a, b)));
        } else if (table.asked().stream().noneMatch(each -> holds(each, pair) && isFine(each))) {
          coarse.add(pair(List.of(a, b)));
        }
      }
    }
    List<String> sentences = new ArrayList<>();
    if (!unknown.isEmpty()) {
      sentences.add(
          "Cannot be answered well: %s. Nobody was asked both, nor does the model hold them: answers%s."
              .formatted(some(unknown), INDEPENDENT));
    }
    if (!coarse.isEmpty()) {
      sentences.add(
          "Was asked in groups of cells only: %s. About single cells of both answers%s."
              .formatted(some(coarse), INDEPENDENT));
    }
    return sentences;
  }

  private static boolean isFine(AskedTable table) {
    return Arrays.stream(table.groups())
        .allMatch(groups -> IntStream.range(0, groups.length).allMatch(i -> groups[i] == i));
  }

  private static String some(List<String> pairs) {
    String named = String.join("; ", pairs.subList(0, Math.min(pairs.size(), MOST_NAMED)));
    return pairs.size() > MOST_NAMED
        ? named + "; and %s other pairs".formatted(pairs.size() - MOST_NAMED)
        : named;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    String wide =
        columns.stream()
            .filter(each -> each.isNumber() && !each.isSummed())
            .map(TableAttribute::name)
            .collect(Collectors.joining(", "));
    if (!wide.isEmpty()) {
      notes.add(
          "Sums and means of %s have wide intervals: people were asked for a number's cell, and not"
                  .formatted(wide)
              + " towards which of its ends it lies (sum = true in the plan).");
    }
    notes.addAll(fitted.notes());
    return notes;
  }
}
