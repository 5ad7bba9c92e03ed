package org.sparkldp.jobs.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.jobs.LoopbackPostgres;

/** The ledger in a PostgreSQL of the system's packages, each test's in a schema of its own. */
@Tag("long")
class PostgresLedgerTest extends LedgerContract {
  private static final String PASSWORDS = "org.postgresql.pgpassfile";

  @TempDir static Path shared;

  private static LoopbackPostgres postgres;
  private static int made;

  @BeforeAll
  static void start() throws Exception {
    Optional<LoopbackPostgres> started = LoopbackPostgres.start(shared);
    if (started.isEmpty()) {
      System.err.println("PostgreSQL is not tested, for it is not here (package postgresql)");
    }
    Assumptions.assumeTrue(started.isPresent(), "needs the package postgresql");
    postgres = started.get();
    System.setProperty(PASSWORDS, postgres.passwords().toString());
  }

  @AfterAll
  static void stop() {
    System.clearProperty(PASSWORDS);
    if (postgres != null) {
      postgres.close();
    }
  }

  @Override
  String freshPlace() throws Exception {
    made++;
    postgres.sql("CREATE SCHEMA ledger" + made + ";");
    return postgres.url() + "?user=ldp&currentSchema=ledger" + made;
  }

  @Override
  List<String> optionsOfWorkers() {
    return List.of("-D" + PASSWORDS + "=" + postgres.passwords());
  }

  @Test
  void twoLedgersOfOneDatabaseAreTwo() throws Exception {
    Ledger other = Ledger.make(freshPlace());
    assertEquals(List.of(), other.book().entries());
    assertFalse(freshPlace().contains(LoopbackPostgres.PASSWORD));
  }
}
