package org.sparkldp.optimizer;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sparkldp.analysis.MechanismMaker;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.jobs.command.OtherCommand;
import org.sparkldp.jobs.command.Steps;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.ProgressPrinter;
import org.sparkldp.jobs.console.VerboseOption;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code ldp optimize}: the strategy matrix for a workload. */
@Command(
    name = "optimize",
    mixinStandardHelpOptions = true,
    description = {
      "Makes the strategy matrix for a workload.",
      "Says how far from the best possible it is. Ctrl-C keeps the best so far."
          + " Strategies are cached: the second time it is there."
    })
@CommandGroup.Of(CommandGroup.AHEAD)
public final class OptimizeCommand implements OtherCommand {
  /** How long a search takes at most, if nobody says. */
  private static final double SECONDS = 600;

  /** Options that a search takes, and a strategy that is there does not. */
  private static final List<String> SEARCH = List.of("--seconds", "--seed");

  @Spec private CommandSpec command;
  @Mixin private WorkloadOptions workload;

  @Option(names = "--domain", required = true, paramLabel = "N", description = "items")
  private int domain;

  @Option(
      names = "--epsilon",
      required = true,
      paramLabel = "E",
      description = "epsilon of a report")
  private double epsilon;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "the strategy file; by default it is in the cache only")
  private Path output;

  @Option(
      names = "--mechanism",
      paramLabel = "M",
      description = "who makes it: optimized (default), paper, or a competitor by name")
  private String mechanism = StrategyRequest.OPTIMIZED;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "after which the best so far is taken, default 600; a strategy that was looked for less"
              + " long is made again")
  private Double seconds;

  @Option(names = "--seed", paramLabel = "S", description = "default 1")
  private long seed = 1;

  @Mixin private VerboseOption verbose;

  @Override
  public Integer call() {
    OptionalDouble asked = seconds == null ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    double most = asked.orElse(SECONDS);
    Require.that(output == null || !TextFile.isUri(output.toString()))
        .orRefuse(
            "a strategy is written to this machine's disk. Provided path: %s; copy it from there.",
            output);
    StrategyRequest request = new StrategyRequest(epsilon, workload.over(domain), mechanism);
    try (ProgressPrinter progress = new ProgressPrinter(most, verbose.isAsked())) {
      Optional<StrategyFile> cached = Strategies.cached(request, asked);
      SearchOptions options = new SearchOptions(SearchOptions.Goal.WORST, most, seed);
      StrategyFile file =
          cached.orElseGet(
              () ->
                  Strategies.store(
                      request,
                      MechanismMaker.make(request, options, at -> progress.goesOn(at::text))));
      if (output != null) {
        file.write(output);
      }
      describe(file, cached.isPresent() ? "cached" : "made now");
      ParseResult given = command.commandLine().getParseResult();
      if (cached.isPresent() && SEARCH.stream().anyMatch(given::hasMatchedOption)) {
        Steps.say(
            "it was there after as long a search, so %s had no part in it"
                .formatted(String.join(" and ", SEARCH)));
      }
    }
    return Exit.DONE;
  }

  private void describe(StrategyFile file, String origin) {
    Factorization<?> protocol = Factorization.of(file);
    System.out.println(
        "protocol: "
            + (verbose.isAsked() ? protocol.spec() : protocol.spec().withoutFingerprints()));
    System.out.println("exact epsilon: " + protocol.guarantee().exactText());
    if (protocol.guarantee().delta() > 0) {
      System.out.println("delta: " + protocol.guarantee().delta());
    }
    System.out.println("report: " + protocol.reportType().bytes() + " bytes");
    (verbose.isAsked() ? file.notes() : file.summary())
        .forEach((name, value) -> System.out.println(name + ": " + value));
    System.out.println("strategy: " + origin + (output == null ? "" : ", written to " + output));
  }
}
