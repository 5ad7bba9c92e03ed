package org.sparkldp.jobs.pipeline;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.sql.LdpColumns;

/**
 * In which round a person answers: a public function of the question and the id, the same in every
 * round's job, so that each person answers once, however many tables they are in.
 */
public final class RoundOf implements Serializable {
  private final String firstSpec;
  private final String question;
  private final transient Protocol<?, ?> protocol;
  private final transient PublicHash hash;

  private RoundOf(String firstSpec, String question) {
    this.firstSpec = firstSpec;
    this.question = question;
    this.protocol = Protocols.of(firstSpec);
    this.hash = new PublicHash("round\n" + question);
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
        new RoundOf(protocol.firstSpec().toString(), question),
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
    return new RoundOf(firstSpec, question);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RoundOf that
        && firstSpec.equals(that.firstSpec)
        && question.equals(that.question);
  }

  @Override
  public int hashCode() {
    return question.hashCode();
  }

  @Override
  public String toString() {
    return "round of " + firstSpec;
  }
}
