package org.sparkldp.jobs.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/**
 * The sample project of dbt: its statements, with dbt's expressions filled in as dbt does, run
 * twice. (dbt itself is not here.)
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class DbtTest {
  private static final Path PROJECT = DocPage.repository().resolve("conf/dbt");
  private static final Pattern STATEMENT =
      Pattern.compile("(?s)\\{%- call statement\\('\\w+'\\) -%}(.*?)\\{%- endcall -%}");

  @RegisterExtension final Sandbox box = new Sandbox();

  private static String read(String file) throws IOException {
    return Files.readString(PROJECT.resolve(file));
  }

  /** The expressions that this project uses; another one is left, and is no SQL. */
  private String filled(String text, Map<String, String> more) {
    Map<String, String> values = new TreeMap<>(more);
    values.put("source('product', 'events')", "events");
    values.put("ref('countries')", "countries");
    values.put(
        "config.require('plan')", DocPage.repository().resolve("conf/plans/country.conf") + "");
    values.put("config.require('output')", box.path("out"));
    Matcher expression = Pattern.compile("\\{\\{ (.*?) }}").matcher(text);
    return expression.replaceAll(
        found ->
            Matcher.quoteReplacement(
                found.group(1).startsWith("config(")
                    ? ""
                    : values.getOrDefault(found.group(1), found.group())));
  }

  private String run() throws IOException {
    StringBuilder script = new StringBuilder();
    String model = filled(read("models/countries.sql"), Map.of()).strip();
    Matcher statement = STATEMENT.matcher(read("macros/ldp.sql"));
    while (statement.find()) {
      Map<String, String> values =
          Map.of("target_relation", "countries", "compiled_code", "\n" + model);
      script.append(filled(statement.group(1), values).strip()).append(";\n");
    }
    script.append("drop table if exists top_countries;\ncreate table top_countries as\n");
    script.append(filled(read("models/top_countries.sql"), Map.of()).strip()).append(";\n");
    script.append(filled(read("tests/estimates_lie_in_their_intervals.sql"), Map.of()));
    box.write("run.sql", script.toString());
    return box.ldp("sql -f @run.sql").done().out();
  }

  @Test
  void itsModelsRunTwiceAndNobodyIsAskedAgain() throws IOException {
    spark()
        .range(0, 2000, 1, 2)
        .selectExpr(
            "id AS user_id", "IF(id % 3 = 0, 'DE', 'US') AS country", "DATE '2026-01-01' AS day")
        .createOrReplaceTempView("events");
    try {
      String first = run();
      List<?> countries = rows("SELECT * FROM top_countries ORDER BY country");
      String second = run();

      assertEquals(first, second);
      assertEquals(countries, rows("SELECT * FROM top_countries ORDER BY country"));
      assertTrue(countries.toString().contains("[US,"), countries.toString());
      assertEquals(1, new Output(spark(), box.path("out/privatized")).runs().size());
      assertEquals(0L, first.lines().skip(1).count(), "the test finds no row: " + first);
    } finally {
      spark().sql("DROP TABLE IF EXISTS countries");
      spark().sql("DROP TABLE IF EXISTS top_countries");
    }
  }

  @Test
  void thePlanAndTheFolderAreThoseOfTheProject() throws IOException {
    String project = read("dbt_project.yml");
    Matcher named = Pattern.compile("var\\('(\\w+)'\\)").matcher(read("models/countries.sql"));
    while (named.find()) {
      assertTrue(project.contains("  " + named.group(1) + ": "), named.group(1));
    }
    assertTrue(project.contains("ldp_plan: conf/plans/country.conf "));
  }
}
