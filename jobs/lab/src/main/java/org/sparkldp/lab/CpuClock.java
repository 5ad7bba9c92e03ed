package org.sparkldp.lab;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Process CPU seconds, all threads together: what a shared machine's other load disturbs least.
 * Ratios within one run are the result; absolute figures are the machine's.
 */
public final class CpuClock {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private CpuClock() {}

  /**
   * What one piece of work took.
   *
   * @param cpuSeconds of the process, garbage collection and compilation included
   * @param wallSeconds by the clock
   */
  public record Time(double cpuSeconds, double wallSeconds) {}

  /** Runs the work and times it. */
  public static Time of(Runnable work) {
    long wall = System.nanoTime();
    long cpu = SYSTEM.getProcessCpuTime();
    work.run();
    return new Time((SYSTEM.getProcessCpuTime() - cpu) / 1e9, (System.nanoTime() - wall) / 1e9);
  }
}
