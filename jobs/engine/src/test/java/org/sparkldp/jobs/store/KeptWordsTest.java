package org.sparkldp.jobs.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.sql.SparkTest;

/** What a folder keeps before anything is published, and how its files are listed. */
@ExtendWith(SparkTest.class)
class KeptWordsTest {
  private static final Output.Beside PLAN = new Output.Beside("plan", new byte[0]);

  @TempDir Path folder;

  private Output output() {
    return new Output(spark(), folder.resolve("out").toString());
  }

  private boolean add(Output output, String period, String offered, List<String> kept) {
    return output
        .append(
            period,
            0,
            PLAN,
            staging -> {
              kept.add(output.keep("key", () -> offered));
              if (period.isEmpty()) {
                throw new IllegalStateException("killed");
              }
              spark().range(1).write().parquet(staging + "/reports");
              return Output.WriteResult.of(new Drawn("x", 1), kept);
            })
        .isPresent();
  }

  private record Drawn(String plan, long reports) {}

  @Test
  void theFirstWordStaysUntilNothingIsThere() {
    List<String> kept = new ArrayList<>();
    assertThrows(IllegalStateException.class, () -> add(output(), "", "first of all", kept));
    assertEquals("first of all", output().keep("key", () -> "second"));
    assertEquals("another", output().keep("other", () -> "another"), "of another name");
    assertFalse(output().isComplete(), "a word is no result");

    assertEquals(0, output().clean(attempt -> {}));
    assertTrue(add(output(), "day=1", "second", kept));
    assertTrue(add(output(), "day=2", "third", kept));
    assertEquals(0, output().clean(attempt -> {}));
    assertEquals("second", output().keep("key", () -> "third"), "there are results");
    assertEquals(List.of("first of all", "second", "second"), kept);
    assertEquals(2, output().runs().size());
  }

  @Test
  void filesOfOthersStay() throws IOException {
    Path others = Files.createDirectories(folder.resolve("out/runs"));
    for (String name : List.of("notes.txt", "key=mine")) {
      Files.writeString(others.resolve(name), "precious");
    }
    assertEquals("word", output().keep("key", () -> "word"));
    assertEquals(0, output().clean(attempt -> {}));
    assertEquals( // beside checksums of Hadoop
        List.of(others.resolve("key=mine"), others.resolve("notes.txt")),
        Fixture.listed(others, "[^.].*"));
  }

  @Test
  void localFilesAreListedAsHadoopListsThem() throws IOException {
    for (String name : List.of("a", "b=1/c", "b=1/.hidden", "b=2/d/e", "b=2/d/_f")) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name);
    }
    Files.createDirectories(folder.resolve("empty"));
    org.apache.hadoop.fs.Path above = new org.apache.hadoop.fs.Path(folder.toUri());
    FileSystem files = above.getFileSystem(new Configuration());
    for (boolean isDeep : new boolean[] {true, false}) {
      TreeSet<String> expected = new TreeSet<>();
      RemoteIterator<LocatedFileStatus> all = files.listFiles(above, isDeep);
      while (all.hasNext()) {
        expected.add(all.next().getPath().toString());
      }
      TreeSet<String> found = new TreeSet<>();
      Tree.files(files, above, isDeep).forEach(file -> found.add(file.toString()));
      assertEquals(isDeep ? 5 : 1, found.size());
      assertEquals(expected, found);
    }
    assertThrows(
        FileNotFoundException.class,
        () -> Tree.files(files, new org.apache.hadoop.fs.Path(above, "none"), true));
  }
}
