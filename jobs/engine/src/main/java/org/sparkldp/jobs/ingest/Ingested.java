package org.sparkldp.jobs.ingest;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.jobs.watch.Outcome;

/**
 * The result of ingesting a batch of envelopes.
 *
 * @param folder of the reports, as its user wrote it
 * @param alreadyDone whether the batch, or all in it, had been ingested before
 * @param envelopes lines and records in the batch
 * @param reports counted now
 * @param repeats the same envelope again in this batch
 * @param replays envelopes of earlier batches
 * @param quarantined how many are kept apart, by kind
 * @param earlier reports that were there before
 */
public record Ingested(
    Plan plan,
    String folder,
    boolean alreadyDone,
    long envelopes,
    long reports,
    long repeats,
    long replays,
    Map<String, Long> quarantined,
    long earlier)
    implements Outcome {

  /** How many are kept apart. */
  public long flawed() {
    return quarantined.values().stream().mapToLong(n -> n).sum();
  }

  @Override
  public List<String> sentences() {
    if (alreadyDone) {
      return List.of(
          String.format(
              "already done, nothing was counted: %s envelopes; %s reports in %s",
              envelopes, earlier, folder));
    }
    String kinds =
        quarantined.entrySet().stream()
            .map(kind -> kind.getValue() + " " + kind.getKey())
            .collect(Collectors.joining(", "));
    return List.of(
        String.format(
                "%s reports of %s in %s, of %s envelopes",
                reports, plan.protocol().spec().withoutFingerprints(), folder, envelopes)
            + (repeats > 0 ? ", " + repeats + " repeats" : "")
            + (replays > 0 ? ", " + replays + " replays" : "")
            + (flawed() > 0 ? ", " + flawed() + " kept apart: " + kinds : "")
            + (earlier > 0 ? "; " + earlier + " reports were there" : ""));
  }

  @Override
  public Event event() {
    Map<String, Object> details = plan.details();
    details.put("rows", envelopes);
    details.put(Event.REPORTS, reports);
    details.put(Event.EARLIER, earlier);
    details.put("repeats", repeats);
    details.put("replays", replays);
    details.put("quarantined", quarantined);
    details.putAll(Event.cost(plan.protocol().guarantee()));
    return Event.done("ingest", alreadyDone, details);
  }
}
