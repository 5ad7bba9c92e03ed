package org.sparkldp.jobs.exit;

/** A privacy rule says no: exit code 3. The message is one sentence without any value. */
public final class Refusal extends RuntimeException {
  public Refusal(String sentence) {
    super(sentence);
  }
}
