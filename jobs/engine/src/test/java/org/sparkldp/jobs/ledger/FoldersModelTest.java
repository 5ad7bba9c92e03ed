package org.sparkldp.jobs.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.plan.Division;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.protocols.accounting.composition.Tally;
import org.sparkldp.sql.SparkTest;

/**
 * Whatever two operators do to a folder of fresh reports, nobody gives more draws than the ledger
 * counts. They run, are killed at any place, copy the folder and put copies back, delete runs, move
 * the folder and what killed runs left, and clean, in random order and in the middle of each
 * other's runs. Folders, records and the ledger are real; drawing is noting whom a run has drawn.
 */
@Tag("slow")
@ExtendWith({SparkTest.class, Interpreted.class})
class FoldersModelTest {
  private static final int PEOPLE = 4;
  private static final int SEQUENCES = 40;
  private static final int STEPS = 14;

  @TempDir(factory = InMemory.class)
  Path folder;

  /** How a ledger could be mistaken, and a sequence that finds it; some later one does, too. */
  private enum Twin {
    NONE(0),
    /** It asks only whether the folder has any reports. */
    LOOKS_FOR_ANY_REPORT(30),
    /** It forgives every killed run of a folder that is cleaned. */
    FORGIVES_ALL(9),
    /** It asks only whether the folder has the run that was committed last. */
    LOOKS_FOR_THE_LAST_RUN(30),
    /** It forgives a run that failed, whoever has its folder. */
    FORGIVES_FAILURES(0);

    private final int foundBy;

    Twin(int foundBy) {
      this.foundBy = foundBy;
    }
  }

  @Test
  void nobodyIsDrawnMoreOftenThanTheLedgerCounts() throws IOException {
    long draws = 0;
    for (int i = 0; i < SEQUENCES; i++) {
      World world = new World(folder.resolve("w" + i), i, Twin.NONE);
      world.live();
      assertEquals("", world.found);
      draws += world.counted();
    }
    assertTrue(draws < 6 * SEQUENCES, draws + " draws: it does not just count every run");
  }

  @Test
  void aLedgerThatIsMistakenIsFound() throws IOException {
    for (Twin twin : Twin.values()) {
      int found = 0;
      for (int i = 0; i < 5 * SEQUENCES && found == 0 && twin != Twin.NONE; i++) {
        World world = new World(folder.resolve(twin + "-" + i), twin.foundBy + i, twin);
        world.live();
        found += world.found.isEmpty() ? 0 : 1;
      }
      assertEquals(twin == Twin.NONE ? 0 : 1, found, twin.name());
    }
  }

  /** After what a run is killed, or fails by itself. */
  private enum Kill {
    RESERVED,
    DRAWN,
    FAILED,
    PUBLISHED,
    NOT
  }

  private static final List<Kill> KILLS =
      List.of(Kill.RESERVED, Kill.DRAWN, Kill.FAILED, Kill.PUBLISHED, Kill.NOT, Kill.NOT);

  /** A run is cut off here, as by kill -9: what follows in it does not happen. */
  private static final class Killed extends RuntimeException {}

  private static final class World {
    private final Path base;
    private final Path out;
    private final Random random;
    private final Twin twin;
    private final Ledger ledger;
    private final Purse purse;
    private final Spend spend;
    private final List<Path> copies = new ArrayList<>();
    private final Map<String, Set<Integer>> drawn = new TreeMap<>();
    private final List<String> steps = new ArrayList<>();
    private int names;
    private String found = "";

    World(Path base, int seed, Twin twin) throws IOException {
      this.base = base;
      this.out = Files.createDirectories(base.resolve("lake")).resolve("out");
      this.random = new Random(seed);
      this.twin = twin;
      this.ledger = Ledger.make(base.resolve("ledger.db").toString());
      this.purse = Purse.of(ledger);
      String place = new Output(spark(), out.toString()).toString();
      long one = Tally.epsilonGrains(1.0);
      this.spend = BookTest.spend("item", "", "", "", place, Division.NONE, one);
    }

    void live() throws IOException {
      for (int i = 0; i < STEPS && found.isEmpty(); i++) {
        switch (random.nextInt(9)) {
          case 0, 1, 2 -> run(true);
          case 3, 4 -> clean();
          default -> change();
        }
        check();
      }
    }

    /** Something that anybody can do to folders, at any time. */
    private void change() throws IOException {
      int what = hidden().isEmpty() ? random.nextInt(6) : 3 + random.nextInt(6);
      steps.add("copy copy restore restore delete move hide hide hide".split(" ")[what]);
      switch (what) {
        case 0, 1 -> {
          if (Files.exists(out)) {
            copies.add(copied(out, base.resolve("copy-" + names++)));
          }
        }
        case 2, 3 -> {
          if (!copies.isEmpty()) {
            FileUtil.fullyDelete(out.toFile());
            copied(copies.get(random.nextInt(copies.size())), out);
          }
        }
        case 4 -> deleteARun();
        case 5 -> move(out, base.resolve("away"));
        default -> {
          for (Path hidden : hidden()) {
            move(hidden, base.resolve("hidden-" + names++));
          }
        }
      }
    }

