package org.sparkldp.jobs.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.ProgressPrinter;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.PrivateTable;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.Counts;
import org.sparkldp.jobs.table.Endings;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.task.StrategySource;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyMaker;
import org.sparkldp.protocols.strategy.StrategyRequest;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the people, the plan and the key: the options of commands that draw reports. */
public final class CollectOptions {
  @Option(
      names = "--input",
      required = true,
      paramLabel = "TABLE_OR_PATH",
      description = "the table of values: a catalogue name, or a path (" + Endings.ALL + ")")
  private String table;

  @Option(
      names = "--read",
      paramLabel = "OPTION=VALUE",
      description =
          "how the table is read, repeatable: Spark's options, such as delimiter, encoding and"
              + " header of a CSV, or versionAsOf of a Delta table")
  private Map<String, String> options = new LinkedHashMap<>();

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description =
          "release key of keyed plans, 64 hexadecimal digits; default spark.ldp.keyFile or the"
              + " environment variable LDP_KEY")
  private String key = "";

  @Option(
      names = "--anyway",
      description = "ask even people who are far too few for the question, as words may have")
  private boolean anyway;

  @Mixin private Options.PlanFile plan;

  @Option(
      names = "--optimize-seconds",
      paramLabel = "S",
      description =
          "for a plan whose strategy is not at hand: how long to look for a better one, in seconds"
              + " of two usual cores, default 10 up to 256 items")
  private Double optimizeSeconds;

  /** The plan, read. */
  Plan plan(SparkSession spark) {
    Plan read = PlanFiles.read(spark, plan.path, List.of((StrategySource) this::strategy));
    return anyway ? read.anyway() : read;
  }

  /** The strategy that a plan asks for: the one at hand, or one made now. */
  private StrategyFile strategy(StrategyRequest request) {
    OptionalDouble seconds =
        optimizeSeconds == null ? OptionalDouble.empty() : OptionalDouble.of(optimizeSeconds);
    return Strategies.cached(request, seconds)
        .map(Strategies::remember)
        .orElseGet(
            () -> {
              StrategyMaker maker = Strategies.maker(request);
              Steps.say("making a strategy for " + request.spec());
              try (ProgressPrinter progress =
                  new ProgressPrinter(Double.POSITIVE_INFINITY, false)) {
                return Strategies.store(
                    request, maker.make(request, seconds, () -> progress.goesOn(() -> "")));
              }
            });
  }

  /** The plan's file. */
  String planFile() {
    return plan.path;
  }

  /** The table of people, read as the command line says. */
  Input input() {
    return new Input(table, options);
  }

  /** The table of people, read as the command line says, and else as the plan does. */
  Input input(Plan plan) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(plan.reading().options());
    all.putAll(options);
    return new Input(table, all);
  }

  /** The release key's file, or empty for the application's own. */
  String keyFile() {
    return key;
  }

  /** The plan's job, said on standard error and in the events. */
  Job job(SessionOptions session, Plan asked, Days days) {
    return Job.of(session.spark(), asked)
        .withKey(key)
        .during(days)
        .heardBy(new Steps(session.events()));
  }

  /** Refuses an output that would be read as a part of the table. */
  void requireOutside(SparkSession spark, String output) {
    new Output(spark, output).requireOutside(table);
  }

  /** The table's people, as they are read. */
  PrivateTable people(SparkSession spark, Plan asked, Days days) {
    return new DeletableTable(spark, input(asked), asked, days);
  }

  /** A table that may be deleted once its reports are drawn. */
  public static final class DeletableTable implements PrivateTable {
    private final SparkSession spark;
    private final Input input;
    private final Plan plan;
    private final Days days;
    private Inputs.CountedTable people;

    public DeletableTable(SparkSession spark, Input input, Plan plan, Days days) {
      this.spark = spark;
      this.input = input;
      this.plan = plan;
      this.days = days;
    }

    @Override
    public Dataset<Row> rows() {
      if (people == null) { // once for all rounds
        people = Inputs.values(spark, input, plan, days);
        people.counts().notes().forEach(Steps::say);
      }
      return people.rows();
    }

    @Override
    public PrivateTable during(Days some) {
      return new DeletableTable(spark, input, plan, some);
    }

    @Override
    public String source() {
      return ReleaseKey.hidden(input.table()).replaceAll("//[^/@]*@", "//"); // nor passwords
    }

    @Override
    public Counts counts() {
      return people == null ? Counts.NONE : people.counts();
    }

    @Override
    public boolean exists() {
      return Inputs.exists(spark, input);
    }
  }
}
