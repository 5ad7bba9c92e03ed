package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.sql.DocPage;

/** SQL and jobs on all other lines of Spark, of which CI runs two, where something has changed. */
@Tag("long")
class LinesIT {
  @Test
  void sqlMakesTheSameBytesOnTheOtherLinesOfSpark() throws IOException, InterruptedException {
    Process lines =
        new ProcessBuilder(DocPage.repository().resolve(".ci/lines").toString(), "long")
            .inheritIO()
            .start();

    assertEquals(0, lines.waitFor());
  }
}
