package org.sparkldp.jobs.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;

/**
 * A request for a table.
 *
 * @param ids the columns that say whose a row is, which are texts where files have no types; none
 *     where rows are people, or nobody asks
 * @param shown columns that are not private, which are typed by what stands in them
 * @param types of private columns; where there are none, any column may be asked for
 * @param attributes columns of which the levels are known
 * @param areRowsPeople whether each row is a person
 * @param isMissingKnown whether the plan says what a value that nobody has means
 * @param dropsMalformed whether rows of a CSV with more or fewer fields than its header are left
 *     out
 * @param period the column of days; empty for none
 * @param days those that are wanted
 */
record Wanted(
    Set<String> ids,
    Set<String> shown,
    Map<String, DataType> types,
    List<Attribute> attributes,
    boolean areRowsPeople,
    boolean isMissingKnown,
    boolean dropsMalformed,
    String period,
    Days days) {
  Wanted {
    ids = Collections.unmodifiableSet(inAnyCase(ids));
    shown = Collections.unmodifiableSet(inAnyCase(shown));
    Map<String, DataType> typed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    typed.putAll(types);
    types = Collections.unmodifiableMap(typed);
  }

  private static Set<String> inAnyCase(Collection<String> names) {
    Set<String> inAnyCase = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    inAnyCase.addAll(names);
    return inAnyCase;
  }

  /** What a plan asks of some days. */
  static Wanted of(Plan plan, Days days) {
    return new Wanted(
        plan.isOfRows() ? Set.of() : Set.of(plan.id()),
        inAnyCase(plan.shownColumns()),
        plan.task().values().types(),
        plan.task().values().attributes(),
        plan.isOfRows(),
        plan.outside().keepsMissing() || plan.outside().dropsMissing(),
        plan.reading().dropsMalformed(),
        plan.period(),
        days);
  }

  /** Some columns, and those of ids. */
  static Wanted of(
      Collection<String> ids, Map<String, DataType> types, List<Attribute> attributes) {
    return new Wanted(
        Set.copyOf(ids), inAnyCase(ids), types, attributes, false, false, false, "", Days.ALL);
  }

  /** The same, malformed rows left out. */
  Wanted droppingMalformed() {
    return new Wanted(
        ids, shown, types, attributes, areRowsPeople, isMissingKnown, true, period, days);
  }

  /** All columns, as they are. */
  static final Wanted ALL = of(Set.of(), Map.of(), List.of());

  /** Whether any column may be asked for. */
  boolean isAny() {
    return types.isEmpty();
  }

  /** Whether a column may be private: one that is, or any where nobody has said which are. */
  boolean isPrivate(String column) {
    return isAny() || types.containsKey(column);
  }

  /** The columns that are named. */
  List<String> columns() {
    List<String> columns = new ArrayList<>(shown);
    types.keySet().stream().filter(name -> !shown.contains(name)).forEach(columns::add);
    return columns;
  }

  /** Whether values of a column are typed by what stands in them. */
  boolean isTypedByValues(String column) {
    return shown.contains(column) && type(column).isEmpty();
  }

  /** The type of a column where files do not say. */
  Optional<DataType> type(String column) {
    return ids.contains(column)
        ? Optional.of(DataTypes.StringType)
        : Optional.ofNullable(types.get(column));
  }

  /** The only column of ids; empty where there are none, or several. */
  String id() {
    return ids.size() == 1 ? ids.iterator().next() : "";
  }
}
