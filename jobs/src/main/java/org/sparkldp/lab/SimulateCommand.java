package org.sparkldp.lab;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.plan.Tasks;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ldp simulate}: Monte Carlo on synthetic people, in plain Java. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description =
        "Monte Carlo on synthetic people: bias, error against formula and best known limit,"
            + " coverage of the 95 %% intervals, in users or in the unit of values.")
public final class SimulateCommand implements Callable<Integer> {
  @Option(
      names = "--spec",
      required = true,
      arity = "1..*",
      paramLabel = "SPEC",
      description = "one or more, such as 'grr(epsilon=1.0,k=16)'")
  private List<String> specs;

  @Option(
      names = "--data",
      paramLabel = "NAME",
      description =
          "a generator with an INT column item, default zipf of the spec's k; or with a DOUBLE"
              + " column x, default normal for Gaussian means, skewed over the range for other"
              + " numbers; vectors are skewed over the ball")
  private String data;

  @Option(names = "--users", required = true, paramLabel = "N", description = "people in a trial")
  private int users;

  @Option(names = "--trials", required = true, paramLabel = "T", description = "at least 2")
  private int trials;

  @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "default 1")
  private long seed;

  @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
  private Format format;

  @Override
  public Integer call() {
    if (users < 1 || trials < 2) {
      throw Require.refusal(
          "a simulation needs at least one user and two trials. Provided values: users = %s,"
              + " trials = %s.",
          users, trials);
    }
    TablePrinter printer =
        new TablePrinter(
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
                "seconds"));
    for (String spec : specs) {
      long start = System.nanoTime();
      Protocol<?, ?> protocol = protocol(spec);
      Simulation.Result result = simulate(protocol);
      printer.add(
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
              (System.nanoTime() - start) / 1e9));
    }
    printer.print(format, System.out);
    return Exit.DONE;
  }

  /** The protocol of a spec, designed for as many people as there are. */
  private Protocol<?, ?> protocol(String text) {
    ProtocolSpec spec = ProtocolSpec.parse(text);
    boolean takesUsers =
        Protocols.provider(spec.name()).parameters().stream()
            .anyMatch(parameter -> parameter.name().equals("users"));
    return Protocols.of(
        takesUsers && !spec.arguments().containsKey("users") ? spec.with("users", users) : spec);
  }

  private Simulation.Result simulate(Protocol<?, ?> protocol) {
    Population.Request request = new Population.Request(Optional.ofNullable(data), users, seed);
    Population people =
        Tasks.all().stream()
            .flatMap(task -> task.population(protocol, request).stream())
            .findFirst()
            .orElseThrow(
                () ->
                    Require.refusal(
                        "only protocols of items, numbers and vectors can be simulated. Provided"
                            + " value: %s.",
                        protocol.spec()));
    return Simulation.run(people, trials, seed);
  }
}
