package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.pipeline.Notes;
import org.sparkldp.jobs.pipeline.Privatization;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.protocols.random.ReleaseKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp privatize}: values to reports, once only. */
@Command(
    name = "privatize",
    mixinStandardHelpOptions = true,
    description =
        "Values to reports, once only: a second run draws for people who came later, and for nobody"
            + " else.")
public final class PrivatizeCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Mixin private CollectOptions collect;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "a new folder, or one that holds reports of the same plan")
  private String output;

  @Mixin private DaysOption days;
  @Mixin private RehearseOption rehearsal;
  @Mixin private TableOption table;

  @Override
  public Integer call() {
    boolean isRehearsal = rehearsal.isAsked();
    SparkSession spark = ldp.session().spark();
    Plan plan = collect.plan(spark);
    if (isRehearsal) {
      RehearseOption.rehearse(spark, plan, collect.input(plan), days.days(), System.out);
      return Exit.DONE;
    }
    long late =
        privatize(ldp.session(), plan, collect.keyFile(), collect.input(plan), days.days(), output);
    if (late > 0) {
      Steps.say(
          late
              + " reports of people who came later wait to be accumulated; until accumulate and"
              + " estimate have run, numbers made before are without them");
    }
    table.update(
        spark,
        mirror -> mirror.append(new Output(spark, output), Privatization.REPORTS, plan.period()));
    return Exit.DONE;
  }

  /** Privatizes and says what happened; returns the reports that were added to earlier ones. */
  static long privatize(
      SessionOptions session, Plan plan, String keyFile, Input input, Days days, String output) {
    days.requireOf(plan);
    SparkSession spark = session.spark();
    Output folder = new Output(spark, output).requireOutside(input.table());
    Steps steps = new Steps(session.events());
    steps.begin(plan);
    AtomicLong late = new AtomicLong();
    new Privatization(plan, keyFile)
        .run(
            new People(spark, input, plan),
            folder,
            days,
            new Privatization.Listener() {
              private boolean hasBegun;

              @Override
              public void begins(long people) {
                if (!hasBegun) { // of the first of several days is enough
                  steps.expect(plan, people);
                }
                hasBegun = true;
              }

              @Override
              public void ended(Privatization.Outcome outcome, int number, int of) {
                String progress = of > 1 ? " (" + number + " of " + of + ")" : "";
                steps.privatized(plan, outcome, folder, output, progress);
                if (outcome.earlier() > 0) {
                  late.addAndGet(outcome.reports() - outcome.earlier());
                }
              }
            });
    return late.get();
  }

  private static final class People implements Privatization.People {
    private final SparkSession spark;
    private final Input input;
    private final Plan plan;
    private long malformed;

    People(SparkSession spark, Input input, Plan plan) {
      this.spark = spark;
      this.input = input;
      this.plan = plan;
    }

    @Override
    public Dataset<Row> rows() {
      Inputs.People people = Inputs.values(spark, input, plan);
      malformed = people.malformed();
      Notes.malformed(malformed).ifPresent(Steps::say);
      return people.rows();
    }

    @Override
    public String source() {
      return ReleaseKey.hidden(input.table()).replaceAll("//[^/@]*@", "//"); // nor passwords
    }

    @Override
    public long malformed() {
      return malformed;
    }

    @Override
    public boolean exists() {
      return Inputs.exists(spark, input);
    }
  }
}
