package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sparkldp.sql.catalyst.Statements;

/** Where a text of SQL is cut. */
class StatementsTest {
  @Test
  void semicolonsInQuotesAndCommentsDoNotCut() {
    assertEquals(
        List.of("SELECT ';', \"a;b\", `c;d`", "SELECT r'\\', 2", "/* a; /* b; */ */ SELECT 3"),
        Statements.of(
            "SELECT ';', \"a;b\", `c;d`;\nSELECT r'\\', 2 ;/* a; /* b; */ */ SELECT 3 ; -- d;\n"));
  }

  @Test
  void lettersBeyondTheFirstPlaneAreCountedOnce() {
    assertEquals(
        List.of("SELECT '\uD83D\uDE00'", "SELECT 2"),
        Statements.of("SELECT '\uD83D\uDE00';SELECT 2"));
  }

  @Test
  void whatIsBlankIsNoStatement() {
    assertEquals(List.of(), Statements.of(" ;\n; -- nothing\n ; /* nothing */"));
    assertEquals(List.of("SELECT 'open"), Statements.of("SELECT 'open"));
  }

  @Test
  void aStatementEndsAtASemicolonOutsideOfQuotes() {
    for (String ended : List.of("SELECT 1;", "SELECT 'a\n;b', \"c\"; -- d", "SELECT `a;`; ")) {
      assertTrue(Statements.isEnded(ended), ended);
    }
    for (String open : List.of("SELECT 1", "SELECT 'a;", "SELECT \"a\n;", "SELECT `a;", "/* ;")) {
      assertFalse(Statements.isEnded(open), open);
    }
  }
}
