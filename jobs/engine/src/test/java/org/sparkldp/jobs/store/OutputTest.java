package org.sparkldp.jobs.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.sql.SparkTest;

/** Result folders, when several runs want one, and when runs are killed or files are lost. */
@ExtendWith(SparkTest.class)
class OutputTest {
  private static final String LEFT = "2f1d6a2e-0c3b-4a53-9a57-0123456789ab";
  private static final Output.Beside PLAN = new Output.Beside("plan", new byte[0]);

  @TempDir Path folder;

  @BeforeEach
  void impatient() {
    spark().conf().set(Output.LEASE, "1");
    SlowFileSystem.works();
  }

  @AfterEach
  void asBefore() {
    spark().conf().unset(Output.LEASE);
    SlowFileSystem.works();
  }

  private Output output() {
    return new Output(spark(), folder.resolve("out").toString());
  }

  /** The same folder through a file system whose renames are copies. */
  private Output slow() {
    SlowFileSystem.in(spark());
    try {
      return output();
    } finally {
      SlowFileSystem.outOf(spark());
    }
  }

  private static void draw(String staging, String text) {
    try {
      Path table =
          Files.createDirectories(Path.of(staging.replaceFirst("^[a-z]+:", ""), "reports"));
      Files.writeString(table.resolve("part-00000-uuid.txt"), text);
      Files.writeString(table.resolve("part-00001-uuid.txt"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Drawn(String plan) {}

  private static Output.Writer<String> drawing(String text) {
    return staging -> {
      draw(staging, text);
      return Output.WriteResult.of(new Drawn(text), text);
    };
  }

  private boolean create(String text) {
    return append("", 0, drawing(text));
  }

  /** Whether it was this run that added. */
  private boolean append(String period, int number, Output.Writer<String> writer) {
    return output().append(period, number, PLAN, writer).isPresent();
  }

  private List<String> names() {
    return Fixture.names(folder).stream().filter(name -> !name.endsWith(".crc")).toList();
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve("out/reports").resolve(file));
  }

  private String made() {
    return output().require("reports").get(0).record().path("plan").asText();
  }

  /** The result is this one's, with both of its files, and nothing else is left. */
  private void assertWhole(String result) throws IOException {
    assertEquals(result, made());
    assertEquals(result, text("part-0-00000.txt"));
    assertEquals(result, text("part-0-00001.txt"));
    assertEquals(List.of("out"), names());
  }

  /** The first one draws longer than a lease; who waits neither draws nor takes over. */
  @Test
  void ofTwoRunsOnlyOneDraws() throws Exception {
    spark().conf().set(Output.LEASE, "4"); // more than a busy machine stands still
    CountDownLatch drawing = new CountDownLatch(1);
    AtomicInteger drawn = new AtomicInteger();
    ExecutorService runs = Executors.newFixedThreadPool(2);
    Output.Writer<String> build =
        staging -> {
          drawn.incrementAndGet();
          drawing.countDown();
          sleep(5000);
          return drawing("first").into(staging);
        };
    try {
      Future<Boolean> first = runs.submit(() -> append("", 0, build));
      drawing.await();
      Future<Boolean> second = runs.submit(() -> append("", 0, build));
      assertTrue(first.get());
      assertFalse(second.get());
    } finally {
      runs.shutdownNow();
    }
    assertEquals(1, drawn.get());
    assertWhole("first");
    assertFalse(create("third"));
    assertEquals("first", made());
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Files are named by run and number, so that equal results have equal names. */
  @Test
  void runsAddToAPeriodAndEachNamesItsFiles() throws IOException {
    append("day=1", 0, drawing("a"));
    append("day=2", 0, drawing("b"));
    append("day=1", 1, drawing("c"));

    assertFalse(append("day=1", 1, drawing("again")));
    assertEquals(
        List.of("day=1 0 a", "day=1 1 c", "day=2 0 b"),
        output().runs().stream()
            .map(run -> run.period() + " " + run.number() + " " + run.plan())
            .toList());
    assertEquals(
        List.of("day=1/part-1-00000.txt", "day=1/part-1-00001.txt"),
        output().runs("day=1").get(1).files("reports"));
    assertEquals("c", text("day=1/part-1-00001.txt"));
    assertEquals("plan", output().plan().strip());
  }

  /** A claim that nobody renews, and reports that nobody published: a second one of each person. */
  @Test
  void whatAKilledRunLeftIsRemovedBeforeTheNextOneDraws() throws IOException {
    Files.writeString(folder.resolve(".out-claim"), "dead 3");
    draw(folder.resolve(".out-" + LEFT).toString(), "unpublished");
    draw(folder.resolve(".out-" + LEFT + ".day=1").toString(), "of another period");
    draw(folder.resolve(".out-of-somebody").toString(), "not ours");
    boolean[] wasThere = new boolean[1];

    assertTrue(
        append(
            "",
            0,
            staging -> {
              wasThere[0] = Files.exists(folder.resolve(".out-" + LEFT));
              return drawing("next").into(staging);
            }));

    assertFalse(wasThere[0]);
    assertEquals("next", made());
    assertEquals(List.of(".out-" + LEFT + ".day=1", ".out-of-somebody", "out"), names());
    assertEquals(1, output().clean(attempt -> {}));
    assertEquals(List.of(".out-of-somebody", "out"), names());
  }

  /**
   * Its folder names it until somebody has heard, so that who is killed then can be asked again.
   */
  @Test
  void whatAFailedRunDrewIsGoneBeforeAnybodyHears() {
    List<String> heard = new ArrayList<>();
    Consumer<String> killed =
        attempt -> {
          heard.add(attempt + " " + names());
          assertEquals(List.of(), Fixture.names(folder.resolve(".out-" + attempt)));
          throw new UncheckedIOException(new IOException("killed"));
        };
    Output.Writer<String> full =
        staging -> {
          draw(staging, "half");
          throw new UncheckedIOException(new IOException("No space left on device"));
        };
    assertThrows(
        UncheckedIOException.class, () -> output().append("", 0, LEFT, killed, PLAN, full));
    assertThrows(UncheckedIOException.class, () -> output().clean(killed));
    assertEquals(1, output().clean(heard::add));
    String there = LEFT + " [.out-" + LEFT + ", .out-claim]";
    assertEquals(List.of(there, there, LEFT), heard);
    assertEquals(List.of(), names());
  }

  /**
   * A store whose rename is a copy and a deletion, killed among the moves: of its calls the nth
   * fails, half of the file being copied. Who comes next, a reader too, finishes the moves.
   */
  @ParameterizedTest
  @CsvSource({
    "create,1",
    "create,2",
    "create,3",
    "create,4",
    "replace,1",
    "replace,2",
    "replace,4"
  })
  void aRunThatIsKilledAmongItsMovesIsFinishedByTheNext(String how, int fails) throws IOException {
    if (how.equals("replace")) {
      create("old");
    }
    Output slow = slow();
    SlowFileSystem.failsAt(fails);
    assertThrows(
        UncheckedIOException.class,
        () -> {
          if (how.equals("replace")) {
            slow.replace("reports", PLAN, drawing("new"));
          } else {
            slow.append("", 0, PLAN, drawing("new"));
          }
        });
    // Of the record, the last of four, half may be there.
    assertEquals(fails == 4, Files.exists(folder.resolve("out/run.json")));
    SlowFileSystem.works();

    assertWhole("new");
    assertFalse(create("third"));
  }

  /** A disk that fills up, or a kill, while the list of moves is written. */
  @Test
  void aListOfMovesThatIsCutOffIsNotReady() throws IOException {
    Path left = folder.resolve(".out-" + LEFT);
    draw(left.toString(), "unpublished");
    Files.writeString(left.resolve("moves.json"), "{ \"moves\" : { \"reports/pa");
    assertEquals(List.of(), output().runs());
    assertTrue(create("next"));
    assertWhole("next");
  }

  /** Who was slow finishes what another has finished. */
  @Test
  void movesThatWereMadeAreNotMadeAgain() throws IOException {
    Output slow = slow();
    SlowFileSystem.failsAt(2);
    assertThrows(UncheckedIOException.class, () -> slow.append("", 0, PLAN, drawing("new")));
    SlowFileSystem.works();
    Path staged = Fixture.listed(folder, "[.]out-[0-9a-f]{8}-.*").get(0);
    Path left = Fixture.listed(staged.resolve("reports"), "part-.*").get(0); // or the other
    String number = left.getFileName().toString().replaceAll("\\D*(\\d{5}).*", "$1");
    Files.move(
        left,
        folder.resolve("out/reports/part-0-" + number + ".txt"),
        StandardCopyOption.REPLACE_EXISTING);
    assertWhole("new");
  }

  @Test
  void aRunThatFailsBeforeItIsReadyLeavesTheOldResult() throws IOException {
    create("old");
    assertThrows(
        IllegalStateException.class,
        () ->
            output()
                .replace(
                    "reports",
                    PLAN,
                    staging -> {
                      draw(staging, "half");
                      throw new IllegalStateException("fails");
                    }));

    assertEquals("old", made());
    output().replace("reports", PLAN, drawing("new"));
    assertWhole("new");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gone", "more"})
  void aTableWithoutTheFilesThatWereWrittenIsRefusedAndOthersAreNotRead(String change)
      throws IOException {
    create("whole");
    Path table = folder.resolve("out/reports");
    if (change.equals("more")) {
      Files.writeString(table.resolve("part-2"), "x");
      made();
      return;
    }
    Files.delete(table.resolve("part-0-00001.txt"));
    badInput(
        "of 2 files 1 are missing (such as part-0-00001.txt)", () -> output().require("reports"));
  }

  /** Whoever finds an old record, as a reader that is no run of ours, finds its files. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void ofAnOldResultTheRecordGoesFirst(int deletions) throws IOException {
    create("old");
    Output slow = slow();
    SlowFileSystem.failsAfterDeletions(deletions);
    assertThrows(UncheckedIOException.class, () -> slow.replace("reports", PLAN, drawing("new")));
    assertEquals(deletions == 0, Files.exists(folder.resolve("out/run.json")));
    SlowFileSystem.works();

    assertWhole("new");
  }

  private void write(String file, String text) {
    try {
      Files.writeString(folder.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String read(String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Two wait for a dead claim, and the slower one moves away the claim of the other. */
  @Test
  void aClaimThatWasMovedAwayByMistakeIsPutBack() {
    write(".out-claim", "dead 3");
    Output slow = slow();
    List<String> moved = new ArrayList<>();
    SlowFileSystem.beforeRename(
        from -> {
          if (from.getName().equals(".out-claim")) {
            moved.add(read(".out-claim"));
            if (moved.size() == 1) {
              write(".out-claim", "another, which is alive for a lease yet");
            }
          }
        });
    slow.append("", 0, PLAN, drawing("next"));
    assertEquals(List.of("dead 3", "another, which is alive for a lease yet"), moved);
  }

  @Test
  void aRunThatWasTakenForDeadAmongItsMovesMovesNoMore() throws IOException {
    Output slow = slow();
    SlowFileSystem.beforeRename(
        from -> {
          if (from.getName().startsWith("part-")) {
            write(".out-claim", "another");
          }
        });
    assertThrows(Refusal.class, () -> slow.append("", 0, PLAN, drawing("late")));
    assertFalse(Files.exists(folder.resolve("out/run.json")));
    SlowFileSystem.works();

    assertWhole("late"); // by whoever took over
  }

  /** A run that slept too long finds that it was given up. */
  @Test
  void aRunThatWasTakenForDeadKeepsNothing() throws IOException {
    assertThrows(
        Refusal.class,
        () ->
            output()
                .append(
                    "",
                    0,
                    PLAN,
                    staging -> {
                      try {
                        Files.writeString(folder.resolve(".out-claim"), "another");
                      } catch (IOException e) {
                        throw new UncheckedIOException(e);
                      }
                      return drawing("late").into(staging);
                    }));

    assertEquals(List.of(".out-claim"), names());
  }
}
