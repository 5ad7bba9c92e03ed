package org.sparkldp.protocols.quantile;

/**
 * How points move from round to round: which rounds there are, who answers in which, and what each
 * asks. Stateless.
 */
public interface QuantileMethod {
  /** The value of {@code method} in specs; empty where specs do not give it. */
  String word();

  /** The fewest rounds. */
  int fewestRounds();

  /** The most rounds. */
  int mostRounds();

  /** How people are divided. */
  RoundAllocation allocation(QuantileQuestion question);

  /** What the first round has to know. */
  double[] start();

  /** The round that a course has come to. */
  QuantileRound round(Course course, RoundAllocation allocation);
}
