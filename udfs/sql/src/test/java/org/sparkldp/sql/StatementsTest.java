package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sparkldp.sql.catalyst.Statements;

/** Where a text of SQL is cut. */
@ExtendWith(SparkTest.class)
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

  /** Its statements are nested, and words of theirs are those of blocks. */
  @Test
  void aBlockIsOneStatement() {
    SparkTest.assumeSince("4.0", "BEGIN ... END");
    String block =
        """
        begin -- ; END
          DECLARE n INT DEFAULT 0;
          WHILE n < 3 DO
            IF n = 1 THEN SELECT CASE WHEN n > 0 THEN ';' END AS `end`; END IF;
            BEGIN SELECT 1; END;
            SET n = n + 1;
          END WHILE;
        END""";
    assertEquals(
        List.of("SELECT 1", block, "SELECT 2"),
        Statements.of("SELECT 1;\n" + block + ";\nSELECT 2;"));
    assertEquals(
        List.of("BEGIN SELECT 1; END", "BEGIN SELECT 2; END"),
        Statements.of("BEGIN SELECT 1; END; BEGIN SELECT 2; END"));
    assertEquals(
        List.of("BEGIN SELECT 1; SELECT 2"),
        Statements.of("BEGIN SELECT 1; SELECT 2;").stream()
            .map(open -> open.replaceFirst(";$", ""))
            .toList(),
        "Spark will say that it does not end");
  }
}
