package org.sparkldp.sql;

import java.util.Collection;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.sparkldp.protocols.check.Require;

/**
 * The rule of {@link KeyedLineage} for a keyed plan that runs on a DataFrame or on a query: where
 * attributes are {@link KeyedAttributes restricted}, its people must be those of the stored table
 * that the operator pins the plan to. Whoever made up their rows could undo reports.
 */
public final class KeyedPeople {
  private KeyedPeople() {}

  /**
   * Refuses made-up people.
   *
   * @param people as analysed
   * @param plan its name, which the operator pins as an attribute
   * @param values the private columns
   * @param id the column of ids
   */
  public static void require(
      SparkSession session, LogicalPlan people, String plan, Collection<String> values, String id) {
    KeyedAttributes allowed = KeyedAttributes.here();
    if (!allowed.isRestricted()) {
      return;
    }
    allowed.require(plan);
    KeyedAttributes.Pin stored =
        values.size() == 1
            ? new KeyedLineage(session).stored(people, values.iterator().next(), id)
            : null;
    Require.that(stored != null && allowed.allows(plan, stored))
        .orRefuse(
            "the value and the id of a keyed plan must be the bare columns of a stored table that"
                + " %s pins it to, for made-up rows could undo reports. Provided plan: %s; name the"
                + " columns as they are stored, or choose randomness = write-once.",
            KeyedAttributes.ENTRY, plan);
  }
}
