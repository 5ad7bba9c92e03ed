package org.sparkldp.jobs.command;

import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.ledger.Budgets;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.Ledger;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ldp ledger}: what is spent of people's privacy, and what may be. Reads no value. */
@Command(
    name = "ledger",
    mixinStandardHelpOptions = true,
    description = {
      "What is spent of people's privacy, and what may be.",
      "Budgets, entries, decisions; reads no value."
    },
    subcommands = {LedgerShow.class, LedgerCheck.class})
@CommandGroup.Of(CommandGroup.BUDGET)
public final class LedgerCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Spec private CommandSpec command;

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(
        command.commandLine(),
        "what to do with the ledger must be said: show, check, set-budget or settle.");
  }

  @Command(
      name = "set-budget",
      mixinStandardHelpOptions = true,
      description =
          "Puts the budgets of a file in place of those that were there; makes the ledger if it is"
              + " not there. What is spent stays.")
  int setBudget(@Parameters(paramLabel = "FILE", description = "budgets, in HOCON") String file) {
    TextFile text = TextFile.of(file, new Configuration());
    Budgets budgets = Budgets.read(PlanFiles.text(text, "file of budgets"), text.name());
    Ledger.make(place()).setBudgets(budgets);
    Steps.say(
        budgets.all().size()
            + " budgets in "
            + place()
            + (budgets.areRequired() ? "; populations without one are refused" : ""));
    return Exit.DONE;
  }

  @Command(
      name = "settle",
      mixinStandardHelpOptions = true,
      description =
          "A person's decision about an entry whose run was killed, and the reason, which is kept.")
  int settle(
      @Parameters(paramLabel = "ENTRY", description = "as show --entries names it") String entry,
      @Option(
              names = "--as",
              required = true,
              paramLabel = "WORD",
              description =
                  "spent: reports are there or were read; unspent: nobody has read what a killed"
                      + " run drew (your word for it)")
          Entry.Decision decision,
      @Option(names = "--because", required = true, paramLabel = "TEXT", description = "the reason")
          String because,
      @Option(
              names = "--dead",
              description =
                  "with --as unspent, where the folder is not reached from here: your word that no"
                      + " run is at work on it")
          boolean isDead) {
    Require.that(!because.isBlank()).orRefuse("a decision must have a reason. Provided: none.");
    Entry seen =
        decision == Entry.Decision.UNSPENT ? dead(entry, isDead) : ledger().book().entry(entry);
    Entry settled = ledger().settle(seen, decision, because);
    Steps.say(
        "entry %s is %s, epsilon %s: %s"
            .formatted(
                settled.id(),
                Keys.word(settled.state()),
                Spend.epsilonText(settled.epsilon()),
                settled.note()));
    if (decision == Entry.Decision.UNSPENT && settled.epsilon() > 0) {
      Steps.say("its folder has reports, which count: only what killed runs drew can be unspent");
    }
    return Exit.DONE;
  }

  /**
   * The entry once records have said what is committed, if no run is at work on it.
   *
   * @param isDead a person's word for it
   */
  private Entry dead(String id, boolean isDead) {
    String folder = ledger().book().entry(id).spend().output();
    Entry entry = null;
    try {
      if (!folder.isEmpty()) {
        Output output = new Output(session().spark(), folder);
        Purse.ofApplication()
            .committed(
                output.runs().stream()
                    .map(run -> run.as(LedgerPart.class).ledger())
                    .filter(Objects::nonNull)
                    .toList());
        entry = ledger().book().entry(id);
        Optional<Boolean> isAtWork = output.isAtWork();
        if (isAtWork.orElse(false)) {
          throw new Refusal(
              "a run must be dead before what it drew is settled as unspent. One is at work on "
                  + folder
                  + "; wait for its end, or stop it.");
        }
        if (isAtWork.isPresent()) {
          return entry;
        }
      }
    } catch (UncheckedIOException e) {
      // of another machine, or another cluster
    }
    Require.that(isDead)
        .orRefuse(
            "a run must be dead before what it drew is settled as unspent. Provided: an entry %s,"
                + " where nobody can see that; make sure, and add --dead.",
            folder.isEmpty() ? "without a folder" : "of a folder that is not found, " + folder);
    return entry == null ? ledger().book().entry(id) : entry;
  }

  /** The ledger's part of a run's record. */
  private record LedgerPart(Purse.Paid ledger) {}

  SessionOptions session() {
    return ldp.session();
  }

  String place() {
    String place = session().ledger();
    Require.that(!place.isEmpty())
        .orRefuse(
            "a ledger must be named. Provided: none; give ldp --ledger PLACE ledger ...,"
                + " %s or the environment variable %s.",
            Purse.LEDGER, Purse.VARIABLE);
    return place;
  }

  Ledger ledger() {
    return Ledger.at(place());
  }

  static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }
}
