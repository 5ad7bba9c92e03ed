package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.jobs.command.OtherCommand;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.lab.population.Population;
import org.sparkldp.lab.population.Populations;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ldp simulate}: Monte Carlo on synthetic people, in plain Java. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Measures a protocol on synthetic people, before you trust it.",
      "Bias, error against formula and best known limit, coverage of the 95 %% intervals,"
          + " in users or in the unit of values."
    })
public final class SimulateCommand implements OtherCommand {
  @Option(
      names = "--spec",
      arity = "1..*",
      paramLabel = "SPEC",
      description =
          "one or more, such as 'grr(epsilon=1.0,k=16)'; with --populations, default all protocols"
              + " at their examples")
  private List<String> specs = List.of();

  @Option(
      names = "--populations",
      description =
          "simulate on each population worth trying, also those on which methods fail: rounded,"
              + " heaped, heavy-tailed, skewed, with gaps, ties and outliers")
  private boolean populations;

  @Option(
      names = "--data",
      paramLabel = "NAME",
      description =
          "a generator with an INT column item, default zipf of the spec's k; or with a DOUBLE"
              + " column x, default normal for Gaussian means, skewed over the range for other"
              + " numbers; or with a STRING column word, default zipf(k=100000), for words; vectors"
              + " are skewed over the ball. Or FILE.csv#COLUMN, a public sample,"
              + " from which people are drawn with replacement")
  private String data;

  @Option(names = "--users", required = true, paramLabel = "N", description = "people in a trial")
  private int users;

  @Option(names = "--trials", required = true, paramLabel = "T", description = "at least 2")
  private int trials;

  @Option(names = "--seed", paramLabel = "S", description = "default 1")
  private long seed = 1;

  @Option(
      names = "--attack",
      paramLabel = "A",
      description =
          "for protocols that count items: some of the people are fake and push --targets items:"
              + " maximal-gain (reports that add most), random-report (any report) or input"
              + " (targets, randomized honestly)")
  private String attack;

  @Option(
      names = "--fakes",
      paramLabel = "PERCENT",
      description = "with --attack: how many of the people are fake, default 1 percent")
  private Double fakes;

  @Option(
      names = "--targets",
      split = ",",
      paramLabel = "R",
      description =
          "with --attack: how many items fake people push, drawn by the seed; several numbers give"
              + " a row each; default 10")
  private List<Integer> targets;

  @Mixin private FormatOption format;

  /**
   * A row.
   *
   * @param population its name; empty where there is one
   * @param pushed items that fake people push
   */
  private record Simulated(
      Protocol<?, ?> protocol,
      String population,
      int pushed,
      Simulation.SimulationSummary result,
      double seconds) {
    Double ratioToLimit() {
      return result.ratioToLimit().isPresent() ? result.ratioToLimit().getAsDouble() : null;
    }

    Population.Lies lies() {
      return result.lies().orElseThrow();
    }
  }

  @Override
  public Integer call() {
    if (users < 1 || trials < 2) {
      throw Require.refusal(
          "a simulation needs at least one user and two trials. Provided values: users = %s,"
              + " trials = %s.",
          users, trials);
    }
    Require.that(populations || !specs.isEmpty())
        .orRefuse("a simulation needs --spec, or --populations for all protocols.");
    Require.that(!populations || attack == null)
        .orRefuse("--attack is for one population. Provided: --populations too; leave one out.");
    Require.that(attack != null || (fakes == null && targets == null))
        .orRefuse(
            "--fakes and --targets go with --attack, which says how people lie. Provided: no"
                + " --attack; give one, or leave them out.");
    Require.that(fakes == null || (fakes >= 0 && fakes < 100))
        .orRefuse("--fakes must be at least 0 and below 100 percent. Provided value: %s.", fakes);
    Require.that(!populations || data == null)
        .orRefuse("--populations brings its own people. Provided: --data %s; leave one out.", data);
    TablePrinter printer = populations ? onPopulations() : onData();
    printer.print(format.get(), System.out);
    return Exit.DONE;
  }

  private TablePrinter onData() {
    TableLayout<Simulated> columns =
        new TableLayout<Simulated>()
            .with("spec", of -> of.protocol.spec().toString())
            .with("users", of -> users)
            .with("trials", of -> trials)
            .with("bias", of -> of.result.bias())
            .with("rmse", of -> of.result.rmse())
            .with("rmse_over_theory", of -> of.result.rmseOverTheory())
            .with("ratio_to_limit", Simulated::ratioToLimit)
            .with("coverage", of -> of.result.coverage())
            .with("failures", of -> of.result.failures())
            .with("worst_coverage", of -> of.result.worstCoverage())
            .with("bias_z", of -> of.result.biasZ())
            .with("bias_z_limit", of -> of.result.biasLimit())
            .with("silent", of -> of.result.silent())
            .with("seconds", Simulated::seconds);
    if (attack != null) { // shifts are means over the targets, in people
      columns =
          columns
              .with("attack", of -> attack)
              .with("fakes", of -> fakePeople())
              .with("targets", Simulated::pushed)
              .with("predicted_shift", of -> of.lies().predicted())
              .with("shift", of -> of.lies().observed())
              .with("shift_over_predicted", of -> overPredicted(of.lies()));
    }
    List<Simulated> rows = new ArrayList<>();
    for (String spec : specs) {
      Protocol<?, ?> protocol = protocol(ProtocolSpec.parse(spec));
      for (int pushed : attack == null ? List.of(0) : targets == null ? List.of(10) : targets) {
        rows.add(simulated(protocol, "", Optional.ofNullable(data), pushed));
      }
    }
    return columns.of(rows);
  }

