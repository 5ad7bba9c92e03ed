package org.sparkldp.jobs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.task.ItemValues;

/** Plans as people write them: what is read, what is refused, and what makes two plans one. */
class PlanReaderTest {
  private static final String PLAN =
      """
      name = country-histogram
      column = country
      id = user_id
      protocol = "grr(epsilon=1.0)"
      domain { type = list, items = [DE, FR, IT] }
      outside = fail
      randomness = keyed
      reports_per_person = 2
      public = [day]
      postprocess = [simplex]
      """;

  @TempDir Path folder;

  private Plan read(String text) {
    return new PlanReader(new TestContext(folder)).read(text, "plan.conf");
  }

  private static ProductDomain domain(Plan plan) {
    return ((ItemValues) plan.task().values()).domain();
  }

  /** The plan with one line (by its first word) replaced. */
  private static String with(String line) {
    String key = line.split("[ =]", 2)[0];
    return PLAN.replaceFirst(
        "(?m)^" + key + " .*$", line.replace("\\", "\\\\").replace("$", "\\$"));
  }

  @Test
  void aPlanSaysWhatItSays() {
    Plan plan = read(PLAN);
    assertEquals("country-histogram", plan.name());
    assertEquals("country", plan.task().about());
    assertEquals("user_id", plan.id());
    assertEquals("grr(epsilon=1.0,k=3)", plan.protocol().toString());
    assertEquals(
        new Domain.ItemDomain(List.of("DE", "FR", "IT")),
        domain(plan).attributes().get(0).domain());
    assertEquals(OutsideRule.FAIL, plan.outside());
    assertEquals(Plan.Randomness.KEYED, plan.randomness());
    assertEquals(2, plan.reportsPerPerson());
    assertEquals(List.of("day"), plan.publicColumns());
    assertEquals(List.of("simplex"), plan.postprocess());
  }

