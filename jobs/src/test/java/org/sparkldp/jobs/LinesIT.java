package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.sql.DocPage;

/** SQL on the other lines of Spark, which CI leaves out where nothing of theirs has changed. */
@Tag("long")
class LinesIT {
  @Test
  void sqlMakesTheSameBytesOnTheOtherLinesOfSpark() throws IOException, InterruptedException {
    Process lines =
        new ProcessBuilder(DocPage.repository().resolve(".ci/lines").toString())
            .inheritIO()
            .start();

    assertEquals(0, lines.waitFor());
  }
}
