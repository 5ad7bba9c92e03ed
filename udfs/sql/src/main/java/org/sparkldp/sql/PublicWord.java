package org.sparkldp.sql;

import java.io.Serializable;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.random.PublicHash;

/**
 * A person's public word: the one place where the two types of ids, numbers and texts, become one.
 * Rounds, blocks and cohorts are functions of such a word, which no value and no key enters.
 */
public final class PublicWord implements Serializable {
  /** The methods that generated code calls. */
  static final String METHOD = "word";

  private final String label;
  private final transient PublicHash hash;

  /**
   * @param label names what the word decides
   */
  PublicWord(String label) {
    this.label = label;
    this.hash = new PublicHash(label);
  }

  /** The word of a person known by a number. */
  public long word(long id) {
    return hash.word(id);
  }

  /**
   * The word of a person known by a text; of a text that is a whole number, the number's word. The
   * type of an id may change from one run to the next, as that of a column of a CSV does when the
   * first id with a letter comes, and nobody may be asked again for it.
   */
  public long word(UTF8String id) {
    byte[] bytes = id.getBytes();
    if (isWhole(bytes)) {
      UTF8String.LongWrapper number = new UTF8String.LongWrapper();
      if (id.toLong(number)) {
        return hash.word(number.value);
      }
    }
    return hash.word(bytes);
  }

  /** Digits with a sign or without; Spark's own reading cuts off blanks and fractions. */
  private static boolean isWhole(byte[] id) {
    boolean isSigned = id.length > 0 && (id[0] == '-' || id[0] == '+');
    int first = isSigned ? 1 : 0;
    for (int i = first; i < id.length; i++) {
      if (id[i] < '0' || id[i] > '9') {
        return false;
      }
    }
    return id.length > first;
  }

  /** The hash is made anew on each machine. */
  private Object readResolve() {
    return new PublicWord(label);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PublicWord that && label.equals(that.label);
  }

  @Override
  public int hashCode() {
    return label.hashCode();
  }

  /** Shown in plans: the label is public. */
  @Override
  public String toString() {
    return label.lines().findFirst().orElse("");
  }
}
