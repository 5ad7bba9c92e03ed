package org.sparkldp.jobs.command;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import org.sparkldp.jobs.console.Group;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.ledger.Ledger;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code ldp ledger}: what is spent of people's privacy, and what may be. Reads no value. */
@Command(
    name = "ledger",
    mixinStandardHelpOptions = true,
    description = {
      "What is spent of people's privacy, and what may be.",
      "Budgets, entries, decisions; reads no value."
    },
    subcommands = {LedgerShow.class, LedgerCheck.class, LedgerSetBudget.class, LedgerSettle.class})
@Group.Of(Group.BUDGET)
public final class LedgerCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(
        new CommandLine(this),
        "what to do with the ledger must be said: show, check, set-budget or settle.");
  }

  SessionOptions session() {
    return ldp.session();
  }

  String place() {
    String place = session().ledger();
    if (place.isEmpty()) {
      throw Require.refusal(
          "a ledger must be named. Provided: none; give ldp --ledger PATH_OR_JDBC_URL ledger ...,"
              + " %s or the environment variable %s.",
          Purse.LEDGER, Purse.VARIABLE);
    }
    return place;
  }

  Ledger ledger() {
    return Ledger.at(place());
  }

  static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }
}
