package org.sparkldp.jobs.task;

import java.io.Serializable;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.words.WordsRound;

/**
 * The item of a word in a round: which candidate it begins with. It travels as the round's spec and
 * state; each machine makes the round once.
 */
public final class WordItem implements Serializable {
  /** The method that generated code calls. */
  static final String METHOD = "index";

  private final String spec;
  private final byte[] attachment;
  private final transient WordsRound round;

  /** Of the words of a round. */
  WordItem(Protocol<?, ?> round) {
    this(round.spec().toString(), round.attachment());
  }

  private WordItem(String spec, byte[] attachment) {
    this.spec = spec;
    this.attachment = attachment;
    this.round = (WordsRound) Protocols.of(ProtocolSpec.parse(spec), attachment);
  }

  /** The item of a text. */
  public long index(UTF8String word, long outside) {
    int item = round.item(word.getBytes());
    return item < 0 ? outside : item;
  }

  /** The item of an identifier. */
  public long index(long identifier, long outside) {
    int item = round.item(identifier);
    return item < 0 ? outside : item;
  }

  private Object readResolve() {
    return new WordItem(spec, attachment);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WordItem that && spec.equals(that.spec);
  }

  @Override
  public int hashCode() {
    return spec.hashCode();
  }

  @Override
  public String toString() {
    return "word of " + spec;
  }
}
