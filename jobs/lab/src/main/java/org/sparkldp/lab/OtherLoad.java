package org.sparkldp.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The share of the machine that other programs used since a moment: above {@link #MOST} a
 * measurement is wrong, and is not given. Read from the kernel's own count of busy time, less this
 * process's and that of its children that have ended.
 */
public final class OtherLoad {
  /** Most that others may use. */
  public static final double MOST = 0.1;

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

  /** Of this process, and of the processes that it started and that have ended. */
  private static double ownSeconds() {
    String line = firstLine("/proc/self/stat");
    // pid (name) state ..., of which the times in programs and in the kernel are 14th to 17th
    return line.isEmpty()
        ? Double.NaN
        : ticks(line.substring(line.lastIndexOf(')') + 2).split(" "), 11, 12, 13, 14);
  }

  /** Of all processors together, what a virtual machine's host took included. */
  private static double busySeconds() {
    // cpu user nice system idle iowait irq softirq steal ...
    String line = firstLine("/proc/stat");
    return line.isEmpty() ? Double.NaN : ticks(line.split(" +"), 1, 2, 3, 6, 7, 8);
  }

  private static double ticks(String[] words, int... places) {
    return IntStream.of(places).mapToDouble(i -> Double.parseDouble(words[i])).sum()
        / TICKS_A_SECOND;
  }

  /** Empty where there is no such file: not Linux. */
  private static String firstLine(String file) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines.findFirst().orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
