package org.sparkldp.jobs.collected;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.tables.Answer;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.Density;
import org.sparkldp.tables.Domain;
import org.sparkldp.tables.Impossible;
import org.sparkldp.tables.LinearAnswers;
import org.sparkldp.tables.Model;
import org.sparkldp.tables.Redraws;

/**
 * A table of many attributes after all its reports are in: each person answered one of its tables.
 * Whatever is asked of it afterwards is post-processing and costs nobody anything. Immutable.
 *
 * @param epsilon what each person spent
 * @param people of the whole table, whom answers are about
 * @param chosen tables that make the model's tree, the most important first
 * @param others all else that was asked
 */
public record CollectedTable(
    TableSchema schema,
    double epsilon,
    double people,
    List<AskedTable> chosen,
    List<AskedTable> others) {
  /**
   * The cells to which further tables may make the model's tree grow: the redrawn fits then take a
   * minute. On the census at epsilon 4 as many as 4 million cells take 8 % off the error, and have
   * no intervals.
   */
  static final int CELLS = 1 << 16;

  /** Redrawn fits that intervals of the model are made of. */
  static final int REDRAWS = 100;

  /** Time for these, beyond which the model has no intervals. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** Standard errors from 0 at which people who cannot be are believed to be. */
  private static final double CERTAIN = 4;

  private static final long SEED = 1; // what is drawn is public, and the same in each run

  /** Of all people who were asked. */
  public CollectedTable(
      TableSchema schema, double epsilon, List<AskedTable> chosen, List<AskedTable> others) {
    this(
        schema,
        epsilon,
        Stream.of(chosen, others).flatMap(List::stream).mapToDouble(AskedTable::people).sum(),
        chosen,
        others);
  }

  public CollectedTable {
    chosen = List.copyOf(chosen);
    others = List.copyOf(others);
    Require.that(epsilon > 0).orRefuse("epsilon must be above 0. Provided value: %s.", epsilon);
    Require.that(!chosen.isEmpty() || !others.isEmpty())
        .orRefuse("a collected table needs tables that were asked. Provided: none.");
    Domain domain = schema.domain();
    Stream.concat(chosen.stream(), others.stream()).forEach(table -> table.requireOf(domain));
  }

  /** All that was asked. */
  public List<AskedTable> asked() {
    return Stream.concat(chosen.stream(), others.stream()).toList();
  }

  /** Fits the model where nothing more is known of how people are spread within cells. */
  public FittedTable fit() {
    return fit(List.of());
  }

  /**
   * Fits the model, and as far as there is time the fits that its intervals are made of.
   *
   * @param fine what was asked of numbers' cells in the plan before they were joined
   */
  public FittedTable fit(List<AskedTable> fine) {
    Model model = Model.of(schema.domain(), chosen, others, schema.empty(), CELLS);
    Optional<Redraws> redraws = Optional.empty();
    List<String> notes = new ArrayList<>();
    if (!model.isDone()) {
      notes.add("the fit was cut short: more tables than it could bring together");
    }
    if (model.cells() > Redraws.MAX_CELLS) {
      notes.add(
          "answers of the model have no intervals: its tree has %s cells, and only one of at most %s"
                  .formatted((long) model.cells(), Redraws.MAX_CELLS)
              + " is fitted again; smaller tables in ask, or fewer cells, have them");
    } else {
      Stopwatch since = Stopwatch.start();
      redraws = Redraws.of(model, REDRAWS, SEED, () -> since.seconds() < LIMIT.toSeconds());
      if (redraws.isEmpty()) {
        notes.add("answers of the model have no intervals: its redrawn fits did not end in time");
      }
    }
    LinearAnswers answers = new LinearAnswers(schema.domain(), asked(), people);
    for (int i = 0; i < schema.impossible().size(); i++) {
      Impossible empty = schema.empty().get(i);
      double[] there = new double[empty.cells().length];
      Arrays.setAll(there, cell -> empty.cells()[cell] ? 1 : 0);
      Optional<Answer> answer = answers.answer(empty.attributes(), there);
      if (answer.filter(a -> a.value() > CERTAIN * a.standardError()).isPresent()) {
        notes.add(
            "reports say that there are people of what cannot be, whom the model leaves out: "
                + schema.impossible().get(i).predicate());
      }
    }
    List<List<Double>> spreads =
        IntStream.range(0, schema.attributes().size())
            .mapToObj(a -> spread(a, model.shares(new int[] {a}), fine))
            .toList();
    return new FittedTable(this, model, redraws, notes, spreads);
  }

  /**
   * How many people are in each cell of a column, the missing ones last, from all tables that show
   * it.
   */
  public Estimate counts(int column, double confidence) {
    TableAttribute of = schema.attributes().get(column);
    LinearAnswers answers = new LinearAnswers(schema.domain(), asked(), people);
    double z = StandardNormal.twoSided(confidence);
    List<Estimate.Row> rows = new ArrayList<>();
    for (String name : of.names()) {
      int cell = rows.size();
      double[] counted =
          IntStream.range(0, of.levels())
              .mapToDouble(level -> of.cellOf(level) == cell ? 1 : 0)
              .toArray();
      rows.add(
          answers
              .answer(new int[] {column}, counted)
              .map(answer -> row(name, people * answer.value(), people * answer.standardError(), z))
              .orElseGet(
                  () ->
                      Estimate.Row.unknown(
                          name, 0, people, "No table that was answered shows it.")));
    }
    return new Estimate(Math.round(people), confidence, rows);
  }

  private static Estimate.Row row(String name, double count, double error, double z) {
    return new Estimate.Row(name, count, error, count - z * error, count + z * error);
  }

  /**
   * Of people by the levels of some columns together those by their cells, the missing ones last.
   */
  public double[] inCells(int[] columns, double[] people) {
    int[] cells = schema.cellsOf(columns);
    double[] sums = new double[Arrays.stream(cells).max().orElseThrow() + 1];
    for (int i = 0; i < cells.length; i++) {
      sums[cells[i]] += people[i];
    }
    return sums;
  }

  private List<Double> spread(int a, double[] levels, List<AskedTable> fine) {
    TableAttribute of = schema.attributes().get(a);
    if (!of.isNumber()) {
      return List.of();
    }
    double[] shares = Arrays.copyOf(inCells(new int[] {a}, levels), of.cells()); // nobody missing
    double[] planned = of.plannedEdges();
    double[] edges =
        IntStream.concat(of.starts().stream().mapToInt(c -> c), IntStream.of(planned.length - 1))
            .mapToDouble(c -> planned[c])
            .toArray();
    Optional<AskedTable> asked =
        fine.stream().filter(table -> table.attributes()[0] == a).findFirst();
    Density density = Density.of(edges, shares);
    return Arrays.stream(density.over(planned, asked)).boxed().toList();
  }
}
