package org.sparkldp.sql;

import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.lit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.SparkRuntimeException;
import org.apache.spark.SparkThrowable;
import org.apache.spark.SparkThrowableHelper;
import org.apache.spark.sql.AnalysisException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.sql.catalyst.Condition;
import org.sparkldp.sql.catalyst.RowRefusal;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * What a refusal says: the page of errors has the code's table of conditions and an example of
 * each, and a file has all examples. Each example is run and gives condition, SQLSTATE, parameters
 * and sentence as it stands there. {@code -Dldp.docs.write=true} writes page and file.
 */
@ExtendWith(SparkTest.class)
class ErrorsPageTest {
  private static final Path PAGE = DocPage.repository().resolve("udfs/docs/errors.md");
  private static final Path ALL =
      DocPage.repository().resolve("udfs/sql/src/test/resources/org/sparkldp/sql/errors.txt");

  /**
   * A refusal.
   *
   * @param condition that it has
   * @param entry of the SparkConf, with which the application was started; empty for none
   * @param value of the entry; null where it was started without
   * @param sql the statement
   */
  record Example(Condition condition, String entry, String value, String sql) {
    @Override
    public String toString() {
      return sql;
    }
  }

  private static Example example(Condition condition, String sql) {
    return new Example(condition, "", null, sql);
  }

  /** The page shows the first of each condition. */
  private static final List<Example> EXAMPLES =
      List.of(
          example(Condition.WRONG_NUMBER, "SELECT ldp_randomize(3)"),
          example(Condition.WRONG_NUMBER, "SELECT ldp_gaussian_sigma(1, 1e-5)"),
          example(Condition.UNEXPECTED_TYPE, "SELECT ldp_randomize('3', 'grr(epsilon=1.0,k=16)')"),
          example(
              Condition.UNEXPECTED_TYPE,
              "SELECT ldp_randomize(3, 'grr(epsilon=1.0,k=16)', 1.5D, 'a')"),
          example(Condition.UNEXPECTED_TYPE, "SELECT ldp_accumulate(1, 'oue(epsilon=1.0,k=16)')"),
          example(
              Condition.NOT_CONSTANT,
              "SELECT ldp_epsilon(concat('rr(epsilon=', id, ')')) FROM range(2)"),
          example(Condition.NULL, "SELECT ldp_epsilon(CAST(NULL AS STRING))"),
          example(Condition.OUT_OF_RANGE, "SELECT ldp_estimate(CAST('' AS BINARY), 1.0)"),
          example(Condition.INVALID, "SELECT ldp_epsilon('grr(k=16)')"),
          example(
              Condition.INVALID,
              "SELECT ldp_randomize(0.5, 'gaussian(epsilon=1,sigma=1,range=10)')"),
          example(Condition.INVALID, "SELECT ldp_gaussian_sigma(-1, 1e-5, 1)"),
          new Example(
              Condition.INVALID,
              KeyLocation.KEY_FILE,
              "/nowhere/release.key",
              "SELECT ldp_randomize(3, 'grr(epsilon=1.0,k=16)', 7, 'a')"),
          new Example(
              Condition.INVALID,
              KeyedAttributes.ENTRY,
              "smoker",
              "SELECT ldp_randomize(1, 'rr(epsilon=1.0)', id, 'smoker') FROM range(2)"),
          example(
              Condition.INVALID,
              "SELECT ldp_randomize(id + 16, 'grr(epsilon=1.0,k=16)') FROM range(2)"),
          example(Condition.INVALID, "SELECT ldp_accumulate(7, 'grr(epsilon=1.0,k=2)')"),
          example(
              Condition.INVALID,
              "SELECT ldp_accumulate(report, 'grr(epsilon=1.0,k=4)') FROM (SELECT ldp_randomize(1,"
                  + " 'grr(epsilon=1.0,k=3)') AS report)"),
          example(
              Condition.INVALID,
              "SELECT ldp_merge(CAST(CAST(id AS STRING) AS BINARY)) FROM range(2)"),
          example(
              Condition.INVALID,
              "SELECT ldp_merge(a) FROM (SELECT ldp_accumulate(1, 'grr(epsilon=1.0,k=2)') AS a"
                  + " UNION ALL SELECT ldp_accumulate(1, 'grr(epsilon=2.0,k=2)'))"),
          example(
              Condition.INVALID,
              "SELECT ldp_estimate(CAST(CAST(id AS STRING) AS BINARY)) FROM range(2)"),
          example(
              Condition.NAME_MISSING,
              "SELECT ldp_randomize(id > 0, 'rr(epsilon=1.0)', id) FROM range(2)"),
          new Example(
              Condition.NOT_ENABLED,
              KeyLocation.KEY_FILE,
              null,
              "SELECT ldp_randomize(3, 'grr(epsilon=1.0,k=16)', 7, 'a')"),
          new Example(
              Condition.NOT_ENABLED,
              KeyedAttributes.ENTRY,
              "drinker",
              "SELECT ldp_randomize(id, 'rr(epsilon=1.0)', id, 'smoker') FROM range(2)"),
          new Example(
              Condition.NOT_ENABLED,
              SharedServer.SWITCH,
              "true",
              "SELECT ldp_epsilon('rr(epsilon=1.0)')"),
          new Example(
              Condition.NOT_ENABLED,
              Ledgered.LEDGER,
              "ledger.db",
              "SELECT ldp_randomize(3, 'grr(epsilon=1.0,k=16)')"),
          example(
              Condition.REDRAWN, "SELECT ldp_randomize(item, 'grr(epsilon=1.0,k=3)') FROM stream"),
          example(
              Condition.REDRAWN,
              "CREATE VIEW drawn AS SELECT ldp_randomize(1, 'rr(epsilon=1.0)') AS report"));

