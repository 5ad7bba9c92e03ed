package org.sparkldp.jobs.command;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.sparkldp.jobs.Ldp;
import org.sparkldp.jobs.study.HistogramDesign;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ldp design}: which protocol, how many people? Without any data. */
@Command(
    name = "design",
    mixinStandardHelpOptions = true,
    description =
        "Ranks protocols without any data. For task histogram, standard_error is that of the"
            + " frequency (a fraction of people) of an item that few hold.")
public final class DesignCommand implements Callable<Integer> {
  @Option(
      names = "--task",
      defaultValue = "histogram",
      paramLabel = "T",
      description = "histogram (default)")
  private String task;

  @Option(names = "--domain", required = true, paramLabel = "N", description = "items")
  private int domain;

  @Option(names = "--epsilon", required = true, paramLabel = "E", description = "nats a report")
  private double epsilon;

  @ArgGroup(multiplicity = "1")
  private Size size;

  @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
  private Format format;

  private static final class Size {
    @Option(names = "--users", paramLabel = "N", description = "people that there are")
    private Long users;

    @Option(
        names = "--error",
        paramLabel = "X",
        description = "standard error wanted, a fraction of people")
    private Double error;
  }

  @Override
  public Integer call() {
    if (!task.equals("histogram")) {
      throw new IllegalArgumentException("task must be histogram. Provided value: " + task + ".");
    }
    if ((size.users != null && size.users < 1)
        || (size.error != null && !(size.error > 0 && size.error < 1))) {
      throw new IllegalArgumentException(
          "users must be at least 1 and an error lie strictly between 0 and 1. Provided value: "
              + (size.users != null ? size.users.toString() : size.error.toString())
              + ".");
    }
    TablePrinter printer =
        new TablePrinter(
            List.of(
                "task",
                "mechanism",
                "domain",
                "epsilon",
                "standard_error",
                "users_needed",
                "report_bytes",
                "spec"));
    for (HistogramDesign.Row row : HistogramDesign.rank(epsilon, domain)) {
      double error = size.error != null ? size.error : row.standardError(size.users);
      long users = size.users != null ? size.users : row.usersNeeded(size.error);
      printer.add(
          Arrays.asList(
              task,
              row.spec().name(),
              domain,
              epsilon,
              error,
              users,
              row.reportBytes(),
              row.spec().toString()));
    }
    printer.print(format, System.out);
    return Ldp.DONE;
  }
}
