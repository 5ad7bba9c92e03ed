package org.sparkldp.protocols.random;

import java.util.function.Supplier;

/**
 * Puts other sources in the place of the system's, until it is closed: then two runs over equal
 * input put out equal bytes under write-once randomness, too. Only classes of this package can.
 */
public final class SeededEntropy implements AutoCloseable {
  private final Supplier<RandomSource> before = SystemRandomness.door;

  private SeededEntropy() {}

  /**
   * From now on, in this JVM.
   *
   * @param sources asked for each word's source, by the thread that needs it
   */
  public static SeededEntropy of(Supplier<RandomSource> sources) {
    SeededEntropy seeded = new SeededEntropy();
    SystemRandomness.door = sources;
    return seeded;
  }

  @Override
  public void close() {
    SystemRandomness.door = before;
  }
}