  static List<Example> examples() {
    return EXAMPLES;
  }

  @BeforeAll
  static void stream(@TempDir Path folder) {
    spark().range(2).selectExpr("CAST(id AS INT) AS item").write().parquet(folder + "/values");
    spark()
        .readStream()
        .schema("item INT")
        .parquet(folder + "/values")
        .createOrReplaceTempView("stream");
  }

  @Test
  void thePageHoldsEveryConditionWithAnExampleInTheCodesOwnWords() throws IOException {
    DocPage.check(
        PAGE, Map.of("conditions", ErrorsPageTest::table, "examples", ErrorsPageTest::shown));
  }

  @Test
  void everyExampleSaysWhatItsLineOfTheFileSays() throws IOException {
    DocPage.checkText(ALL, all());
  }

  /** A machine that lacks the key has a test below, for no statement makes one. */
  @Test
  void everyConditionButThatOfAnotherMachineHasAnExample() {
    Set<Condition> without = new HashSet<>(Set.of(Condition.values()));
    EXAMPLES.forEach(example -> without.remove(example.condition()));
    assertEquals(Set.of(Condition.FAILED_ON_MACHINE), without);
  }

  @Test
  void aMachineWithoutTheKeyFileSaysSoUnderItsCondition() throws Exception {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(sent)) {
      out.writeObject(
          RowRandomizer.keyed(Protocols.of("grr(epsilon=1.0,k=16)"), KeyLocation.find(), "a"));
    }
    byte[] there =
        sent.toString(StandardCharsets.ISO_8859_1)
            .replace("release.key", "missing.key")
            .getBytes(StandardCharsets.ISO_8859_1);
    SparkRuntimeException refusal =
        assertThrows(
            SparkRuntimeException.class,
            () -> new ObjectInputStream(new ByteArrayInputStream(there)).readObject());
    assertEquals(Condition.FAILED_ON_MACHINE.condition(), SparkLine.condition(refusal));
    assertEquals(Frame.sqlState(Condition.FAILED_ON_MACHINE), refusal.getSqlState());
    assertEquals(
        Set.copyOf(Condition.FAILED_ON_MACHINE.parameters()),
        refusal.getMessageParameters().keySet());
    assertTrue(
        refusal.getMessage().contains("the key file must be readable"), refusal.getMessage());
    assertFalse(refusal.getMessage().contains(SparkTest.KEY), refusal.getMessage());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleIsRefusedAsThePageSays(Example example) {
    SparkThrowable refusal = inBothModes(() -> new Seen(refusal(example))).refusal();
    Condition condition = example.condition();
    assertEquals(condition.condition(), SparkLine.condition(refusal));
    assertEquals(Frame.sqlState(condition), refusal.getSqlState());
    assertEquals(Set.copyOf(condition.parameters()), refusal.getMessageParameters().keySet());
    String sentence = Frame.ofSpark4(sentence(refusal), condition);
    assertTrue(sentence.startsWith("[" + condition.condition() + "] "), sentence);
    assertTrue(sentence.endsWith(" SQLSTATE: " + condition.sqlState()), sentence);
  }

