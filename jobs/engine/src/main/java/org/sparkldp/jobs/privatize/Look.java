package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Taken;
import org.sparkldp.jobs.table.Counts;
import org.sparkldp.protocols.check.Require;

/**
 * The findings of one look at a table of people before anybody is asked; all counts.
 *
 * @param rows all rows
 * @param outside rows whose value the question does not take, and that are not dropped
 * @param dropped rows that the plan makes no report of
 * @param nullIds rows without an id
 * @param crowdedIds ids with more rows than a person may have
 * @param byRound rows of the people of each round; of round 0 where a plan has no rounds
 * @param droppedByRound those of them that are dropped
 */
record Look(
    long rows,
    long outside,
    long dropped,
    long nullIds,
    long crowdedIds,
    Map<Integer, Long> byRound,
    Map<Integer, Long> droppedByRound) {
  private static final String ROUND = "__ldp_round";

  /**
   * Looks at a table, and then at its ids alone; one with more than one row is crowded. Whether
   * values are outside is not shuffled with the ids: Spark chooses tasks by bytes.
   */
  static Look at(
      Dataset<Row> table, Column id, Column isOutside, Column isDropped, Column... round) {
    Column isCrowded = col("__ldp_whose").isNotNull().and(col("__ldp_rows").gt(1));
    return withoutCrowds(table, id, isOutside, isDropped, round)
        .withCrowds(
            table
                .groupBy(id.as("__ldp_whose"))
                .agg(count(lit(1)).as("__ldp_rows"))
                .agg(count_if(isCrowded))
                .head()
                .getLong(0));
  }

  /** Looks at a table once, and does not count crowded ids, for which ids would be shuffled. */
  static Look withoutCrowds(
      Dataset<Row> table, Column id, Column isOutside, Column isDropped, Column... round) {
    return of(
        table
            .groupBy(named(round).toArray(Column[]::new))
            .agg(
                count(lit(1)),
                count_if(not(isDropped).and(isOutside)),
                count_if(isDropped),
                count_if(id.isNull()),
                lit(0L))
            .collectAsList());
  }

  private static Stream<Column> named(Column... round) {
    return Stream.of(round).map(known -> known.as(ROUND));
  }

  /** Adds up what was counted, the round before it where people are of several. */
  private static Look of(List<Row> rounds) {
    long[] sums = new long[5];
    Map<Integer, Long> byRound = new TreeMap<>();
    Map<Integer, Long> droppedByRound = new TreeMap<>();
    for (Row round : rounds) {
      int first = round.size() - sums.length;
      for (int i = 0; i < sums.length; i++) {
        sums[i] += round.getLong(first + i);
      }
      if (first == 0 || !round.isNullAt(0)) {
        int number = first == 0 ? 0 : round.getInt(0);
        byRound.put(number, round.getLong(first));
        droppedByRound.put(number, round.getLong(first + 2));
      }
    }
    return new Look(
        sums[0],
        sums[1],
        sums[2],
        sums[3],
        sums[4],
        Map.copyOf(byRound),
        Map.copyOf(droppedByRound));
  }

  /** Refuses a table whose files hold another number of people than was seen of it. */
  static void requireCounted(Counts counts, long seen) {
    Require.that(!counts.areKnown() || counts.rows() == seen)
        .orRefuse(
            "every person of a table must be seen. Provided: files with %s rows, of which %s were"
                + " read; if the files have changed meanwhile, run it again.",
            counts.rows(), seen);
  }

  /** Refuses what was drawn of other rows than were seen: the table has changed. */
  void requireDrawn(Plan round, long reports) {
    Require.that(reports == reports(round))
        .orRefuse(
            "a table of people must stay as it is while they are asked. Provided: %s reports in"
                + " round %s, of %s people; ask a copy of the table.",
            reports, round.round(), reports(round));
  }

  /** The rows of people who are asked in a round. */
  long asked(int round) {
    return byRound.getOrDefault(round, 0L);
  }

  /** The reports that a round of a plan then has. */
  long reports(Plan round) {
    return asked(round.round()) - droppedByRound.getOrDefault(round.round(), 0L);
  }

  /** The same with that number of crowded ids. */
  Look withCrowds(long ids) {
    return new Look(rows, outside, dropped, nullIds, ids, byRound, droppedByRound);
  }

  /**
   * Refuses what a plan does not ask: an empty table, ids that say nobody or too often, and under
   * outside = fail values outside.
   *
   * @param byColumn counts the values outside by column, for a refusal alone
   * @param remedy what to do besides about people with too many rows; empty for nothing
   * @param consequence what did not happen, one sentence
   */
  void require(Plan plan, Supplier<String> byColumn, String remedy, String consequence) {
    Require.that(rows > 0).orRefuse("the table must have rows. Provided: none. %s", consequence);
    requireIds(plan, remedy, consequence);
    Taken taken = plan.task().kind().taken();
    if (outside > 0 && plan.outside().isFail()) {
      throw Require.refusal(
          "every value must be %s under outside = fail. Rows that are not: %s%s; %s. %s",
          taken.values(), outside, byColumn.get(), taken.remedy(), consequence);
    }
  }

  /**
   * Refuses rows without an id, and people with too many rows.
   *
   * @param plan names the id
   * @param remedy what to do besides about people with too many rows; empty for nothing
   * @param consequence what did not happen, one sentence
   */
  void requireIds(Plan plan, String remedy, String consequence) {
    if (nullIds > 0) {
      throw new Refusal(
          "every row must say whose it is"
              + (plan.reading().hasIntegerIds().orElse(false)
                  ? ", under id_type = integer by a whole number"
                  : "")
              + ". Rows without an id: "
              + nullIds
              + "; filter them in a view. "
              + consequence);
    }
    if (crowdedIds > 0) {
      throw new Refusal(
          "a person may report once under this plan. Ids that occur more often: "
              + crowdedIds
              + "; aggregate the table by "
              + plan.id()
              + remedy
              + ". "
              + consequence);
    }
  }
}
