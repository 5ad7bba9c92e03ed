package org.sparkldp.lab;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How much of the machine other programs used since a moment: above {@link #MOST} a measurement is
 * wrong, and is not given. Read from the kernel's own count of busy time, less this process's.
 */
public final class OtherLoad {
  /** Most that others may use. */
  public static final double MOST = 0.1;

  private static final Path COUNTERS = Path.of("/proc/stat");
  private static final double TICKS_A_SECOND = 100; // the kernel's unit for programs, everywhere

  private final double busy;
  private final double own;
  private final long started;

  private OtherLoad(double busy, double own, long started) {
    this.busy = busy;
    this.own = own;
    this.started = started;
  }

  /** Begins to watch. */
  public static OtherLoad start() {
    return new OtherLoad(busySeconds(), ownSeconds(), System.nanoTime());
  }

  /** The share of all processors that others had; NaN where the system does not say. */
  public double share() {
    double seconds = (System.nanoTime() - started) / 1e9;
    double others = busySeconds() - busy - (ownSeconds() - own);
    return Math.max(0, others) / seconds / Runtime.getRuntime().availableProcessors();
  }

  private static double ownSeconds() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  /** Of all processors together, what a virtual machine's host took included. */
  private static double busySeconds() {
    List<String> lines;
    try {
      lines = Files.readAllLines(COUNTERS);
    } catch (IOException e) {
      return Double.NaN; // not Linux
    }
    // cpu user nice system idle iowait irq softirq steal ...
    String[] words = lines.get(0).trim().split(" +");
    double ticks = 0;
    for (int i : new int[] {1, 2, 3, 6, 7, 8}) {
      ticks += Double.parseDouble(words[i]);
    }
    return ticks / TICKS_A_SECOND;
  }
}
