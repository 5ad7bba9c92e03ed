package org.sparkldp.datasets;

/** A refusal of what was offered, in one sentence: the rule, the offer, the remedy. */
public final class GeneratorRefusal {
  private GeneratorRefusal() {}

  /** To throw; each %s of the sentence stands for the next of what was offered. */
  public static IllegalArgumentException of(String sentence, Object... offered) {
    return of(null, sentence, offered);
  }

  /** The same, caused by another failure. */
  public static IllegalArgumentException of(Throwable cause, String sentence, Object... offered) {
    String[] parts = sentence.split("%s", -1);
    StringBuilder text = new StringBuilder(parts[0]);
    for (int i = 1; i < parts.length; i++) {
      text.append(offered[i - 1]).append(parts[i]);
    }
    return new IllegalArgumentException(text.toString(), cause);
  }
}
