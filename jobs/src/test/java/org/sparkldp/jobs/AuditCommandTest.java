package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.sql.SparkTest;

/** {@code ldp audit --pairs}: what somebody else's client leaks, from its reports alone. */
@ExtendWith(SparkTest.class)
class AuditCommandTest {
  @TempDir Path folder;

  /** A client that shows the truth in three of four reports: its epsilon is ln 3, 1.0986. */
  private String pairs() throws IOException {
    StringBuilder table = new StringBuilder("report,value,day\n");
    for (int i = 0; i < 40_000; i++) {
      String value = i % 2 == 0 ? "alice" : "bob";
      String other = i % 2 == 0 ? "bob" : "alice";
      boolean lies = i / 2 * 7919 % 4 == 3; // evenly spread
      table.append("said ").append(lies ? other : value).append(',').append(value).append(",1\n");
    }
    return Files.writeString(folder.resolve("pairs.csv"), table).toString();
  }

  @Test
  void aClaimBelowWhatIsShownIsRefutedAndNothingPrivateIsPrinted() throws IOException {
    String table = pairs();
    Ended refuted = ldp("audit --pairs %s --epsilon 0.9 --format csv", table);
    Ended not = ldp("audit --pairs %s --epsilon 1.1 --format csv", table);

    refuted.refused();
    assertTrue(refuted.out().contains(",above claim,2,40000,0.999999"), refuted.out());
    not.done();
    assertTrue(not.out().contains(",not refuted,2,40000,0.999999"), not.out());
    assertFalse((refuted.out() + refuted.err() + not.out() + not.err()).contains("alice"));
  }

  @Test
  void aDeltaIsTakenOff() throws IOException {
    Ended found = ldp("audit --pairs %s --epsilon 0.9 --delta 0.5", pairs());

    found.done();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--pairs TABLE",
        "--pairs TABLE --epsilon 0",
        "--pairs TABLE --epsilon 1 --delta 1",
        "--pairs TABLE --epsilon 1 --mutant 0.1",
        "--pairs TABLE --epsilon 1 --all",
        "--pairs TABLE --epsilon 1 --spec rr(epsilon=1)",
        "--spec rr(epsilon=1) --epsilon 1",
        "--spec rr(epsilon=1) --seconds 0",
        "--spec rr(epsilon=1) --samples -1",
      })
  void whatDoesNotGoTogetherIsRefused(String arguments) throws IOException {
    Ended ended = Ended.of(("audit " + arguments.replace("TABLE", pairs())).split(" "));

    ended.badInput();
  }

  @Test
  void aTableWithoutTheColumnsIsRefusedWithoutNamingIts() throws IOException {
    Path table = Files.writeString(folder.resolve("other.csv"), "alice,cancer\n1,2\n");
    Ended ended = ldp("audit --pairs %s --epsilon 1", table);

    ended.badInput("the columns value and report");
    assertFalse(ended.err().contains("alice"), ended.err());
  }
}
