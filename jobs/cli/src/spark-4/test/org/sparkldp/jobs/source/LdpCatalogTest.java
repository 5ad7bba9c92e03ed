package org.sparkldp.jobs.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;
import static org.sparkldp.sql.SparkTest.startedWith;

import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.exit.Ended;
import org.sparkldp.sql.SparkTest;

/** A plan is a statement, as safe as the data source. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class LdpCatalogTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  @BeforeEach
  void people() {
    spark().conf().set("spark.sql.catalog.ldp", LdpCatalog.class.getName());
    box.write("country.conf", LdpSourceTest.PLAN);
    LdpSourceTest.people(600).createOrReplaceTempView("somebody");
  }

  @AfterEach
  void drop() {
    spark().conf().unset("spark.sql.catalog.ldp");
    spark().catalog().dropTempView("somebody");
  }

  private List<Row> call(String people, String more) {
    return rows(
        "CALL ldp.run(plan => '%s', people => '%s', output => '%s'%s)"
            .formatted(box.path("country.conf"), people, box.path("out"), more));
  }

  @Test
  void aCallAsksOnceOnlyAndGivesTheEstimates() {
    List<Row> first = call("somebody", "");
    assertEquals(List.of("de", "fr", "other"), first.stream().map(r -> r.getString(0)).toList());
    assertEquals(first, call("somebody", ""), "nobody was asked again");
    assertEquals(first, spark().read().format("ldp").load(box.path("out")).collectAsList());
    assertEquals(600L, box.table("out/privatized/reports").count());
  }

  @Test
  void whatCannotBeIsRefusedInOneSentence() {
    assertRefused("days can be chosen", () -> call("somebody", ", days => '1'"));
    assertRefused("nobody", () -> call("nobody", ""));
    Throwable other = assertThrows(Exception.class, () -> rows("CALL ldp.ask()"));
    assertTrue(other.getMessage().contains("ask"), other.getMessage());
    assertTrue(!box.has("out"), "nobody was asked");
  }

  /** A row may hold another person's id; a call asks by the one that the operator names. */
  @Test
  void inASharedApplicationACallAsksAsItsPlanIsPinned() {
    LdpSourceTest.people(600).write().mode("overwrite").saveAsTable("called");
    spark()
        .sql("CREATE OR REPLACE TEMPORARY VIEW others AS SELECT parity AS id, country FROM called");
    startedWith("spark.ldp.sharedServer", "true");
    startedWith("spark.ldp.keyed.attributes", "country=default.called.country@id");
    try {
      assertRefused("made-up rows", () -> call("others", ""));
      assertEquals(3, call("called", "").size());
    } finally {
      spark().catalog().dropTempView("others");
      spark().sql("DROP TABLE called");
    }
  }

  private static void assertRefused(String words, Runnable call) {
    Ended refused = assertThrows(Ended.class, call::run);
    assertTrue(refused.getMessage().contains(words), refused.getMessage());
  }
}
