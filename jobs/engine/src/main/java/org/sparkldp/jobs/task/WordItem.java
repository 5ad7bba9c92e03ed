package org.sparkldp.jobs.task;

import java.io.Serializable;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.words.WordsRound;
import org.sparkldp.sql.catalyst.ProtocolReference;

/**
 * The item of a word in a round: which candidate it begins with.
 *
 * @param round a {@link WordsRound}
 */
public record WordItem(ProtocolReference round) implements Serializable {
  /** The method that generated code calls. */
  static final String METHOD = "index";

  /** The item of a text. */
  public long index(UTF8String word, long outside) {
    int item = words().item(word.getBytes());
    return item < 0 ? outside : item;
  }

  /** The item of an identifier. */
  public long index(long identifier, long outside) {
    int item = words().item(identifier);
    return item < 0 ? outside : item;
  }

  private WordsRound words() {
    return (WordsRound) round.resolve();
  }
}
