package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.ItemProtocol;

/**
 * True answers of a table, for synthetic data: they are not private, and a table of people has no
 * business here.
 */
public final class KnownTruth {
  private KnownTruth() {}

  /** By group (the grouping columns' values), what each of the plan's estimates should be. */
  public static Map<List<Object>, double[]> answers(
      Dataset<Row> values, Plan plan, List<String> groupBy) {
    ItemProtocol<?> protocol = (ItemProtocol<?>) plan.protocol();
    Map<List<Object>, double[]> answers = new HashMap<>();
    counts(values, plan, groupBy, protocol.k())
        .forEach((key, counts) -> answers.put(key, protocol.answers(counts)));
    return answers;
  }

  private static Map<List<Object>, long[]> counts(
      Dataset<Row> values, Plan plan, List<String> groupBy, int k) {
    List<Column> keys = new ArrayList<>(groupBy.stream().map(name -> col(name)).toList());
    Column item = plan.task().values().item(plan, values.schema(), lit(null)).as("item");
    List<Column> selected = new ArrayList<>(keys);
    selected.add(item);
    keys.add(col("item"));
    Map<List<Object>, long[]> counts = new HashMap<>();
    for (Row row :
        values
            .select(selected.toArray(new Column[0]))
            .where(col("item").geq(0))
            .groupBy(keys.toArray(new Column[0]))
            .agg(count(lit(1)))
            .collectAsList()) {
      List<Object> key = new ArrayList<>();
      for (int i = 0; i < groupBy.size(); i++) {
        key.add(row.get(i));
      }
      long[] ofGroup = counts.computeIfAbsent(key, group -> new long[k]);
      ofGroup[(int) row.getLong(groupBy.size())] = row.getLong(groupBy.size() + 1);
    }
    return counts;
  }
}
