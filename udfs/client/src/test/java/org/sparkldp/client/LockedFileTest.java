package org.sparkldp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file as a store: whoever updates it, nobody else does between. */
class LockedFileTest {
  private static final int UPDATES = 40;

  @TempDir Path folder;

  /** Adds a line as often; a program of its own. */
  public static void main(String[] args) throws IOException {
    for (int i = 0; i < UPDATES; i++) {
      String line = args[1] + i + "\n";
      new LockedFile(Path.of(args[0])).update(before -> (before == null ? "" : before) + line);
    }
  }

  private void assertAllLines(Path file, int writers) throws IOException {
    List<String> lines = Files.readAllLines(file);
    assertEquals(writers * UPDATES, new HashSet<>(lines).size());
    assertEquals(writers * UPDATES, lines.size());
  }

  @Test
  void threadsTakeTurns() throws IOException, InterruptedException {
    Path file = folder.resolve("answers");
    List<Thread> threads = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d")) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  main(new String[] {file.toString(), name});
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertAllLines(file, 4);
  }

  @Test
  void processesTakeTurns() throws IOException, InterruptedException {
    Path file = folder.resolve("answers");
    List<Process> programs = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      programs.add(
          new ProcessBuilder(
                  System.getProperty("java.home")
                      + File.separator
                      + "bin"
                      + File.separator
                      + "java",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  LockedFileTest.class.getName(),
                  file.toString(),
                  name)
              .inheritIO()
              .start());
    }
    for (Process program : programs) {
      assertEquals(0, program.waitFor());
    }
    assertAllLines(file, 3);
  }

  @Test
  void aRefusalChangesNothingAndLetsTheNextOneIn() throws IOException {
    Path file = folder.resolve("answers");
    LockedFile store = new LockedFile(file);
    assertThrows(
        Refusal.class,
        () ->
            store.update(
                before -> {
                  throw Refusal.malformed();
                }));
    assertFalse(Files.exists(file));
    store.update(before -> before == null ? "\u00e9" : "was there");
    store.update(before -> before + before);
    assertEquals("\u00e9\u00e9", Files.readString(file));
    try (var files = Files.list(folder)) {
      assertEquals(Set.of(file, folder.resolve("answers.lock")), Set.copyOf(files.toList()));
    }
  }

  /** Killed while it wrote, a program leaves a part behind, which is nobody's text. */
  @Test
  void aTornPartIsNotRead() throws IOException {
    Path file = folder.resolve("answers");
    LockedFile store = new LockedFile(file);
    Files.writeString(folder.resolve("answers.part"), "a longer text, torn");
    store.update(before -> before == null ? "a" : "was there");
    Files.writeString(folder.resolve("answers.part"), "torn");
    store.update(before -> before + "b");
    assertEquals("ab", Files.readString(file));
  }

  /** A link to itself is there and cannot be read, whoever asks. */
  @Test
  void aFileThatCannotBeReadIsNotTakenForAnEmptyOne() throws IOException {
    Path file = folder.resolve("answers");
    Files.createSymbolicLink(file, file);
    List<String> asked = new ArrayList<>();
    assertThrows(
        IOException.class,
        () ->
            new LockedFile(file)
                .update(
                    before -> {
                      asked.add(before);
                      return "";
                    }));
    assertEquals(List.of(), asked);
    assertTrue(Files.isSymbolicLink(file));
  }

  @Test
  void theSameTextIsNotWrittenAgain() throws IOException {
    Path file = folder.resolve("answers");
    LockedFile store = new LockedFile(file);
    store.update(before -> "a");
    Object written = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    store.update(before -> before);
    assertEquals(written, Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    store.update(before -> "b");
    assertEquals("b", Files.readString(file));
  }

  @Test
  void aFolderThatIsNotThereIsNoStore() {
    LockedFile store = new LockedFile(folder.resolve("none/answers"));
    assertThrows(NoSuchFileException.class, () -> store.update(before -> ""));
    assertTrue(Files.exists(folder));
  }
}
