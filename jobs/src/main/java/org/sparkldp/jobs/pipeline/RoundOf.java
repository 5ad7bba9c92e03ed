package org.sparkldp.jobs.pipeline;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.sql.LdpColumns;

/**
 * In which round a person answers: a public function of the question and the id, the same in every
 * round's job, so that each person answers once, however many tables they are in.
 */
public final class RoundOf implements Serializable {
  private final String firstSpec;
  private final String firstPlan;
  private final transient RoundProtocol<?, ?> protocol;
  private final transient PublicHash hash;

  private RoundOf(String firstSpec, String firstPlan) {
    this.firstSpec = firstSpec;
    this.firstPlan = firstPlan;
    this.protocol = (RoundProtocol<?, ?>) Protocols.of(firstSpec);
    this.hash = new PublicHash("round\n" + firstPlan);
  }

  /** The round of each row's person, INT; NULL without an id. */
  static Column column(Plan plan, RoundProtocol<?, ?> protocol, Column id) {
    return LdpColumns.call(
        "ldp_round",
        new RoundOf(protocol.firstSpec().toString(), plan.firstFingerprint()),
        "round",
        DataTypes.IntegerType,
        true,
        id);
  }

  /** The round of a person known by a number. */
  public int round(long id) {
    return protocol.roundOf(hash.word(id));
  }

  /** The round of a person known by a text. */
  public int round(UTF8String id) {
    return protocol.roundOf(hash.word(id.getBytes()));
  }

  /** The protocol is made anew on each machine. */
  private Object readResolve() {
    return new RoundOf(firstSpec, firstPlan);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RoundOf that
        && firstSpec.equals(that.firstSpec)
        && firstPlan.equals(that.firstPlan);
  }

  @Override
  public int hashCode() {
    return firstPlan.hashCode();
  }

  @Override
  public String toString() {
    return "round of " + firstSpec;
  }
}
