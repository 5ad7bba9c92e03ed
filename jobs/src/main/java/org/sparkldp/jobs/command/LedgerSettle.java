package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code ldp ledger settle}. */
@Command(
    name = "settle",
    mixinStandardHelpOptions = true,
    description =
        "A person's decision about an entry whose run was killed, and the reason, which is kept.")
final class LedgerSettle implements Callable<Integer> {
  @ParentCommand private LedgerCommand parent;

  @Parameters(paramLabel = "ENTRY", description = "as show --entries names it")
  private String entry;

  @Option(
      names = "--as",
      required = true,
      paramLabel = "WORD",
      description =
          "spent: reports are there or were read; unspent: nobody has read what a killed run drew"
              + " (your word for it)")
  private Entry.Decision decision;

  @Option(names = "--because", required = true, paramLabel = "TEXT", description = "the reason")
  private String because;

  @Override
  public Integer call() {
    if (because.isBlank()) {
      throw Require.refusal("a decision must have a reason. Provided: none.");
    }
    Entry settled = parent.ledger().settle(entry, decision, because);
    System.err.printf(
        "ldp: entry %s is %s, epsilon %s: %s%n",
        settled.id(), settled.state().text(), Spend.epsilonText(settled.epsilon()), settled.note());
    if (decision == Entry.Decision.UNSPENT && settled.epsilon() > 0) {
      System.err.println(
          "ldp: its folder has reports, which count: only what killed runs drew can be unspent");
    }
    return Exit.DONE;
  }
}
