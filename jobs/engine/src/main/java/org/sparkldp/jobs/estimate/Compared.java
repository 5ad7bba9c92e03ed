package org.sparkldp.jobs.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Counting;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.Correlated;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Comparison;
import org.sparkldp.protocols.statistics.Subtotal;

/**
 * The difference between two sides of a question: two periods, two groups, two items, or the people
 * of two folders. The errors of two items of one chart have the covariance that the protocol knows.
 * Where two errors may be dependent in a way that nobody knows, standard errors are added, and a
 * note says so: where a person's random bits may be in both sides, and where people take turns, as
 * who is asked on one day is not asked on the other.
 *
 * @param group of people, as in {@code country=DE}; empty where all are compared
 * @param rows one for each answer; of two items a single one
 * @param notes what a reader must know of either side
 */
public record Compared(String group, List<Comparison.ComparisonRow> rows, List<String> notes) {
  /** The columns of its table; unknown numbers and infinite ends are NULL. */
  public static final StructType COLUMNS =
      StructType.fromDDL(
          "group STRING NOT NULL, item STRING NOT NULL, first DOUBLE, second DOUBLE, difference"
              + " DOUBLE, standard_error DOUBLE, lower DOUBLE, upper DOUBLE, ratio DOUBLE,"
              + " ratio_lower DOUBLE, ratio_upper DOUBLE, differs BOOLEAN NOT NULL, note STRING NOT"
              + " NULL");

  private static final double ALPHA = 1 - Estimation.CONFIDENCE;

  /** A row of {@link #COLUMNS}. */
  public Row cells(Comparison.ComparisonRow row) {
    List<Object> cells = new ArrayList<>(List.of(group, row.item()));
    for (double number :
        new double[] {
          row.first(),
          row.second(),
          row.difference(),
          row.standardError(),
          row.lower(),
          row.upper(),
          row.ratio(),
          row.ratioLower(),
          row.ratioUpper()
        }) {
      cells.add(Double.isFinite(number) ? number : null);
    }
    cells.addAll(List.of(row.differs(), String.join(" ", notes)));
    return RowFactory.create(cells.toArray());
  }

  /** One side: the answers of some periods and groups under a plan. */
  public record Side(Plan plan, Estimates result) {
    /** The side of one group alone. */
    public Side of(String group) {
      List<Estimates.Group> found =
          result.groups().stream().filter(one -> result.label(one).equals(group)).toList();
      Require.that(!found.isEmpty())
          .orRefuse(
              "a group must be one of the accumulators', such as %s. Provided: %s.",
              result.groups().isEmpty() ? "none" : result.label(result.groups().get(0)), group);
      return with(List.of(), List.of(found.get(0).keyed(List.of())));
    }

    private Side with(List<String> groupBy, List<Estimates.Group> groups) {
      return new Side(
          plan,
          new Estimates(
              groupBy, groups, result.next(), result.notes(), result.origin(), result.periods()));
    }

    /** How many people of a group hold any of some items, and each item's share of them. */
    public List<Subtotal> subtotal(Estimates.Group group, List<String> items) {
      Require.that(plan.turns().isEmpty())
          .orRefuse(
              "a subtotal must be of people who do not take turns. Provided: a block of turns.");
      return Subtotal.of(group.reports().orElseThrow(), group.estimate(), items);
    }

    private Optional<Estimates.Group> group(List<Object> key) {
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
      List<Estimates.Group> groups = new ArrayList<>();
      for (Estimates.Group group : result.groups()) {
        List<Object> key = new ArrayList<>(group.key());
        key.remove(place);
        groups.add(group.keyed(key));
      }
      return with(columns, groups);
    }
  }

  /**
   * Two groups of the same accumulators. A person with the same report in both makes the error of
   * the difference smaller, so intervals still hold.
   *
   * @param jointly whether the intervals hold all at once
   */
  public static List<Compared> groups(Side all, String first, String second, boolean jointly) {
    return of(all.of(first), all.of(second), !all.plan.remembers(), jointly);
  }

