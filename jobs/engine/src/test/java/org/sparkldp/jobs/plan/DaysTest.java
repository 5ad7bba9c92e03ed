package org.sparkldp.jobs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Periods that a command is asked for. */
class DaysTest {
  @Test
  void periodsAreNamedOneByOneOrInRangesThatEnd() {
    assertEquals(
        List.of("2026-02-28", "2026-03-01", "7", "8", "9", "spring"),
        Days.of(List.of("2026-02-28..2026-03-01", "7..9", "spring")).each());
    for (String wrong : List.of("a..b", "2026-01-02..2026-01-01", "1..99999", "a/b", "..", "")) {
      assertThrows(IllegalArgumentException.class, () -> Days.of(List.of(wrong)).each(), wrong);
    }
  }

  @Test
  void wholeNumbersAreInTheOrderOfTheirSize() {
    Days days = Days.of(List.of("1..20"));
    assertEquals(
        List.of("1", "3", "15"), Stream.of("1", "3", "15", "100").filter(days::contains).toList());
    assertTrue(Days.of(List.of("9..10")).contains("10"));
    Days weeks = Days.of(List.of("w1..w3"));
    assertEquals(
        List.of("w1", "w2"), Stream.of("w1", "w10", "w2").filter(weeks::contains).toList());
    assertThrows(IllegalArgumentException.class, () -> Days.of(List.of("w1..w10")));
  }

  @Test
  void whatARangeSpellsOutMayBeMissing() {
    Days days = Days.of(List.of("2026-01-30..2026-02-04", "spring", "20260228..20260301"));
    List<String> found = List.of("2026-01-31", "2026-02-04", "20260301");
    assertEquals(
        List.of("2026-01-30", "2026-02-01..2026-02-03", "spring", "20260228"), days.without(found));
    assertEquals(List.of("7..9"), Days.of(List.of("7..9")).without(List.of()));
    // Nobody knows which weeks, hours or padded numbers there are.
    for (String range : List.of("w1..w3", "2026-01-01-07..2026-01-01-09", "01..12")) {
      assertEquals(List.of(), Days.of(List.of(range)).without(List.of()), range);
    }
    assertEquals(List.of(), Days.ALL.without(List.of()));
    assertEquals(
        "2026-01-30..2026-02-04,20260228..20260301", days.except(List.of("spring")).toString());
  }
}
