package org.sparkldp.jobs.ledger;

import org.junit.jupiter.api.Tag;

/** The ledger in a file. */
@Tag("slow")
class SqliteLedgerTest extends LedgerContract {
  private int made;

  @Override
  String freshPlace() {
    made++;
    return folder.resolve("ledger-" + made + ".db").toString();
  }
}