  /** Two sides, group by group. */
  public static List<Compared> sides(Side first, Side second, boolean jointly) {
    boolean haveOwnBits =
        first.plan.randomness() == Plan.Randomness.WRITE_ONCE
            || !first.plan.fingerprint().equals(second.plan.fingerprint())
            || (first.plan.hasPeriods()
                && !first.plan.remembers()
                && Collections.disjoint(first.result.periods(), second.result.periods()));
    return of(first.withoutPeriod(), second.withoutPeriod(), haveOwnBits, jointly);
  }

  /** Two items of the same reports, in each group. */
  public static List<Compared> items(Side all, String first, String second, boolean jointly) {
    List<Compared> compared = new ArrayList<>();
    int groups = all.result.groups().size();
    for (Estimates.Group group : all.result.groups()) {
      List<String> items = group.estimate().rows().stream().map(Estimate.Row::item).toList();
      Require.that(!first.equals(second))
          .orRefuse("two items must be compared. Provided: %s twice.", first);
      int x = place(items, first);
      int y = place(items, second);
      Optional<Double> covariance =
          all.plan
              .protocol()
              .facet(Correlated.class)
              .filter(known -> all.plan.turns().isEmpty())
              .flatMap(known -> known.covariances(group.reports().orElseThrow(), x, y))
              .map(both -> both[0]);
      List<Estimate.Row> rows = group.estimate().rows();
      double errors = rows.get(x).standardError() * rows.get(y).standardError();
      // Of few reports an estimated covariance may be more than any can be, and says nothing.
      Optional<Double> correlation =
          covariance.map(both -> both / errors).filter(c -> Math.abs(c) < 1);
      compared.add(
          of(
              all,
              group,
              only(all, group, x, first + " to " + second, groups, jointly),
              only(all, group, y, first + " to " + second, groups, jointly),
              correlation.isEmpty() ? Comparison.UNKNOWN : row -> correlation.get(),
              groups,
              group.notes()));
    }
    return compared;
  }

  /**
   * What changed from each group to the next, all rows of all of them considered: the items, by the
   * second group's place. Where rows differ, as found words may, nothing is said.
   *
   * @param all with one group a period, in order
   */
  public static List<Set<String>> changes(Side all) {
    List<Estimates.Group> groups = all.result.groups();
    List<Set<String>> changes = new ArrayList<>(List.of(Set.of()));
    boolean areApart = !all.plan.remembers() && all.plan.turns().isEmpty();
    for (int i = 1; i < groups.size(); i++) {
      Estimate before = comparable(all, groups.get(i - 1).estimate());
      Estimate after = comparable(all, groups.get(i).estimate());
      Stream<Comparison.ComparisonRow> rows =
          Comparison.haveSameRows(before, after)
              ? Comparison.of(
                  before,
                  after,
                  all.plan.task().facet(Counting.class).isPresent(),
                  areApart ? Comparison.APART : Comparison.UNKNOWN,
                  ALPHA / (groups.size() - 1))
                  .stream()
              : Stream.of();
      changes.add(
          rows.filter(Comparison.ComparisonRow::differs)
              .map(Comparison.ComparisonRow::item)
              .collect(Collectors.toCollection(LinkedHashSet::new)));
    }
    return changes;
  }

  private static int place(List<String> items, String item) {
    Require.that(items.contains(item))
        .orRefuse(
            "an item must be one that was asked about, such as %s. Provided: %s.",
            items.get(0), item);
    return items.indexOf(item);
  }

  private static Estimate only(
      Side side, Estimates.Group group, int row, String name, int comparisons, boolean jointly) {
    Estimate estimate = estimate(side, group, comparisons, jointly);
    return new Estimate(estimate.n(), estimate.confidence(), List.of(estimate.rows().get(row)))
        .named(place -> name);
  }

