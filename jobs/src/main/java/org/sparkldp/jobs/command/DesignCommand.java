package org.sparkldp.jobs.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.analysis.Mechanisms;
import org.sparkldp.analysis.Progress;
import org.sparkldp.jobs.budget.BudgetDesign;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.ProgressPrinter;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.design.DailyDesign;
import org.sparkldp.jobs.design.Design;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Tasks;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.jobs.task.HistogramTask;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.workload.Workload;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ldp design}: which protocol, how many people? Without any data. */
@Command(
    name = "design",
    mixinStandardHelpOptions = true,
    description =
        "Ranks protocols without any data. For task histogram, standard_error is that of the"
            + " frequency (a fraction of people) of an item that few hold; the first row is the"
            + " smallest report of those whose error is at most 2 %% above the least, and the"
            + " others follow by error. For task workload, sample complexities are the people"
            + " needed until the mean variance of an answer, as a fraction of people, is 0.01: in"
            + " the worst case, and for people evenly spread. For task query, users_needed make all"
            + " answers, in [-1, 1], right to within --error, except with probability --beta. For"
            + " task daily, ways come by the error of a day's frequency of an item that few hold;"
            + " epsilon_of_any_history bounds the cost where people do not change on the same days,"
            + " and is empty where nothing does. With"
            + " --budget, divides people or epsilon between several questions so that the worst"
            + " relative error is least.")
public final class DesignCommand implements Callable<Integer> {
  @Option(
      names = "--task",
      defaultValue = "histogram",
      paramLabel = "T",
      description =
          "histogram (default), mean, workload, query, words or quantiles; daily: ways to ask the"
              + " same people a histogram every day")
  private String task;

  @Option(
      names = "--days",
      paramLabel = "T",
      description = "for task daily: days whose answers together cost a person --epsilon")
  private Integer days;

  @Option(
      names = "--changes",
      paramLabel = "C",
      description =
          "for task daily: on how many of the days a person's value changes; default all but one")
  private Integer changes;

  /** A histogram of the same people every day. */
  private static final String DAILY = "daily";

  /** Where nobody says how many people there are; shares and ratios do not depend on it. */
  private static final long DEFAULT_USERS = 1_000_000;

  @ParentCommand private HasSession ldp;
  @Spec private CommandSpec command;
  @Mixin private WorkloadOptions workload;

  @Option(
      names = "--domain",
      paramLabel = "N",
      description =
          "items; for task mean, coordinates; for task words, bytes of a word; for task quantiles,"
              + " cells; not for task query")
  private Integer domain;

  @Option(names = "--queries", paramLabel = "Q", description = "for task query: how many")
  private Integer queries;

  @Option(
      names = "--beta",
      paramLabel = "B",
      description = "for task query: failure probability of all answers together, default 0.05")
  private Double beta;

  @Option(names = "--epsilon", paramLabel = "E", description = "nats a report")
  private Double epsilon;

  @Option(
      names = "--accumulators-only",
      paramLabel = "DELTA",
      description =
          "also show epsilon at this delta for who sees accumulators of so many people and nothing"
              + " else: no report, no other grouping")
  private Double accumulatorsOnly;

  /** What comes first. */
  private enum Rank {
    ERROR,
    SHIFT
  }

  @Option(
      names = "--rank",
      defaultValue = "ERROR",
      paramLabel = "R",
      description =
          "error (default) or shift: the most that one percent of fake reports could have shifted"
              + " an estimate, in the unit of standard_error, which is shown then")
  private Rank rank;

  @Option(
      names = "--budget",
      paramLabel = "E",
      description =
          "instead of --epsilon: nats that each person may spend on all --questions together")
  private Double budget;

