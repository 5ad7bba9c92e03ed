package org.sparkldp.protocols.quantile;

import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.spec.Parameter;

/**
 * How points move from round to round: which rounds there are, who answers in which, and what each
 * asks. Stateless.
 */
public interface QuantileMethod {
  /** The value of {@code method} in specs; empty where specs do not give it. */
  String word();

  /** How many rounds there may be. */
  Parameter rounds();

  /** How people are divided. */
  RoundAllocation allocation(QuantileQuestion question);

  /** What the first round has to know. */
  double[] start();

  /** The round that a course has come to. */
  QuantileRound round(Round<Course, QuantileRound> at, RoundAllocation allocation);
}
