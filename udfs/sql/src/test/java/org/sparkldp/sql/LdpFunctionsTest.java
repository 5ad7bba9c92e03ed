package org.sparkldp.sql;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;
import static org.sparkldp.sql.SparkTest.value;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;

/** The SQL functions as a user meets them: examples, values, NULL, types, refusals. */
@ExtendWith(SparkTest.class)
class LdpFunctionsTest {

  static List<LdpFunctions.SqlFunction> functions() {
    return LdpFunctions.ALL;
  }

  @ParameterizedTest
  @MethodSource("functions")
  void everyDocumentedExampleRunsAndGivesWhatItSays(LdpFunctions.SqlFunction function) {
    String result = inBothModes(() -> String.valueOf(value(function.example().statement())));
    assertEquals(function.example().result(), result);
  }

  @ParameterizedTest
  @MethodSource("functions")
  void describeFunctionShowsUsageArgumentsAndExample(LdpFunctions.SqlFunction function) {
    String page = rows("DESCRIBE FUNCTION EXTENDED " + function.name()).toString();
    assertTrue(page.contains(function.usage().replace("_FUNC_", function.name())), page);
    assertTrue(page.contains(function.example().statement()), page);
    assertTrue(page.contains(function.note()), page);
  }

  @Test
  void keyedReportsAreTheSameInBothModesAndForEveryTypeOfInteger() {
    String reports = "SELECT ldp_randomize(%s, 'grr(epsilon=1.0,k=16)', id, 'a') FROM range(100)";
    List<Row> asLong = inBothModes(() -> rows(String.format(reports, "id % 16")));
    for (String type : List.of("TINYINT", "SMALLINT", "INT")) {
      assertEquals(asLong, rows(String.format(reports, "CAST(id % 16 AS " + type + ")")), type);
    }
  }

  @Test
  void keyedReportsOfAViewAreThoseOfItsQuery() {
    String query =
        "SELECT ldp_randomize(id % 16, 'grr(epsilon=1.0,k=16)', id, 'a') AS report FROM range(20)";
    spark().sql("CREATE OR REPLACE TEMPORARY VIEW keyed_reports AS " + query);
    assertEquals(rows(query), rows("SELECT report FROM keyed_reports"));
  }

  @Test
  void textAndBinaryIdsNameTheSamePerson() {
    String reports =
        "SELECT ldp_randomize(id %% 16, 'oue(epsilon=1.0,k=16)', %s, 'a') FROM range(9)";
    List<Row> text = inBothModes(() -> rows(String.format(reports, "CAST(id AS STRING)")));
    assertEquals(text, rows(String.format(reports, "CAST(CAST(id AS STRING) AS BINARY)")));
  }

  @Test
  void booleanValuesAreItemsZeroAndOne() {
    String reports = "SELECT ldp_randomize(%s, 'rr(epsilon=1.0)', id, 'a') FROM range(50)";
    assertEquals(
        rows(String.format(reports, "CAST(id % 2 AS INT)")),
        rows(String.format(reports, "id % 2 = 1")));
  }

  @Test
  void differentQuestionsDoNotShareCoins() {
    String select =
        "SELECT count_if(ldp_randomize(v, 'grr(epsilon=1.0,k=1000)', id, 'a')"
            + " = ldp_randomize(v, 'grr(epsilon=1.0,k=1000)', id, '%s'))"
            + " FROM (SELECT id, id %% 1000 AS v FROM range(10000))";
    assertEquals(10000L, value(String.format(select, "a")));
    // Independent reports of k = 1000 agree for about 10 people in 10,000; Poisson above 60 is
    // 1e-25.
    assertTrue((long) value(String.format(select, "b")) < 60);
  }