  private static Estimate comparable(Side side, Estimate estimate) {
    List<Estimate.Row> rows =
        IntStream.range(0, estimate.rows().size())
            .filter(side.plan.task()::isComparable)
            .mapToObj(estimate.rows()::get)
            .toList();
    return new Estimate(estimate.n(), estimate.confidence(), rows);
  }

  /** With intervals of which, by Bonferroni's inequality, so many hold at once where asked. */
  private static Estimate estimate(
      Side side, Estimates.Group group, int comparisons, boolean jointly) {
    if (!jointly) {
      return group.estimate();
    }
    Estimate joint = Estimation.at(1 - ALPHA / comparisons, side.plan, group);
    Require.that(Comparison.haveSameRows(joint, group.estimate()))
        .orRefuse(
            "intervals hold jointly of rows that do not hang on the confidence. Provided: rows that"
                + " were found, as words are; leave jointly out.");
    return joint;
  }

  private static List<Compared> of(Side first, Side second, boolean haveOwnBits, boolean jointly) {
    requireSameQuestion(first.plan, second.plan);
    boolean areApart = haveOwnBits && first.plan.turns().isEmpty() && second.plan.turns().isEmpty();
    Require.that(first.result.groupBy().equals(second.result.groupBy()))
        .orRefuse(
            "accumulators must be grouped by the same columns to be compared. Provided: %s and"
                + " %s.",
            first.result.groupBy(), second.result.groupBy());
    List<Estimates.Group> both = new ArrayList<>(first.result.groups());
    both.removeIf(group -> second.group(group.key()).isEmpty());
    Require.that(!both.isEmpty())
        .orRefuse(
            "two sides must have a group in common to be compared. Provided: groups by %s; group"
                + " accumulators by columns other than the period, or name one period a side.",
            first.result.groupBy());
    List<Compared> all = new ArrayList<>();
    for (Estimates.Group group : both) {
      Estimates.Group other = second.group(group.key()).orElseThrow();
      List<String> notes = new ArrayList<>(group.notes());
      notes.addAll(other.notes());
      int rows = comparable(first, group.estimate()).rows().size() * both.size();
      all.add(
          of(
              first,
              group,
              comparable(first, estimate(first, group, rows, jointly)),
              comparable(second, estimate(second, other, rows, jointly)),
              areApart ? Comparison.APART : Comparison.UNKNOWN,
              both.size(),
              notes));
    }
    return all;
  }

  private static Compared of(
      Side side,
      Estimates.Group group,
      Estimate first,
      Estimate second,
      IntToDoubleFunction correlation,
      int groups,
      List<String> notes) {
    List<String> all = new ArrayList<>(notes);
    if (!side.plan.numbers().isEmpty()) {
      all.add(
          "counts alone are compared, and no sums or means of the plan's numbers, "
              + side.plan.numbers());
    }
    Stream.of(first, second)
        .flatMap(estimate -> estimate.rows().stream())
        .filter(row -> !row.note().isEmpty())
        .collect(
            Collectors.groupingBy(
                Estimate.Row::note,
                TreeMap::new,
                Collectors.mapping(
                    Estimate.Row::item, Collectors.toCollection(LinkedHashSet::new))))
        .forEach((note, items) -> all.add(String.join(", ", items) + ": " + note));
    if (correlation == Comparison.UNKNOWN) {
      all.add(
          "the errors of the two sides may be dependent (by a person's random bits, by whose turn it"
              + " is, or as rows of one run), so standard errors are added: intervals are too long"
              + " rather than too short");
    }
    return new Compared(
        group.key().isEmpty() ? "" : side.result.label(group),
        Comparison.of(
            first,
            second,
            side.plan.task().facet(Counting.class).isPresent(),
            correlation,
            ALPHA / groups),
        all.stream().distinct().toList());
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
        rows.stream()
            .filter(Comparison.ComparisonRow::differs)
            .map(Comparison.ComparisonRow::item)
            .toList();
    return (group.isEmpty() ? "" : group + ": ")
        + (different.isEmpty()
            ? "no difference is certain, all rows considered"
            : "different, all rows considered: " + String.join(", ", different));
  }
}
