package org.sparkldp.jobs.job;

import java.util.List;
import java.util.Map;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.PeriodOutcomes;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.jobs.watch.Outcome;

/**
 * The result of an estimation.
 *
 * @param plan of the last round
 * @param seconds that estimating took
 * @param periods that were asked for it, or left out; nobody was asked where there are none
 */
public record Estimated(
    Plan plan, Estimates result, String folder, double seconds, PeriodOutcomes periods)
    implements Outcome {
  @Override
  public List<String> sentences() {
    return result.next().isEmpty()
        ? List.of()
        : List.of(
            "round %d of at most %d is done; the plan of the next is %s/%s/%s"
                .formatted(plan.round(), plan.rounds(), folder, Output.NEXT, Output.PLAN));
  }

  @Override
  public Event event() {
    Map<String, Object> details = plan.details();
    details.put(Event.REPORTS, result.reports());
    details.put("groups", result.groups().size());
    return Event.done("estimate", false, details);
  }
}
