package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.sql.SparkTest;

/**
 * A schedule's nights over files as they are really delivered. Nobody acts by hand except where
 * nightly.md asks for it. At the end every person has one report of each day that was ever whole,
 * and the last night names every other day.
 *
 * <p>Each fault once with the profile slow, a month with the profile long.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class DeliveriesTest {
  private static final int PEOPLE = 40;
  private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);
  private static final String GOOD = "epsilon=20.0";

  /** What goes wrong with a day's delivery, and in the morning is mended or is not. */
  private enum Fault {
    NONE,
    /** Twice; the second file is taken away. */
    TWICE,
    /** Twice for ever. */
    TWICE_FOR_GOOD,
    NEVER,
    /** After three nights, when no window has it any more: somebody asks for it by hand. */
    LATE_BY_THREE,
    /** One that the plan does not name. */
    COLUMN_MORE,
    /** One that the plan names; the file is sent again. */
    COLUMN_LESS,
    /** Cut in a line; the file is sent again. */
    HALF_WRITTEN,
    /** Somebody changes epsilon, and changes it back. */
    CHANGED_PLAN,
    /** The budget of these people is cut, and then raised again. */
    BUDGET_GONE
  }

  private static final int NIGHTS =
      Math.max(Fault.values().length + 4, Integer.getInteger("ldp.nights", 0));

  @RegisterExtension final Sandbox box = new Sandbox();

  private static String day(int night) {
    return FIRST.plusDays(night).toString();
  }

  private void file(int night, String name, String text) {
    box.write("values/day=" + day(night) + "/" + name, text);
  }

  private static String people(int night, String header, String more) {
    return IntStream.range(0, PEOPLE)
        .mapToObj(i -> i + "," + i + "," + (char) ('a' + (i + night) % 3) + more)
        .collect(Collectors.joining("\n", header + "\n", "\n"));
  }

  private static String whole(int night) {
    return people(night, "id,person,item", "");
  }

  private Ended ldp(String line) {
    return box.ldp("--ledger @ledger.db --events @events.jsonl " + line);
  }

  private void budget(String epsilon) {
    box.write("budget.conf", "budgets = [{ population = people, epsilon = " + epsilon + " }]");
    ldp("ledger set-budget @budget.conf").done();
  }

  private void plan(String epsilon) {
    box.plan("protocol = \"grr(" + epsilon + ")\"", "public = [person, day]", "period = day");
  }

  private Ended night(String days) {
    return ldp(
        "run --plan @plan.conf --input @values --output @out --read format=csv --days " + days);
  }

  private void arrives(Fault fault, int night) {
    String all = whole(night);
    switch (fault) {
      case NONE -> file(night, "people.csv", all);
      case TWICE, TWICE_FOR_GOOD -> {
        file(night, "people.csv", all);
        file(night, "people-again.csv", all);
      }
      case NEVER, LATE_BY_THREE -> {}
      case COLUMN_MORE -> file(night, "people.csv", people(night, "id,person,item,more", ",x"));
      case COLUMN_LESS -> file(night, "people.csv", all.replaceAll(",[^,]*(?=\n)", ""));
      case HALF_WRITTEN -> file(night, "people.csv", all.substring(0, all.length() / 2 - 5));
      case CHANGED_PLAN -> {
        file(night, "people.csv", all);
        plan("epsilon=1.0");
      }
      case BUDGET_GONE -> {
        file(night, "people.csv", all);
        budget("0.5");
      }
    }
  }

  /** What the page asks for in the morning. */
  private void isMended(Fault fault, int night) throws IOException {
    switch (fault) {
      case TWICE -> Files.delete(box.at("values/day=" + day(night) + "/people-again.csv"));
      case COLUMN_LESS, HALF_WRITTEN -> file(night, "people.csv", whole(night));
      case CHANGED_PLAN -> plan(GOOD);
      case BUDGET_GONE -> budget("100000");
      default -> {}
    }
  }

  @Test
  void eachPersonAnswersOnceADayAndEachLostDayIsNamedOnTheLastNight() throws IOException {
    Random random = new Random(20261127);
    plan(GOOD);
    budget("100000");
    List<Fault> left = new ArrayList<>();
    Map<Integer, Fault> faults = new HashMap<>();
    Set<String> lost = new TreeSet<>();
    for (int night = 0; night < NIGHTS; night++) {
      if (left.isEmpty()) {
        left.addAll(List.of(Fault.values()));
        Collections.shuffle(left, random);
      }
      // The first day begins the series, and the last three nights mend what can be mended.
      boolean isQuiet = night == 0 || night >= NIGHTS - 3;
      Fault fault = isQuiet ? Fault.NONE : left.remove(0);
      faults.put(night, fault);
      if (fault == Fault.NEVER || fault == Fault.TWICE_FOR_GOOD) {
        lost.add(day(night));
      }
      if (night >= 3 && faults.get(night - 3) == Fault.LATE_BY_THREE) {
        file(night - 3, "people.csv", whole(night - 3));
        night(day(night - 3)).done();
      }
      arrives(fault, night);
      Ended ended = night(day(Math.max(0, night - 2)) + ".." + day(night));
      said(fault, day(night), ended);
      isMended(fault, night);
    }
    Ended last = night(day(NIGHTS - 3) + ".." + day(NIGHTS - 1)).done();
    requireNamed(lost, last.err());
    requireOnce(lost);

    List<String[]> listed = Ended.csv(box.ldp("days @out --format csv").done().out());
    assertEquals(NIGHTS, listed.size() - 1);
    for (String[] row : listed.subList(1, listed.size())) {
      boolean isLost = lost.contains(row[0].substring(4));
      assertEquals(isLost ? "0" : "" + PEOPLE, row[2], row[0]);
      assertEquals("0", row[4], "nothing waits");
      assertEquals(isLost, !row[1].equals("asked"), row[0]);
    }
    assertEquals(
        NIGHTS - lost.size(),
        box.table("out/estimated/estimates").select("day").distinct().count(),
        "each day keeps its estimates");

    // Twins: a day of which nobody knows any more, and a person who answered twice.
    String forgotten = lost.iterator().next();
    Files.delete(box.at("out/privatized/runs/day=" + forgotten + "/left-out.json"));
    Ended silent = night(day(NIGHTS - 3) + ".." + day(NIGHTS - 1));
    assertThrows(AssertionError.class, () -> requireNamed(lost, silent.err()));
    Path file = box.at("out/privatized/reports/day=" + day(0));
    try (var files = Files.list(file)) {
      Path one = files.filter(f -> f.toString().endsWith(".parquet")).findAny().orElseThrow();
      Files.copy(one, one.resolveSibling("again.parquet"));
    }
    assertThrows(AssertionError.class, () -> requireOnce(lost));
  }

  private static void said(Fault fault, String day, Ended ended) {
    switch (fault) {
      case TWICE, TWICE_FOR_GOOD ->
          ended.refused("day=" + day, "Ids that occur more often: " + PEOPLE);
      case CHANGED_PLAN -> ended.refused("epsilon was 20.0, is 1.0");
      case BUDGET_GONE -> ended.refused("day=" + day, "more than its budget");
      case COLUMN_LESS -> ended.says("day=" + day, "Missing: item");
      case HALF_WRITTEN -> ended.says("day=" + day, "Rows with more or fewer: 1");
      case NEVER, LATE_BY_THREE -> ended.says("day=" + day, "no rows of it");
      default -> {}
    }
  }

  private static void requireNamed(Collection<String> lost, String said) {
    lost.forEach(day -> assertEquals(true, said.contains("day=" + day), day + "\n" + said));
  }

  private void requireOnce(Set<String> lost) {
    Set<String> expected = new TreeSet<>();
    for (int night = 0; night < NIGHTS; night++) {
      for (int person = 0; person < PEOPLE && !lost.contains(day(night)); person++) {
        expected.add(day(night) + " " + person);
      }
    }
    assertEquals(expected, ResultRows.byDayAndPerson(box.at("out/privatized")).keySet());
  }
}
