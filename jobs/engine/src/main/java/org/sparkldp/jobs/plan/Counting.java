package org.sparkldp.jobs.plan;

/** A question whose answers are counts of people: long tables, without notes on each row. */
public interface Counting {

  /** Whether counts of a random part of the people, scaled up, are counts of all. */
  default boolean scales() {
    return false;
  }

  /** Whether a question's counts scale; not where it counts nobody. */
  static boolean scales(Task task) {
    return task.facet(Counting.class).filter(Counting::scales).isPresent();
  }

  /** Whether answers are read in their own order, as of a distribution: not the largest first. */
  default boolean isOrdered() {
    return false;
  }
}
