package org.sparkldp.jobs.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.device.CompiledQuestion;
import org.sparkldp.jobs.device.SigningKey;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp compile}: a plan becomes a question that people's own devices answer. */
@Command(
    name = "compile",
    mixinStandardHelpOptions = true,
    description = {
      "A plan as a signed question for people's devices.",
      "It holds every integer that a client needs to draw a report. ingest takes the reports."
    })
@CommandGroup.Of(CommandGroup.MORE)
public final class CompileCommand implements Callable<Integer> {
  /** Days for which a question stands where nobody says until when. */
  private static final int DAYS = 90;

  @ParentCommand private HasSession ldp;

  @Mixin private Options.PlanFile plan;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FILE",
      description = "the signed question; a later one takes the place of what is there")
  private Path output;

  @Option(
      names = "--sign",
      required = true,
      paramLabel = "KEY",
      description = "the file of the private key, of P-256, which its user alone may read")
  private Path key;

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "where the application is to send envelopes")
  private String endpoint = "";

  @Option(
      names = "--not-after",
      paramLabel = "DATE",
      description = "the last day on which clients answer it, default " + DAYS + " days from today")
  private LocalDate last = LocalDate.now(ZoneOffset.UTC).plusDays(DAYS);

  @Option(
      names = "--period-days",
      paramLabel = "N",
      description = "days of a plan's periods, counted from --first-day, default 1")
  private int periodDays = 1;

  @Option(
      names = "--first-day",
      paramLabel = "DATE",
      description = "a day on which a period begins, default 1970-01-05, a Monday")
  private LocalDate firstDay = CompiledQuestion.MONDAY;

  @Option(
      names = "--question-version",
      paramLabel = "N",
      description = "above that of the question before, default the milliseconds since 1970")
  private long version = System.currentTimeMillis();

  @Option(
      names = "--most-a-day",
      paramLabel = "EPSILON",
      description = "what a device spends a day at most, below what its application allows")
  private Double day;

  @Option(
      names = "--most-for-life",
      paramLabel = "EPSILON",
      description = "the same of all its answers together")
  private Double life;

  @Override
  public Integer call() throws IOException {
    Instant now = Instant.now();
    Instant end = last.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    Require.that(end.isAfter(now))
        .orRefuse("--not-after must be today or later. Provided value: %s.", last);
    SigningKey signing = SigningKey.read(key);
    CompiledQuestion question =
        new CompiledQuestion(
            PlanFiles.read(ldp.session().spark(), plan.path),
            new CompiledQuestion.QuestionTerms(
                version, end, endpoint, periodDays, firstDay, of(day), of(life)));
    if (Files.exists(output)) {
      question.requireLaterThan(Files.readString(output));
    }
    Path beside = output.resolveSibling(output.getFileName() + ".new");
    Files.writeString(beside, question.signed(signing) + "\n");
    Files.move(beside, output, StandardCopyOption.ATOMIC_MOVE);
    Steps.say(
        "question %s, version %s, of %s until %s, in %s"
            .formatted(
                question.plan().name(), version, question.plan().protocol().spec(), last, output));
    return Exit.DONE;
  }

  private static OptionalDouble of(Double limit) {
    return limit == null ? OptionalDouble.empty() : OptionalDouble.of(limit);
  }
}
