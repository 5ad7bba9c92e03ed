package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.sparkldp.analysis.MechanismMaker;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.jobs.console.Group;
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
@Group.Of(Group.AHEAD)
public final class OptimizeCommand implements Callable<Integer> {
  /** How long a search takes at most, if nobody says. */
  private static final double SECONDS = 600;

  /** Options that a search takes, and a strategy that is there does not. */
  private static final List<String> SEARCH = List.of("--seconds", "--seed");

  @Spec private CommandSpec command;
  @Mixin private Options.OfWorkload workload;

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
    double most = seconds == null ? SECONDS : seconds;
    requireAboveZero(most);
    Require.that(output == null || !TextFile.isUri(output.toString()))
        .orRefuse(
            "a strategy is written to this machine's disk. Provided path: %s; copy it from there.",
            output);
    StrategyRequest request = new StrategyRequest(epsilon, workload.over(domain), mechanism);
    try (ProgressPrinter progress = new ProgressPrinter(most, verbose.isAsked())) {
      Optional<StrategyFile> cached = cached(request, Optional.ofNullable(seconds));
      SearchOptions options = new SearchOptions(SearchOptions.Goal.WORST, most, seed);
      StrategyFile file =
          cached.orElseGet(
              () -> Strategies.store(request, MechanismMaker.make(request, options, progress)));
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

  /** The strategy at hand, unless it was looked for less long than the user says. */
  private static Optional<StrategyFile> cached(StrategyRequest request, Optional<Double> seconds) {
    return Strategies.cached(request)
        .filter(file -> seconds.isEmpty() || MechanismMaker.secondsAsked(file) >= seconds.get());
  }

  /** The strategy that a plan asks for: the one at hand, or one made now. */
  static StrategyFile obtain(StrategyRequest request, Optional<Double> seconds) {
    seconds.ifPresent(OptimizeCommand::requireAboveZero);
    return cached(request, seconds)
        .map(Strategies::remember)
        .orElseGet(
            () -> {
              Steps.say("making a strategy for " + request.spec());
              SearchOptions options =
                  seconds
                      .map(SearchOptions::counted)
                      .orElse(SearchOptions.quick(request.workload().domain()));
              try (ProgressPrinter progress =
                  new ProgressPrinter(Double.POSITIVE_INFINITY, false)) {
                return Strategies.store(request, MechanismMaker.make(request, options, progress));
              }
            });
  }

  private static void requireAboveZero(double seconds) {
    Require.that(seconds > 0).orRefuse("seconds must be above 0. Provided value: %s.", seconds);
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
