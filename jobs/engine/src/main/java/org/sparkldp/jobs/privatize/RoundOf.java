package org.sparkldp.jobs.privatize;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataTypes;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.sql.LdpColumns;
import org.sparkldp.sql.catalyst.ProtocolReference;

/**
 * The round in which a person answers: a public function of the question and the id, the same in
 * every round's job, so that each person answers once, however many tables they are in.
 *
 * @param protocol the round at hand, which divides people as the first does
 */
public record RoundOf(ProtocolReference protocol) implements Serializable {

  /**
   * The round of each row's person, INT; NULL without an id.
   *
   * @param question names the question, the same in all rounds
   * @param id BIGINT or STRING
   */
  public static Column column(String question, Protocol<?, ?> protocol, Column id) {
    return LdpColumns.call(
        "ldp_round",
        of(protocol),
        "round",
        DataTypes.IntegerType,
        true,
        LdpColumns.publicWord("round\n" + question, id));
  }

  /**
   * The round at hand, INT. A literal would stand in the generated code, which Spark would compile
   * anew for each round, and the JVM begin to run cold.
   */
  static Column own(Protocol<?, ?> protocol) {
    return LdpColumns.call("ldp_own_round", of(protocol), "own", DataTypes.IntegerType, true);
  }

  /** The round at hand. */
  public int own() {
    return resolve().round();
  }

  /** The round of a person with a public word. */
  public int round(long word) {
    return resolve().roundOf(word);
  }

  private InRounds resolve() {
    return protocol.resolve().facet(InRounds.class).orElseThrow();
  }

  private static RoundOf of(Protocol<?, ?> protocol) {
    return new RoundOf(new ProtocolReference(protocol));
  }
}
