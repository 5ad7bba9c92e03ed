package org.sparkldp.jobs.command;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.ledger.Book;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.Spend;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp ledger export}. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description =
        "All entries with all they say, and what became of budgets, as CSV or JSON lines.")
final class LedgerExport implements Callable<Integer> {
  private static final List<String> COLUMNS =
      List.of(
          "entry",
          "population",
          "attribute",
          "purpose",
          "period",
          "day",
          "plan",
          "fingerprint",
          "release_key",
          "output",
          "division",
          "part_from",
          "part_to",
          "epsilon_grains",
          "delta_grains",
          "rho",
          "reports",
          "draws",
          "state",
          "open_attempts",
          "owner",
          "reserved",
          "changed",
          "note");

  @ParentCommand private LedgerCommand parent;

  @Option(names = "--format", defaultValue = "csv", description = "csv, json or table")
  private Format format;

  @Option(names = "--output", paramLabel = "FILE", description = "default standard output")
  private Path output;

  @Override
  public Integer call() {
    TablePrinter printer = new TablePrinter(COLUMNS);
    Book ledger = parent.ledger().book();
    for (Entry entry : ledger.entries()) {
      Spend spend = entry.spend();
      printer.add(
          List.of(
              entry.id(),
              spend.account().population(),
              spend.attribute(),
              spend.account().purpose(),
              spend.period(),
              String.join(" ", entry.days()),
              spend.name(),
              spend.fingerprint(),
              spend.key(),
              spend.output(),
              spend.division().name(),
              spend.division().from(),
              spend.division().to(),
              spend.epsilon(),
              spend.delta(),
              spend.rho(),
              spend.times(),
              entry.draws(),
              entry.state().text(),
              String.join(" ", entry.open()),
              entry.owner(),
              entry.reserved(),
              entry.changed(),
              entry.note()));
    }
    for (Book.BudgetChange change : ledger.changes()) {
      Object[] row = new Object[COLUMNS.size()];
      Arrays.fill(row, "");
      row[COLUMNS.indexOf("state")] = "budget";
      row[COLUMNS.indexOf("owner")] = change.owner();
      row[COLUMNS.indexOf("changed")] = change.changed();
      row[COLUMNS.indexOf("note")] = "before: " + change.before() + "; after: " + change.after();
      printer.add(List.of(row));
    }
    if (output == null) {
      printer.print(format, System.out);
      return Exit.DONE;
    }
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(output), false, StandardCharsets.UTF_8)) {
      printer.print(format, out);
    } catch (IOException e) {
      throw new UncheckedIOException("the file must be writable: " + output, e);
    }
    return Exit.DONE;
  }
}
