package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.reduce.EstimatePage;
import org.sparkldp.jobs.reduce.Estimation;

/** Shows estimates: a table on standard output, and a page where one is asked for. */
final class Shown {
  private Shown() {}

  /**
   * Prints the table, says what looks like a mistake, and writes the page.
   *
   * @param html the page's file, or null
   * @param truth the true answers by group, where they are known
   */
  static void show(
      Job.Estimates done, Path html, Map<List<Object>, double[]> truth, Format format) {
    EstimatePrinter.print(done.plan(), done.result(), truth, format, System.out);
    Estimation.doubts(done.plan(), done.result()).forEach(Steps::say);
    if (html != null) {
      EstimatePage.write(done.plan(), done.result(), truth, done.seconds(), html);
      System.err.println("ldp: page with plots in " + html);
    }
  }
}
