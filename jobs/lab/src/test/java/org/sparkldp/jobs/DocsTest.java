package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.lab.Generation;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/**
 * The documentation does what it says.
 *
 * <p>A block of {@code text} is what the block before it prints: one of {@code sql}, or of {@code
 * sh} that calls {@code jobs/bin/ldp}. In the text, "..." stands for anything within a line, and as
 * a line of its own for any lines. {@code mvn test -Pslow -Dldp.docs.write=true} writes what was
 * printed where it differs, {@code -Plong} that of protocols' pages. (Other output stands in blocks
 * without a language.)
 *
 * <p>Pages are written as if run in the repository's folder, with 20,000 events in {@code
 * data/events} and the tests' key in {@code data/release.key}; each page has a folder {@code data}
 * of its own.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class DocsTest {
  private static final Path REPOSITORY = DocPage.repository();
  private static final Pattern EXECUTED =
      Pattern.compile("(?ms)^```(sql|sh)\n((?:(?!```).)*)^```\n\n```text\n(.*?)^```$");
  private static final Pattern SQL = Pattern.compile("(?ms)^```sql\n(.*?)^```$");

  /** Backticks outside of single quotes. */
  private static final Pattern RUN_BY_A_SHELL =
      Pattern.compile("^(?:[^\"'`]|'[^']*'|\"[^\"`]*\")*+(?:\"[^\"`]*)?`");

  /** The page of commands, which {@link CommandsPageTest} looks at meanwhile. */
  static final Path COMMANDS = REPOSITORY.resolve("jobs/docs/commands.md");

  @TempDir static Path own;

  private static Path folder;
  private static String suiteStrategies;

  @BeforeAll
  static void generate() {
    generate(own);
  }

  static void generate(Path place) {
    folder = place;
    Generation.write(spark(), Datasets.find("events"), 1, 20_000, 4, folder + "/events");
    // Pages show strategies as they are made, not as an earlier run cached them.
    suiteStrategies = System.setProperty(Strategies.PROPERTY, folder + "/strategies");
  }

  @AfterAll
  static void giveStrategiesBack() {
    if (suiteStrategies == null) {
      System.clearProperty(Strategies.PROPERTY);
    } else {
      System.setProperty(Strategies.PROPERTY, suiteStrategies);
    }
  }

  static List<Path> pagesThatShowResults() throws IOException {
    return pagesWith("```text").stream()
        .filter(page -> !isOfProtocols(page) && !page.equals(COMMANDS))
        .toList();
  }

  static List<Path> pagesOfProtocols() throws IOException {
    return pagesWith("```text").stream().filter(DocsTest::isOfProtocols).toList();
  }

  private static boolean isOfProtocols(Path page) {
    try {
      return Files.readString(page).contains("<!-- Generated from the declarations of");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Path> pagesOfSql() throws IOException {
    return pagesWith("```sql");
  }

  private static List<Path> pagesWith(String line) throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path page : RepositoryTest.files(".md")) {
      if (Files.readAllLines(page).contains(line)) {
        pages.add(page);
      }
    }
    return pages;
  }

  @ParameterizedTest
  @MethodSource("pagesThatShowResults")
  void sqlAndCommandsPrintWhatThePageSays(Path page) throws IOException {
    assertPrints(page);
  }

  /** Their blocks are one statement with another spec, whose bytes SqlContractTest compares. */
  @Tag("long")
  @ParameterizedTest
  @MethodSource("pagesOfProtocols")
  void theSqlOfEveryProtocolPrintsWhatItsPageSays(Path page) throws IOException {
    assertPrints(page);
  }

  /** The one of these pages that every change shows. */
  @Test
  void theSqlOfAProtocolPrintsWhatItsPageSays() throws IOException {
    assertPrints(REPOSITORY.resolve("udfs/docs/quantiles.md"));
  }

  static void assertPrints(Path page) throws IOException {
    Path data = Files.createDirectories(Files.createTempDirectory(folder, "page").resolve("data"));
    Files.createSymbolicLink(data.resolve("events"), folder.resolve("events"));
    Files.copy(SparkTest.KEY_FILE, data.resolve("release.key"));
    SparkSession session = spark().newSession(); // a page's views are its own
    SparkSession.setActiveSession(session);
    try {
      DocPage.checkText(page, asPrinted(Files.readString(page), data));
    } finally {
      SparkSession.setActiveSession(spark());
    }
  }

  /** The page with each block of results as it is printed now. */
  private static String asPrinted(String page, Path data) {
    StringBuilder printed = new StringBuilder();
    Matcher block = EXECUTED.matcher(page);
    int blocks = 0;
    while (block.find()) {
      String output =
          block.group(1).equals("sql")
              ? print(data, List.of("sql", "-e", block.group(2)), 0)
              : shell(data, block.group(2));
      String shown = matches(block.group(3), output) ? block.group(3) : output;
      block.appendReplacement(
          printed,
          Matcher.quoteReplacement(page.substring(block.start(), block.start(3)) + shown + "```"));
      blocks++;
    }
    assertEquals(
        page.lines().filter("```text"::equals).count(),
        blocks,
        "every block of text must be what the sql or sh before it prints");
    return block.appendTail(printed).toString();
  }

  @ParameterizedTest
  @MethodSource("pagesOfSql")
  void sqlBlocksAreSql(Path page) throws Exception {
    Matcher block = SQL.matcher(Files.readString(page));
    while (block.find()) {
      for (String statement : block.group(1).split(";\\s*\n")) {
        if (!statement.replaceAll("--.*", "").isBlank()) {
          spark().sessionState().sqlParser().parsePlan(statement);
        }
      }
    }
  }

  @Test
  void theComparisonOfOutputsSeesADifference() {
    assertTrue(matches("a  1\n", "a  1\n"));
    assertTrue(matches("a  ...\n...\nz\n", "a  17 s\nb\nc\nz\n"));
    assertFalse(matches("a  1\n", "a  2\n"));
    assertFalse(matches("a ... b\n", "a\nb\n"));
    assertFalse(matches("a\n", "a\nb\n"));
  }

  @Test
  void thePageOfCommandsHasASectionForEach() throws IOException {
    List<String> page = Files.readAllLines(COMMANDS);
    Ldp.commands(new Ldp())
        .getSubcommands()
        .forEach((name, command) -> assertTrue(page.contains("## " + name), name));
  }

  @Test
  void theDataContractHoldsTheTablesAsWritten() throws IOException {
    String run =
        "run --plan conf/plans/country.conf --input data/events --output data/contract"
            + " --group-by day --key-file "
            + SparkTest.KEY_FILE;
    Path data = Files.createDirectories(folder.resolve("contract/data"));
    Files.createSymbolicLink(data.resolve("events"), folder.resolve("events"));
    print(data, Ended.words(run), 0);
    DocPage.check(
        REPOSITORY.resolve("jobs/docs/data-contract.md"),
        Map.of(
            "keys", () -> keys(),
            "reports", () -> columns(data.resolve("contract/privatized/reports")),
            "accumulators", () -> columns(data.resolve("contract/accumulated/accumulators")),
            "estimates", () -> columns(data.resolve("contract/estimated/estimates")),
            "privatize", () -> fenced(run(data.resolve("contract/privatized/run.json")))));
  }

  /** Of all plans, whatever their task. */
  private static String keys() {
    return Keys.listed(Plan.class).stream()
        .map(
            key ->
                "| `%s` | %s | %s |"
                    .formatted(
                        String.join("`, `", key.names()),
                        key.says(),
                        key.otherwise().isEmpty() || key.otherwise().equals("required")
                            ? key.otherwise()
                            : "`" + key.otherwise() + "`"))
        .collect(Collectors.joining("\n", "| key | meaning | default |\n|---|---|---|\n", ""));
  }

  private static String columns(Path table) {
    return Stream.of(spark().read().parquet(table.toString()).schema().fields())
        .map(DocsTest::column)
        .collect(Collectors.joining("\n", "| column | type |\n|---|---|\n", ""));
  }

  private static String column(StructField field) {
    return "| " + field.name() + " | " + field.dataType().sql() + " |";
  }

  /** Seconds, times and folders differ from run to run. */
  private static String run(Path file) {
    return read(file)
        .replaceAll("(\"seconds\" : )[0-9.E-]+", "$11.5")
        .replaceAll("(\"drawn_at\" : \\[ \")[^\"]*", "$12026-11-24T02:00:00Z")
        .replaceAll("(\"inputs\" : \\[ \")[^\"]*/", "$1data/");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fenced(String text) {
    return "```\n" + text.strip() + "\n```";
  }

  /** What commands print, each ended by a line's end; "; echo $?" shows the exit code. */
  private static String shell(Path data, String commands) {
    StringBuilder output = new StringBuilder();
    for (String line : commands.replace("\\\n", " ").split("\n")) {
      boolean echo = line.endsWith("; echo $?");
      List<String> words = Ended.words(echo ? line.substring(0, line.indexOf("; echo $?")) : line);
      assertEquals("jobs/bin/ldp", words.get(0), "only ldp is run");
      assertFalse(RUN_BY_A_SHELL.matcher(line).find(), () -> "a shell runs what is in ``: " + line);
      output.append(print(data, words.subList(1, words.size()), echo ? null : 0));
    }
    return output.toString();
  }

  /** What a command prints on both streams; the exit code is required, or printed if null. */
  private static String print(Path data, List<String> words, Integer exitCode) {
    String[] arguments =
        words.stream()
            .map(word -> word.replaceAll("(?<![\\w/])data/", data + "/"))
            .map(word -> word.replaceAll("(?<![\\w/.])conf/", REPOSITORY + "/conf/"))
            .toArray(String[]::new);
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int code;
    try (PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(both);
      System.setErr(both);
      code = Ldp.run(arguments);
      if (exitCode == null) {
        both.println(code);
      }
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    // A slow machine also prints progress.
    String printed =
        bytes.toString(StandardCharsets.UTF_8).replaceAll("ldp: \\d+ of \\d+ tasks done\n", "");
    if (exitCode != null) {
      assertEquals((int) exitCode, code, words + " printed " + printed);
    }
    return printed.replace(data + "/", "data/").replace(REPOSITORY + "/", "");
  }

  private static boolean matches(String shown, String printed) {
    String pattern =
        shown
            .lines()
            .map(
                line ->
                    line.equals("...")
                        ? "(?:.*\n)*?"
                        : Stream.of(line.split("[.]{3}", -1))
                            .map(Pattern::quote)
                            .collect(Collectors.joining(".*", "", "\n")))
            .collect(Collectors.joining());
    return printed.matches(pattern);
  }
}
