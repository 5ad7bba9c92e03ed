package org.sparkldp.jobs.command;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.datasets.Generator;
import org.sparkldp.jobs.Ldp;
import org.sparkldp.jobs.study.GaussianSimulation;
import org.sparkldp.jobs.study.People;
import org.sparkldp.jobs.study.QuantileSimulation;
import org.sparkldp.jobs.study.RegressionSimulation;
import org.sparkldp.jobs.study.Simulation;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RangeProtocol;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.quantile.QuantileProtocol;
import org.sparkldp.protocols.regression.Glm;
import org.sparkldp.protocols.spec.ProtocolSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ldp simulate}: Monte Carlo on synthetic people, in plain Java. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description =
        "Monte Carlo on synthetic people: bias, error against formula and best known limit, coverage"
            + " of the 95 %% intervals, in users or in the unit of values.")
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
          "a generator with an INT column item, default zipf of the spec's k; or with a DOUBLE column"
              + " x, default normal for Gaussian means, skewed over the range for other numbers; vectors"
              + " are skewed over the ball")
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
      throw new IllegalArgumentException(
          "a simulation needs at least one user and two trials. Provided values: users = "
              + users
              + ", trials = "
              + trials
              + ".");
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
    return Ldp.DONE;
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
    if (protocol instanceof ItemProtocol<?> items) {
      return Simulation.run(items, items(items.k()), trials, seed);
    }
    if (protocol instanceof GaussianProtocol<?> gaussian) {
      return GaussianSimulation.run(
          gaussian, data == null ? null : numberColumn(), users, trials, seed);
    }
    if (protocol instanceof RangeProtocol<?> numbers) {
      return Simulation.run(numbers, numbers(numbers.lower(), numbers.upper()), trials, seed);
    }
    if (protocol instanceof QuantileProtocol<?> quantile) {
      return QuantileSimulation.run(
          quantile, numbers(quantile.lower(), quantile.upper()), trials, seed);
    }
    if (protocol instanceof BallProtocol<?> vectors) {
      return Simulation.run(vectors, People.vectors(vectors, users, seed), trials, seed);
    }
    if (protocol instanceof Glm<?> regression) {
      return RegressionSimulation.run(regression, users, trials, seed);
    }
    throw new IllegalArgumentException(
        "only protocols of items, numbers and vectors can be simulated. Provided value: "
            + protocol.spec()
            + ".");
  }

  private Column.OfDouble numberColumn() {
    return Datasets.find(data).column("x", Column.OfDouble.class);
  }

  private double[] numbers(double lower, double upper) {
    if (data == null) {
      return People.numbers(lower, upper, users, seed);
    }
    Column.OfDouble column = numberColumn();
    return IntStream.range(0, users).mapToDouble(i -> column.at(seed, i)).toArray();
  }

  private int[] items(int k) {
    Generator generator = Datasets.find(data == null ? "zipf(k=" + k + ")" : data);
    Column.OfInt column = generator.column("item", Column.OfInt.class);
    int[] items = new int[users];
    for (int i = 0; i < users; i++) {
      items[i] = column.at(seed, i);
      if (items[i] >= k) {
        throw new IllegalArgumentException(
            "the generator's items must be in [0, k) of the spec. Provided: "
                + generator.spec()
                + " for k = "
                + k
                + ".");
      }
    }
    return items;
  }
}
