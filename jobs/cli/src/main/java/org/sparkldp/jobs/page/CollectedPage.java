package org.sparkldp.jobs.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.jobs.collected.CollectedTable;
import org.sparkldp.jobs.collected.FittedTable;
import org.sparkldp.jobs.collected.TableAttribute;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.tables.AskedTable;

/**
 * The page of a collected table: which columns were asked together and how strongly they are tied,
 * each column with intervals, each asked pair as a table in colours, what one person gave away, and
 * what cannot be answered well.
 */
public final class CollectedPage {
  private static final double CONFIDENCE = 0.95;

  private static final int MOST_NAMED = 8; // pairs in a sentence

  private static final String INDEPENDENT =
      " take the two for independent, given what lies between them";

  private final FittedTable fitted;
  private final CollectedTable table;
  private final List<TableAttribute> columns;
  private final List<Pair> pairs = new ArrayList<>();

  private CollectedPage(FittedTable fitted) {
    this.fitted = fitted;
    this.table = fitted.table();
    this.columns = table.schema().attributes();
    for (int a = 0; a < columns.size(); a++) {
      for (int b = a + 1; b < columns.size(); b++) {
        pairs.add(pair(a, b));
      }
    }
  }

  /** Writes it. */
  public static void write(Path file, FittedTable fitted) {
    HtmlPage.write(new CollectedPage(fitted).page(), file);
  }

  private Page page() {
    List<Page.GroupSection> sections = new ArrayList<>();
    List<Chart> all = new ArrayList<>();
    List<Pair> asked = pairs.stream().filter(Pair::isAsked).toList();
    if (!asked.isEmpty()) {
      all.add(strengths(asked));
    }
    for (int a = 0; a < columns.size(); a++) {
      all.addAll(bars(a));
    }
    sections.add(
        new Page.GroupSection("all columns", all, unanswered(), List.of(strongest(asked))));
    asked.forEach(
        pair -> sections.add(new Page.GroupSection(name(pair), List.of(heat(pair.a, pair.b)))));
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

  private String name(Pair pair) {
    return name(pair.a) + " and " + name(pair.b);
  }

  /**
   * Two columns.
   *
   * @param tie their distance from independence, if they were asked in one table or a larger one
   * @param isFine whether in a table of single levels
   */
  private record Pair(int a, int b, OptionalDouble tie, boolean isFine) {
    boolean isAsked() {
      return tie.isPresent();
    }
  }

  private Pair pair(int a, int b) {
    List<AskedTable> holding =
        table.asked().stream()
            .filter(
                each -> Arrays.stream(each.attributes()).filter(i -> i == a || i == b).count() == 2)
            .toList();
    return new Pair(
        a,
        b,
        holding.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(distance(a, b)),
        holding.stream().anyMatch(CollectedPage::isFine));
  }

  /** Half the sum of the differences from independence. */
  private double distance(int a, int b) {
    double[] shares = fitted.model().shares(new int[] {a, b});
    int inner = columns.get(b).levels();
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
  private String strongest(List<Pair> asked) {
    return asked.isEmpty()
        ? "No two columns were asked together."
        : asked.stream()
            .sorted(Comparator.comparingDouble(pair -> -pair.tie.orElseThrow()))
            .limit(MOST_NAMED)
            .map(pair -> name(pair) + String.format(Locale.ROOT, " (%.2f)", pair.tie.orElseThrow()))
            .collect(Collectors.joining(", ", "Most strongly tied: ", "."));
  }

  /**
   * The graph of what was asked, and how strongly it is tied. As a matrix: lines between 20 columns
   * would cross, and nobody could read their numbers; a matrix of 20 fits a page of 1,200 pixels.
   */
  private Chart strengths(List<Pair> asked) {
    int size = columns.size();
    Double[] values = new Double[size * size];
    for (Pair pair : asked) {
      double tie = Math.rint(100 * pair.tie.orElseThrow()) / 100;
      values[pair.a * size + pair.b] = tie;
      values[pair.b * size + pair.a] = tie;
    }
    List<String> names = table.schema().names();
    return new Chart.CrossTable(
        "How strongly columns that were asked together are tied, by the model",
        "distance from independence (0 to 1); an empty cell was not asked",
        "",
        names,
        "",
        names,
        values);
  }

  /** How many people are in each cell of a column, by all tables that have it. */
  private List<Chart> bars(int a) {
    Answers counts = new Answers(table.counts(a, CONFIDENCE), Map.of(), modelled(a));
    Answers known = counts.only(counts.known(0, counts.best().length), columns.get(a).names()::get);
    return new Picture.Bars(
            "How many people of each " + name(a),
            name(a),
            true,
            columns.get(a).hasNumbers(),
            List.of())
        .charts(name(a), known, Optional.empty());
  }

  /** By the model. */
  private double[] modelled(int... columns) {
    double[] shares = fitted.model().shares(columns);
    return table.inCells(
        columns, Arrays.stream(shares).map(share -> share * table.people()).toArray());
  }

  private Chart heat(int a, int b) {
    List<String> down = columns.get(b).names();
    List<String> across = columns.get(a).names();
    double[] people = modelled(a, b);
    Double[] turned = new Double[people.length];
    for (int i = 0; i < people.length; i++) {
      turned[i % down.size() * across.size() + i / down.size()] = Math.rint(people[i]);
    }
    return new Chart.CrossTable(
        "How many people of each " + name(a) + " and " + name(b) + ", by the model",
        "people",
        name(b),
        down,
        name(a),
        across,
        turned);
  }

  /** What cannot be answered well, and why. */
  private List<String> unanswered() {
    List<Pair> unheld =
        pairs.stream().filter(pair -> !fitted.model().holds(new int[] {pair.a, pair.b})).toList();
    List<String> unknown = unheld.stream().filter(pair -> !pair.isAsked()).map(this::name).toList();
    List<String> coarse =
        unheld.stream().filter(pair -> pair.isAsked() && !pair.isFine).map(this::name).toList();
    List<String> sentences = new ArrayList<>();
    if (!unknown.isEmpty()) {
      sentences.add(
          "Cannot be answered well: %s. Nobody was asked both, and the model's tree has no cells of both: answers%s."
              .formatted(some(unknown), INDEPENDENT));
    }
    if (!coarse.isEmpty()) {
      sentences.add(
          "Asked in groups of cells only: %s. Answers about single cells of both%s."
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
