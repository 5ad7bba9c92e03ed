package org.sparkldp.protocols.random;

/** A source that gives the words it was made of, in order, and has no others. */
final class Words extends RandomSource {
  private final long[] words;
  private int drawn;

  Words(long... words) {
    this.words = words;
  }

  @Override
  public long nextLong() {
    return words[drawn++];
  }

  /** Words drawn so far. */
  int drawn() {
    return drawn;
  }
}