  /**
   * What Connect's client does, and {@code getMessage()} of Python: the message is made anew, of
   * condition and parameters, by the templates of the reader's Spark.
   */
  @ParameterizedTest
  @MethodSource("examples")
  void theSentenceCanBeMadeAnewFromConditionAndParameters(Example example) {
    Frame.assumeTemplate(example.condition());
    SparkThrowable refusal = refusal(example);
    assertEquals(
        sentence(refusal),
        SparkThrowableHelper.getMessage(
            SparkLine.condition(refusal), refusal.getMessageParameters()));
  }

  /** So a renamed parameter of a new Spark is seen, and not by a user. */
  @ParameterizedTest
  @EnumSource
  void sparksTemplateHasTheParametersThatWeGive(Condition condition) {
    Frame.assumeTemplate(condition);
    assertEquals(
        Frame.sqlState(condition), SparkThrowableHelper.getSqlState(condition.condition()));
    assertEquals(Set.copyOf(condition.parameters()), Frame.parameters(condition));
  }

  /** The wrong twin: a name that Spark does not know, as we could have made up. */
  @Test
  void aConditionOfOurOwnWouldArriveNowhere() {
    Throwable lost =
        assertThrows(
            Throwable.class,
            () -> SparkThrowableHelper.getMessage("LDP_INVALID_SPEC", Map.of("value", "a")));
    assertTrue(String.valueOf(lost.getMessage()).contains("INTERNAL_ERROR"), lost.getMessage());
  }

  @Test
  void textThatLooksLikeATemplateArrivesAsItIs() {
    String spec = "${spec} <value> $1 \\ %s";
    AnalysisException refusal =
        assertThrows(
            AnalysisException.class,
            () -> spark().range(1).select(call_function("ldp_epsilon", lit(spec))).count());
    assertTrue(sentence(refusal).contains("Provided value: " + spec), sentence(refusal));
  }

  @Test
  void onlySentencesOfOurOwnAreMadeParameters() {
    IllegalArgumentException ofOthers = new IllegalArgumentException("somebody is 47");
    ofOthers.setStackTrace(
        new StackTraceElement[] {new StackTraceElement("org.example.Udf", "call", "Udf.java", 1)});
    assertEquals(ofOthers, RowRefusal.of("ldp_randomize", ofOthers));
  }

