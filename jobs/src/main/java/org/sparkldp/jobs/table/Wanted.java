package org.sparkldp.jobs.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.types.DataType;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;

/**
 * What somebody wants of a table.
 *
 * @param id the column that says whose a row is; empty where rows are people, or nobody asks
 * @param shown columns that are not private, which are typed by what stands in them
 * @param types of private columns; where there are none, any column may be asked for
 * @param areRowsPeople whether each row is a person
 * @param isMissingKnown whether the plan says what a value that nobody has means
 * @param dropsMalformed whether rows of a CSV with more or fewer fields than its header are left
 *     out
 * @param period the column of days; empty for none
 * @param days those that are wanted
 */
record Wanted(
    String id,
    Set<String> shown,
    Map<String, DataType> types,
    boolean areRowsPeople,
    boolean isMissingKnown,
    boolean dropsMalformed,
    String period,
    Days days) {
  Wanted {
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
        plan.isOfRows() ? "" : plan.id(),
        inAnyCase(plan.shownColumns()),
        plan.task().values().types(),
        plan.isOfRows(),
        plan.outside().keepsMissing() || plan.outside().dropsMissing(),
        plan.reading().dropsMalformed(),
        plan.period(),
        days);
  }

  /** Some columns. */
  static Wanted of(Collection<String> shown, Map<String, DataType> types) {
    return new Wanted("", inAnyCase(shown), types, false, false, false, "", Days.ALL);
  }

  /** The same, malformed rows left out. */
  Wanted droppingMalformed() {
    return new Wanted(id, shown, types, areRowsPeople, isMissingKnown, true, period, days);
  }

  /** All columns, as they are. */
  static final Wanted ALL = of(Set.of(), Map.of());

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
    return shown.contains(column) && !types.containsKey(column);
  }
}
