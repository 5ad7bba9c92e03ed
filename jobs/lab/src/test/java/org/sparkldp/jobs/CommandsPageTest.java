package org.sparkldp.jobs;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.sql.SparkTest;

/** The longest page, as {@link DocsTest} does the others, and beside it. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class CommandsPageTest {
  @TempDir static Path folder;

  @BeforeAll
  static void generate() {
    DocsTest.generate(folder);
  }

  @AfterAll
  static void giveStrategiesBack() {
    DocsTest.giveStrategiesBack();
  }

  @Test
  void sqlAndCommandsPrintWhatThePageSays() throws IOException {
    DocsTest.assertPrints(DocsTest.COMMANDS);
  }
}
