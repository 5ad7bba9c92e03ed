package org.sparkldp.jobs.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.ledger.Budgets;
import org.sparkldp.jobs.ledger.Ledger;
import org.sparkldp.jobs.plan.TextFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code ldp ledger set-budget}. */
@Command(
    name = "set-budget",
    mixinStandardHelpOptions = true,
    description =
        "Puts the budgets of a file in place of those that were there; makes the ledger if it is"
            + " not there. What is spent stays.")
final class LedgerSetBudget implements Callable<Integer> {
  @ParentCommand private LedgerCommand parent;

  @Parameters(paramLabel = "FILE", description = "budgets, in HOCON")
  private String file;

  @Override
  public Integer call() {
    TextFile text = TextFile.of(file, new Configuration());
    try {
      Budgets budgets = Budgets.read(text.text(), text.name());
      Ledger.make(parent.place()).setBudgets(budgets);
      System.err.printf(
          "ldp: %d budgets in %s%s%n",
          budgets.all().size(),
          parent.place(),
          budgets.areRequired() ? "; populations without one are refused" : "");
      return Exit.DONE;
    } catch (IOException e) {
      throw PlanFiles.unreadable("file of budgets", text, e);
    }
  }
}
