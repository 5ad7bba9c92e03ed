package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.draw.Fixture;
import org.sparkldp.sql.SparkTest;

/** Names that commands and options had go on working, and print what the new ones print. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class OldNamesTest {
  @RegisterExtension static final Sandbox BOX = new Sandbox();

  private static int cases;

  @BeforeAll
  static void lay() {
    BOX.table(
        "people",
        "SELECT id, chr(97 + CAST(id % 3 AS INT)) AS item, DATE'2026-01-01' AS day FROM"
            + " range(300)");
    BOX.table("values", "SELECT * FROM parquet.`%s`".formatted(BOX.path("people")));
    BOX.write("head.csv", "id,item\n1,a\n");
    BOX.plan("protocol = \"oue(epsilon=1.0)\"", "public = [day]", "period = day");
    BOX.write("daily.conf", BOX.read("plan.conf"));
    BOX.plan("protocol = \"oue(epsilon=1.0)\"", "public = []");
    BOX.write("script.conf", Fixture.SCRIPT);
    BOX.write("release.conf", Fixture.RELEASE);
    BOX.write("budget.conf", "budgets = [ { population = people, epsilon = 9 } ]");
    BOX.ldp("--ledger @ledger.db ledger set-budget @budget.conf").done();
    BOX.ldp("--ledger @ledger.db privatize --plan @plan.conf --input @people --output @reports")
        .done();
  }

  /** Each old form and the new one, with their outputs in folders of their own, {@code @N}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "query --script=@script.conf --input @people --output @N --format csv"
            + " | run --plan @script.conf --input @people --output @N --format csv",
        "stream --plan @daily.conf --input @values --output @N/privatized --accumulators"
            + " @N/accumulated --checkpoint @N-checkpoint --until-done"
            + " | run --follow --plan @daily.conf --input @values --output @N"
            + " --checkpoint @N-checkpoint --until-done",
        "--ledger @ledger.db ledger export | --ledger @ledger.db ledger show --all",
        "--ledger @ledger.db ledger export --format json"
            + " | --ledger @ledger.db ledger show --all --format json",
        "design --task query --queries 10 --epsilon 1 --error 0.1"
            + " | design --task query --domain 10 --epsilon 1 --error 0.1",
        "init @head.csv --column item --id id --domain weekdays --key @N.key --output @N.conf"
            + " | init @head.csv --column item --id id --items weekdays --key-file @N.key"
            + " --output @N.conf",
        "init @head.csv --column item --id row --lower 0 --upper 9 --bins 3 --output @N.conf"
            + " | init @head.csv --column item --id row --items 0..9/3 --output @N.conf",
      })
  void anOldFormPrintsWhatTheNewOneDoes(String old, String today) {
    assertEquals(printed(today, "new" + cases), printed(old, "old" + cases++));
  }

  private static String printed(String line, String folder) {
    Ended done = BOX.ldp(line.replace("@N", "@" + folder)).done();
    assertFalse(done.out().isEmpty() && done.err().isEmpty(), line);
    return (done.out() + done.err())
        .replace(BOX.path(folder), "@N")
        .replaceAll("in [0-9.]+ s|ldp: \\d+ of \\d+ tasks done\n", "");
  }

  /** Its noise is new each time, so the numbers differ; not so what it says of itself. */
  @Test
  void aReleaseIsReleasedUnderItsOldNameToo() {
    Ended old = BOX.ldp("release --plan @release.conf --input @people --output @r --format csv");
    Ended today = BOX.ldp("run --plan @release.conf --input @people --output @s --format csv");
    assertEquals(today.done().lines().get(0), old.done().lines().get(0));
    assertEquals(today.lines().size(), old.lines().size());
    assertTrue(BOX.has("r/release"));
    BOX.ldp("run --plan @release.conf --input @people --output @r")
        .done()
        .says("already done, nothing was drawn");
  }
}
