package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.SparkTest;

/**
 * Plans, what they name, and results on a file system of another scheme; and what is said when a
 * disk fails.
 */
@ExtendWith(SparkTest.class)
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

  @TempDir Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    Files.createDirectories(folder.resolve("plans"));
    Files.createDirectories(folder.resolve("domains"));
    Files.writeString(folder.resolve("plans/plan.conf"), PLAN);
    Files.writeString(folder.resolve("domains/pages.txt"), "home\nsearch\n");
    Files.writeString(folder.resolve("v.csv"), "user_id,page\nu1,home\nu2,search\nu3,other\n");
  }

  private String other(String name) {
    return "other:" + folder.resolve(name);
  }

  private static Ended onDisk(String disk, String... words) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--conf",
                "fs.other.impl=" + OtherDisk.class.getName(),
                "--conf",
                "fs.other.impl.disable.cache=true",
                "--conf",
                "ldp.test.disk=" + disk));
    all.addAll(List.of(words));
    try {

      return Ended.of(all.toArray(String[]::new));
    } finally {
      for (String entry :
          List.of("fs.other.impl", "fs.other.impl.disable.cache", "ldp.test.disk")) {
        SparkTest.spark().conf().unset(entry);
      }
    }
  }

  private Ended privatize(String disk, String plan, String output) {
    return onDisk(
        disk, "privatize", "--plan", plan, "--input", folder + "/v.csv", "--output", output);
  }

  private static List<String> reports(String folder) {
    return ResultRows.of(folder + "/reports");
  }

  @Test
  void aPlanAndItsDomainFileMayLieOnAnyFileSystem() {
    String local = folder.resolve("r").toString();
    Ended here = privatize("", folder.resolve("plans/plan.conf").toString(), local);
    here.done();
    for (String plan : List.of(other("plans/plan.conf"), "file:" + folder + "/plans/plan.conf")) {
      String name = plan.startsWith("other") ? "other-r" : "file-r";
      Ended there = privatize("", plan, folder.resolve(name).toString());
      there.done();
      assertEquals(reports(local), reports(folder.resolve(name).toString()));
    }
    Ended all = privatize("", other("plans/plan.conf"), other("all"));
    all.done();
    assertEquals(reports(local), reports(folder.resolve("all").toString()));
  }

  /** What a plan at another place names by an absolute path is there, not on this machine. */
  @Test
  void anAbsolutePathStaysOnThePlansFileSystem() throws IOException {
    Files.writeString(
        folder.resolve("plans/plan.conf"),
        PLAN.replace("../domains", folder.resolve("domains").toString()));
    Ended there = privatize("", other("plans/plan.conf"), folder.resolve("r").toString());
    there.done();
    Ended refused =
        privatize(
            "refused",
            folder.resolve("plans/plan.conf").toString(),
            folder.resolve("s").toString());
    assertEquals(Exit.DONE, refused.code(), "a local plan's files are local: " + refused);
  }

  @Test
  void theGuardsOfPublishedFilesHoldThereToo() throws IOException {
    Files.writeString(folder.resolve("domains/pages.txt"), "home\n" + SparkTest.KEY + "\n");
    Ended key = privatize("", other("plans/plan.conf"), folder.resolve("r").toString());
    key.badInput("64 hexadecimal digits");
    assertFalse(key.err().contains(SparkTest.KEY), key.err());
    Files.writeString(
        folder.resolve("plans/plan.conf"), "include \"" + other("plans/x.conf") + "\"\n" + PLAN);
    Ended include = privatize("", other("plans/plan.conf"), folder.resolve("r").toString());
    include.badInput("must stand in one file");
  }

  @Test
  void theNextRoundsPlanIsReadWithItsAttachment() throws IOException {
    String rounds =
        """
        task = gaussian-mean
        name = weights
        column = weight
        id = user_id
        protocol = "gaussian(epsilon=2.0,sigma=3,center=60,range=50,users=2000)"
        outside = fail
        randomness = keyed
        """;
    Files.writeString(folder.resolve("plans/rounds.conf"), rounds);
    SparkTest.spark()
        .range(2000)
        .selectExpr("id AS user_id", "55.0D + id % 11 AS weight")
        .write()
        .parquet(folder.resolve("people").toString());
    String people = folder.resolve("people").toString();
    for (String[] words :
        new String[][] {
          {
            "privatize",
            "--plan",
            other("plans/rounds.conf"),
            "--input",
            people,
            "--output",
            other("p1")
          },
          {"accumulate", "--input", other("p1"), "--output", other("a1")},
          {"estimate", "--input", other("a1"), "--output", other("e1")},
          {
            "privatize",
            "--plan",
            other("e1/next/plan.conf"),
            "--input",
            people,
            "--output",
            other("p2")
          },
        }) {
      Ended ended = onDisk("", words);
      ended.done();
    }
    Ended local =
        onDisk(
            "",
            "privatize",
            "--plan",
            folder.resolve("e1/next/plan.conf").toString(),
            "--input",
            people,
            "--output",
            folder.resolve("p3").toString());
    local.done();
    assertEquals(
        reports(folder.resolve("p3").toString()), reports(folder.resolve("p2").toString()));
  }

  @ParameterizedTest
  @CsvSource({
    "nosuch:/plans/plan.conf, no file system is known for the path's scheme",
    "'s3a://bucket/plan.conf', no file system is known for the path's scheme",
    "other:/nowhere/plan.conf, the plan must be a readable file",
    "'other://[/plan.conf', a file must be named by a path or a URI",
  })
  void aPlanThatCannotBeReadIsRefusedInOneSentence(String plan, String words) {
    Ended ended = privatize("", plan, folder.resolve("r").toString());
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
    Ended ended = privatize(disk, other("plans/plan.conf"), other("r"));
    ended.failed("(" + words + ")");
    assertFalse(Files.exists(folder.resolve("r")));
    Ended again = privatize("", other("plans/plan.conf"), other("r"));
    again.done();
  }

  @Test
  void whatIsNotOfAKnownKindStaysWithheld() {
    Ended ended = privatize("poisoned", other("plans/plan.conf"), other("r"));
    ended.failed("Its message is withheld");
    assertFalse(ended.err().contains("secret4711"), ended.err());
    Ended refused = privatize("refused", other("plans/plan.conf"), other("r"));
    refused.badInput("(a connection was refused)");
    assertFalse(refused.err().contains("secret4711"), refused.err());
  }
}
