package org.sparkldp.jobs.estimate;

import org.sparkldp.jobs.plan.Plan;

/**
 * Renders estimates as one text, such as a page. It is found by the service loader, and absent
 * where nobody looks at pages.
 */
public interface Rendering {
  /** The text. */
  String text(Plan plan, Estimates result, double seconds);
}
