package org.sparkldp.jobs.watch;

import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The clock of records, pages and events: how long a piece of work took, and what time it is. Tests
 * that compare all that two runs put out stop it, so that nothing need be left out of the
 * comparison.
 */
public final class Stopwatch {
  /** Only tests of this package put others in their place. */
  static volatile LongSupplier nanos = System::nanoTime;

  static volatile Supplier<Instant> time = Instant::now;

  private final long start = nanos.getAsLong();

  private Stopwatch() {}

  /** One that runs from now on. */
  public static Stopwatch start() {
    return new Stopwatch();
  }

  /** Since the start. */
  public double seconds() {
    return (nanos.getAsLong() - start) / 1e9;
  }

  /** The time of day. */
  public static Instant now() {
    return time.get();
  }
}
