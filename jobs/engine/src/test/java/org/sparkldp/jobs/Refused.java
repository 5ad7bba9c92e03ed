package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;
import org.sparkldp.jobs.exit.Refusal;

/** What a call refuses in a sentence, without a command around it; see {@link Ended} for these. */
public final class Refused {
  private Refused() {}

  /** Refused as bad usage, plan or input in these words; the sentence. */
  public static String badInput(String words, Executable action) {
    return sentence(IllegalArgumentException.class, words, action);
  }

  /** Refused by a privacy rule in these words; the sentence. */
  public static String refused(String words, Executable action) {
    return sentence(Refusal.class, words, action);
  }

  private static String sentence(
      Class<? extends RuntimeException> kind, String words, Executable action) {
    String sentence = assertThrows(kind, action).getMessage();
    assertTrue(sentence.contains(words), sentence);
    return sentence;
  }
}