  @Option(
      names = "--questions",
      arity = "1..*",
      paramLabel = "FILE",
      description = "with --budget: plans between which people or epsilon are divided")
  private List<String> questions = List.of();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "with --budget: a new folder for the plans")
  private Path output;

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
    if (budget != null) {
      return divide();
    }
    if (epsilon == null) {
      throw new ParameterException(
          command.commandLine(), "Missing required option: '--epsilon=E' or '--budget=E'");
    }
    if (!questions.isEmpty() || output != null) {
      throw Require.refusal("--questions and --output belong to --budget.");
    }
    if (!task.equals(DAILY) && (days != null || changes != null)) {
      throw Require.refusal("--days and --changes belong to --task daily.");
    }
    try (ProgressPrinter progress = new ProgressPrinter(Double.POSITIVE_INFINITY)) {
      Request request = new Request(progress, epsilon);
      print(
          task.equals(DAILY)
              ? DailyDesign.of(
                  request,
                  each -> ranked("histogram", new Request(progress, each)).best(),
                  HistogramTask.Kind::rareItemVariance)
              : ranked(task, request));
      return Exit.DONE;
    } catch (Design.MissingOption e) {
      throw new ParameterException(
          command.commandLine(), "task " + task + " needs " + e.getMessage() + ". Provided: none.");
    }
  }

  private static Design ranked(String task, Request request) {
    return Tasks.of(task)
        .design(request)
        .orElseThrow(
            () ->
                Require.refusal(
                    "design ranks protocols for some tasks only; --help lists them. Provided"
                        + " value: %s.",
                    task));
  }

  /** Divides people or epsilon between several questions. */
  private int divide() {
    boolean isOfOneQuestion =
        epsilon != null
            || accumulatorsOnly != null
            || rank == Rank.SHIFT
            || domain != null
            || queries != null
            || days != null
            || changes != null
            || beta != null
            || workload.given()
            || (size != null && size.error != null);
    if (isOfOneQuestion) {
      throw Require.refusal("--budget goes with --questions, --users, --output and --format only.");
    }
    if (output != null && (Files.exists(output) || TextFile.isUri(output.toString()))) {
      throw newFolder(null);
    }
    SparkSession spark = ldp.session().spark();
    BudgetDesign design =
        new BudgetDesign(
            questions.stream().map(file -> PlanFiles.question(spark, file)).toList(),
            budget,
            size == null ? DEFAULT_USERS : size.users);
    print(design.table());
    System.err.println("ldp: " + design.verdict());
    if (output != null) {
      write(design.plans());
      System.err.printf("ldp: %d plans in %s%n", questions.size(), output);
    }
    return Exit.DONE;
  }

  private void write(List<Plan> plans) {
    try {
      Files.createDirectory(output);
      for (int i = 0; i < plans.size(); i++) {
        String name = questions.get(i).replaceFirst(".*/", "");
        Files.writeString(output.resolve((i + 1) + "-" + name), plans.get(i).text());
      }
    } catch (IOException e) {
      throw newFolder(e);
    }
  }

  private IllegalArgumentException newFolder(IOException cause) {
    return Require.refusal(
        cause,
        "the output must be a new folder of this machine that can be written. Provided path: %s.",
        output);
  }

  private void print(Design design) {
    TablePrinter printer = new TablePrinter(design.columns());
    design.rows().forEach(printer::add);
    printer.print(format, System.out);
  }

  /** The options. */
  private final class Request implements Design.Request {
    private final Progress.Listener progress;
    private final double nats;

    Request(Progress.Listener progress, double nats) {
      this.progress = progress;
      this.nats = nats;
    }

    @Override
    public double epsilon() {
      return nats;
    }

    @Override
    public OptionalInt days() {
      return days == null ? OptionalInt.empty() : OptionalInt.of(days);
    }

    @Override
    public OptionalInt changes() {
      return changes == null ? OptionalInt.empty() : OptionalInt.of(changes);
    }

    @Override
    public OptionalInt domain() {
      return domain == null ? OptionalInt.empty() : OptionalInt.of(domain);
    }

    @Override
    public OptionalLong users() {
      return size == null || size.users == null
          ? OptionalLong.empty()
          : OptionalLong.of(size.users);
    }

    @Override
    public OptionalDouble error() {
      return size == null || size.error == null
          ? OptionalDouble.empty()
          : OptionalDouble.of(size.error);
    }

    @Override
    public OptionalDouble accumulatorsOnly() {
      return accumulatorsOnly == null
          ? OptionalDouble.empty()
          : OptionalDouble.of(accumulatorsOnly);
    }

    @Override
    public boolean ranksByShift() {
      return rank == Rank.SHIFT;
    }

    @Override
    public OptionalInt queries() {
      return queries == null ? OptionalInt.empty() : OptionalInt.of(queries);
    }

    @Override
    public OptionalDouble beta() {
      return beta == null ? OptionalDouble.empty() : OptionalDouble.of(beta);
    }

    @Override
    public BallProtocol.Norm norm() {
      return norm;
    }

    @Override
    public boolean hasWorkload() {
      return workload.given();
    }

    @Override
    public Workload workload(int items) {
      return workload.over(items);
    }

    @Override
    public List<String> mechanisms() {
      return mechanisms;
    }

    @Override
    public Progress.Listener progress() {
      return progress;
    }
  }
}
