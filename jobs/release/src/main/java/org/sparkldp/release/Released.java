package org.sparkldp.release;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.watch.Event;
import org.sparkldp.jobs.watch.Outcome;

/**
 * The result of a release. Its event says nothing of the table itself.
 *
 * @param folder of the numbers, as its user wrote it
 * @param result the numbers; none if they had been published before
 * @param paid what the ledger knows of it, where there is one
 */
public record Released(
    ReleasePlan plan,
    String folder,
    Optional<Release.ReleaseAnswer> result,
    Optional<Purse.Paid> paid)
    implements Outcome {
  @Override
  public List<String> sentences() {
    return result.isEmpty()
        ? List.of("already done, nothing was drawn: " + folder)
        : paid.map(Purse.Paid::left).orElse(List.of());
  }

  @Override
  public Event event() {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("name", plan.name());
    details.put("fingerprint", plan.fingerprint());
    details.put("mechanism", plan.mechanism().toString());
    details.putAll(Event.cost(plan.noise().guarantee()));
    paid.ifPresent(bill -> details.putAll(bill.details()));
    return Event.done("release", result.isEmpty(), details);
  }
}
