package org.sparkldp.protocols.query;

import java.util.List;
import org.sparkldp.protocols.Estimate;

/**
 * A statistical-query (SQ) oracle that may be asked adaptively: later queries may depend on earlier
 * answers. It has a pool of people, and puts each query to a fresh block of them; each person
 * answers once at most, with one randomized bit, so a person's privacy loss is epsilon however many
 * queries there are and however they were chosen (sequential interaction).
 *
 * <p>Answers are right to within tau of the mean over the distribution that the people were drawn
 * from independently, all of them except with probability beta: a block is a fresh sample whatever
 * was asked before. Of a fixed set of people this can be said of queries that were fixed
 * beforehand.
 *
 * <p>Source: Kearns, JACM 1998; Kasiviswanathan et al., SIAM J. Comput. 2011, section 5.
 *
 * @param <Q> a query: a function of a person with values in [−1, 1]
 */
public interface QueryOracle<Q> {

  /**
   * The means of several functions, none of which depends on another's answer; one block each.
   *
   * @throws PoolSpentException if fewer blocks are left; then nobody was asked
   */
  Estimate answerAll(List<Q> queries);

  /**
   * The mean of a function, from a fresh block of people.
   *
   * @throws PoolSpentException if no block is left
   */
  default Estimate.Row answer(Q query) {
    return answerAll(List.of(query)).rows().get(0);
  }

  /** Queries that can still be asked. */
  int left();
}
