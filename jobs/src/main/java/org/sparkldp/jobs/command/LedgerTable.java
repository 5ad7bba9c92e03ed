package org.sparkldp.jobs.command;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.ledger.Book;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.Spend;

/** All that a ledger says: its entries, and what became of budgets. */
final class LedgerTable {
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

  private LedgerTable() {}

  static TablePrinter of(List<Entry> entries, List<Book.BudgetChange> changes) {
    TablePrinter printer = new TablePrinter(COLUMNS);
    for (Entry entry : entries) {
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
    for (Book.BudgetChange change : changes) {
      Object[] row = new Object[COLUMNS.size()];
      Arrays.fill(row, "");
      row[COLUMNS.indexOf("state")] = "budget";
      row[COLUMNS.indexOf("owner")] = change.owner();
      row[COLUMNS.indexOf("changed")] = change.changed();
      row[COLUMNS.indexOf("note")] = "before: " + change.before() + "; after: " + change.after();
      printer.add(List.of(row));
    }
    return printer;
  }
}
