package org.sparkldp.jobs.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.ResultRows;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.SparkTest;

/**
 * Plans, what they name, and results on a file system of another scheme; and what is said when a
 * disk fails.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class OtherFileSystemsTest {
  private static final String PLAN =
      """
      name = pages
      column = page
      id = user_id
      protocol = "grr(epsilon=1.0)"
      domain { type = file, path = "../domains/pages.txt" }
      outside = category
      randomness = keyed
      """;

  private static final List<String> SETTINGS =
      List.of("fs.other.impl", "fs.other.impl.disable.cache", "ldp.test.disk");

  @RegisterExtension final Sandbox box = new Sandbox();

  @BeforeEach
  void writeFiles() {
    box.write("plans/plan.conf", PLAN);
    box.write("domains/pages.txt", "home\nsearch\n");
    box.write("v.csv", "user_id,page\nu1,home\nu2,search\nu3,other\n");
  }

  @AfterEach
  void asBefore() {
    SETTINGS.forEach(entry -> SparkTest.spark().conf().unset(entry));
  }

  /** A command in which {@code other:@name} is on a disk that is in this state. */
  private Ended onDisk(String disk, String line) {
    return box.ldp(
        "--conf fs.other.impl=%s --conf fs.other.impl.disable.cache=true --conf ldp.test.disk=%s "
                .formatted(OtherDisk.class.getName(), disk)
            + line.replace("other:@", "other:" + box.path("") + "/"));
  }

  private Ended privatize(String disk, String plan, String output) {
    return onDisk(disk, "privatize --input @v.csv --plan " + plan + " --output " + output);
  }

  private List<String> reports(String name) {
    return ResultRows.of(box.at(name + "/reports"));
  }

  @Test
  void aPlanAndItsDomainFileMayLieOnAnyFileSystem() {
    privatize("", "@plans/plan.conf", "@r").done();
    privatize("", "file:" + box.path("plans/plan.conf"), "@file-r").done();
    privatize("", "other:@plans/plan.conf", "other:@other-r").done();
    assertEquals(reports("r"), reports("file-r"));
    assertEquals(reports("r"), reports("other-r"));
  }

  /** What a plan at another place names by an absolute path is there, not on this machine. */
  @Test
  void anAbsolutePathStaysOnThePlansFileSystem() {
    box.write("plans/plan.conf", PLAN.replace("../domains", box.path("domains")));
    privatize("", "other:@plans/plan.conf", "@r").done();
    privatize("refused", "@plans/plan.conf", "@s").done(); // a local plan's files are local
  }

  @Test
  void theGuardsOfPublishedFilesHoldThereToo() {
    box.write("domains/pages.txt", "home\n" + SparkTest.KEY + "\n");
    privatize("", "other:@plans/plan.conf", "@r")
        .badInput("64 hexadecimal digits")
        .keeps(SparkTest.KEY);
    box.write("plans/plan.conf", "include \"other:" + box.path("plans/x.conf") + "\"\n" + PLAN);
    privatize("", "other:@plans/plan.conf", "@r").badInput("must stand in one file");
  }

  @Test
  void theNextRoundsPlanIsReadWithItsAttachment() {
    box.write(
        "plans/rounds.conf",
        """
        task = gaussian-mean
        name = weights
        column = weight
        id = user_id
        protocol = "gaussian(epsilon=2.0,sigma=3,center=60,range=50,users=2000)"
        outside = fail
        randomness = keyed
        """);
    box.table("people", "SELECT id AS user_id, 55.0D + id % 11 AS weight FROM range(2000)");
    onDisk("", "privatize --plan other:@plans/rounds.conf --input @people --output other:@p1")
        .done();
    onDisk("", "accumulate --input other:@p1 --output other:@a1").done();
    onDisk("", "estimate --input other:@a1 --output other:@e1").done();
    String next = "e1/next/plan.conf --input @people --output ";
    onDisk("", "privatize --plan other:@" + next + "other:@p2").done();
    onDisk("", "privatize --plan @" + next + "@p3").done();
    assertEquals(reports("p3"), reports("p2"));
  }

  @ParameterizedTest
  @CsvSource({
    "nosuch:/plans/plan.conf, no file system is known for the path's scheme",
    "'s3a://bucket/plan.conf', no file system is known for the path's scheme",
    "other:/nowhere/plan.conf, the plan must be a readable file",
    "'other://[/plan.conf', a file must be named by a path or a URI",
  })
  void aPlanThatCannotBeReadIsRefusedInOneSentence(String plan, String words) {
    Ended ended = privatize("", plan, "@r");
    assertTrue(ended.code() == Exit.BAD_INPUT || ended.code() == Exit.FAILED, ended::toString);
    ended.says(words);
    assertEquals(1, ended.err().lines().count(), ended.err());
  }

  @ParameterizedTest
  @CsvSource({
    "full, no space is left on a disk",
    "readonly, a file system is read-only",
    "denied, permission was denied",
  })
  void aFailureOfADiskIsNamed(String disk, String words) {
    privatize(disk, "other:@plans/plan.conf", "other:@r").failed("(" + words + ")");
    assertFalse(box.has("r"));
  }

  @Test
  void whatIsNotOfAKnownKindStaysWithheldAndTheNextRunSucceeds() {
    privatize("poisoned", "other:@plans/plan.conf", "other:@r")
        .failed("Its message is withheld")
        .keeps("secret4711");
    Ended refused = privatize("refused", "other:@plans/plan.conf", "other:@r");
    refused.badInput("(a connection was refused)").keeps("secret4711");
    privatize("", "other:@plans/plan.conf", "other:@r").done();
  }
}
