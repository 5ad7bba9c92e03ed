package org.sparkldp.lab.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.jobs.watch.Outcome;

/**
 * The result of a query of a script.
 *
 * @param query its name
 * @param alreadyDone whether it had been answered before
 * @param people who answered it
 */
public record Answered(Pool pool, String query, boolean alreadyDone, long people)
    implements Outcome {
  @Override
  public List<String> sentences() {
    String what = alreadyDone ? "already done, nobody was asked" : "answered";
    return List.of(query + " " + what + ": " + people + " people");
  }

  @Override
  public Event event() {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("query", query);
    details.put("protocol", pool.protocol().spec().toString());
    details.put(Event.REPORTS, alreadyDone ? 0 : people);
    details.put(Event.EARLIER, alreadyDone ? people : 0);
    details.putAll(Event.cost(pool.protocol().guarantee()));
    return Event.done("query", alreadyDone, details);
  }
}