  @Test
  void theColumnNamesTheQuestionUnlessTheAttributeIsGiven() {
    assertEquals(
        rows(
            "SELECT ldp_randomize(age, 'grr(epsilon=1.0,k=9)', id, 'age')"
                + " FROM (SELECT id, id % 9 AS age FROM range(30))"),
        rows(
            "SELECT ldp_randomize(AGE, 'grr(epsilon=1.0,k=9)', id)"
                + " FROM (SELECT id, id % 9 AS Age FROM range(30))"));
  }

  @Test
  void writeOnceReportsAreFreshAndDeclaredNondeterministic() {
    var frame =
        spark().sql("SELECT ldp_randomize(5, 'grr(epsilon=1.0,k=1000)') AS report FROM range(200)");
    assertFalse(frame.collectAsList().equals(frame.collectAsList()));
    assertThrows(
        AnalysisException.class,
        () -> rows("SELECT max(ldp_randomize(5, 'grr(epsilon=1.0,k=1000)')) FROM range(200)"));
  }

  @Test
  void nullInValueOrIdGivesNull() {
    assertNull(
        inBothModes(
                    () ->
                        String.valueOf(
                            value(
                                "SELECT ldp_randomize(CAST(NULL AS INT), 'grr(epsilon=1.0,k=16)',"
                                    + " 7, 'a')")))
                .equals("null")
            ? null
            : "a report");
    assertNull(
        value("SELECT ldp_randomize(3, 'grr(epsilon=1.0,k=16)', CAST(NULL AS BIGINT), 'a')"));
    assertNull(value("SELECT ldp_randomize(NULL, 'grr(epsilon=1.0,k=16)')"));
    assertNull(value("SELECT ldp_accumulate(NULL, 'grr(epsilon=1.0,k=16)')"));
    assertNull(value("SELECT ldp_merge(CAST(NULL AS BINARY))"));
    assertNull(value("SELECT ldp_estimate(CAST(NULL AS BINARY))"));
  }

  @Test
  void estimatesCarryErrorsAndIntervals() {
    List<Row> rows =
        rows(
            "SELECT inline(ldp_estimate(ldp_accumulate(r, 'oue(epsilon=2.0,k=4)'), 0.999999)) FROM"
                + " (SELECT ldp_randomize(id % 4, 'oue(epsilon=2.0,k=4)', id, 'a') AS r FROM"
                + " range(20000))");
    assertEquals(4, rows.size());
    for (int i = 0; i < 4; i++) {
      Row row = rows.get(i);
      assertEquals(Integer.toString(i), row.getAs("item"));
      // 5000 people each; the interval misses with probability 1e-6 and the keyed draw is fixed.
      assertTrue(
          row.<Double>getAs("lower") < 5000 && 5000 < row.<Double>getAs("upper"), row::toString);
      assertTrue(row.<Double>getAs("standard_error") > 0);
    }
  }

  /** Two days of 20,000 people under two attributes, of whom some moved from item 0 to item 1. */
  @Test
  void twoAccumulatorsAreCompared() {
    String sums =
        "(SELECT ldp_accumulate(ldp_randomize(v, 'grr(epsilon=3.0,k=4)', id, 'monday'),"
            + " 'grr(epsilon=3.0,k=4)') AS a, ldp_accumulate(ldp_randomize(IF(v = 0 AND id %% 8 = 0,"
            + " 1L, v), 'grr(epsilon=3.0,k=4)', id, 'tuesday'), 'grr(epsilon=3.0,k=4)') AS b FROM"
            + " (SELECT id, id %% 4 AS v FROM range(20000)))";
    String compare = "SELECT inline(ldp_compare(a, b%s)) FROM " + sums;
    List<Row> apart = inBothModes(() -> rows(String.format(compare, ", 'apart'")));
    List<Row> dependent = rows(String.format(compare, ""));
    double[] truth = {-0.125, 0.125, 0, 0};
    for (int i = 0; i < 4; i++) {
      Row row = apart.get(i);
      assertEquals(
          truth[i], row.<Double>getAs("difference"), 5 * row.<Double>getAs("standard_error"));
      assertEquals(i < 2, row.<Boolean>getAs("differs"), row::toString); // fixed keyed draws
      double longer =
          dependent.get(i).<Double>getAs("standard_error") / row.<Double>getAs("standard_error");
      assertEquals(Math.sqrt(2), longer, 0.02);
    }
    assertEquals(1.5, apart.get(1).<Double>getAs("ratio"), 0.1);
    List<Row> wide = rows(String.format(compare, ", 'apart', 0.999"));
    assertTrue(wide.get(0).<Double>getAs("upper") > apart.get(0).<Double>getAs("upper"));
    assertNull(
        value("SELECT ldp_compare(a, CAST(NULL AS BINARY)) FROM " + sums.replace("%%", "%")));
  }

