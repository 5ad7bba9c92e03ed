package org.sparkldp.jobs.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
import org.sparkldp.tables.TableDesign;
import org.sparkldp.tables.protocol.AskedTables;
import org.sparkldp.tables.protocol.Tables;

/**
 * A whole table: each person answers one of several small ones, and afterwards anything may be
 * asked. Its own answers are how many people have each level of each column, from all tables that
 * hold the column.
 */
public record TableTask(TableValues values, AskedTables protocol)
    implements Task, Counting, Collecting, Recruiting {
  /** An error as it is asked at which a table is as far from the truth as any other. */
  private static final double MOST = 2;

  @Override
  public TableKind kind() {
    return new TableKind();
  }

  /** Its columns, in the cells that answers are about. */
  public List<TableAttribute> attributes() {
    return schema().attributes();
  }

  private TableSchema schema() {
    return values.schema().joined(protocol.cells());
  }

  private CollectedTable collected(Accumulator<?> reports) {
    double epsilon = protocol.guarantee().epsilon();
    return new CollectedTable(
        schema(), epsilon, protocol.chosen(reports), protocol.others(reports));
  }

  @Override
  public List<Part> parts(int rows) {
    return attributes().stream()
        .map(each -> new Part(each.names().size(), each.hasNumbers()))
        .toList();
  }

  @Override
  public List<Unlisted> unlisted(Answers answers) {
    List<Unlisted> all = new ArrayList<>();
    int from = 0;
    for (TableAttribute each : attributes()) {
      List<String> names = each.names();
      for (int at = each.listed(); at < names.size(); at++) {
        String level = names.get(at);
        all.add(new Unlisted(each.name() + "=" + level, level, List.of(from + at)));
      }
      from += names.size();
    }
    return all;
  }

  /** Rows are named after column and level. */
  @Override
  public Estimate estimate(Accumulator<?> reports, double confidence) {
    Estimate.requireBasis(reports.n(), confidence);
    CollectedTable table = collected(reports);
    List<Estimate.Row> rows = new ArrayList<>();
    for (int column = 0; column < table.schema().attributes().size(); column++) {
      String name = table.schema().names().get(column);
      Estimate counts = table.counts(column, confidence);
      rows.addAll(counts.named(at -> name + "=" + counts.rows().get(at).item()).rows());
    }
    return new Estimate(Math.round(table.people()), confidence, rows);
  }

  /** The best guess: of a column's levels counts that add up to all. */
  @Override
  public Answers answers(Estimate raw, List<String> steps) {
    double[] best = raw.estimates();
    int from = 0;
    for (Part part : parts(best.length)) {
      int to = from + part.rows();
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
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%,d people: expect shares of a table's cells to be off by about %s in all (total"
                + " variation); for %s, about %s people are needed",
            people,
            Forecast.text(error),
            TableDesign.WANTED,
            Forecast.text(TableDesign.peopleFor(people, raw, TableDesign.WANTED))));
  }

  @Override
  public String afterwards() {
    return Recruiting.super.afterwards()
        + "; named tables (ask = [...]) have one round, which takes late people";
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
    FittedTable fitted = collected(reports).fit(protocol.fine(reports));
    fitted.write(spark, new Output(spark, folder + "/" + FittedTable.FOLDER), beside, plan);
    return fitted.notes();
  }

  /** Whole tables in plans. */
  public static final class TableKind extends TaskKind<TableValues, AskedTables> {
    /** As the service loader makes it. */
    public TableKind() {
      super(
          "table",
          AskedTables.class,
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
