package org.sparkldp.jobs.source;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.accumulate.Accumulation;
import org.sparkldp.jobs.estimate.Compared;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.estimate.PeriodState;
import org.sparkldp.jobs.estimate.Rendering;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Notes;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.privatize.PrivatizeRecord;
import org.sparkldp.jobs.privatize.Rehearsal;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Services;

/** The table that reading the data source shows, by its option {@code show}. */
enum Show {
  /** The estimates of the last round, the default. */
  ESTIMATES("") {
    @Override
    Dataset<Row> of(SourceRequest question) {
      return question.estimates();
    }

    @Override
    StructType schema(SourceRequest question) {
      return of(question).schema();
    }
  },
  /** Each run that drew reports: how many, its notes, and what the ledger then had left. */
  DRAWN(
      "round INT NOT NULL, period STRING NOT NULL, run INT NOT NULL, reports BIGINT NOT NULL,"
          + " epsilon_left DOUBLE, notes STRING NOT NULL") {
    @Override
    Stream<Row> rows(SourceRequest question) {
      return question.rounds("privatized").stream()
          .flatMap(round -> round.require(Privatization.REPORTS).stream())
          .map(
              run -> {
                PrivatizeRecord drawn = run.as(PrivatizeRecord.class);
                Double left = drawn.ledger() == null ? null : drawn.ledger().epsilonLeft();
                String notes = String.join("; ", drawn.notes());
                return RowFactory.create(
                    drawn.round(), run.period(), run.number(), drawn.reports(), left, notes);
              });
    }
  },
  /** The page that the option {@code --html} of commands writes, as one line. */
  PAGE("line STRING NOT NULL") {
    @Override
    Stream<Row> rows(SourceRequest question) {
      Rendering page =
          Services.load(Rendering.class).stream()
              .findFirst()
              .orElseThrow(
                  () ->
                      Require.refusal(
                          "show = page needs the class path of spark-ldp.jar, which draws pages."
                              + " Provided: one without it; add the jar, or show estimates."));
      Stopwatch since = Stopwatch.start();
      List<Output> rounds = question.rounds("accumulated");
      Output last = rounds.get(rounds.size() - 1);
      Plan plan = PlanFiles.beside(question.spark(), last.name(), Accumulation.ACCUMULATORS);
      Estimates result =
          new Estimation(question.spark(), plan, plan.postprocess()).look(List.of(last), Days.ALL);
      return Stream.of(RowFactory.create(page.text(plan, result, since.seconds())));
    }
  },
  /** What differs between two sides, as the command compare has it. */
  COMPARED(Compared.COLUMNS.toDDL()) {
    /** Refuses what has no two sides where it is asked for, not where rows are first wanted. */
    @Override
    StructType schema(SourceRequest question) {
      question.comparing();
      return super.schema(question);
    }

    @Override
    Stream<Row> rows(SourceRequest question) {
      return question.comparing().compared(question.spark()).stream()
          .flatMap(one -> one.rows().stream().map(one::cells));
    }
  },
  /** What has become of each period: asked, refused and why, missing, or not yet accumulated. */
  DAYS(
      "period STRING NOT NULL, state STRING NOT NULL, reports BIGINT NOT NULL, late BIGINT NOT"
          + " NULL, waiting BIGINT, why STRING NOT NULL") {
    @Override
    Stream<Row> rows(SourceRequest question) {
      List<Output> folders = new ArrayList<>(question.rounds("privatized"));
      folders.addAll(question.rounds("accumulated"));
      return PeriodState.of(folders).stream()
          .map(
              one ->
                  RowFactory.create(
                      one.period(),
                      one.state(),
                      one.reports(),
                      one.late(),
                      one.waiting(),
                      one.why()));
    }
  },
  /** What the application's ledger has left of each budget in each of its windows. */
  LEFT(
      "population STRING, attribute STRING, purpose STRING, per STRING, window STRING,"
          + " budget DOUBLE, spent DOUBLE, left DOUBLE") {
    @Override
    Stream<Row> rows(SourceRequest question) {
      return Purse.ofApplication().left().stream()
          .map(
              left ->
                  RowFactory.create(
                      left.budget().population(),
                      left.budget().attribute(),
                      left.budget().purpose(),
                      Keys.word(left.budget().per()),
                      left.window(),
                      Spend.epsilon(left.budget().epsilon()),
                      Spend.epsilon(left.spent()),
                      Spend.epsilon(left.epsilon())));
    }
  },
  /** What error to expect of so many people ({@code users}), before anybody is asked. */
  FORECAST("line STRING NOT NULL") {
    @Override
    Stream<Row> rows(SourceRequest question) {
      Plan plan = question.plan();
      String forecast =
          Notes.forecast(plan, question.users())
              .orElseThrow(
                  () ->
                      Require.refusal(
                          "a forecast must be of a task whose error has a formula. Provided task:"
                              + " %s; try it by simulate.",
                          plan.task().kind().name()));
      return Stream.of(RowFactory.create(forecast));
    }
  },
  /**
   * What the plan would find wrong with the rows of a table or view ({@code people}): exact counts,
   * for the holder of the values. Nobody is asked.
   */
  REHEARSAL("line STRING NOT NULL") {
    @Override
    Stream<Row> rows(SourceRequest question) {
      Plan plan = question.plan();
      Inputs.CountedTable people = Inputs.CountedTable.of(question.people());
      return Rehearsal.of(plan, people, Days.of(question.days())).lines().stream()
          .map(line -> RowFactory.create(line));
    }
  };

  private final String columns;

  Show(String columns) {
    this.columns = columns;
  }

  /** What is in storage now. */
  Dataset<Row> of(SourceRequest question) {
    return question.spark().createDataFrame(rows(question).toList(), schema(question));
  }

  Stream<Row> rows(SourceRequest question) {
    return Stream.of();
  }

  /** Its columns, which are known before anything is counted. */
  StructType schema(SourceRequest question) {
    return StructType.fromDDL(columns);
  }
}
