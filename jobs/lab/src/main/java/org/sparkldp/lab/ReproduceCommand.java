package org.sparkldp.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sparkldp.jobs.command.OtherCommand;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.console.ProgressPrinter;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.console.VerboseOption;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.page.HtmlPage;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ldp reproduce}: a paper's experiment again. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = "A paper's experiment again, as CSV and as a picture (HTML).")
public final class ReproduceCommand implements OtherCommand {
  @Parameters(
      paramLabel = "FIGURE",
      completionCandidates = Names.class,
      description = "one of ${COMPLETION-CANDIDATES}")
  private String figure;

  /** The figures' names, for help. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return experiments().keySet().iterator();
    }
  }

  /** Found when they are asked for, because they need the jars of releases and of the optimizer. */
  private static Map<String, Figure.Experiment> experiments() {
    Map<String, Figure.Experiment> all = new TreeMap<>();
    all.putAll(WorkloadFigures.ALL);
    all.putAll(GaussianFigures.ALL);
    all.putAll(MinimaxFigures.ALL);
    all.putAll(ReleaseFigures.ALL);
    return all;
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
      description =
          "for workloads, the largest domain, a power of two; default the paper's, which takes"
              + " hours")
  private Integer domain;

  @Option(
      names = "--mechanisms",
      split = ",",
      paramLabel = "M",
      description = "which, where the figure compares them; default all")
  private List<String> mechanisms;

  @Option(
      names = "--users",
      paramLabel = "N",
      description = "for means, medians and releases, the most people; default 1000000")
  private int users = 1_000_000;

  @Option(
      names = "--trials",
      paramLabel = "T",
      description = "for means, medians and releases, trials of each point; default 100")
  private int trials = 100;

  @Option(names = "--seed", paramLabel = "S", description = "default 1")
  private long seed = 1;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() throws IOException {
    Map<String, Figure.Experiment> experiments = experiments();
    Figure.Experiment experiment = experiments.get(figure);
    if (experiment == null) {
      throw Require.refusal(
          "a figure must be one of %s. Provided value: %s.",
          String.join(", ", experiments.keySet()), figure);
    }
    Require.atLeast("trials", trials, 1);
    Require.atLeast("users", users, 1);
    Path html = output.resolve(figure + ".html");
    HtmlPage.requirePage(html); // before hours are spent
    int largest = domain == null ? 0 : WorkloadFigures.requireDomain(domain);
    Figure computed;
    try (ProgressPrinter progress =
        new ProgressPrinter(Double.POSITIVE_INFINITY, verbose.isAsked())) {
      computed =
          experiment
              .computed()
              .apply(Figure.FigureRequest.of(users, trials, seed, largest, mechanisms, progress));
    }
    Files.createDirectories(output);
    TablePrinter table = new TablePrinter(computed.table().columns(), computed.table().rows());
    Path csv = output.resolve(figure + ".csv");
    try (PrintStream out = new PrintStream(csv.toFile(), StandardCharsets.UTF_8)) {
      table.print(OutputFormat.CSV, out);
    }
    List<Page.Fact> facts = new ArrayList<>();
    facts.add(new Page.Fact("experiment", experiment.source()));
    facts.addAll(computed.settings());
    facts.add(new Page.Fact("seed", Long.toString(seed)));
    HtmlPage.write(new Page(experiment.title(), facts, computed.sections()), html);
    System.out.println("table: " + csv);
    System.out.println("picture: " + html);
    return Exit.DONE;
  }
}
