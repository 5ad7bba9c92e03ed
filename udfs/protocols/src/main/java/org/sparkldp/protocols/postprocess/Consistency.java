package org.sparkldp.protocols.postprocess;

import org.sparkldp.protocols.Estimate;

/**
 * One way to make raw counts consistent. Deterministic, stateless, safe for threads.
 *
 * <p>To bring your own: a public class with a public constructor without arguments, named in {@code
 * META-INF/services/org.sparkldp.protocols.postprocess.Consistency}; {@link Consistencies} then
 * finds it by name.
 */
public interface Consistency {

  /** The name in plans, such as {@code simplex}. */
  String name();

  /** Its effect, in one sentence. */
  String description();

  /**
   * Consistent numbers for the rows, in their order.
   *
   * @param raw counts in people, one row for each item of a domain whose true counts are at least 0
   *     and sum to n; it stays as it is
   */
  double[] apply(Estimate raw);
}
