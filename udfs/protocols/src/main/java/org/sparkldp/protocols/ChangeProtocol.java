package org.sparkldp.protocols;

/**
 * By how much the answers changed between two periods, from both reports of each person who gave
 * two. Nobody is asked: it answers from reports that are there, so it costs nothing.
 *
 * <p>A report is both reports of a person in one number, earlier · {@link #answers} + later mod
 * answers; those of people who gave only one of them are left out.
 */
public interface ChangeProtocol extends Protocol<Void, Integer> {

  /** Items of the domain, and rows of estimates. */
  int items();

  /**
   * Answers, so that a report is part · answers + answer, and both reports of a person have one
   * part.
   */
  int answers();

  @Override
  default ValueType valueType() {
    return ValueType.REPORTS;
  }
}
