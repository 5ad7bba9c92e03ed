package org.sparkldp.jobs.reduce;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Comparison;

/**
 * What differs between two sides of a question: two periods, two groups, or the people of two
 * folders. Where the two errors may be dependent, standard errors are added, and a note says so:
 * where a person's random bits may be in both sides, and where people take turns, as who is asked
 * on one day is not asked on the other.
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
      return with(List.of(), List.of(keyed(found.get(0), List.of())));
    }

    private Side with(List<String> groupBy, List<Estimation.Group> groups) {
      return new Side(
          plan,
          new Estimation.Result(
              groupBy, groups, result.next(), result.notes(), result.origin(), result.periods()));
    }

    private Optional<Estimation.Group> group(List<Object> key) {
      return result.groups().stream().filter(one -> one.key().equals(key)).findFirst();
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
      return with(columns, groups);
    }

    private static Estimation.Group keyed(Estimation.Group group, List<Object> key) {
      return new Estimation.Group(key, group.answers(), group.notes());
    }
  }

  /**
   * Two groups of the same accumulators. A person with the same report in both makes the error of
   * the difference smaller, so intervals still hold.
   */
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

  private static List<Compared> of(Side first, Side second, boolean haveOwnBits) {
    requireSameQuestion(first.plan, second.plan);
    boolean areApart = haveOwnBits && first.plan.turns().isEmpty() && second.plan.turns().isEmpty();
    Require.that(first.result.groupBy().equals(second.result.groupBy()))
        .orRefuse(
            "accumulators must be grouped by the same columns to be compared. Provided: %s and"
                + " %s.",
            first.result.groupBy(), second.result.groupBy());
    boolean areCounts = first.plan.task().countsPeople();
    List<Estimation.Group> both = new ArrayList<>(first.result.groups());
    both.removeIf(group -> second.group(group.key()).isEmpty());
    Require.that(!both.isEmpty())
        .orRefuse(
            "two sides must have a group in common to be compared. Provided: groups by %s; group"
                + " accumulators by columns other than the period, or name one period a side.",
            first.result.groupBy());
    List<Compared> all = new ArrayList<>();
    for (Estimation.Group group : both) {
      Estimation.Group other = second.group(group.key()).orElseThrow();
      List<String> notes = new ArrayList<>(group.notes());
      notes.addAll(other.notes());
      if (!areApart) {
        notes.add(
            "the errors of the two sides may be dependent (by a person's random bits, or by whose"
                + " turn it is), so standard errors are added: intervals are too long rather than"
                + " too short");
      }
      all.add(
          new Compared(
              group.key().isEmpty() ? "" : first.result.label(group),
              Comparison.of(group.estimate(), other.estimate(), areCounts, areApart, both.size()),
              notes.stream().distinct().toList()));
    }
    return all;
  }

  /** Protocol and epsilon may differ; the question must be the same. */
  private static void requireSameQuestion(Plan first, Plan second) {
    List<String> asked =
        Stream.of(first, second)
            .map(plan -> "task " + plan.task().kind().name() + " over " + plan.task().about())
            .distinct()
            .toList();
    Require.that(asked.size() == 1)
        .orRefuse(
            "both sides must ask the same question to be compared. Provided: %s.",
            String.join(" and ", asked));
  }

  /** What differs, in a sentence. */
  public String sentence() {
    List<String> different =
        rows.stream().filter(Comparison.Row::differs).map(Comparison.Row::item).toList();
    return (group.isEmpty() ? "" : group + ": ")
        + (different.isEmpty()
            ? "no difference is certain, all rows considered"
            : "different, all rows considered: " + String.join(", ", different));
  }
}
