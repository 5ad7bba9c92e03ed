package org.sparkldp.jobs.plan;

import java.util.Optional;
import java.util.Set;
import org.sparkldp.jobs.design.Design;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.protocols.Protocol;

/**
 * A kind of question, such as a histogram. It is found by the service loader: its class, its page
 * and its test are all that a new task needs.
 */
public interface TaskProvider {

  /** Its name in plans. */
  String name();

  /** The keys of plans that belong to it, besides those of all plans. */
  Set<String> keys();

  /** The steps of post-processing that plans may name. */
  default Set<String> steps() {
    return Set.of();
  }

  /** Reads the rule for values outside; by default numbers have no further category. */
  default OutsideRule outside(Settings plan) {
    return OutsideRule.readForNumbers(plan);
  }

  /** Reads the question of a plan. */
  Task read(Settings plan, OutsideRule outside, PlanContext context);

  /** Drafts a plan's part; empty if plans of this task take more than a request says. */
  default Optional<TaskDraft> draft(DraftRequest request) {
    return Optional.empty();
  }

  /** Ranks ways to ask, without any data; empty if nobody can for this task. */
  default Optional<Design> design(Design.Request request) {
    return Optional.empty();
  }

  /** People to simulate a protocol on; empty if the protocol is of another task. */
  default Optional<Population> population(Protocol<?, ?> protocol, Population.Request request) {
    return Optional.empty();
  }
}