  /** The variance of a sum is exact: of all items it is 0, which a sum of squares is not. */
  @Test
  void subtotalsKnowHowErrorsOfItemsDependOnEachOther() {
    String subtotal =
        "SELECT inline(ldp_estimate_subtotal(ldp_accumulate(ldp_randomize(ldp_item(10 + id %% 4, 10,"
            + " 12), 'grr(epsilon=3.0,k=4)', id, 'a'), 'grr(epsilon=3.0,k=4)'), array(%s)%s)) FROM"
            + " range(20000)";
    List<Row> two = inBothModes(() -> rows(String.format(subtotal, "10, 11", ", 0.99")));
    assertEquals(
        List.of("(subtotal)", "10", "11"),
        two.stream().map(row -> row.<String>getAs("item")).toList());
    assertEquals(10_000, two.get(0).<Double>getAs("estimate"), 400);
    assertEquals(0.5, two.get(0).<Double>getAs("share"), 0.02);
    assertEquals(0.5, two.get(1).<Double>getAs("share"), 0.02);
    assertTrue(two.get(1).<Double>getAs("share_lower") < 0.5, two::toString);
    assertTrue(two.get(1).<Double>getAs("share_upper") > 0.5, two::toString);
    Row all = rows(String.format(subtotal, "'10', '11', '12', '(other)'", "")).get(0);
    assertEquals(20_000, all.<Double>getAs("estimate"), 1e-6);
    assertEquals(0, all.<Double>getAs("standard_error"), 1e-2);
    String refusal = failure(String.format(subtotal, "13", ""));
    assertTrue(refusal.contains("called as in the estimate"), refusal);
    assertTrue(refusal.contains("`accumulator, items`"), refusal);
    assertNull(value("SELECT ldp_estimate_subtotal(CAST(NULL AS BINARY), array(0))"));
  }

  /** Neighbours of a list of numbers are neighbours in truth; those of a list of texts are not. */
  @Test
  void bestGuessesKnowTheOrderOfNumbers() {
    String error =
        "SELECT avg(abs(row.best - 40 * (2 * pos + 1))) FROM (SELECT posexplode(ldp_estimate("
            + "ldp_accumulate(ldp_randomize(ldp_item(%s, 'drop'), 'oue(epsilon=1.0,k=50)', id, 'a'),"
            + " 'oue(epsilon=1.0,k=50)'))) AS (pos, row) FROM (SELECT id, int(sqrt(id / 40)) AS v"
            + " FROM range(100000)))";
    String texts =
        IntStream.range(0, 50).mapToObj(v -> "'x" + v + "'").collect(Collectors.joining(", "));
    double ordered = (Double) value(String.format(error, "v, 0, 49"));
    double list = (Double) value(String.format(error, "concat('x', v), array(" + texts + ")"));
    assertTrue(ordered < 0.6 * list, ordered + " and " + list);
  }

  /** Items are compared under their names, and never with those of another list. */
  @Test
  void comparisonsKnowTheItemsOfTheirLists() {
    String sums =
        "ldp_accumulate(ldp_randomize(ldp_item(v, %s), 'grr(epsilon=3.0,k=3)', id, '%s'),"
            + " 'grr(epsilon=3.0,k=3)')";
    String compare = "SELECT ldp_compare(%s, %s)[0].item FROM (SELECT id, 'US' AS v FROM range(9))";
    String first = String.format(sums, "array('US', 'CA')", "one");
    String second = String.format(sums, "array('US', 'CA')", "two");
    assertEquals("US", value(String.format(compare, first, second)));
    String other = String.format(sums, "array('CA', 'US')", "two");
    assertTrue(failure(String.format(compare, first, other)).contains("one list of items"));
  }

