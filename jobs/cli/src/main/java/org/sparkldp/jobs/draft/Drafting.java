package org.sparkldp.jobs.draft;

import org.sparkldp.jobs.plan.Face;

/** Drafts plans of a kind of question, for {@code ldp init}. */
public interface Drafting extends Face {
  /** A plan's part. */
  TaskDraft draft(DraftRequest request);

  /** Whether all columns but the id are private where nobody names one. */
  default boolean takesAll() {
    return false;
  }
}
