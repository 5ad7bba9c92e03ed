package org.sparkldp.jobs.plan;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.sparkldp.protocols.check.Require;

/**
 * The columns that a plan copies in clear. Whether they may be copied is decided where the plan is
 * read, for tables of values and for reports from outside alike.
 */
public final class PublicColumns {
  /** Columns of reports, accumulators and estimates, beside which public columns stand. */
  private static final List<String> OWN_COLUMNS =
      List.of(
          "report_id",
          "plan",
          "round",
          "report",
          "times",
          "branch",
          "n",
          "accumulator",
          "sums",
          "measure",
          "item",
          "estimate",
          "standard_error",
          "best",
          "lower",
          "upper",
          "truth",
          "note");

  private PublicColumns() {}

  /** The columns themselves; SQL does not tell their cases apart, so neither do the rules. */
  static List<String> of(List<String> columns, Task task, String id) {
    requireOthers(columns, task.values().columns(), id);
    Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    taken.addAll(OWN_COLUMNS);
    Tasks.all().forEach(kind -> kind.steps().forEach(step -> taken.add(step.replace('-', '_'))));
    for (String name : columns) {
      Require.that(taken.add(name))
          .orRefuse(
              "a public column must be named once, and otherwise than the columns of reports,"
                  + " accumulators and estimates. Provided value: %s; rename it in a view.",
              name);
    }
    return columns;
  }

  /** Whether a name is another's, or of a field of it; with quotes or without. */
  private static boolean areOne(String name, String other) {
    String of = other.replace("`", "").toLowerCase(Locale.ROOT);
    return (name.replace("`", "").toLowerCase(Locale.ROOT) + ".").startsWith(of + ".");
  }

  /** Refuses public columns that are the id, or among the private ones. */
  public static void requireOthers(
      List<String> columns, Collection<String> privateColumns, String id) {
    for (String name : columns) {
      Require.that(
              privateColumns.stream().noneMatch(other -> areOne(name, other)) && !areOne(name, id))
          .orRefuse(
              "a public column is copied in clear, so it must be neither the private column nor"
                  + " the id, nor a field of one. Provided value: %s.",
              name);
    }
  }
}
