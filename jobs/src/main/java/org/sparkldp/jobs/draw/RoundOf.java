package org.sparkldp.jobs.draw;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataTypes;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.sql.LdpColumns;

/**
 * In which round a person answers: a public function of the question and the id, the same in every
 * round's job, so that each person answers once, however many tables they are in.
 */
public final class RoundOf implements Serializable {
  private final String spec;
  private final byte[] attachment; // of the round at hand, which divides people as the first does
  private final transient Protocol<?, ?> protocol;

  private RoundOf(Protocol<?, ?> protocol) {
    this.spec = protocol.spec().toString();
    this.attachment = protocol.attachment();
    this.protocol = protocol;
  }

  /**
   * The round of each row's person, INT; NULL without an id.
   *
   * @param question names the question, the same in all rounds
   * @param id BIGINT or STRING
   */
  public static Column column(String question, Protocol<?, ?> protocol, Column id) {
    return LdpColumns.call(
        "ldp_round",
        new RoundOf(protocol),
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
    return LdpColumns.call(
        "ldp_own_round", new RoundOf(protocol), "own", DataTypes.IntegerType, true);
  }

  /** The round at hand. */
  public int own() {
    return protocol.round();
  }

  /** The round of a person with a public word. */
  public int round(long word) {
    return protocol.roundOf(word);
  }

  /** The protocol is made anew on each machine. */
  private Object readResolve() {
    return new RoundOf(Protocols.of(ProtocolSpec.parse(spec), attachment));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RoundOf that && spec.equals(that.spec);
  }

  @Override
  public int hashCode() {
    return spec.hashCode();
  }

  @Override
  public String toString() {
    return "round of " + spec;
  }
}
