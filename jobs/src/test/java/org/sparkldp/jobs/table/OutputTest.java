package org.sparkldp.jobs.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.sql.SparkTest;

/** Result folders, when several runs want one, and when runs are killed or files are lost. */
@ExtendWith(SparkTest.class)
class OutputTest {
  private static final String LEFT = "2f1d6a2e-0c3b-4a53-9a57-0123456789ab";

  @TempDir Path folder;

  @BeforeEach
  void impatient() {
    spark().conf().set(Output.LEASE, "1");
  }

  @AfterEach
  void asBefore() {
    spark().conf().unset(Output.LEASE);
  }

  private Output output() {
    return new Output(spark(), folder.resolve("out").toString());
  }

  private static void draw(String staging, String text) {
    try {
      Path table = Files.createDirectories(Path.of(staging.replaceFirst("^file:", ""), "reports"));
      Files.writeString(table.resolve("part-0"), text);
      Files.writeString(table.resolve("part-1"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean write(String replaces, String text) {
    return output()
        .write(
            replaces,
            "plan",
            new byte[0],
            staging -> {
              draw(staging, text);
              return Map.of("plan", text);
            });
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private String made() {
    return output().require("reports").run().path("plan").asText();
  }

  /** The first one draws longer than a lease; who waits neither draws nor takes over. */
  @Test
  void ofTwoRunsOnlyOneDraws() throws Exception {
    CountDownLatch drawing = new CountDownLatch(1);
    AtomicInteger drawn = new AtomicInteger();
    ExecutorService runs = Executors.newFixedThreadPool(2);
    try {
      Future<Boolean> first =
          runs.submit(
              () ->
                  output()
                      .write(
                          "",
                          "plan",
                          new byte[0],
                          staging -> {
                            drawn.incrementAndGet();
                            drawing.countDown();
                            sleep(2500);
                            draw(staging, "first");
                            return Map.of("plan", "first");
                          }));
      drawing.await();
      Future<Boolean> second =
          runs.submit(
              () ->
                  output()
                      .write(
                          "",
                          "plan",
                          new byte[0],
                          staging -> {
                            drawn.incrementAndGet();
                            draw(staging, "second");
                            return Map.of("plan", "second");
                          }));
      assertTrue(first.get());
      assertFalse(second.get());
    } finally {
      runs.shutdownNow();
    }
    assertEquals(1, drawn.get());
    assertEquals("first", made());
    assertEquals(List.of("out"), names());
    assertFalse(write("", "third"));
    assertEquals("first", made());
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A claim that nobody renews, and reports that nobody published: a second one of each person. */
  @Test
  void whatAKilledRunLeftIsRemovedBeforeTheNextOneDraws() throws IOException {
    Files.writeString(folder.resolve(".out-claim"), "dead 3");
    draw(folder.resolve(".out-" + LEFT).toString(), "unpublished");
    draw(folder.resolve(".out-of-somebody").toString(), "not ours");
    boolean[] wasThere = new boolean[1];

    assertTrue(
        output()
            .write(
                "",
                "plan",
                new byte[0],
                staging -> {
                  wasThere[0] = Files.exists(folder.resolve(".out-" + LEFT));
                  draw(staging, "next");
                  return Map.of("plan", "next");
                }));

    assertFalse(wasThere[0]);
    assertEquals("next", made());
    assertEquals(List.of(".out-of-somebody", "out"), names());
  }

  /** Killed between moving the old result aside and renaming the new one. */
  @Test
  void aResultThatGaveWayComesBackIfTheRunIsKilled() throws IOException {
    write("", "old");
    Files.move(folder.resolve("out"), folder.resolve(".out-replaced"));

    assertThrows(
        IllegalStateException.class,
        () ->
            output()
                .write(
                    "reports",
                    "plan",
                    new byte[0],
                    staging -> {
                      throw new IllegalStateException("fails again");
                    }));
    assertEquals("old", made());
    assertTrue(write("reports", "new"));
    assertEquals("new", made());
    assertEquals(List.of("out"), names());
  }

  /** Killed after the rename: the old result is still aside, and goes. */
  @Test
  void whatWasReplacedGoesWithTheNextRun() throws IOException {
    write("", "old");
    Files.move(folder.resolve("out"), folder.resolve(".out-replaced"));
    draw(folder.resolve("half").toString(), "half");
    Files.move(folder.resolve("half"), folder.resolve("out"));
    assertTrue(write("reports", "new"));
    assertEquals("new", made());
    assertEquals(List.of("out"), names());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gone", "more"})
  void aTableWithoutTheFilesThatWereWrittenIsRefused(String change) throws IOException {
    write("", "whole");
    Path table = folder.resolve("out/reports");
    made();
    Files.writeString(table.resolve("_hidden"), "not part of the table");
    made();
    if (change.equals("gone")) {
      Files.delete(table.resolve("part-1"));
    } else {
      Files.writeString(table.resolve("part-2"), "x");
    }
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> output().require("reports"));

    assertTrue(refusal.getMessage().contains("of 2 files"), refusal.getMessage());
    assertEquals(
        change.equals("gone"), refusal.getMessage().contains("1 are missing (such as part-1)"));
  }

  /** A run that slept too long finds that it was given up. */
  @Test
  void aRunThatWasTakenForDeadKeepsNothing() throws IOException {
    assertThrows(
        Refusal.class,
        () ->
            output()
                .write(
                    "",
                    "plan",
                    new byte[0],
                    staging -> {
                      draw(staging, "late");
                      try {
                        Files.writeString(folder.resolve(".out-claim"), "another");
                      } catch (IOException e) {
                        throw new UncheckedIOException(e);
                      }
                      return Map.of("plan", "late");
                    }));

    assertEquals(List.of(".out-claim"), names());
  }
}
