package org.sparkldp.jobs.accumulate;

import java.util.List;
import java.util.Map;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.jobs.watch.Outcome;

/**
 * The result of a run of accumulate.
 *
 * @param folder of the accumulators, as its user wrote it
 * @param reports behind them
 * @param earlier those that were there before
 */
public record Accumulated(Plan plan, String folder, long reports, long earlier) implements Outcome {
  @Override
  public List<String> sentences() {
    return List.of(
        reports == earlier
            ? "already done, nothing was added: " + reports + " reports in " + folder
            : reports + " reports accumulated in " + folder);
  }

  @Override
  public Event event() {
    Map<String, Object> details = plan.details();
    details.put(Event.REPORTS, reports - earlier);
    details.put(Event.EARLIER, earlier);
    return Event.done("accumulate", reports == earlier, details);
  }
}
