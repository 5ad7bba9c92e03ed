package org.sparkldp.jobs.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.ledger.Book;
import org.sparkldp.jobs.ledger.Budget;
import org.sparkldp.jobs.ledger.Ledger;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Tampering;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ldp disclose}: what a deployment must say of itself. */
@Command(
    name = "disclose",
    mixinStandardHelpOptions = true,
    description = {
      "What a deployment must say of itself.",
      "Writes an entry for a registry, a page for a legal department, and both as JSON, from the"
          + " plan, its audit, the records of its runs and the ledger. What none of them knows is"
          + " marked \"to be filled in\"."
    })
@CommandGroup.Of(CommandGroup.BUDGET)
public final class DiscloseCommand implements Callable<Integer> {
  private static final int SAMPLES = 20_000;
  private static final Duration AT_MOST = Duration.ofSeconds(10);

  @ParentCommand private HasSession ldp;
  @Spec private CommandSpec command;

  @Parameters(paramLabel = "OUT", description = "a new folder; with --verify, one that stands")
  private Path out;

  @Option(names = "--plan", paramLabel = "FILE", description = "the plan")
  private String plan;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      description = "the folder of run, of privatize or of ingest")
  private String runs;

  @Option(
      names = "--about",
      paramLabel = "FILE",
      description =
          "what only people know, in HOCON: organisation, contact, purpose, data, population,"
              + " who_sees, retention")
  private String about;

  @Option(names = "--verify", description = "only whether its files are as they were written")
  private boolean isVerified;

  @Override
  public Integer call() throws IOException {
    if (isVerified) {
      Options.requireOnly(command, "--verify", "--verify");
      List<String> changed = Disclosure.changed(out);
      if (!changed.isEmpty()) {
        throw new Refusal(
            "the files of a disclosure must be as they were written. Changed in %s: %s; write it anew."
                .formatted(out, String.join(", ", changed)));
      }
      Steps.say(out + " is as it was written");
      return Exit.DONE;
    }
    Require.that(plan != null).orRefuse("disclose needs --plan FILE. Provided: none.");
    Require.that(!Files.exists(out))
        .orRefuse("OUT must be a new folder. Provided path: %s, which is there.", out);
    SparkSession spark = ldp.session().spark();
    Plan asked = PlanFiles.read(spark, plan);
    Disclosure.About known = about(spark);
    Audit.AuditResult found = Audit.run(asked.protocol(), new Tampering(0), SAMPLES, 1, AT_MOST);
    if (found.isAboveClaim()) {
      throw new Refusal(
          "the epsilon that is disclosed must be true. The audit of %s found more than its claim."
              .formatted(asked.protocol().spec()));
    }
    Disclosure.of(asked, known, found, runs(spark, asked), left(asked)).write(out);
    Steps.say("entry.md, legal.md and disclosure.json in " + out);
    return Exit.DONE;
  }

  private Disclosure.About about(SparkSession spark) {
    String text = "";
    String name = "";
    if (about != null) {
      TextFile file = PlanFiles.file(spark, about);
      text = PlanFiles.text(file, "file about a deployment");
      name = file.name();
    }
    return Settings.read(
        "a file about a deployment", text, name, one -> one.as(Disclosure.About.class, Map.of()));
  }

  private List<Run> runs(SparkSession spark, Plan asked) {
    if (runs == null) {
      return List.of();
    }
    List<Run> all = new ArrayList<>();
    for (String folder : folders(asked)) {
      Output output = new Output(spark, folder);
      for (Run run : output.runs()) {
        if (List.of("privatize", "ingest").contains(run.command())) {
          Require.that(isOf(asked, run, spark, output))
              .orRefuse(
                  "--runs must be of the plan %s. Provided path: %s, whose runs are of another.",
                  asked.fingerprint(), runs);
          all.add(run);
        }
      }
    }
    Require.that(!all.isEmpty())
        .orRefuse("--runs must name a folder of reports. Provided path: %s.", runs);
    return all;
  }

  /** Where {@code privatize}, {@code ingest} and {@code run} leave reports, of all rounds. */
  private List<String> folders(Plan asked) {
    return Stream.concat(
            Stream.of(runs, runs + "/privatized"),
            IntStream.rangeClosed(1, asked.rounds())
                .mapToObj(round -> runs + "/round-" + round + "/privatized"))
        .toList();
  }

  /** Rounds have plans of their own, which have the first one's fingerprint in common. */
  private static boolean isOf(Plan asked, Run run, SparkSession spark, Output output) {
    return run.plan().equals(asked.fingerprint())
        || (asked.round() > 0
            && PlanFiles.read(spark, output + "/" + Output.PLAN)
                .firstFingerprint()
                .equals(asked.firstFingerprint()));
  }

  private List<Budget.Remainder> left(Plan asked) {
    String place = ldp.session().ledger();
    if (place.isEmpty()) {
      return List.of();
    }
    Book book = Ledger.at(place).book();
    return book.budgets().all().stream()
        .filter(budget -> budget.population().equals(asked.account().population()))
        .flatMap(budget -> budget.left(book.entries(), LocalDate.now(ZoneOffset.UTC)).stream())
        .toList();
  }
}
