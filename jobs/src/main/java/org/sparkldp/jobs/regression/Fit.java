package org.sparkldp.jobs.regression;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;

import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;
import org.sparkldp.jobs.draw.Look;
import org.sparkldp.jobs.draw.RoundOf;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.regression.Regression;
import org.sparkldp.sql.Acceptance;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.LdpColumns;
import org.sparkldp.sql.RowRandomizer;

/**
 * All rounds of one regression over one table.
 *
 * <p>The table is read once, after it was counted: id, value and round are shuffled by id and
 * cached, sorted by round in each partition. The cache keeps the least and largest round of every
 * batch of rows, and a round's job skips the batches that have none of it; so all cores share a
 * round, and each reads about its own slice. The check for duplicates before the first round needs
 * no further shuffle.
 */
final class Fit {
  private static final String ID = "__ldp_id";
  private static final String VALUE = "__ldp_value";
  private static final String ROUND = "__ldp_round";

  private static final double CONFIDENCE = 0.95;

  private final KeyLocation key;
  private final String label;
  private final Purse.Payment payment;

  /**
   * @param label names the question: it decides rounds and coins
   * @param payment is marked when drawing begins
   */
  Fit(KeyLocation key, String label, Purse.Payment payment) {
    this.key = key;
    this.label = label;
    this.payment = payment;
  }

  /**
   * Asks everybody.
   *
   * @param id BIGINT or STRING
   * @param value ARRAY&lt;DOUBLE&gt;, the features and then the label
   */
  Estimate run(Dataset<?> table, Column id, Column value, Regression<?> first) {
    int partitions = table.sparkSession().sparkContext().defaultParallelism();
    Dataset<Row> people =
        table
            .select(id.as(ID), value.as(VALUE))
            .withColumn(ROUND, RoundOf.column(label, first, col(ID)))
            .repartition(partitions, col(ID))
            .sortWithinPartitions(ROUND)
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      requireSound(people, first);
      payment.drawing(Set.of());
      return rounds(people, first);
    } finally {
      people.unpersist();
    }
  }

  /** Refuses before anybody is asked; all as counts. */
  private static void requireSound(Dataset<Row> people, Regression<?> first) {
    Column isTaken =
        coalesce(
            LdpColumns.call(
                "ldp_accepts",
                new Acceptance(first),
                Acceptance.METHOD,
                DataTypes.BooleanType,
                true,
                col(VALUE)),
            lit(false));
    Look look = Look.at(people, col(ID), not(isTaken));
    look.requireIds("id first", "", "Nobody was asked.");
    if (look.outside() > 0) {
      throw Require.refusal(
          "every row must have as many finite features as the first one, of norm at most the"
              + " radius, and a label of the family. Rows that do not: %s; filter them, or set"
              + " outside to clip for long ones. Nobody was asked.",
          look.outside());
    }
  }

  private Estimate rounds(Dataset<Row> people, Regression<?> first) {
    Regression<?> round = first;
    while (round.round() < round.rounds()) {
      round = round.next(reports(people, round));
    }
    return Protocols.estimate(round, reports(people, round), CONFIDENCE);
  }

  /** One round's reports, made and added up by one job. */
  private Accumulator<?> reports(Dataset<Row> people, Regression<?> round) {
    Column report =
        LdpColumns.randomize(RowRandomizer.keyed(round, key, label), col(VALUE), col(ID));
    Row sum =
        people
            .where(col(ROUND).equalTo(round.round()))
            .agg(LdpColumns.accumulate(round, label, report, lit(1L)))
            .head();
    return sum.isNullAt(0)
        ? round.newAccumulator(label)
        : Protocols.readAccumulator(sum.<byte[]>getAs(0), round);
  }
}
