package org.sparkldp.jobs.draft;

import java.util.List;
import org.sparkldp.jobs.design.HistogramRanking;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Drafts of histograms, with the oracle that a design has first. */
public final class HistogramDrafting implements Drafting {
  @Override
  public String kind() {
    return "histogram";
  }

  @Override
  public TaskDraft draft(DraftRequest request) {
    List<String> lines = TaskDraft.attributes(request);
    int items = request.requiredDomain().items();
    ProtocolSpec best = HistogramRanking.best(request.epsilon(), items);
    ProtocolSpec spec = ProtocolSpec.named(best.name()).with("epsilon", request.epsilon());
    return new TaskDraft(
        "How many people hold each value of " + String.join(" and ", request.columns()) + "?",
        lines,
        spec.toString(),
        "the smallest report with nearly the least error, the first that design ranks",
        "category",
        List.of());
  }
}
