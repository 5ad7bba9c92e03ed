package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkFiles;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.random.ReleaseKey;

/** Where keys are looked for, and what is refused without showing one. */
@ExtendWith(SparkTest.class)
class KeyLocationTest {
  private static final String OTHER = "f".repeat(64);

  @TempDir Path folder;

  private static KeyLocation at(Path file) {
    return KeyLocation.find(file.toString());
  }

  private Path key(String name, String text) {
    return SparkTest.writeKey(folder.resolve(name), text);
  }

  private static String refused(Runnable search) {
    String message =
        assertThrows(IllegalArgumentException.class, search::run, "must be refused").getMessage();
    assertFalse(message.contains(OTHER), message);
    assertFalse(message.contains(SparkTest.KEY), message);
    return message;
  }

  @Test
  void theFileIsNamedAndTheKeyIsNot() {
    KeyLocation location = KeyLocation.find();
    assertEquals(SparkTest.KEY_FILE.toString(), location.file());
    assertEquals(16, location.keyId().length());
    assertFalse((location + " " + location.key()).contains(SparkTest.KEY));
  }

  @Test
  void aCommandsFileGoesBeforeTheApplications() {
    assertEquals(at(key("a.key", OTHER)).key(), at(folder.resolve("a.key")).key());
    assertFalse(KeyLocation.find().key().equals(at(folder.resolve("a.key")).key()));
  }

  @Test
  void theFilesPathIsAbsoluteForExecutorsHaveOtherFolders() {
    SparkTest.startedWith(
        KeyLocation.KEY_FILE,
        Path.of("").toAbsolutePath().relativize(key("r.key", OTHER)).toString());
    assertEquals(folder.resolve("r.key").toString(), KeyLocation.find().file());
  }

  /** A reader of somebody's view would choose the key, and undo what the view shows. */
  @Test
  void noSessionChoosesTheKey() {
    Path mine = key("mine.key", OTHER);
    String keyed = "SELECT ldp_randomize(id, 'grr(epsilon=1.0,k=16)', id, 'a') FROM range(9)";
    var before = SparkTest.rows(keyed);
    SparkSession session = spark().newSession();
    SparkSession.setActiveSession(session);
    try {
      session.sql("SET " + KeyLocation.KEY_FILE + "=" + mine);
      String refusal = assertThrows(Exception.class, () -> session.sql(keyed)).getMessage();
      assertTrue(refusal.contains("must be set when the application starts"), refusal);
      session.sql("RESET " + KeyLocation.KEY_FILE);
      assertEquals(before, session.sql(keyed).collectAsList());
      session.conf().unset(KeyLocation.KEY_FILE);
      assertEquals(before, session.sql(keyed).collectAsList());
    } finally {
      SparkSession.setActiveSession(spark());
    }
  }

  @Test
  void aMachineWithAnotherKeyRefusesToRandomize() throws IOException {
    Path file = key("a.key", OTHER);
    KeyLocation ofDriver = at(file);
    Files.writeString(file, SparkTest.KEY); // as another machine might hold it
    IllegalStateException refusal = assertThrows(IllegalStateException.class, ofDriver::key);
    assertTrue(refusal.getMessage().contains("the same release key"), refusal.getMessage());
    assertFalse(refusal.getMessage().contains(OTHER), refusal.getMessage());
    assertFalse(refusal.getMessage().contains(SparkTest.KEY), refusal.getMessage());
  }

