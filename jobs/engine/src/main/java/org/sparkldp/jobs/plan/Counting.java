package org.sparkldp.jobs.plan;

import java.util.List;

/** A question whose answers are counts of people: long tables, without notes on each row. */
public interface Counting {

  /**
   * Rows that are read together, such as the levels of a column.
   *
   * @param rows how many
   * @param isOrdered whether in their own order; otherwise the largest first
   */
  record Part(int rows, boolean isOrdered) {}

  /** The parts of so many rows, one after another. */
  default List<Part> parts(int rows) {
    return List.of(new Part(rows, isOrdered()));
  }

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
