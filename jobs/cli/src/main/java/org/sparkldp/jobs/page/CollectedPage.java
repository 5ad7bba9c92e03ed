package org.sparkldp.jobs.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * The page of a collected table: what was asked and how strongly columns are tied, each column with
 * intervals, each asked pair as a heat map, what one person gave away, and what cannot be answered
 * well.
 */
public final class CollectedPage {
  private static final double CONFIDENCE = 0.95;
  private static final double Z = StandardNormal.quantile((1 + CONFIDENCE) / 2);

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
      all.add(graph(ties));
      all.add(strengths(ties));
    }
    for (int a = 0; a < columns.size(); a++) {
      all.add(bars(a));
    }
    sections.add(new Page.GroupSection("all columns", all));
    ties.forEach(
        (pair, tie) -> {
          int a = pair.get(0);
          int b = pair.get(1);
          sections.add(
              new Page.GroupSection(
                  name(a) + " and " + name(b), List.of(heat(a, b)), List.of(axes(a, b))));
        });
    List<Page.Fact> facts =
        List.of(
            new Page.Fact("people", Long.toString(Math.round(table.people()))),
            new Page.Fact("epsilon of the one report of a person", "" + table.epsilon()),
            new Page.Fact("tables that were asked", "" + table.asked().size()),
            new Page.Fact("cells of the model's tree", "" + (long) fitted.model().cells()));
    return new Page(
        "What " + Math.round(table.people()) + " people's columns say together",
        sections,
        Optional.of(new Privacy("The one report of a person", 1, table.epsilon(), 0, List.of())),
        notes(ties),
        facts,
        "");
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

  /** Columns on a circle, with a line for each pair that was asked. */
  private Chart graph(Map<List<Integer>, Double> ties) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    List<Double> strongest = new ArrayList<>();
    for (int a = 0; a < columns.size(); a++) {
      double angle = 2 * Math.PI * a / columns.size();
      x.add(Math.sin(angle));
      y.add(Math.cos(angle));
      int column = a;
      strongest.add(
          ties.entrySet().stream()
              .filter(tie -> tie.getKey().contains(column))
              .mapToDouble(Map.Entry::getValue)
              .max()
              .orElse(0));
    }
    List<Integer> edges = ties.keySet().stream().flatMap(List::stream).toList();
    return new Chart.HeatMap(
        "What was asked: "
            + String.join(", ", table.schema().domain().names())
            + ", clockwise from the top; a line joins two that were asked together, the colour is a"
            + " column's strongest tie",
        "distance from independence",
        new Chart.NodeMap(x, y, edges),
        List.of(new Chart.Series("strongest tie", strongest)));
  }

  private Chart strengths(Map<List<Integer>, Double> ties) {
    List<Estimate.Row> rows =
        ties.entrySet().stream()
            .sorted(Comparator.comparingDouble(tie -> -tie.getValue()))
            .map(
                tie -> {
                  String pair = name(tie.getKey().get(0)) + " and " + name(tie.getKey().get(1));
                  double d = tie.getValue();
                  return new Estimate.Row(pair, d, 0, d, d, "");
                })
            .toList();
    return new Chart.BarChart(
        "How strongly columns are tied, by the model: 0 is independent",
        "pair",
        "distance from independence",
        new Estimate(0, CONFIDENCE, rows),
        List.of(),
        List.of(),
        false);
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
    TableAttribute across = columns.get(a);
    TableAttribute up = columns.get(b);
    int width = across.cells() + (across.hasMissing() ? 1 : 0);
    int height = up.cells() + (up.hasMissing() ? 1 : 0);
    Double[] people = new Double[width * height];
    Arrays.fill(people, 0.0);
    for (int i = 0; i < shares.length; i++) {
      int cell = across.cellOf(i / up.levels()) * height + up.cellOf(i % up.levels());
      people[cell] += shares[i] * table.people();
    }
    return new Chart.HeatMap(
        name(a) + " to the right and " + name(b) + " upwards, by the model",
        "people",
        new Chart.NodeMap(
            IntStream.range(0, people.length)
                .mapToObj(i -> (double) Math.floorDiv(i, height))
                .toList(),
            IntStream.range(0, people.length).mapToObj(i -> (double) (i % height)).toList(),
            List.of()),
        List.of(new Chart.Series("people", List.of(people))));
  }

  private String axes(int a, int b) {
    return "From left to right "
        + String.join(", ", labels(a))
        + "; from bottom to top "
        + String.join(", ", labels(b))
        + ".";
  }

  private List<String> labels(int a) {
    TableAttribute column = columns.get(a);
    return IntStream.range(0, column.cells() + (column.hasMissing() ? 1 : 0))
        .mapToObj(column::label)
        .toList();
  }

  private List<String> notes(Map<List<Integer>, Double> ties) {
    List<String> notes = new ArrayList<>();
    List<String> left = new ArrayList<>();
    for (int a = 0; a < columns.size(); a++) {
      for (int b = a + 1; b < columns.size(); b++) {
        if (!ties.containsKey(List.of(a, b)) && !fitted.model().holds(new int[] {a, b})) {
          left.add(name(a) + " and " + name(b));
        }
      }
    }
    if (!left.isEmpty()) {
      notes.add(
          "Cannot be answered well, because nobody was asked both and the model's tree does not"
              + " hold them: "
              + String.join("; ", left)
              + ". What the page of an answer says of such a pair assumes that the two are"
              + " independent given what lies between them.");
    }
    for (TableAttribute column : columns) {
      if (column.isNumber() && !column.isSummed()) {
        notes.add(
            "Sums and means of "
                + column.name()
                + " have wide intervals: it was asked in cells without their ends.");
      }
    }
    notes.addAll(fitted.notes());
    return notes;
  }
}
