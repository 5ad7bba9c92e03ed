package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.ledger.Ledger;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.store.MortalFiles;
import org.sparkldp.protocols.envelope.Envelope;
import org.sparkldp.sql.SparkTest;

/**
 * Commands that are killed at any of their changes on disk, or whose disk fills up, and are run
 * again: at the end data, people and ledger are those of commands that nothing disturbed.
 *
 * <p>A few kills with the profile slow; {@code -Dldp.kills=200} of each randomness by hand, ten a
 * world. What is killed and when is chosen by a world's own seed and printed; a world is seen again
 * by {@code -Dldp.kills.seed} with ten kills.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class KillsTest {
  private static final int KILLS = Integer.getInteger("ldp.kills", 6);
  private static final long SEED = Long.getLong("ldp.kills.seed", 20261127);
  private static final int KILLS_OF_A_WORLD = 10;
  private static final String LEASE = "ldp.claim.seconds";

  /** A whole table, whose fit is written after its estimates. */
  private static final String TABLE =
      """
      task = table
      name = whole
      id = id
      attributes = [
        { column = item, domain { type = list, items = [a, b, c, d, e] } }
        { column = day, domain { type = list, items = ["2026-01-01", "2026-01-02"] }, type = DATE }
      ]
      ask = [[item, day], [item]]
      protocol = "tables(epsilon=8.0)"
      outside = category
      public = [person]
      late_rows = draw
      """;

  @RegisterExtension final Sandbox box = new Sandbox();

  private Random random = new Random(SEED);

  /** What is run, with the folder that it writes. */
  private enum Step {
    PRIVATIZE("privatize --plan @%1$s/plan.conf --input @values --output @%1$s/reports"),
    TWO_AT_ONCE(PRIVATIZE.line),
    RUN("run --plan @%1$s/run.conf --input @values --output @%1$s/run"),
    TABLE("run --plan @%1$s/table.conf --input @values --output @%1$s/table"),
    INGEST("ingest --plan @%1$s/phones.conf --input @phones --output @%1$s/phones"),
    ACCUMULATE("accumulate --input @%1$s/reports --output @%1$s/sums"),
    CLEAN("clean @%1$s/reports");

    private final String line;

    Step(String line) {
      this.line = line;
    }
  }

  @AfterEach
  void asBefore() {
    MortalFiles.outOf(spark());
    spark().conf().unset(LEASE);
  }

  private Ended ldp(String world, String line) {
    return box.ldp("--ledger @%1$s/ledger.db ".formatted(world) + line.formatted(world));
  }

  private void world(String world, String randomness) {
    String question = Fixture.text("randomness = " + randomness, "late_rows = draw");
    String days = Fixture.with(question, "public = [person, day]", "period = day");
    box.write(world + "/plan.conf", days);
    box.write(world + "/run.conf", Fixture.with(question, "name = all"));
    box.write(world + "/table.conf", TABLE + "randomness = " + randomness);
    box.write(world + "/phones.conf", Fixture.with(Fixture.text(), "name = sent", "public = []"));
    box.write(world + "/budget.conf", "budgets = [{ population = people, epsilon = 1000 }]");
    ldp(world, "ledger set-budget @%1$s/budget.conf").done();
  }

  /** Some people more, of a day that is there or another, and phones that send. */
  private void comes(int batch) {
    box.add(
        "values",
        "SELECT id, id AS person, chr(97 + id %% 5) AS item, DATE'2026-01-0%d' AS day"
                .formatted(1 + batch / 3)
            + " FROM range(%d, %d, 1, 1)".formatted(batch * 20, batch * 20 + 20));
    Plan phones = Fixture.reader().read(box.read("disturbed/phones.conf"), "phones.conf");
    String spec = phones.protocol().spec().toString();
    String plan = phones.fingerprint();
    box.write(
        "phones/%02d.jsonl".formatted(batch),
        Stream.iterate(batch * 10, i -> i + 1)
            .limit(20) // half of them come again
            .map(i -> new Envelope(spec, plan, "id-" + i, "", 0, Map.of(), i % 5).json() + "\n")
            .collect(Collectors.joining()));
  }

  /** The commands on a machine that lives, which all end well. */
  private void undisturbed(String world) {
    MortalFiles.another();
    for (Step step : Step.values()) {
      ldp(world, step.line).done();
    }
  }

  /** What was done, in words. */
  private String kill(Step step, long within) {
    MortalFiles.another();
    int room = random.nextInt(20_000);
    long death = 1 + random.nextLong(within);
    boolean isFull = random.nextInt(4) == 0;
    if (isFull) {
      MortalFiles.hasRoom(room);
    } else {
      MortalFiles.diesAt(death);
    }
    if (step == Step.TWO_AT_ONCE) {
      spark().conf().set(LEASE, "20"); // one that a busy machine holds up is not taken for dead
      Stream.generate(() -> CompletableFuture.runAsync(() -> Ldp.run(words(step.line))))
          .limit(2)
          .toList()
          .forEach(CompletableFuture::join);
      spark().conf().set(LEASE, "1");
    } else {
      ldp("disturbed", step.line);
    }
    MortalFiles.another();
    return step + (isFull ? " with room for " + room : " killed at " + death);
  }

  private String[] words(String line) {
    return ("--ledger @disturbed/ledger.db " + line.formatted("disturbed"))
        .replaceAll("(?<=^|[ =])@", box.path("") + "/")
        .split(" ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void whateverIsKilledEndsAsIfNothingHadBeen(String randomness) throws Exception {
    for (int world = 0; world * KILLS_OF_A_WORLD < KILLS; world++) {
      random = new Random(SEED + world);
      oneWorld(
          "seed " + (SEED + world) + ", " + randomness + ": ",
          randomness,
          Math.min(KILLS_OF_A_WORLD, KILLS - world * KILLS_OF_A_WORLD));
      for (String name : box.names("")) {
        box.delete(name);
      }
    }
  }

  private void oneWorld(String seed, String randomness, int kills) throws Exception {
    spark().conf().set(LEASE, "1");
    MortalFiles.in(spark());
    world("disturbed", randomness);
    world("quiet", randomness);
    List<String> went = new ArrayList<>();
    Map<Step, Long> lengths = new TreeMap<>();
    comes(0);
    for (Step step : Step.values()) { // undisturbed, to count its changes on disk
      MortalFiles.another();
      ldp("disturbed", step.line).done();
      lengths.put(step, Math.max(1, MortalFiles.steps()));
    }
    for (int i = 1; i <= kills; i++) {
      comes(i);
      Step step = Step.values()[random.nextInt(Step.values().length)];
      if (step == Step.ACCUMULATE) {
        ldp("disturbed", Step.PRIVATIZE.line).done();
      } else if (step == Step.CLEAN) {
        went.add(kill(Step.PRIVATIZE, lengths.get(Step.PRIVATIZE)));
      }
      went.add(kill(step, lengths.get(step)));
      for (String folder :
          List.of("reports", "run", "table")) { // so that the ledger forgets what was drawn
        ldp("disturbed", "clean @%1$s/" + folder).done();
      }
      if (random.nextBoolean()) {
        ldp("disturbed", step.line).done();
      }
    }
    System.out.println(seed + String.join(", ", went));
    undisturbed("disturbed");
    undisturbed("quiet");

    assertEquals(
        people(ResultRows.byDayAndPerson(box.at("quiet/reports")), randomness),
        people(ResultRows.byDayAndPerson(box.at("disturbed/reports")), randomness));
    assertEquals(rows("quiet/phones/reports"), rows("disturbed/phones/reports"));
    assertEquals(rows("quiet/phones/quarantine"), rows("disturbed/phones/quarantine"));
    if (randomness.equals("keyed")) {
      assertEquals(
          rows("quiet/run/estimated/estimates"), rows("disturbed/run/estimated/estimates"));
      for (String table : List.of("asked", "fits")) {
        String of = "/table/estimated/collected/" + table;
        assertEquals(rows("quiet" + of), rows("disturbed" + of));
      }
    }
    for (String run : List.of("run", "table")) {
      Dataset<Row> drawn = box.table("disturbed/" + run + "/privatized/reports");
      assertEquals(box.table("values").count(), drawn.select("person").distinct().count());
      assertEquals(box.table("values").count(), drawn.count());
    }
    // Added up anew, the reports make the same sums.
    String sums = ResultRows.sums(box.at("disturbed/sums")).toString();
    ldp("disturbed", "accumulate --input @%s/reports --output @%1$s/again").done();
    assertEquals(sums, ResultRows.sums(box.at("disturbed/again")).toString());
    assertEquals(spent("quiet"), spent("disturbed"));
    for (String folder : List.of("disturbed", "disturbed/run", "disturbed/table")) {
      assertEquals(List.of(), box.names(folder).stream().filter(KillsTest::isLeft).toList());
    }
  }

  private static boolean isLeft(String name) {
    return name.startsWith(".") && !name.endsWith(".crc");
  }

  /** Under fresh coins who has answered, and else what. */
  private static Object people(Map<String, String> reports, String randomness) {
    return randomness.equals("keyed") ? reports : reports.keySet();
  }

  private List<String> rows(String table) {
    return box.has(table) ? ResultRows.of(box.at(table)) : List.of();
  }

  /** Of each plan and day, what the ledger counts. */
  private List<String> spent(String world) {
    return Ledger.at(box.path(world + "/ledger.db")).book().entries().stream()
        .map(
            entry ->
                entry.spend().name()
                    + " "
                    + entry.spend().period()
                    + " "
                    + entry.state()
                    + " "
                    + entry.draws()
                    + " "
                    + entry.epsilon()
                    + " open "
                    + entry.open().size())
        .sorted()
        .toList();
  }
}
