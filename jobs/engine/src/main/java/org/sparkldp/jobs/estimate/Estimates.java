package org.sparkldp.jobs.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Origin;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;

/**
 * All groups under the names of their grouping columns.
 *
 * @param next the plan of the next round, where the protocol has one
 * @param notes of the runs that drew the reports
 * @param origin of the reports
 * @param periods of the reports; none where the plan has none
 */
public record Estimates(
    List<String> groupBy,
    List<Group> groups,
    Optional<Plan> next,
    List<String> notes,
    Origin origin,
    List<String> periods) {

  /** The name of a group, such as "country=DE", or "all". */
  public String label(Group group) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < groupBy.size(); i++) {
      parts.add(groupBy.get(i) + "=" + group.key.get(i));
    }
    return parts.isEmpty() ? "all" : String.join(", ", parts);
  }

  /** Reports behind all estimates. */
  public long reports() {
    return groups.stream().mapToLong(group -> group.estimate().n()).sum();
  }

  /**
   * The estimate of one group of people.
   *
   * @param key the grouping columns' values, none for everybody
   * @param notes of all its answers, besides what the plan says to everybody
   * @param reports that were added up
   * @param asked in how many periods people could give a report
   */
  public record Group(
      List<Object> key, Answers answers, List<String> notes, Accumulator<?> reports, int asked) {

    /** Raw, items named by the plan. */
    public Estimate estimate() {
      return answers.estimate();
    }

    /** The notes on an answer; empty where there is nothing to say. */
    public String note(int place) {
      return (estimate().rows().get(place).note() + " " + String.join(" ", notes)).strip();
    }

    /** By step, one number per item. */
    public Map<String, double[]> consistent() {
      return answers.consistent();
    }
  }
}
