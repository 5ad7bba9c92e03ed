package org.sparkldp.jobs;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.console.Usage;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/** What a deployment must say of itself: from a plan alone, and from all that is known. */
@ExtendWith({SparkTest.class, Interpreted.class})
class DiscloseCommandTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  private static final String FIELDS =
      "name, organisation, contact, purpose, data, population, model of privacy, unit of privacy,"
          + " mechanism, epsilon of a report, epsilon of a period, epsilon of a lifetime, delta,"
          + " budget, who sees what, retention, evidence";

  @Test
  void aPlanAloneIsEnoughAndTheRestIsToBeFilledIn() throws IOException {
    plan("randomness = keyed");
    box.ldp("disclose --plan @p.conf @out").done();
    String entry = Files.readString(box.at("out/entry.md"));
    String legal = Files.readString(box.at("out/legal.md"));
    for (String field : FIELDS.split(", ")) {
      assertTrue(entry.contains("| " + field + " | "), field);
    }
    assertTrue(entry.contains("| organisation | to be filled in |"), entry);
    assertTrue(entry.contains("; " + Usage.PROGRAM + ", class "), entry);
    assertTrue(entry.contains("every outcome of the random bits enumerated: epsilon 1."), entry);
    assertTrue(legal.contains("at most 3.01 times as likely"), legal);
    assertTrue(legal.contains("release key"), legal);
    assertTrue(legal.contains("* retention\n"), legal);
    // Those that the page of the guarantee forbids, and no page says them of itself.
    String guarantee = Files.readString(DocPage.repository().resolve("udfs/docs/guarantee.md"));
    String forbidden = legal.substring(legal.indexOf("## Do not write"), legal.indexOf("## To be"));
    for (String sentence :
        List.of(
            "nobody sees the data", "anonymous", "every value is randomized before it is stored")) {
      assertTrue(guarantee.replaceAll("\\s+", " ").contains("\"" + sentence + "\""), sentence);
      assertTrue(forbidden.contains(sentence), sentence);
      assertTrue(!legal.replace(forbidden, "").contains(sentence) && !entry.contains(sentence));
    }
  }

  @Test
  void runsLedgerAndWordsOfPeopleFillItIn() throws IOException {
    plan("randomness = write-once\npublic = [day]\nperiod = day\npurpose = research");
    box.write("v.csv", "v,id,day\n0,1,2026-01-01\n1,2,2026-01-02\n1,3,2026-01-02\n");
    box.write("budget.conf", "budgets = [{population = people, epsilon = 8.0}]");
    box.write("about.conf", "organisation = \"Example | AG\"\nretention = \"30 days\"");
    box.ldp("--ledger @ledger ledger set-budget @budget.conf").done();
    box.ldp("--ledger @ledger privatize --plan @p.conf --input @v.csv --output @out").done();
    box.ldp("--ledger @ledger disclose --plan @p.conf --runs @out --about @about.conf @said")
        .done();
    String entry = Files.readString(box.at("said/entry.md"));
    assertTrue(entry.contains("| organisation | Example \\| AG |"), entry);
    assertTrue(entry.contains("| purpose | research |"), entry);
    assertTrue(entry.contains("from a table that the operator holds"), entry);
    assertTrue(entry.contains("2 runs, 3 reports, from day=2026-01-01 to day=2026-01-02"), entry);
    assertTrue(entry.contains("is left of the budget of people"), entry);
    assertTrue(entry.contains("so far 2 at most"), entry);
    String legal = Files.readString(box.at("said/legal.md"));
    assertTrue(legal.contains("No key turns a report back"), legal);

    box.write("other.conf", Files.readString(box.at("p.conf")).replace("1.1", "1.0"));
    box.ldp("disclose --plan @other.conf --runs @out @no").badInput("whose runs are of another");
    box.ldp("disclose --plan @p.conf @said").badInput("must be a new folder");
  }

  @Test
  void aChangedFileIsSeen() throws IOException {
    plan("randomness = keyed");
    box.ldp("disclose --plan @p.conf @out").done();
    box.ldp("disclose --verify @out").done();
    for (String file : List.of("entry.md", "legal.md", "disclosure.json")) {
      Path at = box.at("out/" + file);
      String whole = Files.readString(at);
      Files.writeString(at, whole.replace("1.1", "0.1").replace("3.01", "1.01"));
      Ended ended = box.ldp("disclose --verify @out");
      assertEquals(3, ended.code());
      assertTrue(ended.err().contains(file), ended.err());
      Files.delete(at);
      assertChanged(file);
      Files.write(at, new byte[] {(byte) 0xff}); // no text
      assertChanged(file);
      Files.writeString(at, whole);
    }
    Path json = box.at("out/disclosure.json");
    String whole = Files.readString(json);
    for (String wrong :
        List.of(
            "",
            "null",
            "{}",
            "{\"entry\":{\"name\":null},\"sentences\":[],\"sha256\":{}}",
            whole.replace("\"sha256\"", "\"sha512\""))) {
      Files.writeString(json, wrong);
      assertChanged("disclosure.json");
    }
    Files.writeString(json, whole);
    box.ldp("disclose --verify @out").done();
  }

  private void assertChanged(String file) {
    Ended ended = box.ldp("disclose --verify @out");
    assertEquals(3, ended.code(), ended.err());
    assertTrue(ended.err().contains("Changed in ") && ended.err().contains(": " + file + ";"));
  }

  @Test
  void anUnfinishedFolderIsNoneAndIsFinishedByTheNext() throws IOException {
    plan("randomness = keyed");
    box.write(".out.unfinished/entry.md", "half of it");
    box.ldp("disclose --plan @p.conf @out").done();
    box.ldp("disclose --verify @out").done();
    assertFalse(Files.exists(box.at(".out.unfinished")));
  }

  @Test
  void whatIsSaidOfARowIsNotSaidOfAPerson() throws IOException {
    plan("randomness = write-once\npublic = [day]\nperiod = day");
    box.write("rows.conf", Files.readString(box.at("p.conf")).replace("id = id", "id = row"));
    box.ldp("disclose --plan @rows.conf @out").done();
    String legal = Files.readString(box.at("out/legal.md"));
    assertTrue(legal.contains("The report of a row is at most 3.01 times as likely"), legal);
    assertTrue(legal.contains("A person with several rows reports several times"), legal);
    assertFalse(legal.contains("All that a person reports"), legal);
  }

  @Test
  void runsOfOtherRoundsAreOfThePlan_andThoseOfAnotherAreNot() throws IOException {
    plan("randomness = keyed");
    box.write("v.csv", "v,id\n" + rows(480));
    box.write(
        "rounds.conf",
        "task = quantile, name = middle, column = v, id = id, outside = fail, randomness = keyed\n"
            + "protocol = \"median(epsilon=8.0,lower=0,upper=4,users=480,rounds=3,step=1)\"");
    box.ldp("run --plan @rounds.conf --input @v.csv --output @out").done();
    box.ldp("disclose --plan @rounds.conf --runs @out @said").done();
    String entry = Files.readString(box.at("said/entry.md"));
    assertTrue(entry.contains("3 runs, 480 reports"), entry);
    box.ldp("disclose --plan @rounds.conf --runs @out/round-2 @second").done();
    box.write("other.conf", Files.readString(box.at("rounds.conf")).replace("middle", "other"));
    box.ldp("disclose --plan @other.conf --runs @out @no").badInput("whose runs are of another");
  }

  private static String rows(int number) {
    return IntStream.range(0, number).mapToObj(i -> i % 2 + "," + i + "\n").collect(joining());
  }

  @Test
  void aFactorThatNoNumberHoldsIsAPower() throws IOException {
    plan("randomness = keyed\nreports_per_person = 700");
    box.ldp("disclose --plan @p.conf @out").done();
    String legal = Files.readString(box.at("out/legal.md"));
    assertTrue(legal.contains("at most e^770"), legal);
  }

  private void plan(String more) throws IOException {
    box.write(
        "p.conf",
        "name = sure, column = v, id = id, protocol = \"grr(epsilon=1.1)\"\n"
            + "domain { type = range, from = 0, to = 1 }, outside = fail\n"
            + more);
  }
}
