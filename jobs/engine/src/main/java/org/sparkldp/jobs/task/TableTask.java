package org.sparkldp.jobs.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.collected.CollectedTable;
import org.sparkldp.jobs.collected.Collecting;
import org.sparkldp.jobs.collected.FittedTable;
import org.sparkldp.jobs.collected.TableAttribute;
import org.sparkldp.jobs.collected.TableSchema;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Counting;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Taken;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Unlisted;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.postprocess.Simplex;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.tables.Answer;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.LinearAnswers;
import org.sparkldp.tables.TableDesign;
import org.sparkldp.tables.protocol.TableProtocol;
import org.sparkldp.tables.protocol.Tables;

/**
 * A whole table: each person answers one of several small ones, and afterwards anything may be
 * asked. Its own answers are how many people have each level of each column, from all tables that
 * hold the column.
 */
public record TableTask(TableValues values, TableProtocol protocol)
    implements Task, Counting, Collecting, Recruiting {
  /** The total variation of a table that is good enough for most questions. */
  private static final double WANTED = 0.05;

  /** An error as it is asked at which a table is as far from the truth as any other. */
  private static final double MOST = 2;

  @Override
  public TableKind kind() {
    return new TableKind();
  }

  private TableSchema schema() {
    return values.schema().joined(protocol.cells());
  }

  /** The levels of a column, in the order of its rows, which are those after the columns before. */
  public List<String> levels(int column) {
    TableAttribute attribute = schema().attributes().get(column);
    return IntStream.range(0, attribute.cells() + (attribute.hasMissing() ? 1 : 0))
        .mapToObj(attribute::label)
        .toList();
  }

  /** Whether a column's levels have an order. */
  public boolean isOrdered(int column) {
    return schema().attributes().get(column).hasNumbers();
  }

  @Override
  public List<Part> parts(int rows) {
    return IntStream.range(0, values.columns().size())
        .mapToObj(column -> new Part(levels(column).size(), isOrdered(column)))
        .toList();
  }

  @Override
  public List<Unlisted> unlisted(Answers answers) {
    List<Unlisted> all = new ArrayList<>();
    int row = 0;
    for (int column = 0; column < values.columns().size(); column++) {
      TableAttribute attribute = schema().attributes().get(column);
      int listed = attribute.isNumber() ? attribute.cells() : attribute.column().domain().size();
      List<String> levels = levels(column);
      for (int level = 0; level < levels.size(); level++, row++) {
        if (level >= listed) {
          String name = attribute.name() + "=" + levels.get(level);
          all.add(new Unlisted(name, levels.get(level), List.of(row)));
        }
      }
    }
    return all;
  }

  @Override
  public Estimate estimate(Accumulator<?> reports, double confidence) {
    Estimate.requireBasis(reports.n(), confidence);
    List<AskedTable> asked =
        Stream.concat(protocol.chosen(reports).stream(), protocol.others(reports).stream())
            .toList();
    double people = people(asked);
    LinearAnswers answers = new LinearAnswers(protocol.domain(), asked);
    double z = StandardNormal.ofInterval(reports.n(), confidence);
    List<Estimate.Row> rows = new ArrayList<>();
    for (int column = 0; column < values.columns().size(); column++) {
      TableAttribute attribute = schema().attributes().get(column);
      int size = protocol.domain().size(column); // of a first round without ends
      List<String> levels = levels(column);
      for (int cell = 0; cell < levels.size(); cell++) {
        int at = cell;
        double[] counted =
            IntStream.range(0, size)
                .map(level -> size == attribute.levels() ? attribute.cellOf(level) : level)
                .mapToDouble(cellOf -> cellOf == at ? 1 : 0)
                .toArray();
        String name = attribute.name() + "=" + levels.get(cell);
        rows.add(row(name, answers.answer(new int[] {column}, counted), people, z));
      }
    }
    return new Estimate(Math.round(people), confidence, rows);
  }

  private static Estimate.Row row(String name, Optional<Answer> answer, double people, double z) {
    if (answer.isEmpty()) {
      return Estimate.Row.unknown(name, 0, people, "No table that was answered shows it.");
    }
    double count = people * answer.get().value();
    double error = people * answer.get().standardError();
    return new Estimate.Row(name, count, error, count - z * error, count + z * error);
  }

  private static double people(List<AskedTable> asked) {
    return asked.stream().mapToDouble(AskedTable::people).sum();
  }

  /** The best guess: of a column's levels counts that add up to all. */
  @Override
  public Answers answers(Estimate raw, List<String> steps) {
    double[] best = raw.estimates();
    int from = 0;
    for (int column = 0; column < values.columns().size(); column++) {
      int to = from + levels(column).size();
      double[] some = Arrays.copyOfRange(best, from, to);
      if (Arrays.stream(some).allMatch(Double::isFinite)) {
        System.arraycopy(Simplex.nearest(some, raw.n()), 0, best, from, to - from);
      }
      from = to;
    }
    return Answers.of(raw, steps, protocol, best, step -> step(step, raw));
  }

  @Override
  public Optional<String> expected(long people) {
    double raw = protocol.rawError(people);
    double error = TableDesign.modelError(raw);
    double ratio = raw / TableDesign.rawFor(WANTED);
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%,d people: expect shares of a table's cells to be off by about %s in all (total"
                + " variation); for %s, about %s people are needed",
            people,
            Forecast.text(error),
            WANTED,
            Forecast.text(people * ratio * ratio)));
  }

  @Override
  public void requirePeople(long people) {
    boolean isLater = protocol.facet(InRounds.class).filter(at -> at.round() > 1).isPresent();
    Require.that(isLater || (people > 0 && protocol.rawError(people) < MOST))
        .orRefuse(
            "people must be so many that a table is more than noise. Provided: %s; ask fewer or"
                + " coarser tables, more people or with a larger epsilon. Nothing was written.",
            people > 0 ? expected(people).orElseThrow() : "none");
  }

  @Override
  public List<String> collect(
      SparkSession spark,
      Accumulator<?> reports,
      String folder,
      Output.Beside beside,
      String plan) {
    List<AskedTable> chosen = protocol.chosen(reports);
    List<AskedTable> others = protocol.others(reports);
    double people = people(chosen) + people(others);
    FittedTable fitted =
        new CollectedTable(schema(), protocol.guarantee().epsilon(), people, chosen, others)
            .fit(protocol.fine(reports));
    fitted.write(spark, new Output(spark, folder + "/" + FittedTable.FOLDER), beside, plan);
    return fitted.notes();
  }

  /** Whole tables in plans. */
  public static final class TableKind extends TaskKind<TableValues, TableProtocol> {
    /** As the service loader makes it. */
    public TableKind() {
      super(
          "table",
          TableProtocol.class,
          "a table needs the protocol tables",
          TableValues::read,
          TableTask::new,
          "attributes",
          TableValues.ASK,
          TableValues.LABEL,
          TableValues.IMPOSSIBLE);
    }

    @Override
    public Taken taken() {
      return Taken.ITEMS;
    }

    @Override
    protected ProtocolSpec asked(ProtocolSpec written, TableValues values, Settings plan) {
      ProtocolSpec full = written;
      if (!written.name().equals(Tables.NAME)) {
        return written;
      }
      for (Map.Entry<String, String> decided : values.parameters().entrySet()) {
        String given = written.arguments().get(decided.getKey());
        Require.that(given == null || given.equals(decided.getValue()))
            .orRefuse(
                "%s of the protocol must be that of the plan, %s (leave it out and it will be)."
                    + " Provided value: %s.",
                decided.getKey(), decided.getValue(), given);
        full = given == null ? full.with(decided.getKey(), decided.getValue()) : full;
      }
      return full;
    }
  }
}
