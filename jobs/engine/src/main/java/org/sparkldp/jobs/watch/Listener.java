package org.sparkldp.jobs.watch;

/** Hears of each step when it has ended, so that a later one that fails hides none. */
public interface Listener {
  /** Hears nothing. */
  Listener NOBODY = new Listener() {};

  /** Something that people should know before a step goes on, such as the error to expect. */
  default void says(String sentence) {}

  /** A step has ended, or was done already. */
  default void ended(Outcome outcome) {}
}
