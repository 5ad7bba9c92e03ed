package org.sparkldp.jobs.command;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.sparkldp.analysis.Mechanisms;
import org.sparkldp.analysis.Optimizer;
import org.sparkldp.jobs.Ldp;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.study.DesignRow;
import org.sparkldp.jobs.study.HistogramDesign;
import org.sparkldp.jobs.study.MeanDesign;
import org.sparkldp.jobs.study.QueryDesign;
import org.sparkldp.jobs.study.WorkloadDesign;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.query.SampleSize;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ldp design}: which protocol, how many people? Without any data. */
@Command(
    name = "design",
    mixinStandardHelpOptions = true,
    description =
        "Ranks protocols without any data. For task histogram, standard_error is that of the"
            + " frequency (a fraction of people) of an item that few hold. For task workload,"
            + " sample complexities are the people needed until the mean variance of an answer, as"
            + " a fraction of people, is 0.01: in the worst case, and for people evenly spread. For"
            + " task query, users_needed make all answers, in [-1, 1], right to within --error but"
            + " for probability --beta.")
public final class DesignCommand implements Callable<Integer> {
  private static final double DEFAULT_BETA = 0.05;

  @Option(
      names = "--task",
      defaultValue = "histogram",
      paramLabel = "T",
      description = "histogram (default), mean, workload or query")
  private Plan.Task task;

  @Spec private CommandSpec command;
  @Mixin private WorkloadOptions workload;

  @Option(
      names = "--domain",
      paramLabel = "N",
      description = "items; for task mean, coordinates; not for task query")
  private Integer domain;

  @Option(names = "--queries", paramLabel = "Q", description = "for task query: how many")
  private Integer queries;

  @Option(
      names = "--beta",
      paramLabel = "B",
      description = "for task query: failure probability of all answers together, default 0.05")
  private Double beta;

  @Option(names = "--epsilon", required = true, paramLabel = "E", description = "nats a report")
  private double epsilon;

  @Option(
      names = "--norm",
      defaultValue = "L2",
      paramLabel = "L",
      description = "for task mean with more than one coordinate: L2 (default) or MAX")
  private BallProtocol.Norm norm;

  @ArgGroup private Size size;

  @Option(
      names = "--mechanisms",
      split = ",",
      paramLabel = "M",
      description = "for task workload: which, default all")
  private List<String> mechanisms = Mechanisms.names();

  @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
  private Format format;

  private static final class Size {
    @Option(names = "--users", paramLabel = "N", description = "people that there are")
    private Long users;

    @Option(
        names = "--error",
        paramLabel = "X",
        description =
            "standard error wanted, a fraction of people; for task query, the tolerance, in (0, 2)")
    private Double error;
  }

  @Override
  public Integer call() {
    if (task != Plan.Task.QUERY) {
      require(domain, "--domain");
      if (queries != null || beta != null) {
        throw new IllegalArgumentException("--queries and --beta belong to --task query.");
      }
    }
    if (task == Plan.Task.WORKLOAD) {
      return workload();
    }
    if (workload.given()) {
      throw new IllegalArgumentException("--workload belongs to --task workload.");
    }
    require(size, "--users or --error");
    if (size.users != null && size.users < 1) {
      throw new IllegalArgumentException(
          "users must be at least 1. Provided value: " + size.users + ".");
    }
    if (task == Plan.Task.QUERY) {
      return queries();
    }
    if (task != Plan.Task.HISTOGRAM && task != Plan.Task.MEAN) {
      throw new IllegalArgumentException(
          "task must be one of histogram, mean, workload, query. Provided value: "
              + task.text()
              + ".");
    }
    if (size.error != null && !(size.error > 0 && size.error < 1)) {
      throw new IllegalArgumentException(
          "an error must lie strictly between 0 and 1. Provided value: " + size.error + ".");
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
    List<DesignRow> rows =
        task == Plan.Task.MEAN
            ? MeanDesign.rank(epsilon, domain, norm)
            : HistogramDesign.rank(epsilon, domain);
    for (DesignRow row : rows) {
      double error = size.error != null ? size.error : row.standardError(size.users);
      long users = size.users != null ? size.users : row.usersNeeded(size.error);
      printer.add(
          Arrays.asList(
              task.text(),
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

  private void require(Object option, String names) {
    if (option == null) {
      throw new ParameterException(
          command.commandLine(), "task " + task.text() + " needs " + names + ". Provided: none.");
    }
  }

  private int queries() {
    require(queries, "--queries");
    if (domain != null) {
      throw new IllegalArgumentException("--domain does not belong to --task query.");
    }
    double failure = beta == null ? DEFAULT_BETA : beta;
    List<QueryDesign> rows =
        size.error != null
            ? QueryDesign.ofTolerance(new SampleSize(epsilon, queries, size.error, failure))
            : QueryDesign.ofUsers(epsilon, queries, failure, size.users);
    TablePrinter printer = new TablePrinter(QueryDesign.COLUMNS);
    rows.forEach(row -> printer.add(row.cells()));
    printer.print(format, System.out);
    return Ldp.DONE;
  }

  private int workload() {
    if (size != null) {
      throw new IllegalArgumentException(
          "task workload tells the people needed for a normalised variance of 0.01; --users and"
              + " --error belong to task histogram.");
    }
    TablePrinter printer = new TablePrinter(WorkloadDesign.COLUMNS);
    try (ProgressPrinter progress = new ProgressPrinter(Double.POSITIVE_INFINITY)) {
      WorkloadDesign.rows(
              workload.over(domain), epsilon, mechanisms, Optimizer.Options.DEFAULT, progress)
          .stream()
          .sorted(Comparator.comparingDouble(WorkloadDesign.Row::worst))
          .forEach(row -> printer.add(row.cells()));
    }
    printer.print(format, System.out);
    return Ldp.DONE;
  }
}
