package org.sparkldp.jobs.job;

import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.accumulate.Accumulation;
import org.sparkldp.jobs.estimate.Compared;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.check.Require;

/**
 * The two sides of a comparison, at every door: two folders, or of one folder two periods, two
 * groups, or two items. Exactly one of these is given; anything else is refused before data is
 * read.
 *
 * @param folders of a run, or of accumulators
 * @param periods two, or two ranges
 * @param groups two, such as {@code country=DE}
 * @param items two, by their names
 * @param jointly whether all intervals hold at once
 */
public record Comparing(
    List<String> folders,
    List<String> periods,
    List<String> groups,
    List<String> items,
    boolean jointly) {

  public Comparing {
    List<Integer> sides = List.of(periods.size(), groups.size(), items.size());
    boolean isOfFolders = folders.size() == 2 && sides.equals(List.of(0, 0, 0));
    boolean isOfOne =
        folders.size() == 1 && sides.stream().sorted().toList().equals(List.of(0, 0, 2));
    Require.that(isOfFolders || isOfOne)
        .orRefuse(
            "compare needs two sides: two folders, or one folder and two of its periods, groups or"
                + " items. Provided: folders %s%s%s%s.",
            folders, given("periods", periods), given("groups", groups), given("items", items));
  }

  private static String given(String name, List<String> pair) {
    return pair.isEmpty() ? "" : ", " + name + " " + pair;
  }

  /** What differs, group by group. */
  public List<Compared> compared(SparkSession spark) {
    Compared.Side first = side(spark, 0, 0);
    if (!groups.isEmpty()) {
      return Compared.groups(first, groups.get(0), groups.get(1), jointly);
    }
    return items.isEmpty()
        ? Compared.sides(first, side(spark, folders.size() - 1, 1), jointly)
        : Compared.items(first, items.get(0), items.get(1), jointly);
  }

  private Compared.Side side(SparkSession spark, int folder, int period) {
    Days days = periods.isEmpty() ? Days.ALL : Days.of(periods.subList(period, period + 1));
    return side(spark, folders.get(folder), days);
  }

  /** Some periods of a folder. */
  public static Compared.Side side(SparkSession spark, String folder, Days days) {
    Output run = new Output(spark, folder + "/accumulated");
    Output sums = run.runs().isEmpty() ? new Output(spark, folder) : run;
    Plan plan = PlanFiles.beside(spark, sums.name(), Accumulation.ACCUMULATORS);
    days.requireOf(plan);
    return new Compared.Side(
        plan, new Estimation(spark, plan, List.of()).look(List.of(sums), days));
  }
}