    /** As a command does it. */
    private void run(boolean isOutside) throws IOException {
      Output output = new Output(spark(), out.toString());
      int people = random.nextInt(PEOPLE) + 1;
      Kill kill = KILLS.get(random.nextInt(KILLS.size()));
      steps.add("run of " + people + " " + kill);
      List<Run> runs = output.runs();
      purse.committed(paid(runs));
      Purse.Payment payment = purse.open(spend, attempts(runs));
      if (kill == Kill.RESERVED) {
        return;
      }
      meanwhile(isOutside);
      int number = runs.stream().mapToInt(Run::number).max().orElse(-1) + 1;
      Path[] left = new Path[1];
      try {
        Optional<Run> added =
            output
                .append(
                    "",
                    number,
                    payment.attempt(),
                    attempt -> {
                      if (kill != Kill.DRAWN) {
                        forget(attempt);
                      }
                    },
                    new Output.Beside("plan", new byte[0]),
                    staging -> draw(output, runs, payment, people, kill, staging, left))
                .flatMap(Output.WriteResult::run);
        if (kill == Kill.PUBLISHED) {
          return;
        }
        if (added.isPresent()) {
          payment.confirm();
        } else {
          payment.close();
        }
      } catch (Killed killed) {
        if (left[0] != null) {
          move(left[0], out.resolveSibling(".out-" + payment.attempt()));
        }
        if (kill == Kill.FAILED && twin == Twin.FORGIVES_FAILURES) {
          purse.forget(payment.attempt());
        }
      } catch (IllegalArgumentException | UncheckedIOException e) {
        payment.close(); // as where tables lie without a record, or have gone
      }
    }

    private record Drawn(Set<Integer> drawn, Purse.Paid ledger) {}

    private Output.WriteResult<Record, Kill> draw(
        Output output,
        List<Run> runs,
        Purse.Payment payment,
        int people,
        Kill kill,
        String staging,
        Path[] left) {
      try {
        List<Run> present = new ArrayList<>(output.recorded(""));
        present.retainAll(runs);
        payment.drawing(attempts(present));
        Set<Integer> late = new TreeSet<>();
        for (int person = 0; person < people; person++) {
          late.add(person);
        }
        for (Run run : runs) {
          run.record().path("drawn").forEach(person -> late.remove(person.asInt()));
        }
        if (late.isEmpty() && !runs.isEmpty()) {
          payment.nothing();
          return Output.WriteResult.nothing(kill);
        }
        drawn.put(payment.attempt(), late);
        Path table = Files.createDirectories(Path.of(staging.replace("file:", ""), "people"));
        Files.writeString(table.resolve("part"), "" + late);
        meanwhile(false);
        if (kill == Kill.DRAWN) {
          Path hidden = table.getParent();
          left[0] = copied(hidden, base.resolve("killed-" + names++));
        }
        if (kill == Kill.DRAWN || kill == Kill.FAILED) {
          throw new Killed();
        }
        return Output.WriteResult.of(new Drawn(late, payment.paid()), kill);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** What the other operator does in the middle of a run; who draws lets nobody else run. */
    private void meanwhile(boolean mayRun) throws IOException {
      int what = random.nextInt(8);
      if (what == 0 && mayRun) {
        steps.add("meanwhile");
        run(false);
      } else if (what <= 1) {
        steps.add("meanwhile");
        change();
      }
    }

    private Set<String> attempts(List<Run> runs) {
      Set<String> there =
          paid(runs.stream().filter(run -> run.hasTable("people")).toList()).stream()
              .map(Purse.Paid::attempt)
              .collect(Collectors.toSet());
      List<String> known = known();
      if (twin == Twin.LOOKS_FOR_ANY_REPORT && !runs.isEmpty()) {
        there.addAll(known);
      } else if (twin == Twin.LOOKS_FOR_THE_LAST_RUN && !known.isEmpty()) {
        there.addAll(known.subList(0, known.size() - 1));
      }
      return there;
    }

    /** The attempts that the ledger knows of. */
    private List<String> known() {
      return ledger.book().entries().stream()
          .flatMap(entry -> entry.attempts().stream())
          .map(Entry.Attempt::name)
          .toList();
    }

    private record Bill(Purse.Paid ledger) {}

    private static List<Purse.Paid> paid(List<Run> runs) {
      return runs.stream().map(run -> run.as(Bill.class).ledger()).toList();
    }

    private void clean() throws IOException {
      steps.add("clean");
      boolean isKilled = random.nextInt(4) == 0;
      try {
        new Output(spark(), out.toString())
            .clean(
                attempt -> {
                  if (isKilled) {
                    throw new Killed();
                  }
                  forget(attempt);
                });
      } catch (Killed killed) {
        steps.add("killed");
      }
      if (twin == Twin.FORGIVES_ALL) {
        known().forEach(purse::forget);
      }
    }

    private void forget(String attempt) {
      purse.forget(attempt);
      drawn.remove(attempt); // nobody has read them
    }

    private void deleteARun() throws IOException {
      List<Path> records = Fixture.listed(out, ".*[.]json");
      if (!records.isEmpty()) {
        Path record = records.get(random.nextInt(records.size()));
        Files.delete(record);
        Files.deleteIfExists(record.resolveSibling("." + record.getFileName() + ".crc"));
      }
    }

    long counted() {
      return ledger.book().entries().stream().mapToLong(Entry::draws).sum();
    }

    private void check() {
      for (int person = 0; person < PEOPLE; person++) {
        int each = person;
        long times = drawn.values().stream().filter(people -> people.contains(each)).count();
        if (times > counted()) {
          found = "drawn " + times + " times, counted " + counted() + ": " + steps;
        }
      }
    }

    private List<Path> hidden() {
      return Fixture.listed(out.getParent(), "\\.out-[0-9a-f]{8}-.*");
    }

    /** There, or back where it has been moved before. */
    private static void move(Path from, Path to) throws IOException {
      if (Files.exists(from) && !Files.exists(to)) {
        Files.move(from, to);
      } else if (Files.exists(to) && !Files.exists(from)) {
        Files.move(to, from);
      }
    }

    private static Path copied(Path from, Path to) {
      Fixture.copy(from, to);
      return to;
    }
  }
}
