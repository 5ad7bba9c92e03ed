package org.sparkldp.jobs.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SqlCompleterTest {
  private final SqlCompleter completer =
      new SqlCompleter(List.of("ldp_epsilon", "ldp_estimate"), () -> List.of("people"));

  @Test
  void functionsTablesAndWordsOfSqlAreCompleted() {
    assertEquals(
        List.of("SELECT ldp_epsilon(", "SELECT ldp_estimate("), completer.endings("SELECT ldp_e"));
    assertEquals(List.of("SELECT 1 FROM people"), completer.endings("SELECT 1 FROM pe"));
    assertEquals(List.of("SELECT"), completer.endings("sel"), "in any case");
    assertEquals(List.of(), completer.endings("SELECT nothing_like_it"));
  }

  @Test
  void aSpecsProtocolAndThenItsParametersAreCompleted_eachOnce() {
    assertEquals(
        List.of("SELECT ldp_epsilon('hadamard("), completer.endings("SELECT ldp_epsilon('hadam"));
    assertEquals(
        List.of("SELECT ldp_epsilon('grr(epsilon="),
        completer.endings("SELECT ldp_epsilon('grr(e"));
    List<String> second = completer.endings("SELECT ldp_epsilon('grr(epsilon=1.0,");
    assertTrue(second.contains("SELECT ldp_epsilon('grr(epsilon=1.0,k="), second::toString);
    assertFalse(second.toString().contains("epsilon=1.0,epsilon="), second::toString);
    assertEquals(List.of(), completer.endings("SELECT ldp_epsilon('nonsense(e"));
  }

  @Test
  void afterAClosedQuoteTheTextIsSqlAgain() {
    assertEquals(
        List.of("SELECT ldp_epsilon('grr(epsilon=1.0,k=4)') FROM people"),
        completer.endings("SELECT ldp_epsilon('grr(epsilon=1.0,k=4)') FROM peo"));
  }
}
