package org.sparkldp.jobs.console;

import java.util.Locale;
import java.util.function.Supplier;

/**
 * Ends a search when its time is over or when Ctrl-C asks for it: the best so far is then kept.
 * Standard error says that it takes more than a second, or shows how it goes each second.
 *
 * <p>Ctrl-C starts the JVM's shutdown; a hook holds it until {@link #close} says that the result is
 * written, for at most {@value #PATIENCE_MILLIS} ms.
 */
public final class ProgressPrinter implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 60_000;
  private static final long NANOS = 1_000_000_000;

  private final double seconds;
  private final boolean isShown;
  private final long start = System.nanoTime();
  private final Thread hook = new Thread(this::stopAndWait, "ldp-stop");
  private long said = start;
  private volatile boolean stopped;
  private boolean closed;

  /**
   * @param seconds wall-clock time after which a search ends
   * @param isShown whether it is shown how a search goes
   */
  public ProgressPrinter(double seconds, boolean isShown) {
    this.seconds = seconds;
    this.isShown = isShown;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Whether the search goes on.
   *
   * @param text how it goes, where that is shown
   */
  public boolean goesOn(Supplier<String> text) {
    long now = System.nanoTime();
    double left = seconds - (now - start) / (double) NANOS;
    if (now - said >= NANOS && (isShown || said == start)) {
      said = now;
      System.err.println(
          isShown
              ? "ldp: " + text.get() + time(left)
              : "ldp: still looking for a strategy"
                  + time(left)
                  + "; Ctrl-C keeps the best so far");
    }
    return !stopped && left > 0;
  }

  private static String time(double left) {
    return left < Double.POSITIVE_INFINITY
        ? String.format(Locale.ROOT, ", at most %.0f s left", Math.max(0, left))
        : "";
  }

  private synchronized void stopAndWait() {
    stopped = true;
    System.err.println("ldp: stopping with the best so far");
    long end = System.currentTimeMillis() + PATIENCE_MILLIS;
    try {
      for (long left = PATIENCE_MILLIS; !closed && left > 0; ) {
        wait(left);
        left = end - System.currentTimeMillis();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The result is where it belongs. */
  @Override
  public void close() {
    if (stopped) {
      release();
    } else {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException shutdownBegan) {
        release();
      }
    }
  }

  private synchronized void release() {
    closed = true;
    notifyAll();
  }
}
