package org.sparkldp.jobs.ledger;

/** The ledger in a file. */
class SqliteLedgerTest extends LedgerContract {
  private int made;

  @Override
  String freshPlace() {
    made++;
    return folder.resolve("ledger-" + made + ".db").toString();
  }
}
