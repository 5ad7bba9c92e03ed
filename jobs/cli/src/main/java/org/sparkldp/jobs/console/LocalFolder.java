package org.sparkldp.jobs.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.fs.FileUtil;

/**
 * The folder in which Spark keeps what does not fit into memory, values among it. The launcher
 * makes one for each process, which only its user can open. The process holds a lock in it as long
 * as it lives, however it ends, so that the next one knows which folders to remove.
 */
public final class LocalFolder {
  private static final String PROPERTY = "ldp.local";
  private static final String NAMES = "ldp-local-*";
  private static final String LOCK = "lock";

  /** A process takes its folder within this, or has been killed before. */
  private static final Duration STARTING = Duration.ofHours(1);

  private static FileChannel held; // which the lock ends with

  private LocalFolder() {}

  /** This process's; empty where no launcher made one. */
  static Optional<Path> ofProcess() {
    return Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of);
  }

  /** Takes this process's folder until it ends, and removes those of processes that have ended. */
  public static void take() {
    ofProcess()
        .ifPresent(
            folder -> {
              try {
                hold(folder);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
                removeOthers(folder);
              } catch (IOException e) {
                throw new UncheckedIOException(
                    "the folder of temporary files must be writable: " + folder, e);
              }
            });
  }

  /** Under another name until it is locked: whoever finds the lock free may remove the folder. */
  private static void hold(Path folder) throws IOException {
    Path lock = folder.resolve("starting");
    held = FileChannel.open(lock, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    held.lock();
    Files.move(lock, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void removeOthers(Path own) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(own.getParent(), NAMES)) {
      for (Path folder : all) {
        try {
          if (!folder.equals(own)
              && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
              && Files.getOwner(folder).equals(Files.getOwner(own))) {
            removeDead(folder);
          }
        } catch (IOException anothers) {
          // Another command removes it, or nobody may.
        }
      }
    }
  }

  private static void removeDead(Path folder) throws IOException {
    Path lock = folder.resolve(LOCK);
    if (!Files.exists(lock)) {
      Instant made = Files.getLastModifiedTime(folder).toInstant();
      if (made.isBefore(Instant.now().minus(STARTING))) {
        remove(folder);
      }
      return;
    }
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        FileLock free = channel.tryLock()) {
      if (free != null) {
        remove(folder);
      }
    }
  }

  /** What is written meanwhile, by a command that was stopped, is left to the next one. */
  private static void remove(Path folder) {
    FileUtil.fullyDelete(folder.toFile()); // passes over what has gone, and follows no link
  }
}