  @Test
  void randomizingIsCompiledWholeStageAndPlansShowTheSpecButNoKey() {
    String plan =
        rows("EXPLAIN EXTENDED SELECT ldp_randomize(id % 16, 'grr(epsilon=1.0,k=16)', id, 'a') AS"
                + " r, count(*) FROM range(10) GROUP BY r")
            .toString();
    assertTrue(plan.contains("ldp_randomize[grr(epsilon=1.0,k=16), keyed "), plan);
    assertFalse(plan.contains(SparkTest.KEY), plan);
    String code =
        rows("EXPLAIN CODEGEN SELECT ldp_randomize(id % 16, 'grr(epsilon=1.0,k=16)', id, 'a')"
                + " FROM range(10)")
            .toString();
    assertTrue(code.contains(".cell("), code);
    assertFalse(code.contains(SparkTest.KEY), code);
  }

  /** Exact values: Theorem 8 in 320 digits, at the ends of the range too. */
  @ParameterizedTest
  @CsvSource({
    "0, 0.01, 39.89318358161651831",
    "1, 1e-5, 3.7306316348159423",
    "0.1, 1e-6, 36.30469042619578",
    "5, 1e-6, 0.98004900030921",
  })
  void theGaussianMechanismIsCalibratedFromAboveAndInvertedInSql(
      double epsilon, double delta, double exact) {
    double sigma = gaussian("sigma", epsilon, delta, 1);
    assertTrue(sigma >= exact, "under-noised: " + sigma);
    assertEquals(1, sigma / exact, 1e-9);
    assertEquals(1, gaussian("delta", epsilon, sigma, 1) / delta, 1e-8);
    assertEquals(epsilon, gaussian("epsilon", sigma, delta, 1), 1e-9);
    assertEquals(3 * sigma, gaussian("sigma", epsilon, delta, 3), 1e-9 * sigma);
  }

