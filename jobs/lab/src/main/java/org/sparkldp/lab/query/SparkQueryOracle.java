package org.sparkldp.lab.query;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanChange;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.task.StatisticalQuery;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.query.PoolSpentException;
import org.sparkldp.protocols.query.QueryOracle;

/**
 * A {@link QueryOracle} over a table of people: queries are SQL over one row.
 *
 * <p>A public hash of the ids divides people into as many blocks as the pool has; block after block
 * answers. Sizes of blocks are binomial, which the people that tau and beta ask for take in. Each
 * call makes one folder, {@code query-N} with N the number of its first query, with the tables of
 * privatized, accumulated and estimated beside their plan: under these no block answers again. Over
 * the same folders, the same queries in the same order are answered from what is there; another
 * query where one was answered is refused (exit 3). So a program that was interrupted goes on where
 * it stopped, and one that asks the same things again asks nobody.
 *
 * <p>Guarantee: epsilon-LDP for each person and pool. Coins as the pool says: keyed, or fresh ones
 * whose reports are in storage before anything reads them. Asking under another folder or with
 * other settings is another collection, and costs each person epsilon again.
 *
 * <p>Refused before anybody answers: what {@link Privatization} refuses, and fewer people than
 * tolerance needs. One thread at a time.
 */
public final class SparkQueryOracle implements QueryOracle<StatisticalQuery> {
  private static final String REPORTS = "privatized";

  private final Dataset<Row> people;
  private final Pool pool;
  private final String folder;
  private final String keyFile;
  private int asked;
  private boolean isEnough;

  /**
   * @param people one row a person
   * @param folder where answers are, or will be
   */
  public SparkQueryOracle(Dataset<Row> people, Pool pool, String folder) {
    this(people, pool, folder, "");
  }

  /**
   * @param people one row a person
   * @param folder where answers are, or will be
   * @param keyFile the release key's file, or empty for the application's own
   */
  public SparkQueryOracle(Dataset<Row> people, Pool pool, String folder, String keyFile) {
    this.people = people;
    this.pool = pool;
    this.folder = folder;
    this.keyFile = keyFile;
  }

  @Override
  public int left() {
    return pool.blocks() - asked;
  }

  /** Whether the next query has been answered before, under this folder. */
  public boolean isNextAnswered() {
    return output(REPORTS).isComplete();
  }

  /** Rows are named by their queries; those of predicates are fractions of people. */
  @Override
  public Estimate answerAll(List<StatisticalQuery> queries) {
    if (queries.size() > left()) {
      throw new PoolSpentException(queries.size(), left());
    }
    Plan plan = pool.plan(queries, asked);
    Job job = Job.of(spark(), plan).withKey(keyFile);
    if (isNextAnswered()) {
      Output reports = output(REPORTS);
      reports.requirePlan(
          "reports", reports.runs(), plan.fingerprint(), old -> PlanChange.of(old, plan));
    } else {
      new Privatization(plan, keyFile).check(people);
      requireEnough();
      job.privatize(() -> people, path(REPORTS));
    }
    Estimate answers = estimate(job);
    asked += queries.size();
    return answers;
  }

  private String path(String table) {
    return folder + "/query-" + (asked + 1) + "/" + table;
  }

  private Output output(String table) {
    return new Output(spark(), path(table));
  }

  private SparkSession spark() {
    return people.sparkSession();
  }

  /** Counts rows once, and looks at no value. */
  private void requireEnough() {
    long needed = Demanding.people(pool.protocol());
    long there = isEnough || needed == 0 ? needed : people.select(pool.id()).count();
    if (there < needed) {
      throw Require.refusal(
          "people must be enough for the tolerance of all queries, %s. Provided: %s; allow"
              + " fewer queries, or take a larger tau, beta or epsilon.",
          needed, there);
    }
    isEnough = true;
  }

  private Estimate estimate(Job job) {
    Output estimated = output("estimated");
    if (!estimated.isComplete()) {
      job.accumulate(List.of(path(REPORTS)), path("accumulated"));
      return job.estimate(List.of(path("accumulated")), false, List.of(), path("estimated"))
          .result()
          .groups()
          .get(0)
          .estimate();
    }
    List<Estimate.Row> rows = new ArrayList<>();
    for (Row row : estimated.read(Estimation.ESTIMATES, estimated.runs()).collectAsList()) {
      rows.add(
          new Estimate.Row(
              row.getAs("item"),
              row.<Double>getAs("estimate"),
              row.<Double>getAs("standard_error"),
              row.<Double>getAs("lower"),
              row.<Double>getAs("upper"),
              row.getAs("note")));
    }
    return new Estimate(estimated.runs().get(0).reports(), Estimation.CONFIDENCE, rows);
  }
}
