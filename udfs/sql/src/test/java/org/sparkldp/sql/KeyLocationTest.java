package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Where keys are looked for, and what is refused without showing one. */
@ExtendWith(SparkTest.class)
class KeyLocationTest {
  private static final String OTHER = "f".repeat(64);

  @TempDir Path folder;

  private static KeyLocation at(Path file) {
    spark().conf().set(KeyLocation.KEY_FILE, file.toString());
    return KeyLocation.find();
  }

  @Test
  void theFileIsNamedAndTheKeyIsNot() {
    KeyLocation location = KeyLocation.find();
    assertEquals(SparkTest.KEY_FILE.toString(), location.file());
    assertEquals(16, location.keyId().length());
    assertFalse((location + " " + location.key()).contains(SparkTest.KEY));
  }

  @Test
  void aFileSentBySparkIsFoundByItsName() throws IOException {
    Path sent = Files.writeString(folder.resolve("sent.key"), OTHER);
    spark().sparkContext().addFile(sent.toString());
    KeyLocation location = at(Path.of("/nowhere/on/this/machine/sent.key"));
    assertEquals(at(sent).keyId(), location.keyId());
    assertEquals(at(sent).key(), location.key());
  }

  @Test
  void aMachineWithAnotherKeyRefusesToRandomize() throws IOException {
    Path file = Files.writeString(folder.resolve("a.key"), OTHER);
    KeyLocation ofDriver = at(file);
    Files.writeString(file, SparkTest.KEY); // as another machine might hold it
    IllegalStateException refusal = assertThrows(IllegalStateException.class, ofDriver::key);
    assertTrue(refusal.getMessage().contains("the same release key"), refusal.getMessage());
    assertFalse(refusal.getMessage().contains(OTHER), refusal.getMessage());
    assertFalse(refusal.getMessage().contains(SparkTest.KEY), refusal.getMessage());
  }

  @Test
  void aFileThatHoldsNoKeyIsRefusedWithoutBeingShown() throws IOException {
    Path file = Files.writeString(folder.resolve("b.key"), "hunter2");
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> at(file));
    assertTrue(refusal.getMessage().contains("64 hexadecimal digits"), refusal.getMessage());
    assertFalse(refusal.getMessage().contains("hunter2"), refusal.getMessage());
  }

  @Test
  void aKeyInSparksConfigurationIsRefusedForEventLogsShowIt() {
    String entry = "spark.executorEnv.LDP_KEY";
    spark().sessionState().conf().setConfString(entry, OTHER);
    try {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, KeyLocation::find);
      assertTrue(refusal.getMessage().contains(entry), refusal.getMessage());
      assertFalse(refusal.getMessage().contains(OTHER), refusal.getMessage());
    } finally {
      spark().sessionState().conf().unsetConf(entry);
    }
  }
}