  private Simulated simulated(
      Protocol<?, ?> protocol, String population, Optional<String> people, int pushed) {
    long start = System.nanoTime();
    Simulation.SimulationSummary result = simulate(protocol, people, pushed);
    if (attack == null && Math.abs(result.biasZ()) > result.biasLimit()) {
      System.err.printf(
          Locale.ROOT,
          "ldp: estimates of %s are biased for these people: bias_z is %.1f, and chance takes it"
              + " beyond %.2f once in a million simulations.%n",
          protocol.spec(),
          result.biasZ(),
          result.biasLimit());
    }
    return new Simulated(protocol, population, pushed, result, (System.nanoTime() - start) / 1e9);
  }

  private static Double overPredicted(Population.Lies lies) {
    return lies.predicted() == 0 ? null : lies.observed() / lies.predicted();
  }

  private int fakePeople() {
    return (int) Math.round(users * (fakes == null ? 1 : fakes) / 100);
  }

  /** A row for each protocol and each population that is worth trying. */
  private TablePrinter onPopulations() {
    List<Simulated> rows = new ArrayList<>();
    for (String text : specs.isEmpty() ? examples() : specs) {
      Protocol<?, ?> protocol = protocol(clipping(ProtocolSpec.parse(text)));
      people(protocol, Optional.empty())
          .map(Population::shapes)
          .orElse(Map.of())
          .forEach((name, of) -> rows.add(simulated(protocol, name, Optional.of(of), 0)));
    }
    return new TableLayout<Simulated>()
        .with("spec", of -> of.protocol.spec().toString())
        .with("population", Simulated::population)
        .with("users", of -> users)
        .with("trials", of -> trials)
        .with("coverage", of -> of.result.coverage())
        .with("silent", of -> of.result.silent())
        .with("rmse_over_theory", of -> of.result.rmseOverTheory())
        .with("ratio_to_limit", Simulated::ratioToLimit)
        .with("noted", of -> of.result.noted())
        .with("failures", of -> of.result.failures())
        .with("note", of -> of.result.note())
        .of(rows);
  }

  private static List<String> examples() {
    return Protocols.declarations().stream()
        .flatMap(declaration -> declaration.examples().stream().limit(1))
        .toList();
  }

  /** Populations have tails beyond a range. */
  private static ProtocolSpec clipping(ProtocolSpec spec) {
    String outside = Outside.PARAMETER.name();
    return takes(spec, outside) && !spec.arguments().containsKey(outside)
        ? Outside.CLIP.addTo(spec)
        : spec;
  }

  private static boolean takes(ProtocolSpec spec, String name) {
    return Protocols.declaration(spec.name()).parameters().stream()
        .anyMatch(parameter -> parameter.name().equals(name));
  }

  /** The protocol of a spec, designed for as many people as there are. */
  private Protocol<?, ?> protocol(ProtocolSpec spec) {
    return Protocols.of(
        takes(spec, "users") && !spec.arguments().containsKey("users")
            ? spec.with("users", users)
            : spec);
  }

  private Simulation.SimulationSummary simulate(
      Protocol<?, ?> protocol, Optional<String> generator, int pushed) {
    Population people =
        people(protocol, generator)
            .orElseThrow(
                () ->
                    Require.refusal(
                        "only protocols of items, numbers and vectors can be simulated. Provided"
                            + " value: %s.",
                        protocol.spec()));
    if (attack == null) {
      return Simulation.run(people, trials, seed);
    }
    Population.PoisoningAttack lies =
        new Population.PoisoningAttack(
            Poisoning.PoisoningKind.of(attack), fakePeople(), pushed, seed);
    return Simulation.run(
        people
            .attacked()
            .apply(lies)
            .orElseThrow(
                () ->
                    Require.refusal(
                        "only frequency oracles can be attacked here. Provided value: %s.",
                        protocol.spec())),
        trials,
        seed);
  }

  private Optional<Population> people(Protocol<?, ?> protocol, Optional<String> generator) {
    return Populations.of(protocol, new Population.PopulationRequest(generator, users, seed));
  }
}
