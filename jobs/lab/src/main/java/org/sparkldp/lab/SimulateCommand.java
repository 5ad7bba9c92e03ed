package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.jobs.command.OtherCommand;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.Group;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.plan.Tasks;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.Populations;
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
@Group.Of(Group.AHEAD)
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
      hidden = true,
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

  @Option(
      names = "--seed",
      hidden = true,
      defaultValue = "1",
      paramLabel = "S",
      description = "default 1")
  private long seed;

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
      hidden = true,
      defaultValue = "1",
      paramLabel = "PERCENT",
      description = "with --attack: how many of the people are fake, default 1 percent")
  private double fakes;

  @Option(
      names = "--targets",
      defaultValue = "10",
      split = ",",
      paramLabel = "R",
      description =
          "with --attack: how many items fake people push, drawn by the seed; several numbers give"
              + " a row each; default 10")
  private List<Integer> targets;

  @Mixin private FormatOption format;

  /** What --attack adds: shifts are means over the targets, in people. */
  private static final List<String> LIES =
      List.of(
          "attack",
          "fakes",
          "targets",
          "predicted_shift",
          "shift",
          "shift_over_predicted",
          "alarm",
          "repaired_shift",
          "repaired_rmse");

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
    Require.that(fakes >= 0 && fakes < 100)
        .orRefuse("--fakes must be at least 0 and below 100 percent. Provided value: %s.", fakes);
    Require.that(!populations || data == null)
        .orRefuse("--populations brings its own people. Provided: --data %s; leave one out.", data);
    TablePrinter printer = populations ? onPopulations() : onData();
    printer.print(format.get(), System.out);
    return Exit.DONE;
  }

  private TablePrinter onData() {
    List<String> columns =
        new ArrayList<>(
            List.of(
                "spec",
                "users",
                "trials",
                "bias",
                "rmse",
                "rmse_over_theory",
                "ratio_to_limit",
                "coverage",
                "failures",
                "bias_z",
                "bias_z_limit",
                "silent",
                "seconds"));
    if (attack != null) {
      columns.addAll(LIES);
    }
    TablePrinter printer = new TablePrinter(columns);
    for (String spec : specs) {
      Protocol<?, ?> protocol = protocol(ProtocolSpec.parse(spec));
      for (int pushed : attack == null ? List.of(0) : targets) {
        printer.add(row(protocol, pushed));
      }
    }
    return printer;
  }

  private List<Object> row(Protocol<?, ?> protocol, int pushed) {
    long start = System.nanoTime();
    Simulation.Result result = simulate(protocol, Optional.ofNullable(data), pushed);
    List<Object> cells = new ArrayList<>();
    cells.addAll(
        Arrays.asList(
            protocol.spec().toString(),
            users,
            trials,
            result.bias(),
            result.rmse(),
            result.rmseOverTheory(),
            result.ratioToLimit().isPresent() ? result.ratioToLimit().getAsDouble() : null,
            result.coverage(),
            result.failures(),
            result.biasZ(),
            result.biasLimit(),
            result.silent(),
            (System.nanoTime() - start) / 1e9));
    result.lies().ifPresent(lies -> cells.addAll(cells(lies, pushed)));
    return cells;
  }

  private List<Object> cells(Simulation.Lies lies, int pushed) {
    return Arrays.asList(
        attack,
        fakePeople(),
        pushed,
        lies.predicted(),
        lies.observed(),
        lies.predicted() == 0 ? null : lies.observed() / lies.predicted(),
        lies.raised().isPresent() ? lies.raised().getAsDouble() : null,
        lies.repaired(),
        lies.repairedRmse());
  }

  private int fakePeople() {
    return (int) Math.round(users * fakes / 100);
  }

  /** A row for each protocol and each population that is worth trying. */
  private TablePrinter onPopulations() {
    TablePrinter printer =
        new TablePrinter(
            List.of(
                "spec",
                "population",
                "users",
                "trials",
                "coverage",
                "silent",
                "rmse_over_theory",
                "ratio_to_limit",
                "noted",
                "failures",
                "note"));
    for (String text : specs.isEmpty() ? examples() : specs) {
      Protocol<?, ?> protocol = protocol(clipping(ProtocolSpec.parse(text)));
      Map<String, String> shapes =
          people(protocol, Optional.empty()).map(Population::shapes).orElse(Map.of());
      for (Map.Entry<String, String> people : shapes.entrySet()) {
        Simulation.Result result = simulate(protocol, Optional.of(people.getValue()), 0);
        printer.add(
            Arrays.asList(
                protocol.spec().toString(),
                people.getKey(),
                users,
                trials,
                result.coverage(),
                result.silent(),
                result.rmseOverTheory(),
                result.ratioToLimit().isPresent() ? result.ratioToLimit().getAsDouble() : null,
                result.noted(),
                result.failures(),
                result.note()));
      }
    }
    return printer;
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

  private Simulation.Result simulate(
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
    Population.Attack lies =
        new Population.Attack(Poisoning.Kind.of(attack), fakePeople(), pushed, seed);
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

  /**
   * People for a protocol: its question's own, or those of its values; none where there are none.
   */
  private Optional<Population> people(Protocol<?, ?> protocol, Optional<String> generator) {
    Population.Request request = new Population.Request(generator, users, seed);
    return Tasks.all().stream()
        .flatMap(task -> task.simulated(protocol, request).stream())
        .findFirst()
        .or(() -> Populations.of(protocol, request));
  }
}
