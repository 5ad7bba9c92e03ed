package org.sparkldp.jobs.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.sparkldp.jobs.exit.Refusal;

/**
 * A file beside a result folder that says which run is making the folder: of several runs one goes
 * on, before it draws anything, and the others wait for it. The file is created exclusively, where
 * the file system can do that (local ones, HDFS).
 *
 * <p>The holder writes the file again four times a lease. Who waits takes over a claim that has not
 * changed for a whole lease by his own clock: its run was killed.
 */
final class Claim implements AutoCloseable {
  private static final int BEATS = 4;
  private static final Duration LOOK = Duration.ofMillis(200);

  private final FileSystem files;
  private final Path file;
  private final String token;
  private final ScheduledExecutorService heart;
  private final ScheduledFuture<?> beating;
  private long beats;

  private Claim(FileSystem files, Path file, String token, Duration lease) {
    this.files = files;
    this.file = file;
    this.token = token;
    this.heart =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "ldp claim");
              thread.setDaemon(true);
              return thread;
            });
    long millis = Math.max(1, lease.toMillis() / BEATS);
    this.beating = heart.scheduleAtFixedRate(this::beat, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Takes the claim, waiting for the run that has it.
   *
   * @param isDone asked again and again while waiting: whether there is nothing left to claim
   * @return the claim; null where it was done meanwhile
   */
  static Claim take(FileSystem files, Path file, Duration lease, BooleanSupplier isDone)
      throws IOException {
    String token = UUID.randomUUID().toString();
    String seen = "";
    long since = System.nanoTime();
    while (!create(files, file, token)) {
      if (isDone.getAsBoolean()) {
        return null;
      }
      String now = content(files, file);
      if (!now.equals(seen)) {
        seen = now;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > lease.toNanos()) {
        takeAway(files, file, token, seen);
      }
      sleep();
    }
    return new Claim(files, file, token, lease);
  }

  /**
   * Moves a dead claim away. Of several who wait one may be so slow that it moves the claim that
   * another has made meanwhile: it sees that by what it holds, and puts it back.
   */
  private static void takeAway(FileSystem files, Path file, String token, String seen)
      throws IOException {
    Path dead = new Path(file.getParent(), file.getName() + "." + token);
    try {
      if (!files.rename(file, dead)) {
        return;
      }
    } catch (FileNotFoundException e) {
      return; // another was faster
    }
    if (content(files, dead).equals(seen) || !files.rename(dead, file)) {
      files.delete(dead, false);
    }
  }

  private static boolean create(FileSystem files, Path file, String token) throws IOException {
    try {
      if ("file".equals(file.toUri().getScheme())) {
        // Hadoop's local file system looks first and creates then.
        java.nio.file.Path local = java.nio.file.Path.of(file.toUri().getPath());
        Files.createDirectories(local.getParent());
        Files.writeString(local, token, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return true;
      }
      files.mkdirs(file.getParent());
      try (OutputStream out = files.create(file, false)) {
        out.write(token.getBytes(StandardCharsets.UTF_8));
      }
      return true;
    } catch (FileAlreadyExistsException | org.apache.hadoop.fs.FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      if (files.exists(file)) {
        return false; // some file systems say it in their own words
      }
      throw e;
    }
  }

  /**
   * Whether a run is alive that has a claim: watched for a lease, a claim is made, written again or
   * given back.
   *
   * @param name of claims in the folder; those of periods go on after it
   */
  static boolean isAnyAlive(FileSystem files, Path folder, String name, Duration lease)
      throws IOException {
    Map<String, String> seen = all(files, folder, name);
    for (long since = System.nanoTime();
        !seen.isEmpty() && System.nanoTime() - since <= lease.toNanos(); ) {
      sleep();
      if (!all(files, folder, name).equals(seen)) {
        return true;
      }
    }
    return false;
  }

  /** What claims say, by their names. */
  static Map<String, String> all(FileSystem files, Path folder, String name) throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (FileStatus file : files.exists(folder) ? files.listStatus(folder) : new FileStatus[0]) {
      String found = file.getPath().getName();
      if (found.equals(name) || found.startsWith(name + ".")) {
        all.put(found, content(files, file.getPath()));
      }
    }
    return all;
  }

  /** What the file says; empty where it is gone or being written. */
  private static String content(FileSystem files, Path file) {
    try (FSDataInputStream in = files.open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(LOOK.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was stopped while it waited for another one", e);
    }
  }

  private synchronized void beat() {
    try {
      if (isOurs()) {
        beats++;
        write(token + " " + beats);
      }
    } catch (IOException e) {
      // The next beat may succeed; at the end it counts whether the claim is still ours.
    }
  }

  private void write(String text) throws IOException {
    if ("file".equals(file.toUri().getScheme())) {
      Files.writeString(java.nio.file.Path.of(file.toUri().getPath()), text);
      return;
    }
    try (OutputStream out = files.create(file, true)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private boolean isOurs() {
    return content(files, file).startsWith(token);
  }

  /** Refuses to go on where another run has taken over, because this one seemed dead. */
  synchronized void require() {
    if (!isOurs()) {
      throw new Refusal(
          "another run has taken over, because this one did not show itself in time. It is"
              + " making "
              + file.getParent()
              + "; nothing of this run is kept.");
    }
  }

  @Override
  public synchronized void close() throws IOException {
    beating.cancel(true);
    heart.shutdownNow();
    if (isOurs()) {
      files.delete(file, false);
    }
  }
}
