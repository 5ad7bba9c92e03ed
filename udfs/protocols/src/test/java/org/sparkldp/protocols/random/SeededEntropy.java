package org.sparkldp.protocols.random;

import java.util.function.Supplier;

/**
 * Puts other sources in the place of the system's, until it is closed: then two runs over equal
 * input put out equal bytes under write-once randomness, too. Only classes of this package can.
 */
public final class SeededEntropy implements AutoCloseable {
  private final Supplier<RandomSource> before = SystemRandomness.door;

  /**
   * From now on, in this JVM.
   *
   * @param sources asked for each word's source, by the thread that needs it
   */
  public SeededEntropy(Supplier<RandomSource> sources) {
    SystemRandomness.door = sources;
  }

  @Override
  public void close() {
    SystemRandomness.door = before;
  }
}