  // A plan is published, so nothing gets into it that does not stand in its text.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "include \"other.conf\"",
        "include file(\"/etc/hostname\")",
        "include required(file(\"/etc/hostname\"))",
        "include classpath(\"reference.conf\")",
        "include url(\"file:///etc/hostname\")",
      })
  void includesAreRefused(String line) {
    badInput("must stand in one file", () -> read(line + "\n" + PLAN));
  }

  /** HOCON would take the last of two, and merge sections that no comma divides. */
  @Test
  void nothingIsSaidTwice() {
    badInput("Given twice: column, in plan.conf: 11", () -> read(PLAN + "column = age"));
    badInput("Given twice: column", () -> read("{ \"column\" : age # = 1\n" + PLAN + "}"));
    badInput(
        "Given twice: from",
        () -> read(with("domain { type = range, from = 1, to = 9, from = 2 }")));
    badInput("Given twice: domain.type", () -> read(PLAN + "domain.type = range"));
    String apart = PLAN.replaceFirst(", items.*", " }\ndomain.items = [x, y]");
    assertEquals("grr(epsilon=1.0,k=2)", read(apart).protocol().toString());
    String pairs = "attributes = [{ column = a, domain { type = list, items = [x, y] } }%s{ %s } ]";
    String other = "column = \"b, {column = c, column = d\", domain { type = list, items = [x] }";
    String plan = PLAN.replaceAll("(?m)^(column|domain) .*$", "");
    assertEquals(3, domain(read(plan + pairs.formatted(",", other))).size() + 1);
    badInput("must be a comma", () -> read(plan + pairs.formatted(" ", other)));
    badInput(
        "Given twice: epsilon",
        () ->
            Settings.read(
                "a file of budgets",
                "budgets = [\n{ population = people, epsilon = 1, epsilon = 2 }]",
                "budget.conf",
                settings -> settings));
    String texts = "name = \"\"\"a \"name = b, name = c\"\"\"\" // name = d, name = e\"";
    assertEquals("a \"name = b, name = c\"", read(with(texts)).name());
  }

  /** What a draft leaves open is no value, and a question mark that somebody wrote is one. */
  @Test
  void aDraftIsFilledInBeforeItIsRead() {
    String draft = "# who?\na = \"?\" // ?\nb { ? }\nc = [x, ?]";
    assertEquals(List.of(3, 4), PlanReader.gaps(draft));
    badInput(
        "filled in where its draft has a ?. Provided: plan.conf with a ? on line 3, 4;",
        () -> read(draft));
  }

  @Test
  void theEnvironmentIsNotSubstituted() {
    String variable = System.getenv().keySet().stream().filter("PATH"::equals).findFirst().get();
    badInput("PATH", () -> read(with("name = ${" + variable + "}")));
    assertThrows(IllegalArgumentException.class, () -> read(with("name = ${?PATH}")));
    assertEquals("user_id", read(with("name = ${id}")).name(), "a plan's own keys may be named");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%s",
        "\n  %s  \n",
        "LDP_KEY=%s",
        "export LDP_KEY=\"%s\"",
        "DE\n%s\nFR",
        "HOME=/\u0000LDP_KEY=%s\u0000",
      })
  void aDomainFileThatHoldsAKeyIsRefused(String text) throws IOException {
    String key = "00112233445566778899aabbccddeeff".repeat(2);
    Files.writeString(folder.resolve("release.key"), text.formatted(key));
    String refusal =
        badInput(
            "must not hold a line like",
            () -> read(with("domain { type = file, path = release.key }")));
    assertTrue(!refusal.contains("00112233"), refusal);
  }

  @Test
  void theMarkThatEditorsBeginAFileWithIsNoItem() throws IOException {
    Files.writeString(folder.resolve("items.txt"), "\uFEFFUS\nDE\n");
    assertEquals(
        new Domain.ItemDomain(List.of("US", "DE")),
        domain(read(with("domain { type = file, path = items.txt }")))
            .attributes()
            .get(0)
            .domain());
  }

  /** SQL does not tell cases apart, so a column of two spellings would be two and one by turns. */
  @Test
  void aColumnHasOneSpellingOnceAPlanIsRead() {
    Plan plan = read(with("public = [Day, country_code]") + "period = dAY");
    assertEquals("Day", plan.period());
    assertEquals(
        read(with("public = [Day, country_code]") + "period = Day").fingerprint(),
        plan.fingerprint());
    badInput(
        "must name a public column, in its spelling", // whoever makes a plan otherwise
        () -> plan.but().period("day").build());
    for (String twice : List.of("day, DAY", "Report_ID", "Plan", "n", "simplex")) {
      badInput("must be named once", () -> read(with("public = [" + twice + "]")));
    }
    for (String ours : List.of("Country", "USER_ID")) {
      badInput(
          "neither the private column nor the id", () -> read(with("public = [" + ours + "]")));
    }
  }

  private static final String KEY = "00112233445566778899aabbccddeeff".repeat(2);

  /** Texts of a plan, one of them replaced, and one key. */
  private static List<String> withText(String text) {
    String all =
        PLAN
            + """
            missing = category
            period = day
            late_rows = draw
            block { pool = spring, from = 0, to = 3, blocks = 10 }
            read { delimiter = ";" }
            malformed = drop
            population = people
            purpose = research
            """;
    List<String> plans = new ArrayList<>(List.of(all + "k" + text + " = 1\n"));
    Matcher value = Pattern.compile("(?<=[=\\[,] )\"?[^\\[{\\n,]+\"?(?=[\\n,\\]])").matcher(all);
    while (value.find()) {
      plans.add(all.substring(0, value.start()) + text + all.substring(value.end()));
    }
    for (String protocol :
        List.of("%s(epsilon=1)", "grr(%s=1)", "olh(epsilon=%s)", "words(state=%s)")) {
      plans.add(with("protocol = \"" + protocol.formatted(text) + "\""));
    }
    plans.add(with("name = \"\\u0030" + text.substring(1) + "\"")); // the same text
    plans.add(with("name = \"state=" + text + "\""));
    plans.add(with("name = \"" + text + " unclosed"));
    return plans;
  }

  private String said(String plan) {
    try {
      return read(plan).text();
    } catch (IllegalArgumentException refused) {
      return refused.getMessage();
    }
  }

  @Test
  void noTextOfAPlanThatIsLikeAKeyIsShown() {
    List<String> plans = withText(KEY);
    assertTrue(plans.size() > 25, () -> "" + plans.size());
    plans.forEach(plan -> assertFalse(said(plan).contains(KEY), plan));
    // Twin: of a text that is much shorter, most places show it.
    String shorter = KEY.substring(17);
    List<String> silent =
        withText(shorter).stream().filter(plan -> !said(plan).contains(shorter)).toList();
    assertTrue(silent.size() < 8, silent::toString); // of errors of syntax
    assertFalse(said(with("name = 0" + KEY)).contains(KEY), "two keys, or a slip");
  }

  /** PlanFuzzTest has those that would use up the stack. */
  @Test
  void aPlanThatWouldUseUpMemoryIsRefused() {
    badInput(
        "at most 268435456 bytes", () -> read(with("domain { type = file, path = /dev/zero }")));
  }

  @Test
  void theNameOfTheExtraItemIsTaken() {
    String domain = "domain { type = list, items = [a, \"(other)\"] }";
    read(with(domain)); // under outside = fail it is an item like any other
    String text = with(domain).replace("outside = fail", "outside = category");
    badInput("(other) is taken", () -> read(text));
  }

  @Test
  void whatMayBeLeftOutHasADefault() {
    Plan plan = read(PLAN.replaceAll("(?m)^(reports_per_person|public|postprocess) .*\\n", ""));
    assertEquals(1, plan.reportsPerPerson());
    assertEquals(List.of(), plan.publicColumns());
    assertEquals(List.of(), plan.postprocess());
  }

  @Test
  void categoryMakesOneMoreItem() {
    Plan plan = read(with("outside = category"));
    assertEquals("grr(epsilon=1.0,k=4)", plan.protocol().toString());
    assertEquals(4, domain(plan).size());
    assertEquals("IT", domain(plan).item(2));
    assertEquals("(other)", domain(plan).item(3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ type = list, items = [a, 01234, 1.50, true] } | a;01234;1.50;true",
        "{ type = list, items = [\"a,b\", \"\\\"\", \"ä \"] } | a,b;\";ä ",
        "{ type = file, path = items.txt } | un;deux, trois",
        "{ type = range, from = -1, to = 2 } | -1;0;1;2",
        "{ type = range, from = 9223372036854775806, to = 9223372036854775807 }"
            + " | 9223372036854775806;9223372036854775807",
        "{ type = bins, from = 0, to = 1, count = 4 } | [0, 0.25);[0.25, 0.5);[0.5, 0.75);[0.75,"
            + " 1]",
        "{ type = bins, edges = [-1.5, 0, 1e3] } | [-1.5, 0);[0, 1000]",
        "{ type = column, table = t, column = c } | t.c;other",
      })
  void everyTypeOfDomainNamesItsItemsAndSurvivesTheCanonicalText(String domain, String items)
      throws IOException {
    Files.writeString(folder.resolve("items.txt"), "un\n\ndeux, trois\n");
    Plan plan = read(with("domain " + domain));
    List<String> named =
        IntStream.range(0, domain(plan).size()).mapToObj(domain(plan)::item).toList();
    assertEquals(List.of(items.split(";")), named.stream().map(PlanReaderTest::stripped).toList());
    Plan again = read(plan.text());
    assertEquals(plan, again);
    assertEquals(plan.text(), again.text());
    assertEquals(plan.fingerprint(), again.fingerprint());
  }

  /** CSV sources strip their cells. */
  private static String stripped(String text) {
    return text.equals("ä ") ? "ä" : text;
  }

  @Test
  void theFingerprintIsTheSameForEveryWayOfWriting() {
    String other =
        """
        # the same question, otherwise put
        { "randomness": "keyed", "outside": "fail", task: histogram,
          "domain": {"items": ["DE", "FR", "IT"], "type": "list"},
          protocol: "grr(k=3, epsilon=1)", reports_per_person: 2, public: ["day"],
          id: user_id, column: country, name: country-histogram }
        """;
    assertEquals(read(PLAN).fingerprint(), read(other).fingerprint());
    // Pinned: tables of earlier versions must stay mergeable.
    assertEquals(
        "86e0445347a9cb75a00a10d43b8cd06bd4ad9603612c8950cf2194447c9876ce",
        read(PLAN).fingerprint());
  }

  @Test
  void theFingerprintLeavesPostprocessingOut() {
    assertEquals(read(PLAN).fingerprint(), read(with("postprocess = [best]")).fingerprint());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name = other",
        "column = city",
        "id = person",
        "protocol = \"grr(epsilon=1.0000000000000002)\"",
        "protocol = \"oue(epsilon=1.0)\"",
        "domain { type = list, items = [DE, IT, FR] }",
        "domain { type = range, from = 1, to = 3 }",
        "outside = category",
        "randomness = write-once",
        "reports_per_person = 3",
        "public = [day, shop]",
        "public = []",
      })
  void theFingerprintChangesWithEverythingThatReportsMean(String line) {
    assertNotEquals(read(PLAN).fingerprint(), read(with(line)).fingerprint());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // keys and types
        "name = '' | 1 | name must not be empty",
        "column = [a] | 2 | STRING",
        "colour = red | 11 | knows the keys ask, attributes, beta, block, column, columns, domain",
        "task = mode | 11 | task must be one of density, gaussian-mean, histogram, items",
        // protocols
        "protocol = nosuch(epsilon=1) | 4 | no protocol of that name",
        "protocol = grr(epsilon=1 | 4 | at character",
        "protocol = grr() | 4 | needs the parameter epsilon",
        "protocol = grr(epsilon=0) | 4 | Provided value: 0.0",
        "protocol = grr(epsilon=-1) | 4 | Provided value: -1.0",
        "protocol = grr(epsilon=NaN) | 4 | Provided value: NaN",
        "protocol = grr(epsilon=Infinity) | 4 | Provided value: Infinity",
        "protocol = grr(epsilon=1d) | 4 | epsilon must be a number",
        "protocol = grr(epsilon=0x1p1) | 4 | epsilon must be a number",
        "protocol = grr(epsilon=800) | 4 | Provided value: 800.0",
        "protocol = grr(epsilon=1,k=1) | 4 | between 2 and",
        "protocol = grr(epsilon=1,k=4) | 4 | k must be the number of items, 3",
        "protocol = grr(epsilon=1,z=4) | 4 | no parameter z",
        "protocol = rr(epsilon=1) | 4 | k must be the number of items, 3",
        // domains
        "domain { type = heap } | 5 | list, file, range, bins or column",
        "domain { items = [a, b] } | 5 | type",
        "domain = [a, b] | 5 | OBJECT",
        "domain { type = list, items = [a, b, a] } | 5 | must differ",
        "domain { type = list, items = [a, null] } | 5 | NULL",
        "domain { type = list, items = [a, [b]] } | 5 | STRING",
        "domain { type = list, items = [a] } | 4 | between 2 and",
        "domain { type = list, items = [] } | 5 | must have items",
        "domain { type = list, items = [a, b], path = x } | 5 | a list domain knows the keys",
        "domain { type = file, path = missing.txt } | 5 | must be readable",
        "domain { type = range, from = 3, to = 2 } | 5 | from a smaller to a larger number",
        "domain { type = range, from = 0.5, to = 2 } | 5 | must be a whole number",
        "domain { type = range, from = 0, to = 2147483647 } | 5 | fewer than 2^31",
        "domain { type = range, from = -9223372036854775808, to = 9223372036854775807 } | 5 | 2^31",
        "domain { type = range, from = 0 } | 5 | to",
        "domain { type = bins, edges = [1] } | 5 | two or more finite edges",
        "domain { type = bins, edges = [1, 1] } | 5 | each larger",
        "domain { type = bins, edges = [0, NaN, 1] } | 5 | finite",
        "domain { type = bins, edges = [0, Infinity] } | 5 | finite",
        "domain { type = bins, edges = [0, x] } | 5 | edges must be a number",
        "domain { type = bins, edges = [0, 0x1p1] } | 5 | edges must be a number",
        "domain { type = bins, from = 0, to = 1d, count = 2 } | 5 | to must be a number",
        "domain { type = bins, from = -1e308, to = 1e308, count = 2 } | 5 | width be finite",
        "domain { type = bins, edges = [0, 1, 2], count = 2 } | 5 | bins with edges",
        "domain { type = bins, from = 1, to = 1, count = 2 } | 5 | smaller to a larger",
        "domain { type = bins, from = 0, to = 1, count = 0 } | 5 | between 1 and",
        "domain { type = bins, from = 0, to = 1, count = 2147483647 } | 5 | between 1 and",
        "domain { type = bins, from = 0, to = 1, count = 2.5 } | 5 | whole number",
        // policies
        "outside = ignore | 6 | fail, category, drop",
        "outside = drop | 6 | outside_reason",
        "outside_reason = because | 11 | belongs to outside = drop",
        "randomness = seeded | 7 | keyed, write-once",
        "reports_per_person = 0 | 8 | between 1 and",
        "reports_per_person = -3 | 8 | between 1 and",
        "reports_per_person = 1.5 | 8 | whole number",
        "reports_per_person = many | 8 | whole number",
        "public = day | 9 | LIST",
        "public = [day], period = hour | 9 | must name a public column",
        "public = [\"a=b\"], period = \"a=b\" | 9 | letters, digits",
        "postprocess = [best, best] | 10 | each step once",
        "postprocess = [magic] | 10 | best, shift-per-percent, simplex",
      })
  void eachMistakeIsRefusedWithItsLine(String line, int place, String words) {
    String written =
        line.replaceFirst("^protocol = (.*)$", "protocol = \"$1\"").replace("''", "\"\"");
    String text = with(written);
    String refusal =
        badInput("plan.conf: " + place, () -> read(text.equals(PLAN) ? PLAN + written : text));
    assertTrue(refusal.contains(words), refusal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "column", "id", "protocol", "domain", "outside", "randomness"})
  void eachMissingKeyIsNamed(String key) {
    String text = PLAN.replaceFirst("(?m)^" + key + " .*\\n", "");
    String refusal = badInput(key, () -> read(text));
    assertTrue(refusal.contains("plan.conf"), refusal);
  }
}