  @Test
  void aFileThatHoldsNoKeyIsRefusedWithoutBeingShown() {
    Path file = key("b.key", "hunter2");
    String refusal = refused(() -> at(file));
    assertTrue(refusal.contains("64 hexadecimal digits"), refusal);
    assertFalse(refusal.contains("hunter2"), refusal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-rw-rw-", "r--r--r--"})
  void aFileThatOthersCanReadOrWriteIsRefused(String permissions) throws IOException {
    Path file = key("open.key", OTHER);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    String refusal = refused(() -> at(file));
    assertTrue(refusal.contains(permissions), refusal);
    assertTrue(refusal.contains("chmod 600"), refusal);
  }

  @Test
  void aReadOnlyFileOfItsUserIsTaken() throws IOException {
    Path file = key("closed.key", OTHER);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    assertEquals(file.toString(), at(file).file());
  }

  /** A mounted secret is root's, and its reader is in its group. */
  @ParameterizedTest
  @CsvSource({
    "true, rw-------, true",
    "true, r--------, true",
    "true, r--r-----, false",
    "false, r--r-----, true",
    "false, rw-r-----, true",
    "false, rw-rw----, false",
    "false, r--r--r--, false",
    "false, rw-r-x---, false",
  })
  void aFileOfAnotherUserMayBeReadByItsGroup(boolean own, String permissions, boolean closed) {
    assertEquals(closed, KeyLocation.isClosed(own, PosixFilePermissions.fromString(permissions)));
  }

  @Test
  void aKeyInSparksConfigurationIsRefusedForEventLogsShowIt() {
    String entry = "spark.executorEnv.LDP_KEY";
    SparkTest.startedWith(entry, OTHER);
    assertTrue(refused(KeyLocation::find).contains(entry));
    spark().conf().unset(entry);
    assertTrue(refused(KeyLocation::find).contains(entry), "in the application's, not a session's");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spark.files | /data/me/plan.conf,/data/me/release.key",
        "spark.files | file:///data/upload-17/release.key",
        "spark.yarn.dist.files | release.key",
        "spark.yarn.dist.files | other.key#release.key",
        "spark.archives | /data/me/release.key#folder",
      })
  void aKeyThatSparkWouldCopyIsRefused(String entry, String value) throws IOException {
    Path file =
        Files.move(SparkTest.writeKey(folder.resolve("k"), OTHER), folder.resolve("release.key"));
    SparkTest.startedWith(entry, value);
    String refusal = refused(() -> at(file));
    assertTrue(refusal.contains(entry + " names release.key"), refusal);
    assertTrue(refusal.contains("at one absolute path"), refusal);
    // A session under which somebody could randomize does not come to be.
    SparkTest.startedWith(KeyLocation.KEY_FILE, file.toString());
    String start = refused(() -> new LdpExtensions().apply(new SparkSessionExtensions()));
    assertEquals(refusal, start);
  }

  @Test
  void filesOfOtherNamesMayBeSent() {
    SparkTest.startedWith("spark.files", "/data/me/release.keys,/data/me/my-release.key,plan.conf");
    assertEquals(SparkTest.KEY_FILE.toString(), KeyLocation.find().file());
  }

  @Test
  void aCopyThatSparkMadeIsRefused() throws IOException {
    // Where --files would have put it; sent for real, it would go with every later task too.
    Path sent = SparkTest.writeKey(Path.of(SparkFiles.get("sent.key")), OTHER);
    try {
      String refusal = refused(() -> at(sent));
      assertTrue(refusal.contains("in Spark's folder of files"), refusal);
      assertTrue(
          refused(() -> at(Path.of("/nowhere/on/this/machine/sent.key"))).contains("readable"));
    } finally {
      Files.delete(sent);
    }
  }

  /** Also a session's own entry is shown, by SET. */
  @Test
  void aKeyInASessionsConfigurationIsRefusedToo() {
    String entry = "spark.executorEnv.LDP_KEY";
    spark().sessionState().conf().setConfString(entry, OTHER);
    try {
      assertTrue(refused(KeyLocation::find).contains(entry));
    } finally {
      spark().sessionState().conf().unsetConf(entry);
    }
    assertEquals(SparkTest.KEY_FILE.toString(), KeyLocation.find().file());
  }

  @Test
  void theKeyIsTheFilesWhoeverAsks() {
    for (String text : new String[] {OTHER, "0123456789abcdef".repeat(4)}) {
      KeyLocation location = at(key(text.substring(0, 4) + ".key", text));

      assertEquals(location.keyId(), location.key().id());
      assertEquals(ReleaseKey.parse(text, "a test"), location.key());
    }
  }

  /** Where no Spark runs, no file is one that Spark made. */
  @Test
  void withoutSparkAFileOfAnyFolderIsTaken() {
    Path file = key("alone.key", OTHER);
    SparkEnv env = SparkEnv.get();
    SparkEnv.set(null);
    try {
      assertEquals(file.toString(), at(file).file());
    } finally {
      SparkEnv.set(env);
    }
  }
}
