package org.sparkldp.jobs.privatize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/** Several questions to the people of one pool: who is asked which. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class BlocksTest {
  private static final int PEOPLE = 600;
  private static final String AGE =
      "column = age, protocol = \"hadamard(epsilon=2.0)\", domain { type = range, from = 1, to ="
          + " 80 }";

  @RegisterExtension static final Sandbox BOX = new Sandbox();

  @BeforeAll
  static void people() {
    BOX.table("people", "SELECT id AS user_id, 1 + id % 80 AS age FROM range(" + PEOPLE + ")");
  }

  /** How many people of some tenths of a pool are asked. */
  private static long asked(String name, String pool, int from, int to) {
    String block = ", block { pool = %s, from = %d, to = %d, blocks = 10 }";
    plan(name, AGE + block.formatted(pool, from, to));
    return asked(name);
  }

  private static void plan(String name, String question) {
    String head = "name = " + name + ", id = user_id, outside = fail, randomness = keyed\n";
    BOX.write(name + ".conf", head + question);
  }

  private static long asked(String plan) {
    BOX.ldp("privatize --plan @%s.conf --input @people --output @%s", plan, plan).done();
    return BOX.table(plan + "/reports").count();
  }

  /** The wrong twin: blocks of pools of different names overlap. */
  @Test
  void plansOfOnePoolAskEveryPersonOneQuestion() {
    long some = asked("three", "spring", 0, 3) + asked("four", "spring", 3, 5);

    assertEquals(PEOPLE, some + asked("more", "spring", 5, 10));
    assertNotEquals(PEOPLE, some + asked("overlapping", "another", 5, 10));
  }

  @Test
  void thePeopleOfABlockMustBeEnough() {
    String question =
        "task = query, queries = [{ name = old, predicate = \"age > 40\" }], protocol ="
            + " \"sq(epsilon=4.0)\", tau = 0.12, beta = 0.05"; // takes 550 people
    plan("all", question);
    assertEquals(PEOPLE, asked("all"));
    plan("half", question + ", block { pool = p, from = 0, to = 1, blocks = 2 }");
    BOX.ldp("privatize --plan @half.conf --input @people --output @half")
        .badInput("people must be enough");
  }
}
