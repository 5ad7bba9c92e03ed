package org.sparkldp.jobs.ledger;

/** The ledger in a file. */
class SqliteLedgerTest extends LedgerContract {
  private int made;

  @Override
  String freshPlace() {
    made++;
    return folder.resolve("ledger-" + made + ".db").toString();
  }

  /** {@code -Dldp.ledger.workers=20} for the numbers of the page. */
  @Override
  int workers() {
    return Integer.getInteger("ldp.ledger.workers", 4);
  }
}
