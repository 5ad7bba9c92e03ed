package org.sparkldp.jobs.reduce;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Comparison;

/**
 * What differs between two sides of a question: two periods, two groups, or the people of two
 * folders. Where a person's random bits may be in both sides, standard errors are added, and a note
 * says so.
 *
 * @param group of people, as in {@code country=DE}; empty where all are compared
 * @param rows one for each answer
 * @param notes what a reader must know of either side
 */
public record Compared(String group, List<Comparison.Row> rows, List<String> notes) {

  /** One side: the answers of some periods and groups under a plan. */
  public record Side(Plan plan, Estimation.Result result) {
    /** The side of one group alone. */
    public Side of(String group) {
      List<Estimation.Group> found =
          result.groups().stream().filter(one -> result.label(one).equals(group)).toList();
      Require.that(!found.isEmpty())
          .orRefuse(
              "a group must be one of the accumulators', such as %s. Provided: %s.",
              result.groups().isEmpty() ? "none" : result.label(result.groups().get(0)), group);
      return new Side(
          plan,
          new Estimation.Result(
              List.of(),
              List.of(keyed(found.get(0), List.of())),
              result.next(),
              result.notes(),
              result.origin(),
              result.periods()));
    }

    /** Groups by the columns besides the period, of which a side has one. */
    private Side withoutPeriod() {
      int place = result.groupBy().indexOf(plan.period());
      if (place < 0 || result.periods().size() != 1) {
        return this;
      }
      List<String> columns = new ArrayList<>(result.groupBy());
      columns.remove(place);
      List<Estimation.Group> groups = new ArrayList<>();
      for (Estimation.Group group : result.groups()) {
        List<Object> key = new ArrayList<>(group.key());
        key.remove(place);
        groups.add(keyed(group, key));
      }
      return new Side(
          plan,
          new Estimation.Result(
              columns, groups, result.next(), result.notes(), result.origin(), result.periods()));
    }

    private static Estimation.Group keyed(Estimation.Group group, List<Object> key) {
      return new Estimation.Group(key, group.answers(), group.notes());
    }
  }

  /** Two groups of the same accumulators, in which a person has no report in both. */
  public static List<Compared> groups(Side all, String first, String second) {
    return of(all.of(first), all.of(second), !all.plan.remembers());
  }

  /** Two sides, group by group. */
  public static List<Compared> sides(Side first, Side second) {
    boolean areApart =
        first.plan.randomness() == Plan.Randomness.WRITE_ONCE
            || !first.plan.fingerprint().equals(second.plan.fingerprint())
            || (first.plan.hasPeriods()
                && !first.plan.remembers()
                && Collections.disjoint(first.result.periods(), second.result.periods()));
    return of(first.withoutPeriod(), second.withoutPeriod(), areApart);
  }

  private static List<Compared> of(Side first, Side second, boolean areApart) {
    Require.that(first.result.groupBy().equals(second.result.groupBy()))
        .orRefuse(
            "accumulators must be grouped by the same columns to be compared. Provided: %s and"
                + " %s.",
            first.result.groupBy(), second.result.groupBy());
    boolean areCounts = first.plan.task().countsPeople();
    List<Compared> all = new ArrayList<>();
    for (Estimation.Group group : first.result.groups()) {
      Optional<Estimation.Group> other =
          second.result.groups().stream().filter(one -> one.key().equals(group.key())).findFirst();
      if (other.isEmpty()) {
        continue;
      }
      List<String> notes = new ArrayList<>(group.notes());
      notes.addAll(other.get().notes());
      if (!areApart) {
        notes.add(
            "a person's random bits may be in both sides, so standard errors are added: intervals"
                + " are too long rather than too short");
      }
      all.add(
          new Compared(
              group.key().isEmpty() ? "" : first.result.label(group),
              Comparison.of(group.estimate(), other.get().estimate(), areCounts, areApart),
              notes.stream().distinct().toList()));
    }
    Require.that(!all.isEmpty())
        .orRefuse("two sides must have a group in common to be compared. Provided: none.");
    return all;
  }

  /** What changed, in a sentence. */
  public String sentence() {
    List<String> changed =
        rows.stream().filter(Comparison.Row::isChange).map(Comparison.Row::item).toList();
    String all = rows.size() == 1 ? "one answer" : "all " + rows.size() + " rows considered";
    return (group.isEmpty() ? "" : group + ": ")
        + (changed.isEmpty()
            ? "no difference is certain, " + all
            : "certainly different, " + all + ": " + String.join(", ", changed));
  }
}
