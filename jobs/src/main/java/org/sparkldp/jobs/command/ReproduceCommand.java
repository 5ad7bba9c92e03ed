package org.sparkldp.jobs.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.sparkldp.analysis.Mechanisms;
import org.sparkldp.analysis.Optimizer;
import org.sparkldp.jobs.Ldp;
import org.sparkldp.jobs.report.HtmlReport;
import org.sparkldp.jobs.report.Report;
import org.sparkldp.jobs.study.WorkloadFigures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ldp reproduce}: a paper's experiment again. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = "A paper's experiment again, as CSV and as a picture (HTML).")
public final class ReproduceCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FIGURE",
      completionCandidates = Names.class,
      description = "one of ${COMPLETION-CANDIDATES}")
  private String figure;

  /** The figures' names, for help. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return WorkloadFigures.NAMES.keySet().iterator();
    }
  }

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "gets FIGURE.csv and FIGURE.html")
  private Path output;

  @Option(
      names = "--domain",
      paramLabel = "N",
      description = "the largest domain, a power of two; default the paper's, which takes hours")
  private Integer domain;

  @Option(
      names = "--mechanisms",
      split = ",",
      paramLabel = "M",
      description = "which, where the figure compares them; default all")
  private List<String> mechanisms = Mechanisms.names();

  @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "default 1")
  private long seed;

  @Override
  public Integer call() throws IOException {
    if (!WorkloadFigures.NAMES.containsKey(figure)) {
      throw new IllegalArgumentException(
          "a figure must be one of "
              + String.join(", ", WorkloadFigures.NAMES.keySet())
              + ". Provided value: "
              + figure
              + ".");
    }
    int largest =
        WorkloadFigures.requireDomain(
            domain == null ? WorkloadFigures.paperDomain(figure) : domain);
    Files.createDirectories(output);
    WorkloadFigures.Figure computed;
    try (ProgressPrinter progress = new ProgressPrinter(Double.POSITIVE_INFINITY)) {
      Optimizer.Options options = Optimizer.Options.DEFAULT.withSeed(seed);
      computed =
          WorkloadFigures.of(
              figure, new WorkloadFigures.Settings(largest, mechanisms, options, progress));
    }
    TablePrinter table = new TablePrinter(computed.columns());
    computed.rows().forEach(table::add);
    Path csv = output.resolve(figure + ".csv");
    try (PrintStream out = new PrintStream(csv.toFile(), StandardCharsets.UTF_8)) {
      table.print(Format.CSV, out);
    }
    Path html = output.resolve(figure + ".html");
    HtmlReport.write(
        new Report(
            "Workload factorization: " + WorkloadFigures.NAMES.get(figure),
            List.of(
                new Report.Fact(
                    "experiment",
                    "McKenna, Maity, Mazumdar and Miklau, PVLDB 13(12), 2020: "
                        + figure.replace("factorization-", "figure ")),
                new Report.Fact("largest domain", Integer.toString(largest)),
                new Report.Fact("seed", Long.toString(seed))),
            computed.sections(),
            List.of(),
            ""),
        html);
    System.out.println("table: " + csv);
    System.out.println("picture: " + html);
    return Ldp.DONE;
  }
}
