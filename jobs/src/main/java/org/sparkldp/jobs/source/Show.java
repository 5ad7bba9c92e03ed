package org.sparkldp.jobs.source;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.draw.Drawn;
import org.sparkldp.jobs.draw.Privatization;
import org.sparkldp.jobs.draw.Rehearsal;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.reduce.PeriodState;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;

/** What reading the data source shows, by its option {@code show}. */
enum Show {
  /** The estimates of the last round, the default. */
  ESTIMATES {
    @Override
    Dataset<Row> of(Question question) {
      return question.estimates();
    }

    @Override
    StructType schema(Question question) {
      return of(question).schema();
    }
  },
  /** Each run that drew reports: how many, its notes, and what the ledger then had left. */
  DRAWN {
    @Override
    Dataset<Row> of(Question question) {
      List<Row> rows = new ArrayList<>();
      for (Output round : question.rounds("privatized")) {
        for (Run run : round.require(Privatization.REPORTS)) {
          Drawn drawn = run.as(Drawn.class);
          Double left = drawn.ledger() == null ? null : drawn.ledger().epsilonLeft();
          String notes = String.join("; ", drawn.notes());
          rows.add(
              RowFactory.create(
                  drawn.round(), run.period(), run.number(), drawn.reports(), left, notes));
        }
      }
      return question.spark().createDataFrame(rows, schema(question));
    }

    @Override
    StructType schema(Question question) {
      return StructType.fromDDL(
          "round INT NOT NULL, period STRING NOT NULL, run INT NOT NULL, reports BIGINT NOT NULL,"
              + " epsilon_left DOUBLE, notes STRING NOT NULL");
    }
  },
  /** What has become of each period: asked, refused and why, missing, or not yet accumulated. */
  DAYS {
    @Override
    Dataset<Row> of(Question question) {
      List<Output> folders = new ArrayList<>(question.rounds("privatized"));
      folders.addAll(question.rounds("accumulated"));
      List<Row> rows =
          PeriodState.of(folders).stream()
              .map(
                  one ->
                      RowFactory.create(
                          one.period(),
                          one.state(),
                          one.reports(),
                          one.late(),
                          one.waiting(),
                          one.why()))
              .toList();
      return question.spark().createDataFrame(rows, schema(question));
    }

    @Override
    StructType schema(Question question) {
      return StructType.fromDDL(
          "period STRING NOT NULL, state STRING NOT NULL, reports BIGINT NOT NULL, late BIGINT NOT"
              + " NULL, waiting BIGINT, why STRING NOT NULL");
    }
  },
  /** What the application's ledger has left of each budget in each of its windows. */
  LEFT {
    @Override
    Dataset<Row> of(Question question) {
      List<Row> rows =
          Purse.ofApplication().left().stream()
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
                          Spend.epsilon(left.epsilon())))
              .toList();
      return question.spark().createDataFrame(rows, schema(question));
    }

    @Override
    StructType schema(Question question) {
      return StructType.fromDDL(
          "population STRING, attribute STRING, purpose STRING, per STRING, window STRING,"
              + " budget DOUBLE, spent DOUBLE, left DOUBLE");
    }
  },
  /** What error to expect of so many people ({@code users}), before anybody is asked. */
  FORECAST {
    @Override
    Dataset<Row> of(Question question) {
      Plan plan = question.plan();
      Forecast forecast =
          plan.task()
              .forecast()
              .orElseThrow(
                  () ->
                      Require.refusal(
                          "a forecast must be of a task whose error has a formula. Provided task:"
                              + " %s; try it by simulate.",
                          plan.task().kind().name()));
      return lines(question, List.of(forecast.sentence(question.users())));
    }
  },
  /**
   * What the plan would find wrong with the rows of a table or view ({@code people}): exact counts,
   * for the holder of the values. Nobody is asked.
   */
  REHEARSAL {
    @Override
    Dataset<Row> of(Question question) {
      Plan plan = question.plan();
      Inputs.People people = Inputs.People.of(question.people());
      return lines(question, Rehearsal.of(plan, people, Days.of(question.days())).lines());
    }
  };

  /** What is in storage now. */
  abstract Dataset<Row> of(Question question);

  /** Its columns, which are known before anything is counted. */
  StructType schema(Question question) {
    return StructType.fromDDL("line STRING NOT NULL");
  }

  Dataset<Row> lines(Question question, List<String> lines) {
    List<Row> rows = lines.stream().map(line -> RowFactory.create(line)).toList();
    return question.spark().createDataFrame(rows, schema(question));
  }
}
