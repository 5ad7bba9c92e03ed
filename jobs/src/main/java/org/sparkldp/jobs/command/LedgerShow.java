package org.sparkldp.jobs.command;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.sparkldp.analysis.composition.Tally;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.ledger.Book;
import org.sparkldp.jobs.ledger.Budget;
import org.sparkldp.jobs.ledger.Budgets;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp ledger show}. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "What is spent and left of each budget; with --entries, of what.")
final class LedgerShow implements Callable<Integer> {
  private static final int WINDOWS_FOR_PEOPLE = 5;

  @ParentCommand private LedgerCommand parent;

  @ArgGroup private Rows rows = new Rows();

  /** What is shown in place of budgets. */
  private static final class Rows {
    @Option(names = "--entries", description = "the entries, not the budgets")
    private boolean entries;

    @Option(
        names = "--all",
        description =
            "the entries with all that they say, and what became of budgets; as CSV by default")
    private boolean all;
  }

  @Option(names = "--population", paramLabel = "NAME", description = "of these people alone")
  private String population;

  @Mixin private FormatOption format;

  @Option(
      names = "--output",
      hidden = true,
      paramLabel = "FILE",
      description = "of --all, in place of standard output")
  private Path output;

  @Override
  public Integer call() {
    Book ledger = parent.ledger().book();
    List<Entry> all =
        ledger.entries().stream()
            .filter(e -> population == null || e.spend().account().population().equals(population))
            .toList();
    Require.that(output == null || rows.all)
        .orRefuse("--output goes with --all. Provided: no --all; leave it out.");
    if (rows.all) {
      printAll(LedgerTable.of(all, ledger.changes()), format.or(Format.CSV));
    } else if (rows.entries) {
      printEntries(all, format.get(), System.out);
    } else {
      printBudgets(ledger.budgets(), all);
    }
    return Exit.DONE;
  }

  private void printAll(TablePrinter printer, Format format) {
    if (output == null) {
      printer.print(format, System.out);
      return;
    }
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(output), false, StandardCharsets.UTF_8)) {
      printer.print(format, out);
    } catch (IOException e) {
      throw new UncheckedIOException("the file must be writable: " + output, e);
    }
  }

  private void printBudgets(Budgets budgets, List<Entry> all) {
    TablePrinter printer =
        new TablePrinter(
            List.of(
                "population",
                "attribute",
                "purpose",
                "per",
                "window",
                "budget",
                "spent",
                "left",
                "delta",
                "entries",
                "reserved"));
    int hidden = 0;
    Set<String> bounded = new TreeSet<>();
    for (Budget budget : budgets.all()) {
      if (population != null && !budget.population().equals(population)) {
        continue;
      }
      bounded.add(budget.population());
      List<Budget.Left> windows = budget.left(all, LedgerCommand.today());
      int first =
          format.get() == Format.TABLE ? Math.max(0, windows.size() - WINDOWS_FOR_PEOPLE) : 0;
      hidden += first;
      for (Budget.Left left : windows.subList(first, windows.size())) {
        List<Entry> inside =
            all.stream()
                .filter(e -> budget.covers(e.spend()) && budget.isIn(e, left.window()))
                .toList();
        printer.add(
            row(
                budget.population(),
                budget.attribute(),
                budget.purpose(),
                budget.per().text(),
                left.window(),
                Spend.epsilon(budget.epsilon()),
                Spend.epsilon(left.spent()),
                Spend.epsilon(left.epsilon()),
                Spend.deltaText(budget.delta()),
                inside));
      }
    }
    Set<String> unbounded = new TreeSet<>();
    all.forEach(e -> unbounded.add(e.spend().account().population()));
    unbounded.removeAll(bounded);
    for (String name : unbounded) {
      List<Entry> of =
          all.stream().filter(e -> e.spend().account().population().equals(name)).toList();
      Tally together = Budget.together(of);
      printer.add(
          row(
              name,
              "",
              "",
              Budget.Per.EVER.text(),
              "",
              null,
              Spend.epsilon(together.epsilonGrains()),
              null,
              Spend.deltaText(together.deltaGrains()),
              of));
    }
    printer.print(format.get(), System.out);
    if (hidden > 0) {
      System.out.println("... and " + hidden + " earlier windows; --format csv shows all");
    }
    if (!unbounded.isEmpty() && format.get() == Format.TABLE) {
      System.err.println("ldp: recorded only, for they have no budget: " + unbounded);
    }
  }

  private static List<Object> row(
      String population,
      String attribute,
      String purpose,
      String per,
      String window,
      Double budget,
      Double spent,
      Double left,
      String delta,
      List<Entry> entries) {
    return Arrays.asList(
        population,
        attribute,
        purpose,
        per,
        window,
        budget,
        spent,
        left,
        delta,
        entries.size(),
        entries.stream().filter(e -> e.state() == Entry.State.RESERVED).count());
  }

  private static void printEntries(List<Entry> entries, Format format, PrintStream out) {
    TablePrinter printer =
        new TablePrinter(
            List.of(
                "entry",
                "day",
                "population",
                "attribute",
                "purpose",
                "plan",
                "state",
                "draws",
                "epsilon",
                "delta",
                "open"));
    for (Entry entry : entries) {
      printer.add(
          List.of(
              entry.id(),
              entry.spend().isForLife() ? Spend.LIFETIME : String.join(" ", entry.days()),
              entry.spend().account().population(),
              entry.spend().attribute(),
              entry.spend().account().purpose(),
              entry.spend().name(),
              entry.state().text(),
              entry.draws(),
              Spend.epsilon(entry.epsilon()),
              Spend.deltaText(entry.tally().deltaGrains()),
              entry.open().isEmpty() ? "" : "drawing"));
    }
    printer.print(format, out);
  }
}
