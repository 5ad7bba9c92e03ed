package org.sparkldp.jobs.draft;

import java.util.ArrayList;
import java.util.List;

/** Drafts of workloads: a distribution function, or counts by each two columns. */
public final class WorkloadDrafting implements Drafting {
  @Override
  public String kind() {
    return "workload";
  }

  @Override
  public TaskDraft draft(DraftRequest request) {
    List<String> lines = new ArrayList<>(TaskDraft.attributes(request));
    boolean isOne = request.columns().size() == 1;
    lines.add("workload = " + (isOne ? "prefix" : "marginals-2"));
    return new TaskDraft(
        isOne
            ? "How many people are at or below each value of " + request.column() + "?"
            : "How many people hold each value of each two of "
                + String.join(", ", request.columns())
                + "?",
        lines,
        "factorization(epsilon=" + request.epsilon() + ")",
        "a strategy that is made for these questions",
        "fail",
        List.of());
  }
}
