package org.sparkldp.jobs.draw;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.exit.Refusal;

/**
 * What one look at a table of people shows before anybody is asked; all counts.
 *
 * @param rows all rows
 * @param outside rows whose value the question does not take
 * @param nullIds rows without an id
 * @param crowdedIds ids with more rows than a person may have
 * @param otherRounds rows of people who answer in another round
 */
public record Look(long rows, long outside, long nullIds, long crowdedIds, long otherRounds) {

  /** Looks at a table once; an id with more than one row is crowded. */
  public static Look at(Dataset<Row> table, Column id, Column isOutside, Column isOtherRound) {
    Column key = id.as("__ldp_whose");
    Column isNull = col("__ldp_whose").isNull();
    Column ofId = col("__ldp_rows");
    Row seen =
        table
            .groupBy(key)
            .agg(
                count(lit(1)).as("__ldp_rows"),
                count_if(isOutside).as("__ldp_outside"),
                count_if(isOtherRound).as("__ldp_other"))
            .agg(
                coalesce(sum(ofId), lit(0L)),
                coalesce(sum("__ldp_outside"), lit(0L)),
                coalesce(max(when(isNull, ofId)), lit(0L)),
                count_if(not(isNull).and(ofId.gt(1))),
                coalesce(sum("__ldp_other"), lit(0L)))
            .head();
    return new Look(
        seen.getLong(0), seen.getLong(1), seen.getLong(2), seen.getLong(3), seen.getLong(4));
  }

  /** Looks at a table once, without a shuffle, and so without a count of crowded ids. */
  static Look withoutCrowds(Dataset<Row> table, Column id, Column isOutside, Column isOtherRound) {
    Row seen =
        table
            .agg(count(lit(1)), count_if(isOutside), count_if(id.isNull()), count_if(isOtherRound))
            .head();
    return new Look(seen.getLong(0), seen.getLong(1), seen.getLong(2), 0, seen.getLong(3));
  }

  /** The rows of people who are asked in this round. */
  long asked() {
    return rows - otherRounds;
  }

  /** The same with that number of crowded ids. */
  Look withCrowds(long ids) {
    return new Look(rows, outside, nullIds, ids, otherRounds);
  }

  /**
   * Refuses rows without an id, and people with too many rows.
   *
   * @param idColumn names the id
   * @param remedy what to do besides about people with too many rows; empty for nothing
   * @param consequence what did not happen, one sentence
   */
  public void requireIds(String idColumn, String remedy, String consequence) {
    if (nullIds > 0) {
      throw new Refusal(
          "every row must say whose it is. Rows without an id: "
              + nullIds
              + "; filter them in a view. "
              + consequence);
    }
    if (crowdedIds > 0) {
      throw new Refusal(
          "a person may report once under this plan. Ids that occur more often: "
              + crowdedIds
              + "; aggregate the table by "
              + idColumn
              + remedy
              + ". "
              + consequence);
    }
  }
}
