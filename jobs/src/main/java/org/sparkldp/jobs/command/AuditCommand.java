package org.sparkldp.jobs.command;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.sparkldp.jobs.Ldp;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Tampering;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ldp audit}: what does a protocol really leak? */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description =
        "Runs the randomizer through all outcomes of its coins for the exact epsilon, and by sampling"
            + " for a lower bound (wrong with probability at most 1e-6). Exit code 3 if above the"
            + " claim.")
public final class AuditCommand implements Callable<Integer> {
  @Option(
      names = "--spec",
      required = true,
      arity = "1..*",
      paramLabel = "SPEC",
      description = "one or more, such as 'grr(epsilon=1.0,k=16)'")
  private List<String> specs;

  @Option(
      names = "--samples",
      defaultValue = "20000",
      paramLabel = "N",
      description = "reports drawn for the lower bound, default 20000; 0 for none")
  private long samples;

  @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "default 1")
  private long seed;

  @Option(
      names = "--mutant",
      defaultValue = "0",
      paramLabel = "X",
      description =
          "tamper with the coins: 0.02 makes keep probabilities 2 %% too high; the audit must see it")
  private double mutant;

  @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
  private Format format;

  @Override
  public Integer call() {
    TablePrinter printer =
        new TablePrinter(
            List.of(
                "spec",
                "claimed_epsilon",
                "exact_epsilon",
                "empirical_lower_bound",
                "verdict",
                "items_compared"));
    int code = Ldp.DONE;
    for (String spec : specs) {
      Protocol<?, ?> protocol = Protocols.of(spec);
      Audit.Result found = Audit.run(protocol, new Tampering(mutant), samples, seed);
      printer.add(
          Arrays.asList(
              protocol.spec() + (mutant > 0 ? " mutant " + mutant : ""),
              found.claimed(),
              found.exact().isPresent() ? found.exact().getAsDouble() : null,
              found.lowerBound(),
              verdict(found),
              found.items()));
      code = found.isAboveClaim() ? Ldp.REFUSED : code;
    }
    printer.print(format, System.out);
    return code;
  }

  private static String verdict(Audit.Result found) {
    if (found.isAboveClaim()) {
      return "above claim";
    }
    return found.exact().isPresent() ? "holds" : "not refuted";
  }
}