  private static double gaussian(String what, double... given) {
    String arguments = Arrays.stream(given).mapToObj(x -> x + "D").collect(joining(", "));
    return rows("SELECT ldp_gaussian_" + what + "(" + arguments + ")").get(0).getDouble(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // the constant's own range: epsilon
        "ldp_epsilon('grr(epsilon=0,k=16)')      | 22023 | epsilon (privacy loss)",
        "ldp_epsilon('grr(epsilon=-1,k=16)')     | 22023 | Provided value: -1.0",
        "ldp_epsilon('grr(epsilon=NaN,k=16)')    | 22023 | Provided value: NaN",
        "ldp_epsilon('grr(epsilon=Infinity,k=16)') | 22023 | Provided value: Infinity",
        "ldp_epsilon('grr(epsilon=800,k=16)')    | 22023 | Provided value: 800.0",
        // k
        "ldp_epsilon('grr(epsilon=1,k=1)')       | 22023 | must be between 2 and 65536",
        "ldp_epsilon('grr(epsilon=1,k=65537)')   | 22023 | use hadamard or olh",
        // the text itself
        "ldp_epsilon('grr(epsilon=1')            | 22023 | at character",
        "ldp_epsilon('grr(epsilon=1)')           | 22023 | needs the parameter k",
        "ldp_epsilon('grr(epsilon=1,k=2,z=3)')   | 22023 | no parameter z",
        "ldp_epsilon('grr(epsilon=1,k=2.5)')     | 22023 | must be a whole number",
        "ldp_epsilon('nosuch(epsilon=1,k=2)')    | 22023 | no protocol of that name",
        "ldp_epsilon(NULL)                       | 42K09 | constant STRING",
        "ldp_epsilon(CAST(NULL AS STRING))       | 42K09 | `spec` must not be null",
        "ldp_epsilon(CAST(id AS STRING))         | 42K09 | `spec` should be a foldable STRING",
        "ldp_epsilon(1.0)                        | 42K09 | constant STRING",
        // arity
        "ldp_epsilon()                           | 42605 | requires",
        "ldp_randomize(1)                        | 42605 | requires",
        "ldp_merge()                             | 42605 | requires",
        "ldp_estimate()                          | 42605 | requires",
        "ldp_accumulate(1)                       | 42605 | requires",
        // types
        "ldp_randomize('3', 'grr(epsilon=1,k=16)', id)  | 42K09 | `value` has the type STRING",
        "ldp_randomize(3.0D, 'grr(epsilon=1,k=16)', id) | 42K09 | `value` has the type",
        "ldp_randomize(3, 'grr(epsilon=1,k=16)', 1.5D)  | 42K09 | `id` has the type",
        // two questions of one person must not share coins
        "ldp_randomize(id > 3, 'rr(epsilon=1)', id)     | 4274K | parameter named `attribute` is"
            + " required",
        "ldp_randomize(CAST(id AS INT), 'rr(epsilon=1)', id) | 4274K | parameter named `attribute`"
            + " is required",
        "ldp_randomize(s.a + 0, 'rr(epsilon=1)', id)        | 4274K | parameter named `attribute` is"
            + " required",
        "ldp_randomize(array(id)[0], 'rr(epsilon=1)', id) | 4274K | parameter named `attribute` is"
            + " required",
        "ldp_randomize(1, 'rr(epsilon=1)', id)          | 4274K | parameter named `attribute` is"
            + " required",
        "transform(array(0), x -> ldp_randomize(x, 'rr(epsilon=1)', id)) | 4274K | parameter named"
            + " `attribute` is required",
        "ldp_accumulate('1', 'grr(epsilon=1,k=16)')     | 42K09 | `report` has the type",
        "ldp_accumulate(1, 'oue(epsilon=1,k=16)')       | 42K09 | BINARY (a report of oue",
        // a number of each person's would be taken for so many people
        "ldp_accumulate(1, 'grr(epsilon=1,k=16)', 1000L) | 42605 | requires",
        "ldp_merge(1)                            | 42K09 | `accumulator` has the type",
        "ldp_estimate('x')                       | 42K09 | `accumulator` has the type",
        "ldp_estimate(CAST('x' AS BINARY), 1.0)  | 42K09 | between 0 and 1, both left out",
        "ldp_estimate_subtotal(CAST('x' AS BINARY)) | 42605 | requires",
        "ldp_estimate_subtotal(CAST('x' AS BINARY), 1) | 42K09 | `items` has the type",
        "ldp_estimate_subtotal(CAST('x' AS BINARY), array(1), 1) | 42K09 | both left out",
        "ldp_compare(CAST('x' AS BINARY))        | 42605 | requires",
        "ldp_compare(CAST('x' AS BINARY), 1)     | 42K09 | `second` has the type",
        "ldp_compare(CAST('x' AS BINARY), CAST('x' AS BINARY), 'sure') | 22023 | apart or dependent",
        "ldp_compare(CAST('x' AS BINARY), CAST('x' AS BINARY), 0.9, 0.9) | 42K09 | `sides` has the",
        "ldp_compare(CAST('x' AS BINARY), CAST('x' AS BINARY), 'apart', 1) | 42K09 | both left out",
        // the Gaussian mechanism
        "ldp_gaussian_sigma(1, 1e-5)             | 42605 | requires",
        "ldp_gaussian_sigma('1', 1e-5, 1)        | 42K09 | `epsilon` has the type",
        "ldp_gaussian_sigma(-1, 1e-5, 1)         | 22023 | between 0 and 300",
        "ldp_gaussian_sigma(301, 1e-5, 1)        | 22023 | between 0 and 300",
        "ldp_gaussian_sigma(1, 0, 1)             | 22023 | at least 1e-15 and below 1",
        "ldp_gaussian_sigma(1, 1, 1)             | 22023 | at least 1e-15 and below 1",
        "ldp_gaussian_sigma(1, 1e-5, 0)          | 22023 | sensitivity must be finite",
        "ldp_gaussian_delta(1, -2, 1)            | 22023 | sigma must be finite",
        "ldp_gaussian_epsilon(1e-3, 1e-5, 1)     | 22023 | sigma must be large enough",
      })
  void badConstantsTypesAndAritiesAreRefusedAtAnalysis(String call, String state, String words) {
    AnalysisException refusal =
        assertThrows(
            AnalysisException.class,
            () ->
                spark()
                    .sql(
                        "SELECT "
                            + call
                            + " FROM (SELECT id, named_struct('a', id) AS s FROM range(1))"));
    assertEquals(state, refusal.getSqlState(), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(words), refusal.getMessage());
  }

