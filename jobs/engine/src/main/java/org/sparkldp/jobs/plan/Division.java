package org.sparkldp.jobs.plan;

/**
 * Some parts of a population that a public hash of the id divides: a person is in one part. Plans
 * of different parts of one division ask different people.
 *
 * @param name of the division; equal names divide people equally
 * @param from the first part that is asked
 * @param to the part after the last
 */
public record Division(String name, int from, int to) {
  /** Everybody. */
  public static final Division NONE = new Division("", 0, 1);
}
