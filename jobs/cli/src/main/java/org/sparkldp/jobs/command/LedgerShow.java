package org.sparkldp.jobs.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.ledger.Book;
import org.sparkldp.jobs.ledger.Budget;
import org.sparkldp.jobs.ledger.Budgets;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.protocols.accounting.composition.Tally;
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

  @ArgGroup private LedgerRows rows = new LedgerRows();

  /** A choice of rows in place of budgets. */
  private static final class LedgerRows {
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

  @Override
  public Integer call() {
    Book ledger = parent.ledger().book();
    List<Entry> all =
        ledger.entries().stream()
            .filter(e -> population == null || e.spend().account().population().equals(population))
            .toList();
    if (rows.all) {
      all(all, ledger.changes()).print(format.or(OutputFormat.CSV), System.out);
    } else if (rows.entries) {
      ENTRIES.of(all).print(format.get(), System.out);
    } else {
      printBudgets(ledger.budgets(), all);
    }
    return Exit.DONE;
  }

  /** What people want to know of an entry. */
  private static final TableLayout<Entry> ENTRIES =
      new TableLayout<Entry>()
          .with("entry", Entry::id)
          .with("day", e -> e.spend().isForLife() ? Spend.LIFETIME : String.join(" ", e.days()))
          .with("population", e -> e.spend().account().population())
          .with("attribute", e -> e.spend().attribute())
          .with("purpose", e -> e.spend().account().purpose())
          .with("plan", e -> e.spend().name())
          .with("state", e -> Keys.word(e.state()))
          .with("draws", Entry::draws)
          .with("epsilon", e -> Spend.epsilon(e.epsilon()))
          .with("delta", e -> Spend.deltaText(e.tally().deltaGrains()))
          .with("open", e -> e.open().isEmpty() ? "" : "drawing")
          .with("clock", e -> e.isOfAClockBehind() ? "behind" : "");

  /** All columns. */
  private static final TableLayout<Entry> ALL =
      new TableLayout<Entry>()
          .with("entry", Entry::id)
          .with("population", e -> e.spend().account().population())
          .with("attribute", e -> e.spend().attribute())
          .with("purpose", e -> e.spend().account().purpose())
          .with("period", e -> e.spend().period())
          .with("day", e -> String.join(" ", e.days()))
          .with("plan", e -> e.spend().name())
          .with("fingerprint", e -> e.spend().fingerprint())
          .with("release_key", e -> e.spend().key())
          .with("output", e -> e.spend().output())
          .with("division", e -> e.spend().division().name())
          .with("part_from", e -> e.spend().division().from())
          .with("part_to", e -> e.spend().division().to())
          .with("epsilon_grains", e -> e.spend().epsilon())
          .with("delta_grains", e -> e.spend().delta())
          .with("rho", e -> e.spend().rho())
          .with("reports", e -> e.spend().times())
          .with("draws", Entry::draws)
          .with("state", e -> Keys.word(e.state()))
          .with("open_attempts", e -> String.join(" ", e.open()))
          .with("clock", e -> e.isOfAClockBehind() ? "behind" : "")
          .with("owner", Entry::owner)
          .with("reserved", Entry::reserved)
          .with("changed", Entry::changed)
          .with("note", Entry::note);

  /** Entries, and below them what became of budgets. */
  private static TablePrinter all(List<Entry> entries, List<Book.BudgetChange> changes) {
    TablePrinter of = ALL.of(entries);
    List<List<?>> rows = new ArrayList<>(of.rows());
    for (Book.BudgetChange change : changes) {
      Map<String, String> cells =
          Map.of(
              "state",
              "budget",
              "owner",
              change.owner(),
              "changed",
              change.changed(),
              "note",
              "before: " + change.before() + "; after: " + change.after());
      rows.add(of.columns().stream().map(name -> cells.getOrDefault(name, "")).toList());
    }
    return new TablePrinter(of.columns(), rows);
  }

  /**
   * A budget in one of its windows.
   *
   * @param isGiven whether there is a budget, or only what is spent is known
   * @param entries that count there
   */
  private record Window(Budget.Remainder left, boolean isGiven, List<Entry> entries) {
    Budget budget() {
      return left.budget();
    }
  }

  private static final TableLayout<Window> WINDOWS =
      new TableLayout<Window>()
          .with("population", w -> w.budget().population())
          .with("attribute", w -> w.budget().attribute())
          .with("purpose", w -> w.budget().purpose())
          .with("per", w -> Keys.word(w.budget().per()))
          .with("window", w -> w.left.window())
          .with("budget", w -> w.isGiven ? Spend.epsilon(w.budget().epsilon()) : null)
          .with("spent", w -> Spend.epsilon(w.left.spent()))
          .with("left", w -> w.isGiven ? Spend.epsilon(w.left.epsilon()) : null)
          .with("delta", w -> Spend.deltaText(w.budget().delta()))
          .with("entries", w -> w.entries.size())
          .with(
              "reserved",
              w -> w.entries.stream().filter(e -> e.state() == Entry.State.RESERVED).count());

  private void printBudgets(Budgets budgets, List<Entry> all) {
    List<Window> shown = new ArrayList<>();
    int hidden = 0;
    Map<String, List<Entry>> unbounded =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    e -> e.spend().account().population(), TreeMap::new, Collectors.toList()));
    for (Budget budget : budgets.all()) {
      if (population != null && !budget.population().equals(population)) {
        continue;
      }
      unbounded.remove(budget.population());
      List<Budget.Remainder> windows = budget.left(all, LedgerCommand.today());
      int first =
          format.get() == OutputFormat.TABLE ? Math.max(0, windows.size() - WINDOWS_FOR_PEOPLE) : 0;
      hidden += first;
      for (Budget.Remainder left : windows.subList(first, windows.size())) {
        List<Entry> inside =
            all.stream()
                .filter(e -> budget.covers(e.spend()) && budget.isIn(e, left.window()))
                .toList();
        shown.add(new Window(left, true, inside));
      }
    }
    unbounded.forEach(
        (name, of) -> {
          Tally spent = Budget.together(of);
          Budget none = new Budget(name, "", "", Budget.Per.EVER, 0, spent.deltaGrains());
          shown.add(new Window(new Budget.Remainder(none, "", spent.epsilonGrains()), false, of));
        });
    WINDOWS.of(shown).print(format.get(), System.out);
    if (hidden > 0) {
      System.out.println("... and " + hidden + " earlier windows; --format csv shows all");
    }
    if (!unbounded.isEmpty() && format.get() == OutputFormat.TABLE) {
      Steps.say("recorded only, for they have no budget: " + unbounded.keySet());
    }
  }
}
