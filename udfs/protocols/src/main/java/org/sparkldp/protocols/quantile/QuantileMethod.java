package org.sparkldp.protocols.quantile;

import org.sparkldp.protocols.Round;

/**
 * The rule by which points move from round to round: which rounds there are, who answers in which,
 * and what each asks. Stateless.
 */
public interface QuantileMethod {
  /** How people are divided. */
  RoundAllocation allocation(QuantileQuestion question);

  /** What the first round has to know. */
  double[] start();

  /** The round that a course has come to. */
  QuantileRound round(Round<Course, QuantileRound> at, RoundAllocation allocation);
}