  /** What two modes of evaluation have in common. */
  private record Seen(SparkThrowable refusal) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Seen that && sentence(refusal).equals(sentence(that.refusal));
    }

    @Override
    public int hashCode() {
      return sentence(refusal).hashCode();
    }
  }

  /** What the statement throws: that very exception, in no other. */
  private static SparkThrowable refusal(Example example) {
    if (!example.entry().isEmpty()) {
      SparkTest.startedWith(example.entry(), example.value());
    }
    Throwable failure =
        Frame.refusal(assertThrows(Exception.class, () -> rows(example.sql()), example.sql()));
    if (!(failure instanceof AnalysisException)) {
      assertInstanceOf(SparkRuntimeException.class, failure, String.valueOf(failure));
    }
    return (SparkThrowable) failure;
  }

  /** Without the place in the statement, which Spark adds. */
  private static String sentence(SparkThrowable refusal) {
    return refusal instanceof AnalysisException analysis
        ? analysis.getSimpleMessage().replaceFirst("; line \\d+ pos \\d+$", "")
        : ((Throwable) refusal).getMessage();
  }

  private static String table() {
    StringBuilder table =
        new StringBuilder("| condition | SQLSTATE | parameters | what it says | what to do |\n");
    table.append("|---|---|---|---|---|\n");
    for (Condition condition : Condition.values()) {
      String[] words = words(condition);
      table.append(
          "| `%s` | %s | %s | %s | %s |\n"
              .formatted(
                  condition.condition(),
                  condition.sqlState(),
                  condition.parameters().stream()
                      .map(Condition::quoted)
                      .collect(Collectors.joining(", ")),
                  words[0],
                  words[1]));
    }
    return table.toString();
  }

  private static String[] words(Condition condition) {
    return switch (condition) {
      case WRONG_NUMBER ->
          new String[] {
            "A function has too few or too many arguments.",
            "Give as many as [the function's page](functions.md) says."
          };
      case UNEXPECTED_TYPE ->
          new String[] {
            "An argument has a type that the function, or the protocol, does not take.",
            "Cast it, or choose a protocol for that type."
          };
      case NOT_CONSTANT ->
          new String[] {
            "An argument that must be the same for all rows is computed from them.",
            "Write a constant; run one statement for each."
          };
      case NULL -> new String[] {"A constant is NULL.", "Give a text."};
      case OUT_OF_RANGE ->
          new String[] {"A constant is outside of its range.", "Choose one within the range."};
      case INVALID ->
          new String[] {
            "A rule refuses an argument, an entry of the configuration, a row's value, a report or"
                + " an accumulator. `parameter` names it and `value` is the rule, in one sentence.",
            "Do what the sentence says."
          };
      case NAME_MISSING ->
          new String[] {
            "A keyed report is of an expression, and the argument `attribute` is missing. Two"
                + " questions of one person must not share random bits, so each needs a name.",
            "Name the question: `ldp_randomize(age > 65, 'rr(epsilon=1.0)', user_id, 'over 65')`."
          };
      case NOT_ENABLED ->
          new String[] {
            "The operator has given no key, allows no keyed reports through SQL, or keeps a"
                + " ledger. `configKey` says which.",
            "Ask the operator to start the application with the entry, or let"
                + " [a job](../../jobs/docs/commands.md) make the reports. `SET` has no effect."
          };
      case REDRAWN ->
          new String[] {
            "A streaming query, a permanent view, or a command that writes over reports draws fresh"
                + " random bits.",
            "Do what the sentence says: give an id, or write each draw once."
          };
      case FAILED_ON_MACHINE ->
          new String[] {
            "A machine of the cluster cannot randomize: it has no key file, or another key.",
            "Put the key file at the same path on every machine."
          };
    };
  }

  /** One of each condition, without its parameters, which the table names. */
  private static String shown() {
    Set<Condition> seen = new HashSet<>();
    return EXAMPLES.stream()
        .filter(example -> seen.add(example.condition()))
        .map(example -> said(example, Map.of()))
        .collect(Collectors.joining("\n", "```\n", "```\n"));
  }

  private static String all() {
    return EXAMPLES.stream()
        .map(example -> said(example, refused(example).getMessageParameters()))
        .collect(Collectors.joining("\n"));
  }

  private static String said(Example example, Map<String, String> parameters) {
    StringBuilder said = new StringBuilder();
    if (!example.entry().isEmpty()) {
      said.append("-- started ")
          .append(
              example.value() == null
                  ? "without " + example.entry()
                  : "with " + example.entry() + "=" + example.value())
          .append('\n');
    }
    SparkThrowable refusal = refused(example);
    said.append(example.sql()).append(";\n");
    said.append(
        refusal instanceof AnalysisException ? "AnalysisException: " : "SparkRuntimeException: ");
    said.append(Frame.ofSpark4(sentence(refusal), example.condition())).append('\n');
    new TreeMap<>(parameters)
        .forEach((name, value) -> said.append("  %s = %s\n".formatted(name, value)));
    return said.toString();
  }

  private static SparkThrowable refused(Example example) {
    try {
      return refusal(example);
    } finally {
      new SparkTest().afterEach(null); // the next example starts as the application did
    }
  }
}