  @Test
  void withoutAKeyAKeyedReportIsRefusedAtAnalysisAndSaysHowToMakeOne() {
    SparkTest.startedWith(KeyLocation.KEY_FILE, null);
    AnalysisException refusal =
        assertThrows(
            AnalysisException.class,
            () -> spark().sql("SELECT ldp_randomize(3, 'grr(epsilon=1.0,k=16)', 7, 'a')"));
    assertTrue(refusal.getMessage().contains("needs a release key"), refusal.getMessage());
    assertTrue(refusal.getMessage().contains("openssl rand -hex 32"), refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"987654", "-987654", "4294967299L"})
  void aValueOutsideTheDomainFailsTheQueryWithoutBeingShown(String value) {
    Exception failure =
        assertThrows(
            Exception.class,
            () ->
                rows(
                    "SELECT ldp_randomize(v, 'grr(epsilon=1.0,k=16)', id, 'a') FROM (SELECT id,"
                        + " IF(id < 5, "
                        + value
                        + ", 1) AS v FROM range(10))"));
    StringBuilder all = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      all.append(cause).append('\n');
    }
    assertTrue(all.toString().contains("must be an item index in [0, k)"), all.toString());
    assertFalse(all.toString().contains(value.replace("L", "")), all.toString());
  }

  @Test
  void damagedAccumulatorsAndForeignFingerprintsAreRefused() {
    assertTrue(failure("SELECT ldp_estimate(CAST('LDPA' AS BINARY))").contains("must be whole"));
    assertTrue(
        failure(
                "SELECT ldp_merge(a) FROM (SELECT ldp_accumulate(1, 'grr(epsilon=1.0,k=2)') AS a"
                    + " UNION ALL SELECT ldp_accumulate(1, 'grr(epsilon=2.0,k=2)'))")
            .contains("one fingerprint"));
    assertTrue(
        failure("SELECT ldp_accumulate(7, 'grr(epsilon=1.0,k=2)')").contains("must be a cell"));
  }

  /** Two accumulators that somebody made up, each of more than half of what a counter holds. */
  @Test
  void accumulatorsOfMoreThanCountersHoldAreRefused() {
    Accumulator<?> half = Protocols.of("grr(epsilon=1.0,k=2)").newAccumulator();
    half.addCell(1, Long.MAX_VALUE / 2 + 1);
    String bytes = "unhex('" + HexFormat.of().formatHex(half.toBytes()) + "')";
    assertTrue(
        failure("SELECT ldp_merge(a) FROM VALUES (" + bytes + "), (" + bytes + ") AS t(a)")
            .contains("their counters stay below 2^63"));
  }

  private static String failure(String sql) {
    Throwable failure = assertThrows(Exception.class, () -> rows(sql));
    StringBuilder all = new StringBuilder();
    for (; failure != null; failure = failure.getCause()) {
      all.append(failure.getMessage()).append('\n');
    }
    return all.toString();
  }
}
